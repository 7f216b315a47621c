package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/acigen/acigen/internal/recorder"
)

type invocationsOptions struct {
	*common
	store string

	status, tool, since string
	limit               int
	json                bool
}

func newInvocations(c *common) *cobra.Command {
	o := &invocationsOptions{common: c}
	cmd := &cobra.Command{
		Use:   "invocations list|show|refs",
		Short: "Show what a store recorded",
		Long: `Shows the invocations that acigen project recorded with --store: which calls there
were, how they ended, what came out of them, and what a claim can point at.

A call is named by its call ID as it is, or by # and the store's own key (#12), which
calls without a valid ID have too.`,
		Example: `  acigen invocations list --store sqlite:calls.db
  acigen invocations list --store sqlite:calls.db --status PROJECTING
  acigen invocations show call_1 --store sqlite:calls.db
  ACIGEN_STORE=sqlite:calls.db acigen invocations refs '#1'`,
		GroupID: groupData,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fail(oneOf(args[0], []string{"list", "show", "refs"}), "invocations: there is no %q", args[0])
			}
			return cmd.Help()
		},
	}
	cmd.PersistentFlags().StringVar(&o.store, "store", "", "the store's `DSN`: "+recorder.Forms+"; by default $ACIGEN_STORE")

	list := &cobra.Command{
		Use:   "list",
		Short: "List invocations, the newest first",
		Example: `  acigen invocations list --store sqlite:calls.db --status ERROR
  acigen invocations list --store sqlite:calls.db --since 24h --json`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.list(cmd.Context()) },
	}
	list.Flags().StringVar(&o.status, "status", "", "only those of this `STATUS`: PROJECTING, READY or ERROR")
	list.Flags().StringVar(&o.tool, "tool", "", "only those of this `TOOL`")
	list.Flags().StringVar(&o.since, "since", "", "only those that began since this `TIME` of RFC 3339, or this long ago, such as 24h")
	list.Flags().IntVar(&o.limit, "limit", 100, "at most `N`; 0 for no limit")
	list.Flags().BoolVar(&o.json, "json", false, "print each as JSON on a line of its own, as show does")
	list.Flags().SortFlags = false

	show := &cobra.Command{
		Use:     "show ID",
		Short:   "Print one invocation as JSON",
		Example: `  acigen invocations show call_1 --store sqlite:calls.db`,
		RunE:    func(cmd *cobra.Command, args []string) error { return o.show(cmd.Context(), args) },
	}
	refs := &cobra.Command{
		Use:     "refs ID",
		Short:   "Print one invocation's evidence references as JSON",
		Example: `  acigen invocations refs call_1 --store sqlite:calls.db`,
		RunE:    func(cmd *cobra.Command, args []string) error { return o.refs(cmd.Context(), args) },
	}
	cmd.AddCommand(list, show, refs)
	return cmd
}

// open opens the store that --store or the environment names.
func (o *invocationsOptions) open(ctx context.Context) (*recorder.Store, error) {
	dsn := o.store
	if dsn == "" {
		dsn = os.Getenv("ACIGEN_STORE")
	}
	if dsn == "" {
		return nil, fail("use --store sqlite:FILE, or set ACIGEN_STORE", "nothing says which store")
	}
	if file, is := strings.CutPrefix(dsn, "sqlite:"); is && file != "" {
		if _, err := os.Stat(file); err != nil {
			return nil, fail("acigen project --store makes one", "there is no store %s", file)
		}
	}
	s, err := recorder.Open(ctx, dsn)
	if err != nil {
		return nil, fail("", "%w", err)
	}
	return s, nil
}

