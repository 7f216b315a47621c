package contestants

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/bytedance/sonic"
	"github.com/mailru/easyjson"

	"github.com/acigen/acigen/bench/internal/documents"
	"github.com/acigen/acigen/bench/peers/easy"
	"github.com/acigen/acigen/bench/peers/gojsonschema/knowledge"
	"github.com/acigen/acigen/bench/peers/gojsonschema/logs"
	"github.com/acigen/acigen/bench/peers/gojsonschema/mysql"
	"github.com/acigen/acigen/bench/peers/plain"
)

func plainKnowledge() *plain.Knowledge { return new(plain.Knowledge) }
func plainLogs() *plain.Logs           { return new(plain.Logs) }
func plainMysql() *plain.Mysql         { return new(plain.Mysql) }

// decoder is a contestant whose work is a call of unmarshal with a new struct.
func decoder(name string, unmarshal func([]byte, any) error) Contestant {
	return Contestant{Name: name, Exact: true, Prepare: func(d documents.Document) (Entry, error) {
		return perTool(d.Tool, fresh[plain.Knowledge](d.Data, unmarshal), fresh[plain.Logs](d.Data, unmarshal), fresh[plain.Mysql](d.Data, unmarshal)), nil
	}}
}

func fresh[T any](data []byte, unmarshal func([]byte, any) error) Entry {
	return entry(func() (*T, error) {
		v := new(T)
		return v, unmarshal(data, v)
	})
}

func stdStrict() Contestant {
	return decoder("encoding/json strict", func(data []byte, v any) error {
		decoder := json.NewDecoder(bytes.NewReader(data))
		decoder.UseNumber()
		decoder.DisallowUnknownFields()
		return decoder.Decode(v)
	})
}

// sonicOwned copies the input once and shares the copy, as acigen's Decode
// does. It accepts control characters and broken UTF-8 in strings.
func sonicOwned() Contestant {
	api := sonic.Config{DisallowUnknownFields: true, UseNumber: true}.Froze()
	return decoder(SonicOwned, api.Unmarshal)
}

// sonicChecked refuses what encoding/json refuses in strings, and copies each.
func sonicChecked() Contestant {
	api := sonic.Config{DisallowUnknownFields: true, UseNumber: true, CopyString: true, ValidateString: true}.Froze()
	return decoder(SonicChecked, api.Unmarshal)
}

// sonicShared is SonicOwned without the copy: strings are pieces of the input.
func sonicShared() Contestant {
	api := sonic.Config{DisallowUnknownFields: true, UseNumber: true}.Froze()
	return Contestant{Name: SonicShared, Exact: true, Prepare: func(d documents.Document) (Entry, error) {
		text := string(d.Data)
		unmarshal := func(_ []byte, v any) error { return api.UnmarshalFromString(text, v) }
		return perTool(d.Tool, fresh[plain.Knowledge](nil, unmarshal), fresh[plain.Logs](nil, unmarshal), fresh[plain.Mysql](nil, unmarshal)), nil
	}}
}

func easyJSON() Contestant {
	return Contestant{Name: "easyjson, unknown refused", Exact: true, Prepare: func(d documents.Document) (Entry, error) {
		unmarshal := func(data []byte, v any) error { return easyjson.Unmarshal(data, v.(easyjson.Unmarshaler)) }
		return perTool(d.Tool, fresh[easy.Knowledge](d.Data, unmarshal), fresh[easy.Logs](d.Data, unmarshal), fresh[easy.Mysql](d.Data, unmarshal)), nil
	}}
}

// goJSONSchema checks what its generator knows: not the type of a cell.
func goJSONSchema() Contestant {
	return Contestant{Name: "go-jsonschema", Judges: func(tool documents.Tool) bool { return tool != documents.Mysql },
		Prepare: func(d documents.Document) (Entry, error) {
			return perTool(d.Tool, fresh[knowledge.Result](d.Data, json.Unmarshal), fresh[logs.Result](d.Data, json.Unmarshal), fresh[mysql.Result](d.Data, json.Unmarshal)), nil
		}}
}

var errNotJSON = errors.New("not JSON")

func valid() Contestant {
	return Contestant{Name: "json.Valid", Prepare: func(d documents.Document) (Entry, error) {
		return Entry{Once: func() error {
			if !json.Valid(d.Data) {
				return errNotJSON
			}
			return nil
		}}, nil
	}}
}

func stdMarshal() Contestant {
	return Contestant{Name: "encoding/json Encode", Exact: true, Writes: true, Prepare: func(d documents.Document) (Entry, error) {
		v := perToolValue(d.Tool)
		decoder := json.NewDecoder(bytes.NewReader(d.Data))
		decoder.UseNumber()
		if err := decoder.Decode(v); err != nil {
			return Entry{}, err
		}
		var out bytes.Buffer
		encoder := json.NewEncoder(&out)
		encoder.SetEscapeHTML(false)
		once := func() error {
			out.Reset()
			return encoder.Encode(v)
		}
		return Entry{Once: once, Value: func() ([]byte, error) {
			err := once()
			return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
		}}, nil
	}}
}

func perToolValue(tool documents.Tool) any {
	switch tool {
	case documents.Knowledge:
		return plainKnowledge()
	case documents.Logs:
		return plainLogs()
	}
	return plainMysql()
}

func perTool(tool documents.Tool, knowledge, logs, mysql Entry) Entry {
	switch tool {
	case documents.Knowledge:
		return knowledge
	case documents.Logs:
		return logs
	}
	return mysql
}

// entry makes an entry of a function that returns the value which it made.
func entry[T any](once func() (T, error)) Entry {
	return Entry{
		Once: func() error {
			_, err := once()
			return err
		},
		Value: func() ([]byte, error) {
			v, err := once()
			if err != nil {
				return nil, err
			}
			return json.Marshal(v)
		},
	}
}
