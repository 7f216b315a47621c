"""Reads questions from standard input, one JSON array [module, type, text in base64] a
line, and answers each in a line: [verdict, keyword, pointer], or ["error", message]."""

import base64
import copy
import importlib
import json
import sys
import traceback
import warnings
from decimal import Decimal

sys.path.insert(0, sys.argv[1])
warnings.simplefilter("error")

ODD = [True, 1.0, 1.5, -1, 10**400, None, "", "\ud800", "x" * 3000, float("nan"), Decimal("1.5"), Decimal("NaN"), (1,), [], {}, "2024-02-29T00:00:00Z", object()]


def altered(value, budget):
    """Copies of a value with one member or element put odd, left out, or added."""
    places = [[]]
    while places and budget > 0:
        path = places.pop()
        at = value
        for step in path:
            at = at[step]
        steps = list(at) if isinstance(at, dict) else range(min(len(at), 2)) if isinstance(at, list) else []
        places += [path + [step] for step in steps]
        for odd in ODD if path else []:
            budget -= 1
            new = copy.deepcopy(value)
            owner = new
            for step in path[:-1]:
                owner = owner[step]
            owner[path[-1]] = odd
            yield new
        if path and isinstance(path[-1], str):
            for change in ("left out", "added"):
                new = copy.deepcopy(value)
                owner = new
                for step in path[:-1]:
                    owner = owner[step]
                if change == "added":
                    owner["unknown"] = 1
                else:
                    del owner[path[-1]]
                yield new


def verdict(make):
    try:
        make()
        return True
    except ValueError:
        return False


def differs(cls, value):
    """Tells whether making a model of a value says something else than the check."""
    holds = not cls.violations(value)
    return verdict(lambda: cls.model_validate(value)) != holds


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
            raw = {} if len(text) > 4000 else json.loads(text)
            for other in [raw, *altered(raw, 200 if module == "contract" else 40)]:
                if differs(cls, other):
                    answer = ["model_validate and the check differ", repr(other)[:2000], ""]
        except m.ContractError as e:
            first = e.violations[0]
            answer = [False, first.keyword, first.instance_pointer]
    except Exception:
        answer = ["error", traceback.format_exc()[-1500:]]
    print(json.dumps(answer), flush=False)
