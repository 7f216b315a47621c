#!/bin/sh
# The demo: generate, validate the fixtures, show how a broken document is reported,
# project a recorded output.
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

line '6. acigen project: what a log source printed, recorded in testdata/recordings/hikaricp.json ...'
head -n 18 testdata/recordings/hikaricp.json
printf '  ... %s lines in all\n' "$(wc -l < testdata/recordings/hikaricp.json)"

line '... becomes what the model may see (left) and what the harness gets (right); the call is recorded in a store'
views=$(mktemp -d)
trap 'rm -rf "$views"' EXIT
for view in observation control; do
  "$acigen" project testdata/recordings/hikaricp.json --tool query_logs --tool-call-id call_demo --request testdata/recordings/hikaricp.request.json \
    --store "sqlite:$views/calls.db" --view "$view" --pretty > "$views/$view"
done
awk -v right="$views/control" '{ if ((getline other < right) <= 0) other = ""; if (length($0) > 92) $0 = substr($0, 1, 89) "..."; printf "%-94s%s\n", $0, other }' "$views/observation" | head -n 60
printf '...\n'
"$acigen" invocations list --store "sqlite:$views/calls.db"

line 'Now read gen/aci/models.go, or start a contract of your own: acigen init weather'
