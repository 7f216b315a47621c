package diag

import (
	"encoding/json"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// ordered are findings of which each stands before the next for one more reason.
func ordered() []Finding {
	return []Finding{
		{Rule: "a/a"},
		{File: "a", Rule: "z/z", Record: 9},
		{File: "b", Line: 9},
		{File: "b", Record: 2, Line: 9},
		{File: "b", Record: 10, Line: 1, Column: 9},
		{File: "b", Record: 10, Line: 2, Column: 1, SchemaPointer: "/z"},
		{File: "b", Record: 10, Line: 2, Column: 1, HasInstance: true},
		{File: "b", Record: 10, Line: 2, Column: 1, HasInstance: true, InstancePointer: "/rows"},
		{File: "b", Record: 10, Line: 2, Column: 1, HasInstance: true, InstancePointer: "/rows/9", SchemaPointer: "/z"},
		{File: "b", Record: 10, Line: 2, Column: 1, HasInstance: true, InstancePointer: "/rows/10"},
		{File: "b", Record: 10, Line: 2, Column: 1, HasInstance: true, InstancePointer: "/rows/010"},
		{File: "b", Record: 10, Line: 2, Column: 1, HasInstance: true, InstancePointer: "/rows/a"},
		{File: "b", Record: 10, Line: 2, Column: 1, HasInstance: true, InstancePointer: "/rows/a", SchemaPointer: "/anyOf/2", Keyword: "z"},
		{File: "b", Record: 10, Line: 2, Column: 1, HasInstance: true, InstancePointer: "/rows/a", SchemaPointer: "/anyOf/10", Keyword: "a", Rule: "z/z"},
		{File: "b", Record: 10, Line: 2, Column: 1, HasInstance: true, InstancePointer: "/rows/a", SchemaPointer: "/anyOf/10", Keyword: "b", Rule: "a/a", Message: "z"},
		{File: "b", Record: 10, Line: 2, Column: 1, HasInstance: true, InstancePointer: "/rows/a", SchemaPointer: "/anyOf/10", Keyword: "b", Rule: "b/b", Message: "a"},
		{File: "b", Record: 10, Line: 2, Column: 1, HasInstance: true, InstancePointer: "/rows/a", SchemaPointer: "/anyOf/10", Keyword: "b", Rule: "b/b", Message: "b"},
		{File: "b", Record: 10, Line: 2, Column: 1, HasInstance: true, InstancePointer: "/rows/a", SchemaPointer: "/anyOf/10", Keyword: "b", Rule: "b/b", Message: "b", Severity: Warning},
	}
}

func TestSortedPutsAnyOrderWithDuplicatesIntoTheOneOrder(t *testing.T) {
	want := ordered()
	random := rand.New(rand.NewSource(1))
	for range 50 {
		shuffled := append(ordered(), ordered()[:7]...)
		random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		before := slices.Clone(shuffled)
		if got := Sorted(shuffled); !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v", got)
		}
		if !reflect.DeepEqual(shuffled, before) {
			t.Fatal("the argument was changed")
		}
		var s Set
		s.Add(shuffled...)
		if got := s.Findings(); !reflect.DeepEqual(got, want) {
			t.Fatalf("the set holds %+v", got)
		}
	}
}

// Every field must take part in the order, or two findings would count as one.
func TestFindingsThatDifferInAnyPrintedFieldAreNotDuplicates(t *testing.T) {
	typ := reflect.TypeFor[Finding]()
	for i := range typ.NumField() {
		name := typ.Field(i).Name
		if strings.HasPrefix(name, "Source") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			var a, b Finding
			switch field := reflect.ValueOf(&b).Elem().Field(i); field.Kind() {
			case reflect.String:
				field.SetString("x")
			case reflect.Bool:
				field.SetBool(true)
			case reflect.Pointer:
				field.Set(reflect.New(field.Type().Elem()))
			default:
				field.SetInt(1)
			}
			if compare(a, b) >= 0 || compare(b, a) <= 0 {
				t.Error("the field has no part in the order")
			}
		})
	}
}

