package documents

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
)

// shuffle writes a JSON text again with the members of every object in a
// random order, each object in its own; the seed is fixed.
func shuffle(data []byte) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	random := rand.New(rand.NewPCG(3, 5))
	return appendShuffled(nil, decoder, random)
}

func appendShuffled(dst []byte, decoder *json.Decoder, random *rand.Rand) ([]byte, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	delim, compound := token.(json.Delim)
	if !compound {
		text, err := encode(token)
		return append(dst, text...), err
	}
	var parts [][]byte
	for decoder.More() {
		var part []byte
		if delim == '{' {
			name, err := decoder.Token()
			if err != nil {
				return nil, err
			}
			text, err := encode(name)
			if err != nil {
				return nil, err
			}
			part = append(text, ':')
		}
		part, err = appendShuffled(part, decoder, random)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	end, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	if delim == '{' {
		random.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	}
	dst = append(dst, byte(delim))
	dst = append(dst, bytes.Join(parts, []byte(","))...)
	return append(dst, byte(end.(json.Delim))), nil
}
