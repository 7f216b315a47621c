"""Reads documents from standard input, a JSON array of {tool, variant, text, rounds, seconds}, and writes what it
costs to make models of them, in nanoseconds: by generated code, and by plain pydantic models.

argv[1] is the folder of the generated package."""

import json
import statistics
import sys
import time

sys.path.insert(0, sys.argv[1])

import aci  # noqa: E402
import plain  # noqa: E402

MODELS = {
    "lookup_knowledge": (aci.LookupKnowledgeResult, plain.LookupKnowledge),
    "query_logs": (aci.QueryLogsResult, plain.QueryLogs),
    "query_mysql": (aci.QueryMysqlResult, plain.QueryMysql),
}


def sample(f, seconds):
    times, n = 0, 1
    start = time.process_time()
    while True:
        for _ in range(n):
            f()
        times += n
        spent = time.process_time() - start
        if spent >= seconds:
            return spent / times * 1e9
        n *= 2


answers = []
for d in json.load(sys.stdin):
    ours, theirs = MODELS[d["tool"]]
    text = d["text"]
    value = json.loads(text)
    made = ours.model_validate(value)
    assert made == ours.parse_json(text) and made.to_value() == value
    assert theirs.model_validate(value).model_dump(exclude_unset=True) == value
    contestants = {
        "value": lambda: ours.model_validate(value),
        "value_peer": lambda: theirs.model_validate(value),
        "text": lambda: ours.parse_json(text),
        "text_peer": lambda: theirs.model_validate(json.loads(text)),
    }
    figures = {name: [] for name in contestants}
    for _ in range(d["rounds"]):
        for name, f in contestants.items():
            figures[name].append(sample(f, d["seconds"]))
    answers.append({"tool": d["tool"], "variant": d["variant"], **{n: statistics.median(f) for n, f in figures.items()}})
json.dump(answers, sys.stdout)
