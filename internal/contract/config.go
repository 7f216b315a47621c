package contract

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"time"
	_ "time/tzdata" // the same zones on every machine, also where the system has none

	"go.yaml.in/yaml/v3"
)

// Config is what acigen.yaml says, with defaults filled in. Its published schema
// is docs/acigen.schema.json.
type Config struct {
	// File is the path of acigen.yaml to print.
	File string
	// Timezone is the zone of times that state none, an IANA name; UTC by default.
	Timezone string
	// Location is Timezone, loaded.
	Location *time.Location
	// Generate are the targets in the file's order. Without the key they are Go
	// into gen/aci and, where a tool has a result, the derived schemas into gen/schemas.
	Generate []Target
	// Limits are the numbers that no schema can state.
	Limits Limits

	// Lint is the mapping under lint (its only key is suppress, a list), nil when absent.
	Lint *yaml.Node
	// Check is the mapping under check, nil when absent. Its list accept is read by package check.
	Check *yaml.Node
	// Upstreams is the mapping under upstreams, nil when absent. What is in it is read by package upstream.
	Upstreams *yaml.Node

	reader  string                // of all results that readers do not name
	readers map[string]*yaml.Node // by tool
}

// Target is one entry of generate.
type Target struct {
	// Kind is go, typescript, python, java, tools or schemas.
	Kind string
	// Out is the folder to write into: relative to the project's root, clean, with slashes.
	Out string
	// Package is the package's name: of Go, Python (a module) and Java (dotted); empty for other kinds.
	Package string
	// Providers are those that the target tools is for, all when empty; ProvidersNode is where they stand.
	Providers     []string
	ProvidersNode *yaml.Node
	// Line and Column are where the entry stands in acigen.yaml; 0 for a default.
	Line, Column int
}

// Limits are the numbers under limits.
type Limits struct {
	// MaxDepth is how many levels arrays and objects of any JSON text may nest.
	MaxDepth int
	// ObservationBytes is the budget of an observation in its compact UTF-8 form.
	ObservationBytes int
	// EvidenceRefs is the most evidence references that one invocation stores.
	EvidenceRefs int
	// RefText is the most code points of a reference's text.
	RefText int
	// DefaultLookbackMinutes is how far a log query without lookback_minutes looks back.
	DefaultLookbackMinutes int
	// DescriptionText is the most code points of a tool's published description.
	DescriptionText int
}

// limit is one key under limits.
type limit struct {
	key                string
	field              func(*Limits) *int
	least, most, value int // value is the default
}

var limitKeys = []limit{
	{"max_depth", func(l *Limits) *int { return &l.MaxDepth }, 1, 128, 128},
	{"observation_bytes", func(l *Limits) *int { return &l.ObservationBytes }, 256, 16 << 20, 16 << 10},
	{"evidence_refs", func(l *Limits) *int { return &l.EvidenceRefs }, 0, 10_000, 200},
	{"ref_text", func(l *Limits) *int { return &l.RefText }, 1, 10_000, 500},
	{"default_lookback_minutes", func(l *Limits) *int { return &l.DefaultLookbackMinutes }, 1, 525_600, 60},
	{"description_text", func(l *Limits) *int { return &l.DescriptionText }, 1, 10_000, 600},
}

// DefaultLimits are the limits of a project that states none.
func DefaultLimits() Limits {
	var out Limits
	for _, l := range limitKeys {
		*l.field(&out) = l.value
	}
	return out
}

// parseConfig reads acigen.yaml. The configuration is complete even when there
// are findings, so that the rest of the project can be checked against it.
func parseConfig(f *yamlFile) Config {
	c := Config{File: f.display, Timezone: "UTC", Location: time.UTC, Limits: DefaultLimits()}
	root := f.parse()
	if root == nil {
		return c
	}
	for _, e := range f.entries(root, "acigen.yaml", "version", "timezone", "generate", "limits", "lint", "check", "upstreams") {
		switch e.key.Value {
		case "version":
			f.version(e.value)
		case "timezone":
			f.timezone(e.value, &c)
		case "generate":
			if !isNull(e.value) {
				c.Generate = f.targets(e.value)
			}
		case "limits":
			f.limits(e.value, &c.Limits)
		case "lint":
			c.Lint = f.section(e.value, "lint", "suppress")
		case "check":
			f.check(e.value, &c)
		case "upstreams":
			c.Upstreams = f.upstreams(e.value)
		}
	}
	return c
}

