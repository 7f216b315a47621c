// Package projector turns what an upstream system printed into what an agent may
// see: the canonical result of a tool call, its two views, and the references by
// which a claim can point at its evidence.
//
// A Projector never panics and never returns what its contract does not allow:
// result, control view and observation each pass their validators before they
// leave, or the projection is an ERROR of class PROJECTION. Upstream error text,
// scores, traces and metadata have no way out. A call ID is never made, replaced,
// trimmed or derived here: it comes with the Call and leaves as it came.
//
// Project uses the contract that this module carries, with its generated
// validators. Load takes the contract of another project, whose schemas are then
// run in-process.
//
// Nothing of a running system changes because this package is imported. A host
// that wants to know what the contract would say puts a Shadow beside its old
// path first.
package projector

import (
	"fmt"
	"sync"
	"time"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/upstream"
)

// Tool is the name of a tool whose outputs can be projected.
type Tool string

// The evidence tools. QueryMetrics has no contract with agents: only its evidence
// references are made.
const (
	LookupKnowledge Tool = "lookup_knowledge"
	QueryLogs       Tool = "query_logs"
	QueryMySQL      Tool = "query_mysql"
	QueryMetrics    Tool = "query_metrics"
)

// Tools are the tools in a fixed order.
func Tools() []Tool { return []Tool{LookupKnowledge, QueryLogs, QueryMySQL, QueryMetrics} }

// Projector projects by one contract. It is safe for concurrent use.
type Projector struct {
	tools     map[Tool]*tool
	upstreams *upstream.Set
	location  *time.Location
	maxDepth  int
	budget    int // of an observation, in bytes
	refs      int // the most references of one projection
	refText   int // the most code points of a reference's text
	work      sync.Pool
}

var builtin = sync.OnceValues(newBuiltin)

// Default returns the projector of the contract that this module carries, with UTC
// as the zone of times that state none and the limits that acigen has by default.
func Default() *Projector {
	p, err := builtin()
	if err != nil {
		// Only what is compiled in goes into it, so that every test of this package would end here.
		panic(err)
	}
	return p
}

// Project projects one output by the contract that this module carries.
func Project(tool Tool, call Call) Projection { return Default().Project(tool, call) }

// Load returns the projector of the contract project in a folder: its schemas,
// limits, time zone and upstreams.
func Load(dir string) (*Projector, error) {
	c, findings := contract.Load(dir, contract.Options{})
	if c == nil {
		return nil, fmt.Errorf("the project in %s is broken: %s", dir, findings[0].Message)
	}
	return ForContract(c)
}

// Upstreams are the names of the upstreams that the projector knows for a tool, sorted.
func (p *Projector) Upstreams(tool Tool) []string { return p.upstreams.Names(string(tool)) }

// Knows tells whether outputs of the tool can be projected.
func (p *Projector) Knows(tool Tool) bool { return p.tools[tool] != nil }

// ValidID tells whether a call ID of a tool is valid: 1 to 2048 code points, or fewer
// where the contract says so, at least one of which is not Unicode White_Space, and
// no control characters.
func (p *Projector) ValidID(tool Tool, id string) bool {
	t := p.tools[tool]
	return t != nil && t.validID(id)
}
