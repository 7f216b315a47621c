// Serves the tool definitions of a file over MCP, with the answers of a folder.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"log"
	"net/http"
	"os"
	"path/filepath"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	definitions := flag.String("definitions", "", "the file of definitions")
	results := flag.String("results", "", "a folder with TOOL.json, an observation for each tool")
	listen := flag.String("listen", "", "serve HTTP at this address; default: standard streams")
	flag.Parse()
	data, err := os.ReadFile(*definitions)
	if err != nil {
		log.Fatal(err)
	}
	var list struct{ Tools []*mcp.Tool }
	if err := json.Unmarshal(data, &list); err != nil {
		log.Fatal(err)
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "contract", Version: "1.0.0"}, nil)
	for _, t := range list.Tools {
		server.AddTool(t, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			text, err := os.ReadFile(filepath.Join(*results, r.Params.Name+".json"))
			if err != nil {
				return nil, err
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}, StructuredContent: json.RawMessage(text)}, nil
		})
	}
	if *listen != "" {
		handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
		log.Fatal(http.ListenAndServe(*listen, handler))
	}
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
