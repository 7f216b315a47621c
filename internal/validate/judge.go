package validate

import (
	"errors"
	"strings"

	"github.com/acigen/acigen/internal/plan"
)

// serve does jobs until there are none.
func (r *run) serve() {
	engines := map[*Validator]*plan.Engine{}
	for {
		select {
		case <-r.ctx.Done():
			return
		case j, more := <-r.work:
			if !more {
				return
			}
			e := engines[j.in.Validator]
			if e == nil {
				e = j.in.Validator.engine()
				engines[j.in.Validator] = e
			}
			r.do(j, e)
		}
	}
}

func (r *run) do(j *job, e *plan.Engine) {
	defer close(j.done)
	defer func() {
		if p := recover(); p != nil {
			j.panicked = p
		}
	}()
	switch {
	case !j.lines:
		r.document(j, e)
	case j.text != "":
		r.batch(j, e)
	}
}

// document reads and judges a whole document.
func (r *run) document(j *job, e *plan.Engine) {
	s, err := open(j.in, r.opts.Read)
	if err != nil {
		j.problem = unreadable(err)
		return
	}
	defer s.Close()
	alone := false
	defer func() {
		if alone {
			r.large.Unlock()
		}
	}()
	text, err := s.whole(r.opts.MaxDocument, largeDocument, func() {
		r.large.Lock()
		alone = true
	})
	var tooLarge errTooLarge
	switch {
	case errors.As(err, &tooLarge):
		j.problem = tooLarge.Error()
	case err != nil:
		j.problem = unreadable(err)
	default:
		j.judge(e, 0, text, 0)
	}
}

// batch judges each line.
func (r *run) batch(j *job, e *plan.Engine) {
	record, found := j.first, 0
	for rest := j.text; rest != ""; record++ {
		line, after, _ := strings.Cut(rest, "\n")
		rest = after
		line = strings.TrimSuffix(line, "\r")
		if strings.Trim(line, " \t\r") == "" {
			continue
		}
		j.records++
		limit := r.opts.MaxFindings
		if limit > 0 && found >= limit {
			limit = -1
		}
		found += j.judge(e, record, line, limit)
	}
}

// judge adds a failure when text is not valid and returns how many findings that
// is. A limit below 0 asks for their number only.
func (j *job) judge(e *plan.Engine, record int, text string, limit int) int {
	err := e.Check(j.in.Validator.node, text)
	if err == nil {
		return 0
	}
	f := failure{record: record}
	if !errors.As(err, &f.invalid) {
		panic(err) // the engine has no other errors
	}
	if limit < 0 {
		f.count = len(f.invalid.Violations)
		if f.invalid.More > 0 {
			f.count++
		}
		f.invalid = nil
		j.failed = append(j.failed, f)
		return f.count
	}
	f.findings = j.in.Validator.locate(j.in.Name, record, text, f.invalid)
	if len(text) <= maxRecord {
		f.text = text
	}
	j.failed = append(j.failed, f)
	return len(f.findings)
}
