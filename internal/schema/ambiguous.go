package schema

// reportAmbiguous reports references that mean one document by their URI and
// another one by their path. Which of them was loaded first must not decide.
func (l *loader) reportAmbiguous() {
	for _, r := range l.references {
		if r.uri == "" || r.waits {
			continue
		}
		var candidates []string
		if res := l.resources[r.uri]; res != nil {
			if res.doc == r.from.Doc {
				continue // a document's own embedded resources come first
			}
			candidates = append(candidates, res.doc.Path)
		}
		if src := l.byURI[r.uri]; src != nil {
			candidates = append(candidates, src.Path)
		}
		if src := l.byPath[r.file]; src != nil && r.file != "" {
			candidates = append(candidates, src.Path)
		}
		for _, other := range candidates[min(1, len(candidates)):] {
			if other != candidates[0] {
				l.report(r.from.Finding(ruleAmbiguous, "$ref", "$ref "+quote(r.from.Ref)+" means "+
					quote(candidates[0])+" by its $id and "+quote(other)+" by its place",
					"give the files the $ids that fit their paths, or write the absolute $id"))
				break
			}
		}
	}
}
