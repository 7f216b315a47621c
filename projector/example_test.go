package projector_test

import (
	"fmt"

	"github.com/acigen/acigen/projector"
)

func ExampleProject() {
	p := projector.Project(projector.LookupKnowledge, projector.Call{
		ID:      "call_1",
		Request: []byte(`{"query": "how do we drain a broker"}`),
		Raw:     []byte(`{"success": true, "evidence_blocks": [{"document_id": "rb-7", "title": "Brokers", "content": "One at a time.", "score": 0.83}]}`),
	})
	fmt.Println(p.Status)
	fmt.Printf("%s\n", p.Observation)
	fmt.Println(p.EvidenceRefs[0].RawPath, "→", p.EvidenceRefs[0].Text)
	// Output:
	// READY
	// {"evidence_status":"EVIDENCE_FOUND","tool_call_id":"call_1","query":"how do we drain a broker","evidence":[{"document_id":"rb-7","source":"","title":"Brokers","breadcrumb":"","excerpt":"One at a time."}],"truncated":false}
	// $.evidence_blocks[0] → Brokers | One at a time.
}
