#!/bin/sh
# The demo: generate, validate the fixtures, show how a broken document is reported.
set -eu
acigen=$1
line() { printf '\n\033[1m%s\033[0m\n' "$*"; }
[ -t 1 ] || line() { printf '\n%s\n' "$*"; }

line '1. The contract: three tools, JSON Schemas, nothing else'
ls schemas/*/request.schema.json schemas/*/result.schema.json

line '2. acigen generate: Go types and validators, and the schemas of the two views'
"$acigen" generate
ls gen/aci gen/schemas

line '3. acigen validate --fixtures: what must pass passes, what must fail fails as expected'
"$acigen" validate --fixtures testdata/fixtures

line '4. A request with a call ID in it. The contract forbids that, and says where'
printf '{\n  "query": "why do orders fail since ten?",\n  "tool_call_id": "call_1"\n}\n' |
  "$acigen" validate --tool lookup_knowledge --role request - && exit 1

line '5. A result that says EVIDENCE_FOUND and has none, counts one too many, and leaks a score'
"$acigen" validate --tool lookup_knowledge --role result docs/broken-result.json && exit 1

line 'Now read gen/aci/models.go, or start a contract of your own: acigen init weather'