func TestChangesThatDifferInAnyFieldAreNotDuplicates(t *testing.T) {
	for i := range reflect.TypeFor[Change]().NumField() {
		a, b := Finding{Change: &Change{}}, Finding{Change: &Change{}}
		reflect.ValueOf(b.Change).Elem().Field(i).SetString("x")
		if compare(a, b) >= 0 || compare(b, a) <= 0 {
			t.Errorf("the field %s has no part in the order", reflect.TypeFor[Change]().Field(i).Name)
		}
	}
}

func TestSetIsEmptyAfterResetAndCanBeUsedAgain(t *testing.T) {
	var s Set
	if got := s.Findings(); len(got) != 0 {
		t.Errorf("the zero value holds %v", got)
	}
	s.Add(Finding{Rule: "b/b"}, Finding{Rule: "a/a"}, Finding{Rule: "b/b"})
	if got := s.Findings(); len(got) != 2 || got[0].Rule != "a/a" {
		t.Errorf("got %v", got)
	}
	s.Reset()
	s.Add(Finding{Rule: "c/c"})
	if got := s.Findings(); len(got) != 1 || got[0].Rule != "c/c" {
		t.Errorf("after Reset: %v", got)
	}
}

func TestSeverityNames(t *testing.T) {
	for s, name := range map[Severity]string{Error: "error", Warning: "warning", Info: "info"} {
		text, err := s.MarshalText()
		if err != nil || string(text) != name || s.String() != name {
			t.Errorf("%d is %q, %v, %s; want %s", int(s), text, err, s, name)
		}
		var back Severity = -1
		if err := back.UnmarshalText(text); err != nil || back != s {
			t.Errorf("%s is read as %d, %v", name, int(back), err)
		}
	}
	if got := Severity(7).String(); got != "severity(7)" {
		t.Errorf("got %q", got)
	}
	if _, err := Severity(7).MarshalText(); err == nil || err.Error() != "no such severity: 7" {
		t.Errorf("got %v", err)
	}
	var s Severity
	if err := s.UnmarshalText([]byte("ERROR")); err == nil || err.Error() != `no such severity: "ERROR"` {
		t.Errorf("got %v", err)
	}
}

func TestFindingAsJSON(t *testing.T) {
	for _, c := range []struct {
		name string
		f    Finding
		want string
	}{
		{"absent members are left out", Finding{Rule: "a/b", Message: "m"}, `{"rule":"a/b","severity":"error","message":"m"}`},
		{"the root's pointer is the empty string", Finding{Rule: "a/b", Message: "m", HasInstance: true}, `{"rule":"a/b","severity":"error","message":"m","instance_pointer":""}`},
		{"the source line is not printed", Finding{Rule: "a/b", Message: "m", Source: "x", SourceColumn: 1}, `{"rule":"a/b","severity":"error","message":"m"}`},
		{"all members in order",
			Finding{Rule: "a/b", Severity: Info, Message: "m", Remedy: "r", File: "f", Line: 3, Column: 14, Record: 17, InstancePointer: "/i", HasInstance: true, SchemaPointer: "/s", Schema: "id", Keyword: "k"},
			`{"rule":"a/b","severity":"info","message":"m","file":"f","line":3,"column":14,"instance_pointer":"/i","schema_pointer":"/s","schema":"id","keyword":"k","record":17,"remedy":"r"}`},
		{"active code points are escaped and joiners are not", Finding{Rule: "a/b", Message: "\x7f\u009b\u202e\U000e0041\u200d\u2028"}, `{"rule":"a/b","severity":"error","message":"\u007f\u009b\u202e\udb40\udc41` + "\u200d" + `\u2028"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.f.MarshalJSON()
			if err != nil || string(got) != c.want {
				t.Errorf("got %s, %v\nwant %s", got, err, c.want)
			}
			if !json.Valid(got) {
				t.Error("it is not JSON")
			}
		})
	}
	if _, err := (Finding{Severity: 7}).MarshalJSON(); err == nil {
		t.Error("an unknown severity is printed")
	}
	// Only SetEscapeHTML is up to the outer encoder; ours leaves < > & alone.
	if got, _ := (Finding{Rule: "a/b", Message: "<&>"}).MarshalJSON(); !strings.Contains(string(got), `"<&>"`) {
		t.Errorf("got %s", got)
	}
}
