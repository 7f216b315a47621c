package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/recorder"
	"github.com/acigen/acigen/internal/upstream"
	"github.com/acigen/acigen/projector"
)

type projectOptions struct {
	*common
	tool, id, request string
	upstream, view    string
	store             string
	explain           string
	lines, pretty     bool

	hasID, hasView bool
	recorder       *recorder.Store // nil without --store
}

const (
	maxRaw      = 1 << 30   // bytes of one raw output
	maxEnvelope = 256 << 20 // bytes of one envelope
)

var projectViews = []string{"all", "canonical", "control", "observation", "refs"}

func newProject(c *common) *cobra.Command {
	o := &projectOptions{common: c}
	cmd := &cobra.Command{
		Use:   "project [PATH|-]",
		Short: "Turn a raw tool output into the canonical result, its views and evidence refs",
		Long: `Turns what an upstream system printed into the canonical result of a tool call,
the control view for the harness, the observation for the model, and the evidence
references. Every document that comes out is valid by the project's schemas;
nothing else of the output gets out.

The output is read from PATH, or from standard input. It may be JSON, JSON inside
a JSON string, an MCP CallToolResult, or garbage: then the projection is an ERROR
with one of the classes SCHEMA, AUTHORIZATION, EXECUTION and PROJECTION. Whose shape
it has is recognized, unless --upstream names it.

With --lines each line is an envelope {"tool", "tool_call_id", "request", "raw"}, and
one projection is printed for it, with its number as record.

The call ID comes from --tool-call-id alone, and leaves as it came. Without a valid
one the projection is an ERROR.`,
		Example: `  acigen project answer.json --tool lookup_knowledge --tool-call-id call_1 --request request.json
  acigen mock query_logs --request r.json | acigen project --tool query_logs --tool-call-id call_1 --request r.json
  acigen project - --tool query_mysql --tool-call-id call_1 --request r.json --view observation < rows.json
  acigen project recording.ndjson --lines --store sqlite:calls.db
  acigen project logs.json --tool query_logs --explain patterns`,
		GroupID: groupData,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.hasID, o.hasView = cmd.Flags().Changed("tool-call-id"), cmd.Flags().Changed("view")
			return o.run(cmd.Context(), args)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.tool, "tool", "", "the `TOOL` that was called")
	flags.StringVar(&o.id, "tool-call-id", "", "the `ID` that the agent framework gave the call")
	flags.StringVar(&o.request, "request", "", "the request's `FILE`")
	flags.StringVar(&o.upstream, "upstream", "auto", "read the output as this `NAME` prints it; auto recognizes it by its shape")
	flags.StringVar(&o.view, "view", "all", "`VIEW` to print: "+strings.Join(projectViews, ", "))
	flags.StringVar(&o.store, "store", "", "record the invocation in the store at `DSN`: sqlite:FILE, mysql://… or postgres://…")
	flags.BoolVar(&o.lines, "lines", false, "the input holds one envelope a line (NDJSON)")
	flags.BoolVar(&o.pretty, "pretty", false, "lay the JSON out for people")
	flags.StringVar(&o.explain, "explain", "", "print `WHAT` instead: patterns, the pattern of each entry of a log output")
	flags.SortFlags = false
	return cmd
}

func (o *projectOptions) run(ctx context.Context, args []string) error {
	if len(args) > 1 {
		return fail("use --lines for many outputs in one file", "there is one output to project, and got %d paths", len(args))
	}
	c, findings, err := project()
	if err != nil {
		return err
	}
	if c == nil {
		report := reportOptions{format: "text"}
		return report.stop(o.common, &pipe{w: o.err}, o.errTerminal, findings)
	}
	p, err := projector.ForContract(c)
	var refused *upstream.Refused
	switch {
	case errors.As(err, &refused):
		report := reportOptions{format: "text"}
		return report.stop(o.common, &pipe{w: o.err}, o.errTerminal, refused.Findings)
	case err != nil:
		return fail("", "%w", err)
	}
	if err := o.usage(p); err != nil {
		return err
	}
	if o.store != "" {
		if o.recorder, err = recorder.Open(ctx, o.store); err != nil {
			return fail("", "--store: %w", err)
		}
		defer func() { _ = o.recorder.Close() }()
	}
	in, err := o.open(args)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	switch {
	case o.lines:
		return o.projectLines(ctx, p, in)
	case o.explain != "":
		return o.explainPatterns(p, in)
	}
	return o.projectOne(ctx, p, in)
}

