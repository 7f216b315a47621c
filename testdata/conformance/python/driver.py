"""Reads questions from standard input, one JSON array [module, type, text in base64] a
line, and answers each in a line: [verdict, keyword, pointer], or ["error", message]."""

import base64
import importlib
import json
import sys
import traceback

sys.path.insert(0, sys.argv[1])

for line in sys.stdin:
    module, name, encoded = json.loads(line)
    text = base64.b64decode(encoded)
    try:
        m = importlib.import_module(module)
        cls = getattr(m, name)
        try:
            value = cls.parse_json(text)
            again = cls.parse_json(value.to_json())
            answer = [again == value or "the round trip differs: " + value.to_json(), "", ""]
        except m.ContractError as e:
            first = e.violations[0]
            answer = [False, first.keyword, first.instance_pointer]
    except Exception:
        answer = ["error", traceback.format_exc()[-1500:]]
    print(json.dumps(answer), flush=False)
