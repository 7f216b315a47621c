package importer

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"
)

// The bounds of a conversation with a server.
const (
	maxMessage   = 32 << 20 // bytes of one message
	maxPages     = 1000
	maxWait      = 60 * time.Second
	latestMCP    = "2025-11-25"
	clientName   = "acigen"
	maxUnrelated = 10_000 // messages that answer nothing
)

// Ask starts an MCP server that speaks over its standard streams and asks it for its
// tools, page by page. It returns what Parse reads. The server's errors go to stderr.
func Ask(ctx context.Context, command []string, version string, stderr io.Writer) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stderr = stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	cmd.WaitDelay = 2 * time.Second
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the server: %w", err)
	}
	tools, err := (&conversation{in: in, out: bufio.NewReaderSize(out, 1<<16)}).tools(version)
	_ = in.Close() // a server ends when its input does
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case <-done:
	case <-time.After(2 * time.Second):
		cancel()
		<-done
	}
	if err != nil && ctx.Err() == context.DeadlineExceeded {
		return nil, fmt.Errorf("the server did not answer within %v", maxWait)
	}
	return tools, err
}

// conversation is JSON-RPC 2.0, one message a line.
type conversation struct {
	in  io.Writer
	out *bufio.Reader
	id  int
}

func (c *conversation) tools(version string) ([]byte, error) {
	hello := map[string]any{
		"protocolVersion": latestMCP, "capabilities": map[string]any{},
		"clientInfo": map[string]any{"name": clientName, "version": version},
	}
	if _, err := c.call("initialize", hello); err != nil {
		return nil, err
	}
	if err := c.send(map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"}); err != nil {
		return nil, err
	}
	all := []json.RawMessage{}
	cursor := ""
	for range maxPages {
		params := map[string]any{}
		if cursor != "" {
			params["cursor"] = cursor
		}
		result, err := c.call("tools/list", params)
		if err != nil {
			return nil, err
		}
		var page struct {
			Tools      []json.RawMessage `json:"tools"`
			NextCursor string            `json:"nextCursor"`
		}
		if err := json.Unmarshal(result, &page); err != nil {
			return nil, fmt.Errorf("the answer to tools/list: %w", err)
		}
		all = append(all, page.Tools...)
		if page.NextCursor == "" || page.NextCursor == cursor {
			// The texts of the tools stay as they came.
			return append(append([]byte(`{"tools":[`), bytes.Join(raw(all), []byte(","))...), "]}"...), nil
		}
		cursor = page.NextCursor
	}
	return nil, fmt.Errorf("the server has more than %d pages of tools", maxPages)
}

func raw(list []json.RawMessage) [][]byte {
	out := make([][]byte, len(list))
	for i, m := range list {
		out[i] = m
	}
	return out
}

func (c *conversation) send(message any) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	_, err = c.in.Write(append(text, '\n'))
	return err
}

// call asks and waits for the answer; whatever else the server says meanwhile is passed over.
func (c *conversation) call(method string, params any) (json.RawMessage, error) {
	c.id++
	if err := c.send(map[string]any{"jsonrpc": "2.0", "id": c.id, "method": method, "params": params}); err != nil {
		return nil, fmt.Errorf("the server ended before it answered %s", method)
	}
	for range maxUnrelated {
		line, err := c.line()
		if err != nil {
			return nil, fmt.Errorf("the server ended before it answered %s", method)
		}
		var answer struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Result json.RawMessage `json:"result"`
			Error  *struct {
				Code int `json:"code"`
			} `json:"error"`
		}
		if json.Unmarshal(line, &answer) != nil || answer.Method != "" || string(answer.ID) != fmt.Sprint(c.id) {
			continue
		}
		if answer.Error != nil {
			return nil, fmt.Errorf("the server refused %s with the error code %d", method, answer.Error.Code)
		}
		return answer.Result, nil
	}
	return nil, errors.New("the server says much and answers nothing")
}

func (c *conversation) line() ([]byte, error) {
	var line []byte
	for {
		part, err := c.out.ReadSlice('\n')
		if line = append(line, part...); len(line) > maxMessage {
			return nil, fmt.Errorf("a message has more than %d bytes", maxMessage)
		}
		if err == nil || err != bufio.ErrBufferFull {
			if errors.Is(err, io.EOF) && len(line) > 0 {
				return line, nil
			}
			return line, err
		}
	}
}