func (o *projectOptions) usage(p *projector.Projector) error {
	if o.lines {
		if o.tool != "" || o.hasID || o.request != "" || o.explain != "" || o.hasView || o.pretty {
			return fail("each envelope says it for itself", "--lines goes with neither --tool, --tool-call-id, --request, --view, --pretty nor --explain")
		}
		return nil
	}
	tool := projector.Tool(o.tool)
	var known []string
	for _, t := range projector.Tools() {
		if p.Knows(t) {
			known = append(known, string(t))
		}
	}
	switch {
	case o.tool == "":
		return fail("use --tool "+strings.Join(known, ", --tool "), "nothing says which tool was called")
	case !p.Knows(tool):
		return fail(oneOf(o.tool, known), "--tool: outputs of %q cannot be projected", o.tool)
	case o.explain != "" && (o.explain != "patterns" || tool != projector.QueryLogs):
		return fail("use --tool query_logs --explain patterns", "--explain: there is no %q of %s", o.explain, o.tool)
	case o.explain == "" && o.request == "" && tool != projector.QueryMetrics:
		return fail("add --request FILE", "nothing says what was asked")
	}
	if o.upstream != "auto" && o.upstream != "" {
		names := p.Upstreams(tool)
		if !slices.Contains(names, o.upstream) {
			return fail(oneOf(o.upstream, append(names, "auto")), "--upstream: %s has no %q", o.tool, o.upstream)
		}
	}
	if tool == projector.QueryMetrics && !o.hasView {
		o.view = "refs"
	}
	switch {
	case !slices.Contains(projectViews, o.view):
		return fail(oneOf(o.view, projectViews), "--view: there is no %q", o.view)
	case tool == projector.QueryMetrics && o.view != "refs":
		return fail("use --view refs", "--view: %s has refs only", o.tool)
	}
	return nil
}

// open opens the input.
func (o *projectOptions) open(args []string) (io.ReadCloser, error) {
	if len(args) == 0 || args[0] == "-" {
		return io.NopCloser(o.in), nil
	}
	file, err := os.Open(args[0])
	if err != nil {
		return nil, fail("", "%w", err)
	}
	return file, nil
}

// readAll reads one raw output.
func readAll(in io.Reader, what string) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, maxRaw+1))
	switch {
	case err != nil:
		return nil, fail("", "read %s: %w", what, err)
	case len(data) > maxRaw:
		return nil, fail("", "%s has more than %d bytes", what, maxRaw)
	}
	return data, nil
}

// readRequest reads the file that --request names.
func readRequest(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fail("", "--request: %w", err)
	}
	defer func() { _ = f.Close() }()
	return readAll(f, "the request")
}

func (o *projectOptions) projectOne(ctx context.Context, p *projector.Projector, in io.Reader) error {
	call := projector.Call{ID: o.id, Upstream: o.upstream}
	var err error
	if o.request != "" {
		if call.Request, err = readRequest(o.request); err != nil {
			return err
		}
	}
	if call.Raw, err = readAll(in, "the output"); err != nil {
		return err
	}
	projection, err := o.recorded(ctx, p, projector.Tool(o.tool), call)
	if err != nil {
		return err
	}
	if err := o.printJSON(o.part(&projection), o.pretty); err != nil {
		return err
	}
	if projection.Status == projector.Error {
		if o.view != "all" && projection.Failure != nil {
			o.say("acigen: the projection is an ERROR of class %s: %s", projection.Failure.Class, projection.Failure.Message)
		}
		return withCode(exitFindings)
	}
	return nil
}

// part is the part of a projection that --view names.
func (o *projectOptions) part(p *projector.Projection) []byte {
	var document json.RawMessage
	switch o.view {
	case "canonical":
		document = p.Result
	case "control":
		document = p.Control
	case "observation":
		document = p.Observation
	case "refs":
		return projector.AppendRefs(nil, p.EvidenceRefs)
	default:
		return p.AppendJSON(nil)
	}
	if document == nil {
		return []byte("null")
	}
	return document
}

func (o *projectOptions) explainPatterns(p *projector.Projector, in io.Reader) error {
	raw, err := readAll(in, "the output")
	if err != nil {
		return err
	}
	patterns, err := p.ExplainPatterns(raw, o.upstream)
	if err != nil {
		o.complain(err.Error(), "--upstream says how to read it")
		return withCode(exitFindings)
	}
	var out []byte
	for i, pattern := range patterns {
		out = fmt.Appendf(out, `{"index": %d, "pattern": `, i)
		if pattern == "" {
			out = append(out, "null"...)
		} else {
			out = kernel.AppendText(out, pattern)
		}
		out = append(out, "}\n"...)
	}
	if _, err := (&pipe{w: o.out}).Write(out); err != nil && !errors.Is(err, errClosed) {
		return fail("", "%w", err)
	}
	return nil
}
