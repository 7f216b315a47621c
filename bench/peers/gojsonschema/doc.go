// Package gojsonschema holds what go-jsonschema v0.24.1 prints in full mode,
// one package for each result. The schemas beside it are ours in the form that
// it accepts; docs/performance.md says what that form leaves out.
package gojsonschema

//go:generate go run github.com/atombender/go-jsonschema@v0.24.1 -p knowledge --tags json --schema-root-type https://acigen.example/bench/lookup_knowledge.schema.json=Result -o knowledge/result.go knowledge/result.schema.json
//go:generate go run github.com/atombender/go-jsonschema@v0.24.1 -p logs --tags json --schema-root-type https://acigen.example/bench/query_logs.schema.json=Result -o logs/result.go logs/result.schema.json
//go:generate go run github.com/atombender/go-jsonschema@v0.24.1 -p mysql --tags json --schema-root-type https://acigen.example/bench/query_mysql.schema.json=Result -o mysql/result.go mysql/result.schema.json
