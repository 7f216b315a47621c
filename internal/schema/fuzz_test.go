package schema

import "testing"

func FuzzLoad(f *testing.F) {
	for _, seed := range []string{
		`{"$id":"b.json","$defs":{"x":{"$anchor":"n","$ref":"#/u"}},"u":{"properties":{"y":{"$ref":"a.json#n"}}}}`,
		`{"$ref":"urn:x#/a","$id":"urn:x","a":{"$ref":"../b"}}`, `{"allOf":[{"$ref":"#"}],"$schema":"x"}`,
		`{"properties":{"a":{"x-aci-count-of":"b","x-aci-views":["control"]},"b":{"items":{"type":["array",1]}}}}`,
		`{"$ref":"c.json#/not","not":{"$id":"c.json","$dynamicAnchor":"q","required":["a","a"],"minLength":1e400}}`,
		`{"dependencies":{"a":["b"],"c":{"multipleOf":0}},"$ref":"//h:x/y?z#%41"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		read := func() ([]byte, error) { return text, nil }
		set, findings := Load([]File{{Path: "a.json", Read: read}}, []File{{Path: "d/b.json", Read: read}}, Options{MaxDepth: 20})
		if (set == nil) != (len(findings) > 0) {
			t.Fatalf("set %v, findings %v", set, findings)
		}
		for _, finding := range findings {
			if finding.Rule == "" || finding.Message == "" || finding.Line < 1 || finding.SourceColumn < 1 {
				t.Fatalf("finding %+v", finding)
			}
		}
		if set == nil {
			return
		}
		for _, s := range set.Schemas() {
			if s.HasRef != (s.RefTo != nil) || s.Base == "" {
				t.Fatalf("schema %s#%s: reference %q to %v", s.Doc.Path, s.Pointer, s.Ref, s.RefTo)
			}
		}
	})
}