func (o *invocationsOptions) filter() (recorder.Filter, error) {
	f := recorder.Filter{Status: o.status, Tool: o.tool, Limit: o.limit}
	known := []string{recorder.Projecting, recorder.Ready, recorder.Error}
	switch {
	case o.limit < 0:
		return f, fail("0 is no limit", "--limit: %d is less than 0", o.limit)
	case o.status != "" && o.status != known[0] && o.status != known[1] && o.status != known[2]:
		return f, fail(oneOf(o.status, known), "--status: there is no %q", o.status)
	case o.since == "":
		return f, nil
	}
	if ago, err := time.ParseDuration(o.since); err == nil {
		f.Since = time.Now().Add(-ago)
		return f, nil
	}
	var err error
	if f.Since, err = time.Parse(time.RFC3339, o.since); err != nil {
		return f, fail("write for example 2026-03-01T10:00:00Z or 24h", "--since: %q is neither a time nor a duration", o.since)
	}
	return f, nil
}

func (o *invocationsOptions) list(ctx context.Context) error {
	filter, err := o.filter()
	if err != nil {
		return err
	}
	s, err := o.open(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	gone := errors.New("nobody is reading")
	closed := false
	out := &pipe{w: o.out, closed: func() { closed = true }}
	n := 0
	if !o.json {
		if _, err := fmt.Fprintf(out, "%-8s  %-10s  %-16s  %-27s  %s\n", "KEY", "STATUS", "TOOL", "STARTED", "CALL ID"); err != nil {
			return fail("", "%w", err)
		}
	}
	err = s.List(ctx, filter, func(v recorder.Invocation) error {
		n++
		var err error
		if o.json {
			_, err = out.Write(append(v.AppendJSON(nil), '\n'))
		} else {
			id := "(none)"
			if v.HasID {
				id = printable(v.CallID)
			}
			_, err = fmt.Fprintf(out, "%-8s  %-10s  %-16s  %-27s  %s\n", "#"+strconv.FormatInt(int64(v.Key), 10), v.Status, v.Tool, v.Started, id)
		}
		if closed {
			return gone
		}
		return err
	})
	switch {
	case errors.Is(err, gone):
		return nil
	case err != nil:
		return fail("", "%w", err)
	case n == filter.Limit && n > 0:
		o.say("the newest %d; --limit 0 lists all", n)
	}
	return nil
}

// printable is a call ID for people: what could confuse a terminal is escaped.
func printable(id string) string {
	quoted := strconv.Quote(id)
	if quoted == `"`+id+`"` {
		return id
	}
	return quoted
}

// get finds the invocation that an argument names.
func (o *invocationsOptions) get(ctx context.Context, args []string) (recorder.Invocation, error) {
	if len(args) != 1 {
		return recorder.Invocation{}, fail("acigen invocations list shows the calls", "one call ID is expected, and got %d arguments", len(args))
	}
	s, err := o.open(ctx)
	if err != nil {
		return recorder.Invocation{}, err
	}
	defer func() { _ = s.Close() }()
	v, err := s.Get(ctx, args[0])
	if digits, is := strings.CutPrefix(args[0], "#"); errors.Is(err, recorder.ErrUnknown) && is {
		if key, bad := strconv.ParseInt(digits, 10, 64); bad == nil {
			v, err = s.GetKey(ctx, recorder.Key(key))
		}
	}
	switch {
	case errors.Is(err, recorder.ErrUnknown):
		return v, fail("acigen invocations list shows the calls", "%w: %s", err, printable(args[0]))
	case err != nil:
		return v, fail("", "%w", err)
	}
	return v, nil
}

func (o *invocationsOptions) show(ctx context.Context, args []string) error {
	v, err := o.get(ctx, args)
	if err != nil {
		return err
	}
	return o.printJSON(v.AppendJSON(nil), true)
}

func (o *invocationsOptions) refs(ctx context.Context, args []string) error {
	v, err := o.get(ctx, args)
	if err != nil {
		return err
	}
	var details struct {
		Refs json.RawMessage `json:"evidence_refs"`
	}
	if v.Details != "" {
		if err := json.Unmarshal([]byte(v.Details), &details); err != nil {
			return fail("", "the store's references are no JSON: %w", err)
		}
	}
	if details.Refs == nil {
		details.Refs = json.RawMessage("[]")
	}
	return o.printJSON(details.Refs, true)
}
