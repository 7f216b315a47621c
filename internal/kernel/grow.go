package kernel

// Grow makes room for one more element. The first gets room for a few where there
// is text for them; after that the elements so far, read from the given number of bytes, tell how
// many the rest of the text can hold. There are at most limit elements.
func Grow[T any](list []T, read, rest, limit int) []T {
	n := len(list)
	room := n + 1
	if n == 0 {
		room = min(max(rest/64, 1), 4, max(limit, 1))
	} else {
		// A quarter more than what the average says, but never more than ten times what is there.
		room += min(rest/(read/n+1)*5/4, 10*n, max(limit-n, 0))
	}
	grown := make([]T, n+1, max(room, n+1))
	copy(grown, list)
	return grown
}

// Carve returns an empty slice with room for width elements, cut from a larger
// piece of memory that slices of the same width share; more is how many of them
// may follow, less than none where there are more than may be.
func Carve[T any](spare *[]T, width, more int) []T {
	from := len(*spare)
	if cap(*spare)-from < width {
		*spare = make([]T, 0, width*(1+min(max(more, 0), 63)))
		from = 0
	}
	*spare = (*spare)[:from+width]
	return (*spare)[from : from : from+width]
}
