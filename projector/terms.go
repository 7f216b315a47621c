package projector

import (
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/acigen/acigen/gen/aci"
	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/plan"
	"github.com/acigen/acigen/internal/schema"
	"github.com/acigen/acigen/internal/upstream"
	"github.com/acigen/acigen/schemas"
)

// check is a validator: nil when a JSON text honours the contract.
type check func(data []byte) error

// role is one of the documents that a contract has of a tool.
type role int

const (
	request role = iota
	result
	control
	observation
	roles
)

var roleNames = [roles]string{"request", "result", contract.Control, contract.Observation}

// tool is what a projector knows of one tool.
type tool struct {
	name   Tool
	checks [roles]check // nil for a tool without contract with agents
	views  [roles]view  // of result, control and observation
	order  []int        // the parts that the result states, in the schema's order
	// fingerprint tells that the control view carries the scope fingerprint.
	fingerprint bool

	callID   int    // code points of a call ID
	lookback string // literal: the look-back of a log query that states none
	max      bounds
}

// bounds are the numbers of the result's schema, in code points and items;
// math.MaxInt where it states none.
type bounds struct {
	items, other             int // evidence, events or rows; patterns or columns
	documentID, source       int
	title, breadcrumb, text  int // text: excerpt, message or cell
	service, pattern, column int
}

// view is what a document carries of the canonical result, by the part's number.
type view struct {
	carries [parts]bool
	// prune returns what the view carries of a part's value; nil: all of it.
	prune [parts]func(value []byte) ([]byte, error)
}

// generated are the validators of the contract that this module carries.
var generated = map[Tool][roles]check{
	LookupKnowledge: {aci.CheckLookupKnowledgeRequest, aci.CheckLookupKnowledgeResult, aci.CheckLookupKnowledgeControl, aci.CheckLookupKnowledgeObservation},
	QueryLogs:       {aci.CheckQueryLogsRequest, aci.CheckQueryLogsResult, aci.CheckQueryLogsControl, aci.CheckQueryLogsObservation},
	QueryMySQL:      {aci.CheckQueryMysqlRequest, aci.CheckQueryMysqlResult, aci.CheckQueryMysqlControl, aci.CheckQueryMysqlObservation},
}

