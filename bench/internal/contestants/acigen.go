package contestants

import (
	"github.com/acigen/acigen/bench/internal/documents"
	"github.com/acigen/acigen/gen/aci"
)

type result interface {
	aci.LookupKnowledgeResult | aci.QueryLogsResult | aci.QueryMysqlResult
	AppendJSON([]byte) ([]byte, error)
}

type sharing[T any] interface {
	*T
	DecodeShared([]byte) error
}

func decode() Contestant {
	return Contestant{Name: Decode, Exact: true, Judges: everyRule, Prepare: func(d documents.Document) (Entry, error) {
		return perTool(d.Tool,
			owned(d.Data, aci.DecodeLookupKnowledgeResult),
			owned(d.Data, aci.DecodeQueryLogsResult),
			owned(d.Data, aci.DecodeQueryMysqlResult)), nil
	}}
}

func owned[T result](data []byte, decode func([]byte) (T, error)) Entry {
	return Entry{
		Once: func() error {
			_, err := decode(data)
			return err
		},
		Value: func() ([]byte, error) {
			v, err := decode(data)
			if err != nil {
				return nil, err
			}
			return v.AppendJSON(nil)
		},
	}
}

func decodeShared() Contestant {
	return Contestant{Name: DecodeShared, Exact: true, Judges: everyRule, Prepare: func(d documents.Document) (Entry, error) {
		return perTool(d.Tool, shared[aci.LookupKnowledgeResult](d.Data), shared[aci.QueryLogsResult](d.Data), shared[aci.QueryMysqlResult](d.Data)), nil
	}}
}

// shared decodes into one value again and again, as DecodeShared is meant.
func shared[T result, P sharing[T]](data []byte) Entry {
	v := P(new(T))
	once := func() error { return v.DecodeShared(data) }
	return Entry{Once: once, Value: func() ([]byte, error) {
		if err := once(); err != nil {
			return nil, err
		}
		return (*v).AppendJSON(nil)
	}}
}

func check() Contestant {
	return Contestant{Name: Check, Judges: everyRule, Prepare: func(d documents.Document) (Entry, error) {
		verdict := map[documents.Tool]func([]byte) error{
			documents.Knowledge: aci.CheckLookupKnowledgeResult,
			documents.Logs:      aci.CheckQueryLogsResult,
			documents.Mysql:     aci.CheckQueryMysqlResult,
		}[d.Tool]
		return Entry{Once: func() error { return verdict(d.Data) }}, nil
	}}
}

// appendJSON writes, and checks what it wrote.
func appendJSON() Contestant {
	return Contestant{Name: Append, Exact: true, Writes: true, Prepare: func(d documents.Document) (Entry, error) {
		switch d.Tool {
		case documents.Knowledge:
			return written(d.Data, aci.DecodeLookupKnowledgeResult)
		case documents.Logs:
			return written(d.Data, aci.DecodeQueryLogsResult)
		}
		return written(d.Data, aci.DecodeQueryMysqlResult)
	}}
}

func written[T result](data []byte, decode func([]byte) (T, error)) (Entry, error) {
	v, err := decode(data)
	if err != nil {
		return Entry{}, err
	}
	var out []byte
	once := func() error {
		out, err = v.AppendJSON(out[:0])
		return err
	}
	return Entry{Once: once, Value: func() ([]byte, error) {
		err := once()
		return out, err
	}}, nil
}