var zoneName = regexp.MustCompile(`^[A-Z][A-Za-z0-9_+-]*(/[A-Z][A-Za-z0-9_+-]*)*$`)

func (f *yamlFile) timezone(n *yaml.Node, c *Config) {
	name, ok := f.str(n, "timezone")
	if !ok {
		return
	}
	// Local is another zone on every machine; the pattern keeps the loader off paths.
	if zoneName.MatchString(name) && name != "Local" {
		if location, err := time.LoadLocation(name); err == nil {
			c.Timezone, c.Location = name, location
			return
		}
	}
	f.at(n, "timezone", fmt.Sprintf("there is no time zone %s", quote(name)), "write an IANA name such as UTC or Europe/Berlin")
}

func (f *yamlFile) limits(n *yaml.Node, out *Limits) {
	keys := make([]string, len(limitKeys))
	for i, l := range limitKeys {
		keys[i] = l.key
	}
	for _, e := range f.entries(n, "limits", keys...) {
		l := limitKeys[slices.Index(keys, e.key.Value)]
		if v, ok := f.integer(e.value, l.key, l.least, l.most); ok {
			*l.field(out) = v
		}
	}
}

// section reads a mapping whose only key holds a list; what is in the list is another package's matter.
func (f *yamlFile) section(n *yaml.Node, name, list string) *yaml.Node {
	for _, e := range f.entries(n, name, list) {
		f.sequence(e.value, name+"."+list)
	}
	if n.Kind != yaml.MappingNode {
		return nil
	}
	return n
}

func (f *yamlFile) upstreams(n *yaml.Node) *yaml.Node {
	switch {
	case isNull(n):
		return nil
	case n.Kind != yaml.MappingNode:
		f.at(n, "type", fmt.Sprintf("upstreams is %s where a mapping is expected", kindOf(n)), "")
		return nil
	}
	return n
}

// Reader is what readers of a tool's result do with members that they do not know:
// "strict" or "tolerant". It is strict unless check.reader says otherwise.
func (c Config) Reader(tool string) string {
	if n, ok := c.readers[tool]; ok {
		return n.Value
	}
	if c.reader != "" {
		return c.reader
	}
	return "strict"
}

// ListUnder returns the entries of the list under a key of a mapping.
func ListUnder(mapping *yaml.Node, key string) []*yaml.Node {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			return mapping.Content[i+1].Content
		}
	}
	return nil
}

// check reads the mapping under check.
func (f *yamlFile) check(n *yaml.Node, c *Config) {
	for _, e := range f.entries(n, "check", "accept", "reader") {
		if e.key.Value == "accept" {
			f.sequence(e.value, "check.accept")
			continue
		}
		if e.value.Kind != yaml.MappingNode {
			c.reader = f.readerPolicy(e.value)
			continue
		}
		c.readers = map[string]*yaml.Node{}
		for _, tool := range f.mapping(e.value, "check.reader") {
			f.readerPolicy(tool.value)
			c.readers[tool.key.Value] = tool.value
		}
	}
	if n.Kind == yaml.MappingNode {
		c.Check = n
	}
}

func (f *yamlFile) readerPolicy(n *yaml.Node) string {
	policy, ok := f.str(n, "check.reader")
	if ok && policy != "strict" && policy != "tolerant" {
		f.at(n, "reader", fmt.Sprintf("there is no reader policy %s", quote(policy)), "write strict or tolerant")
	}
	return policy
}

// readersOf reports policies for tools that there are not. Tools are those that have a result.
func (f *yamlFile) readersOf(c Config, tools []string) {
	for _, name := range slices.Sorted(maps.Keys(c.readers)) {
		if !slices.Contains(tools, name) {
			f.at(c.readers[name], "tool", fmt.Sprintf("there is no tool %s with a result", quote(name)), suggestion(name, tools))
		}
	}
}