func newBuiltin() (*Projector, error) {
	var files []schema.File
	err := fs.WalkDir(schemas.FS, ".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files = append(files, schema.File{Path: "schemas/" + path, Read: func() ([]byte, error) { return fs.ReadFile(schemas.FS, path) }})
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	c, findings := contract.FromSchemas(files, 0)
	if c == nil {
		return nil, fmt.Errorf("the embedded schemas are broken: %s", findings[0].Message)
	}
	return newProjector(c, func(t Tool, r role) (check, error) { return generated[t][r], nil })
}

// ForContract returns the projector of a loaded contract project, whose schemas
// are run in-process. Of the project's tools it projects the evidence tools.
func ForContract(c *contract.Contract) (*Projector, error) {
	return newProjector(c, func(t Tool, r role) (check, error) {
		return interpreted(c, c.Tool(string(t)).Role(roleNames[r]))
	})
}

func newProjector(c *contract.Contract, checkOf func(Tool, role) (check, error)) (*Projector, error) {
	upstreams, err := upstream.Of(c)
	if err != nil {
		return nil, err
	}
	p := &Projector{
		tools:     map[Tool]*tool{QueryMetrics: {name: QueryMetrics, callID: defaultCallID}},
		upstreams: upstreams,
		location:  c.Config.Location,
		maxDepth:  c.Config.Limits.MaxDepth,
		budget:    c.Config.Limits.ObservationBytes,
		refs:      c.Config.Limits.EvidenceRefs,
		refText:   c.Config.Limits.RefText,
	}
	if p.location == nil {
		p.location = time.UTC
	}
	p.work.New = func() any { return new(work) }
	for _, name := range []Tool{LookupKnowledge, QueryLogs, QueryMySQL} {
		t := c.Tool(string(name))
		if t == nil || t.Request == nil || t.Result == nil {
			continue
		}
		made, err := newTool(c, t, name)
		if err != nil {
			return nil, err
		}
		for r := request; r < roles; r++ {
			if made.checks[r], err = checkOf(name, r); err != nil {
				return nil, err
			}
		}
		p.tools[name] = made
	}
	return p, nil
}

// interpreted returns a validator that runs the plan of a schema in-process.
func interpreted(c *contract.Contract, s *schema.Schema) (check, error) {
	sets := ir.NewSets()
	sets.Canonical = c.StandIn
	compiler := plan.NewCompiler(sets)
	node := compiler.Node(sets.Of(s))
	compiled, problems := compiler.Finish()
	for _, problem := range problems {
		if problem.Refused {
			return nil, fmt.Errorf("%s: %s: %s", problem.Schema.Doc.Path, problem.Keyword, problem.Message)
		}
	}
	pool := sync.Pool{New: func() any { return plan.NewEngine(compiled, c.Config.Limits.MaxDepth) }}
	return func(data []byte) error {
		engine := pool.Get().(*plan.Engine)
		defer pool.Put(engine)
		return engine.Check(node, kernel.View(data))
	}, nil
}

const defaultCallID = 2048 // code points

func newTool(c *contract.Contract, t *contract.Tool, name Tool) (*tool, error) {
	sets := ir.NewSets()
	root := sets.Of(t.Result)
	at := func(path ...string) ir.Set {
		set := root
		for _, step := range path {
			if step == "*" {
				set = sets.Element(set, 0)
			} else {
				set = sets.Property(set, step)
			}
		}
		return set
	}
	made := &tool{name: name, callID: min(length(at("tool_call_id")), defaultCallID)}
	switch name {
	case LookupKnowledge:
		made.max = bounds{
			items:      items(at("evidence")),
			documentID: length(at("evidence", "*", "document_id")),
			source:     length(at("evidence", "*", "source")),
			title:      length(at("evidence", "*", "title")),
			breadcrumb: length(at("evidence", "*", "breadcrumb")),
			text:       length(at("evidence", "*", "excerpt")),
		}
	case QueryLogs:
		made.max = bounds{
			items:   items(at("events")),
			other:   items(at("patterns")),
			service: length(at("events", "*", "service")),
			text:    length(at("events", "*", "message")),
			pattern: length(at("patterns", "*", "pattern")),
		}
		made.lookback = strconv.Itoa(c.Config.Limits.DefaultLookbackMinutes)
		for _, s := range sets.Property(sets.Of(t.Request), "lookback_minutes") {
			if s.Default != nil && s.Default.Kind == schema.Number {
				made.lookback = s.Default.Text
			}
		}
	case QueryMySQL:
		made.max = bounds{
			items:  items(at("rows")),
			other:  min(items(at("columns")), items(at("rows", "*"))),
			column: length(at("columns", "*")),
			text:   length(at("rows", "*", "*")),
		}
	}
	for _, property := range root.Names() {
		if part := slices.Index(partNames[:], property); part >= 0 {
			made.order = append(made.order, part)
		}
	}
	for part, property := range partNames {
		made.views[result].carries[part] = slices.Contains(made.order, part)
		for _, r := range []role{control, observation} {
			switch t.Carries(roleNames[r], property) {
			case contract.Part:
				made.views[r].prune[part] = func(value []byte) ([]byte, error) {
					return t.ProjectProperty(roleNames[r], property, value)
				}
				made.views[r].carries[part] = true
			case contract.Whole:
				made.views[r].carries[part] = true
			}
		}
	}
	if c.Harness != nil {
		for _, property := range c.Harness.Properties {
			made.fingerprint = made.fingerprint || property.Name == "scope_fingerprint"
		}
	}
	return made, nil
}

// length returns the most code points that a set of schemas allows a string.
func length(set ir.Set) int {
	return least(set, func(s *schema.Schema) *int { return s.MaxLength })
}

// items returns the most elements that a set of schemas allows an array.
func items(set ir.Set) int {
	return least(set, func(s *schema.Schema) *int { return s.MaxItems })
}

// least returns the least bound of a set of schemas, math.MaxInt where none states one.
func least(set ir.Set, bound func(*schema.Schema) *int) int {
	most := math.MaxInt
	for _, s := range set {
		if n := bound(s); n != nil {
			most = min(most, *n)
		}
	}
	return most
}
