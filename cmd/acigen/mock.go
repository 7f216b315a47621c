package main

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"github.com/spf13/cobra"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/logsource"
	"github.com/acigen/acigen/internal/validate"
)

type mockOptions struct {
	*common
	request, now string
}

func newMock(c *common) *cobra.Command {
	o := &mockOptions{common: c}
	cmd := &cobra.Command{
		Use:   "mock query_logs",
		Short: "Answer a log query from a deterministic source",
		Long: `Answers a request of query_logs as a log source would, from a corpus of synthetic
entries: the raw output that acigen project takes. The same request at the same time
gets the same bytes. What the corpus has no data for gets no entries and says
no_evidence.

The request is read from --request, or from standard input, and must be valid. The
clock is ` + logsource.DefaultNow.Format(time.RFC3339) + ` unless --now sets another one.`,
		Example: `  echo '{"topic": "APPLICATION", "query": "order-service HikariCP"}' | acigen mock query_logs
  acigen mock query_logs --request request.json --now 2026-05-04T12:00:00Z`,
		GroupID:   groupData,
		ValidArgs: []string{"query_logs"},
		RunE:      func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), args) },
	}
	cmd.Flags().StringVar(&o.request, "request", "", "the request's `FILE`")
	cmd.Flags().StringVar(&o.now, "now", "", "the clock, a `TIME` of RFC 3339")
	cmd.Flags().SortFlags = false
	return cmd
}

func (o *mockOptions) run(ctx context.Context, args []string) error {
	switch {
	case len(args) != 1:
		return fail("run acigen mock query_logs", "which tool is to be answered for?")
	case args[0] != "query_logs":
		return fail("there is query_logs", "mock: there is no source for %q", args[0])
	}
	now := logsource.DefaultNow
	if o.now != "" {
		var err error
		if now, err = time.Parse(time.RFC3339, o.now); err != nil {
			return fail("write for example --now 2026-05-04T12:00:00Z", "--now: %q is no time of RFC 3339", o.now)
		}
	}
	var data []byte
	var err error
	if o.request == "" {
		data, err = readAll(o.in, "the request")
	} else {
		data, err = readRequest(o.request)
	}
	if err != nil {
		return err
	}
	c, findings, err := project()
	if err != nil {
		return err
	}
	report := reportOptions{format: "text"}
	if c == nil {
		return report.stop(o.common, &pipe{w: o.err}, o.errTerminal, findings)
	}
	s, err := roleOf(c, "query_logs", "request")
	if err != nil {
		return err
	}
	v, broken := validate.New(c.Set, s, terms(c))
	if v == nil {
		return report.stop(o.common, &pipe{w: o.err}, o.errTerminal, broken)
	}
	if ok, err := o.judge(ctx, v, data); !ok || err != nil {
		return err
	}
	var asked struct {
		Topic    string      `json:"topic"`
		Query    string      `json:"query"`
		Lookback json.Number `json:"lookback_minutes"`
	}
	if err := json.Unmarshal(data, &asked); err != nil {
		return fail("", "the request: %w", err)
	}
	r := logsource.Request{Topic: asked.Topic, Query: asked.Query}
	if asked.Lookback != "" {
		d := kernel.ParseDecimal(asked.Lookback.String()) // 60.0 and 6e1 are 60
		n, _ := d.Small()
		r.LookbackMinutes = int(n)
	}
	if _, err := (&pipe{w: o.out}).Write(logsource.Query(r, now, c.Config.Location)); err != nil {
		return fail("", "%w", err)
	}
	return nil
}

// judge holds the request against its schema; findings go to standard error.
func (o *mockOptions) judge(ctx context.Context, v *validate.Validator, data []byte) (bool, error) {
	name := o.request
	if name == "" {
		name = "-"
	}
	report := reportOptions{format: "text"}
	r, err := report.open(o.common, &pipe{w: o.err}, o.errTerminal)
	if err != nil {
		return false, err
	}
	defer r.abandon()
	outcome, err := validate.Run(ctx, []validate.Input{{Name: name, Reader: bytes.NewReader(data), Validator: v}}, r, validate.Options{})
	if err != nil {
		return false, fail("", "%w", err)
	}
	if outcome.Summary.Errors == 0 {
		return true, nil
	}
	r.Inputs, r.Records, r.Errors = outcome.Summary.Inputs, outcome.Summary.Records, outcome.Summary.Errors
	if err := r.close(); err != nil {
		return false, err
	}
	return false, withCode(exitFindings)
}
