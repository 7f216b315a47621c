"""What generated contracts call: strict JSON, and the checks that are not printed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, NamedTuple, Union

from pydantic import BaseModel, SkipValidation, ValidationError
from pydantic_core import CoreSchema as CoreSchema
from pydantic_core import SchemaError, SchemaValidator, core_schema

NULL, BOOL, INTEGER, FRACTION, STRING, ARRAY, OBJECT = 1, 2, 4, 8, 16, 32, 64

JsonNumber = Annotated[Union[int, Decimal, float], SkipValidation()]
"""A JSON number: integers are exact, other numbers are Decimals where they were read from text."""

Scalar = Annotated[Union[str, int, Decimal, float, bool, None], SkipValidation()]
"""A string, number, boolean or null."""


@dataclass(frozen=True)
class Violation:
    """One rule that a value breaks."""

    instance_pointer: str
    """The JSON Pointer (RFC 6901) of the value; "" is the root."""
    schema_pointer: str
    """The JSON Pointer of the keyword in the document schema."""
    schema: str
    """The $id of that document."""
    keyword: str
    """The keyword, or "json" for what is not strict JSON."""
    message: str


class ContractError(ValueError):
    """A value that breaks its schema: violations has at least one, the first first."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        self.violations = tuple(violations)
        first = violations[0]
        super().__init__(f"{first.instance_pointer or 'the root'}: {first.message} ({first.keyword})")


class _Failure(NamedTuple):
    at: str
    site: int
    name: bool


class Report:
    """Collects failures."""

    def __init__(self) -> None:
        self.failures: list[_Failure] = []

    def add(self, at: str, site: int, name: bool = False) -> None:
        self.failures.append(_Failure(at, site, name))


class Rule(NamedTuple):
    """What a violation says of the schema."""

    schema: str
    pointer: str
    keyword: str
    message: str


Check = Callable[[Any, str, Union[Report, None]], bool]


def anything(v: Any, at: str, e: Report | None) -> bool:
    """Demands nothing."""
    return True


class Object(dict[str, Any]):
    """An object as it was read: names that stood twice count once, and are remembered."""

    __slots__ = ("twice",)

    def __init__(self, pairs: Iterable[tuple[str, Any]] = ()) -> None:
        super().__init__()
        self.twice: list[tuple[str, int]] = []
        for name, value in pairs:
            if name in self:
                self.twice.append((name, len(self)))
            else:
                self[name] = value


def ambiguous(v: Any) -> bool:
    """Tells whether a name stood twice in an object."""
    return type(v) is Object and bool(v.twice)


def kind_of(v: Any) -> int:
    """The JSON type of a value; 0 is none."""
    t = type(v)
    if t is str:
        return STRING
    if t is int:
        return INTEGER
    if t is bool:
        return BOOL
    if v is None:
        return NULL
    if t is dict or t is Object:
        return OBJECT
    if t is list or t is tuple:
        return ARRAY
    if t is Decimal:
        return 0 if not v.is_finite() else INTEGER if _whole(v) else FRACTION
    if t is float:
        return 0 if v != v or v in (float("inf"), float("-inf")) else INTEGER if v.is_integer() else FRACTION
    if isinstance(v, str):
        return STRING
    if isinstance(v, dict):
        return OBJECT
    if isinstance(v, (list, tuple)):
        return ARRAY
    return 0


def _whole(v: Decimal) -> bool:
    exponent = v.as_tuple().exponent
    return isinstance(exponent, int) and (exponent >= 0 or not v or _decimal(v)[2] >= 0)


def _decimal(v: JsonNumber) -> tuple[bool, int, int]:
    """A number as sign, coefficient without zeros at its end, and power of ten."""
    if type(v) is float:
        v = Decimal(repr(v))
    sign, digits, exponent = Decimal(v).as_tuple()
    assert isinstance(exponent, int)
    end = len(digits)
    while end > 1 and digits[end - 1] == 0:
        end -= 1
    text = "".join(map(str, digits[:end]))
    coefficient = _integer(text)
    if coefficient == 0:
        return False, 0, 0
    return bool(sign), coefficient, exponent + len(digits) - end


def _integer(digits: str) -> int:
    """An integer of any length: Python refuses to read long ones at once."""
    n = 0
    for i in range(0, len(digits), 4000):
        part = digits[i : i + 4000]
        n = n * 10 ** len(part) + int(part)
    return n


def compare(v: JsonNumber, limit: Decimal) -> int:
    """Compares exactly."""
    x = Decimal(repr(v)) if type(v) is float else v
    if type(x) is int and abs(x) > 10**300:
        x = Decimal(x)
    return -1 if x < limit else 1 if x > limit else 0


def multiple(v: JsonNumber, limit: Decimal) -> bool:
    """Tells whether a number is a multiple of another."""
    _, a, ea = _decimal(v)
    _, b, eb = _decimal(limit)
    if a == 0:
        return True
    shift = ea - eb
    if shift >= 0:
        return a * pow(10, shift, b) % b == 0
    if -shift > a.bit_length():
        return False
    return bool(a % (b * 10 ** (-shift)) == 0)


def token(name: str) -> str:
    """A token of a JSON Pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def key(v: Any) -> Any:
    """A value that is equal and hashable for equal JSON values."""
    kind = kind_of(v)
    if kind & (INTEGER | FRACTION):
        return ("n", *_decimal(v))
    if kind == BOOL:
        return ("b", v)
    if kind == ARRAY:
        return ("a", *(key(x) for x in v))
    if kind == OBJECT:
        return ("o", frozenset((name, key(x)) for name, x in v.items()))
    return (kind, v)


def unique(values: Sequence[Any]) -> bool:
    """Tells whether no two elements are equal."""
    return len(values) < 2 or len({key(v) for v in values}) == len(values)


def count_of(a: Any, b: Any) -> bool:
    return kind_of(b) != ARRAY or kind_of(a) != INTEGER or compare(a, Decimal(len(b))) == 0


def at_least(a: Any, b: Any) -> bool:
    return kind_of(a) != INTEGER or kind_of(b) != INTEGER or bool(Decimal(a) >= Decimal(b))


class Automaton:
    """A pattern: it takes time linear in the text."""

    def __init__(self, classes: int, start: int, accept: int, ascii: Sequence[int], ranges: Sequence[int], next: Sequence[int]) -> None:
        self._classes, self._start, self._accept, self._next = classes, start, accept, tuple(next)
        self._ascii = tuple(ascii)
        self._starts = [r >> 8 for r in ranges]
        self._kinds = [r & 255 for r in ranges]

    def test(self, s: str) -> bool:
        state, classes, following, ascii = self._start, self._classes, self._next, self._ascii
        for char in s:
            if state <= classes:
                break
            c = ord(char)
            state = following[state + (ascii[c] if c < 128 else self._class(c))]
        return state == classes or state >= self._accept

    def _class(self, c: int) -> int:
        low, high = 0, len(self._starts)
        while low + 1 < high:
            middle = (low + high) >> 1
            if self._starts[middle] <= c:
                low = middle
            else:
                high = middle
        return self._kinds[low]


@dataclass(frozen=True)
class Marks:
    """What an unevaluated* keyword leaves out."""

    names: frozenset[str] = frozenset()
    patterns: tuple[Automaton, ...] = ()
    all: bool = False
    prefix: int = 0
    contains: tuple[Check, ...] = ()
    when: tuple[tuple[Check, bool, Marks], ...] = ()

    def collect(self, v: Any) -> list[Marks]:
        out = [self]
        for test, negate, marks in self.when:
            if test(v, "", None) != negate:
                out += marks.collect(v)
        return out


def unmarked_members(marks: Marks, v: dict[str, Any], check: Check, at: str, e: Report | None) -> bool:
    found = marks.collect(v)
    if any(m.all for m in found):
        return True
    ok = True
    for name, x in v.items():
        if not any(name in m.names or any(p.test(name) for p in m.patterns) for m in found):
            if not check(x, f"{at}/{token(name)}", e):
                ok = False
    return ok


def unmarked_items(marks: Marks, v: Sequence[Any], check: Check, at: str, e: Report | None) -> bool:
    found = marks.collect(v)
    if any(m.all for m in found):
        return True
    prefix = max(m.prefix for m in found)
    ok = True
    for i, x in enumerate(v):
        if i >= prefix and not any(c(x, "", None) for m in found for c in m.contains):
            if not check(x, f"{at}/{i}", e):
                ok = False
    return ok


_memory: ContextVar[dict[tuple[int, int], bool] | None] = ContextVar("acigen_memory", default=None)


def remembered(check: Check) -> Check:
    """Remembers verdicts during one validation: branches that read a value again cost no more than once."""

    def remember(v: Any, at: str, e: Report | None) -> bool:
        memory = _memory.get()
        if e is not None or memory is None or not isinstance(v, (dict, list)):
            return check(v, at, e)
        place = (id(check), id(v))
        verdict = memory.get(place)
        if verdict is None:
            verdict = memory[place] = check(v, at, e)
        return verdict

    return remember


_MAX_DEPTH = 128


_NO_VALUE = "the value is no JSON value"


def _plain(v: Any, depth: int) -> Any:
    """A value in which models are what they hold."""
    if depth > _MAX_DEPTH:
        return v
    if isinstance(v, BaseModel):
        return _plain(v.model_dump(by_alias=True, exclude_unset=True), depth)
    if isinstance(v, Object):
        return v  # it was read
    if isinstance(v, dict):
        return {name: _plain(x, depth + 1) for name, x in v.items()}
    if isinstance(v, (list, tuple)):
        return [_plain(x, depth + 1) for x in v]
    return v


def integral(v: Any) -> Any:
    """A value that holds, with great whole floats as integers: pydantic takes no others for one."""
    if type(v) is float:
        return int(v) if abs(v) >= 2**53 and v.is_integer() else v
    if type(v) is dict or type(v) is Object:
        return {name: integral(x) for name, x in v.items()}
    if type(v) is list or type(v) is tuple:
        return [integral(x) for x in v]
    return v


def _unsound(v: Any, depth: int) -> str | None:
    kind = kind_of(v)
    if kind == STRING:
        return _half(v)
    if kind == 0:
        return _NO_VALUE
    if kind not in (ARRAY, OBJECT):
        return None
    if depth >= _MAX_DEPTH:
        return "arrays and objects nest too deep"
    if kind == ARRAY:
        for x in v:
            why = _unsound(x, depth + 1)
            if why is not None:
                return why
        return None
    for name, x in v.items():
        if kind_of(name) != STRING:
            return _NO_VALUE
        why = _half(name) or _unsound(x, depth + 1)
        if why is not None:
            return why
    return None


def _half(s: str) -> str | None:
    try:
        s.encode()
    except UnicodeEncodeError:
        return "a string holds half of a surrogate pair"
    return None


def _no_json(message: str, at: str = "") -> Violation:
    return Violation(at, "", "", "json", message)


def violations(check: Check, rules: Callable[[], Sequence[Rule]], v: Any) -> list[Violation]:
    """All violations of a value, by their position in it, then in schema order."""
    why = _unsound(v, 0)
    if why is _NO_VALUE:
        # Models among the values stand for what they hold.
        v = _plain(v, 0)
        why = _unsound(v, 0)
    if why is not None:
        return [_no_json(why)]
    reset = _memory.set({})
    try:
        twice = _any_twice(v)
        if not twice and check(v, "", None):
            return []
        report = Report()
        check(v, "", report)
        return _sorted(report, rules(), v)
    finally:
        _memory.reset(reset)


def _any_twice(v: Any) -> bool:
    if isinstance(v, dict):
        return ambiguous(v) or any(_any_twice(x) for x in v.values())
    return isinstance(v, (list, tuple)) and any(_any_twice(x) for x in v)


def _sorted(report: Report, rules: Sequence[Rule], v: Any) -> list[Violation]:
    places: dict[tuple[str, bool], float] = {}
    duplicates: list[tuple[float, str]] = []
    n = 0

    def visit(v: Any, at: str) -> None:
        nonlocal n
        places[at, False] = n
        n += 1
        if isinstance(v, (list, tuple)):
            for i, x in enumerate(v):
                visit(x, f"{at}/{i}")
        elif isinstance(v, dict):
            twice = list(v.twice) if isinstance(v, Object) else []
            for i, (name, x) in enumerate(v.items()):
                duplicates.extend((n - 0.5, f"{at}/{token(t)}") for t, before in twice if before == i)
                places[f"{at}/{token(name)}", True] = n
                n += 1
                visit(x, f"{at}/{token(name)}")
            duplicates.extend((n - 0.5, f"{at}/{token(t)}") for t, before in twice if before == len(v))

    visit(v, "")
    found: list[tuple[float, int, str]] = [(places.get((f.at, f.name), 0), f.site, f.at) for f in report.failures]
    found += [(place, -1, at) for place, at in duplicates]
    out = []
    for _, site, at in sorted(set(found)):
        if site < 0:
            out.append(_no_json("a member name that is there already", at))
        else:
            r = rules[site]
            out.append(Violation(at, r.pointer, r.schema, r.keyword, r.message))
    return out


_EXPONENT = re.compile(r"[eE][+-]?0*([0-9]*)\Z")


def _number(literal: str) -> JsonNumber:
    exponent = _EXPONENT.search(literal)
    if exponent is not None and len(exponent.group(1)) > 18:
        raise ContractError([_no_json("the exponent has more than 18 digits")])
    if len(literal) < 4000 and exponent is None and "." not in literal:
        return int(literal)
    try:
        value = Decimal(literal)
    except ArithmeticError:
        raise ContractError([_no_json("the number is beyond what decimals hold")]) from None
    if value.adjusted() < 4000 and _whole(value):
        return int(value)
    return value


def _constant(_: str) -> Any:
    raise ContractError([_no_json("a value is expected")])


def parse_strict(text: str | bytes | bytearray) -> Any:
    """Reads strict JSON (RFC 8259): UTF-8, no lone surrogates, nothing behind the value. Names that stand twice are left for the check."""
    try:
        if not isinstance(text, str):
            text = bytes(text).decode("utf-8")
        _shallow(text)
        value = json.loads(text, object_pairs_hook=Object, parse_int=_number, parse_float=_number, parse_constant=_constant)
    except UnicodeDecodeError:
        raise ContractError([_no_json("the text is not UTF-8")]) from None
    except ContractError:
        raise
    except (ValueError, RecursionError) as error:
        raise ContractError([_no_json(str(error))]) from None
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a name stands twice")
    return made


def _fraction(literal: str) -> JsonNumber:
    # With another last digit than 0, and no exponent, it is no integer.
    if len(literal) < 4000 and literal[-1] != "0" and "e" not in literal and "E" not in literal:
        return Decimal(literal)
    return _number(literal)


def parse_quickly(text: str | bytes | bytearray) -> Any:
    """Reads JSON for the core to look at; None when there is anything unusual about it."""
    try:
        if not isinstance(text, str):
            text = bytes(text).decode("utf-8")
        return json.loads(text, object_pairs_hook=_object, parse_float=_fraction, parse_constant=_constant)
    except (ValueError, RecursionError):
        return None


def _shallow(text: str) -> None:
    """Refuses what nests deeper than is read, before it is read."""
    depth = 0
    inside = False
    i = 0
    for match in re.finditer(r'["\\\[\]{}]', text):
        c = match.group()
        if match.start() < i:
            continue
        if inside:
            if c == "\\":
                i = match.start() + 2
            elif c == '"':
                inside = False
        elif c == '"':
            inside = True
        elif c in "[{":
            depth += 1
            if depth > _MAX_DEPTH:
                raise ContractError([_no_json("arrays and objects nest too deep")])
        elif c in "]}":
            depth -= 1


def to_json(v: Any) -> str:
    """Prints a JSON value; numbers keep their digits."""
    kind = kind_of(v)
    if kind == STRING:
        return json.dumps(v, ensure_ascii=False)
    if kind & (INTEGER | FRACTION):
        # Python refuses to print very long integers; a Decimal holds the same digits.
        return repr(v) if type(v) is float else str(Decimal(v) if isinstance(v, int) else v)
    if kind == ARRAY:
        return "[" + ",".join(map(to_json, v)) + "]"
    if kind == OBJECT:
        return "{" + ",".join(f"{json.dumps(n, ensure_ascii=False)}:{to_json(x)}" for n, x in v.items()) + "}"
    if kind == 0:
        raise TypeError("the value is no JSON value")
    return json.dumps(v)


# What pydantic's core is told: schemas that accept nothing which the checks do not.


class Quick:
    """A model as the core can decide it. Rest says what the core cannot say of the whole."""

    __slots__ = ("_build", "_rest", "_validator")

    def __init__(self, build: Callable[[], CoreSchema], rest: Callable[[Any], bool] | None) -> None:
        self._build: Callable[[], CoreSchema] | None = build
        self._rest = rest
        self._validator: SchemaValidator | None = None

    def make(self, v: Any) -> Any:
        """Returns the model when the value surely holds, else None."""
        if self._validator is None:
            if self._build is None:
                return None
            build, self._build = self._build, None
            try:
                self._validator = SchemaValidator(build())
            except SchemaError:
                return None  # a pattern that the core does not take
        try:
            made = self._validator.validate_python(v)
        except (ValidationError, RecursionError):
            return None
        return made if self._rest is None or self._rest(v) else None


def quick(q: Quick | None, v: Any) -> Any:
    """Returns the model when the core can say that the value holds, else None."""
    return None if q is None or type(v) is not dict else q.make(v)


def uneven(rows: Any, columns: Any) -> bool:
    width = len(columns)
    for row in rows:
        if len(row) != width:
            return True
    return False


_CORE_DATE = (
    "[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))"
)
# Leap days and leap seconds are left to the check.
CORE_DATE = rf"\A{_CORE_DATE}\z"
CORE_DATE_TIME = rf"\A{_CORE_DATE}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?(?:[zZ]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])\z"


def core_model(cls: type[Any], fields: dict[str, core_schema.ModelField], extra: Any) -> CoreSchema:
    inner = core_schema.model_fields_schema(fields, extra_behavior=extra)
    return core_schema.model_schema(cls, inner, strict=True, frozen=True, revalidate_instances="always")


def core_required(schema: CoreSchema, alias: str | None = None) -> core_schema.ModelField:
    return core_schema.model_field(schema, validation_alias=alias)


def core_optional(schema: CoreSchema, alias: str | None = None) -> core_schema.ModelField:
    return core_schema.model_field(core_schema.with_default_schema(schema, default=None), validation_alias=alias)


def core_text(least: int, most: int | None, *patterns: str) -> CoreSchema:
    first = core_schema.str_schema(strict=True, min_length=least, max_length=most, pattern=patterns[0] if patterns else None)
    if len(patterns) < 2:
        return first
    return core_schema.chain_schema([first, *(core_schema.str_schema(strict=True, pattern=p) for p in patterns[1:])])


def core_strings(*values: str) -> CoreSchema:
    return core_schema.literal_schema(list(values))


def core_bool() -> CoreSchema:
    return core_schema.bool_schema(strict=True)


def core_null() -> CoreSchema:
    return core_schema.none_schema()


def core_int(ge: int | None, gt: int | None, le: int | None, lt: int | None, multiple: int | None) -> CoreSchema:
    return core_schema.int_schema(strict=True, ge=ge, gt=gt, le=le, lt=lt, multiple_of=multiple)


def core_float() -> CoreSchema:
    return core_schema.float_schema(strict=True, allow_inf_nan=False)


def core_decimal() -> CoreSchema:
    return core_schema.decimal_schema(strict=True, allow_inf_nan=False)


def core_nullable(schema: CoreSchema) -> CoreSchema:
    return core_schema.nullable_schema(schema)


def core_list(items: CoreSchema, least: int | None, most: int | None) -> CoreSchema:
    return core_schema.list_schema(items, strict=True, min_length=least, max_length=most)


def core_union(*choices: CoreSchema) -> CoreSchema:
    return core_schema.union_schema(list(choices), mode="left_to_right")


_checked: ContextVar[bool] = ContextVar("acigen_checked", default=False)


def checked() -> bool:
    """Tells whether a model is made from a value that has been checked as a whole."""
    return _checked.get()


@contextmanager
def checking() -> Iterator[None]:
    reset = _checked.set(True)
    try:
        yield
    finally:
        _checked.reset(reset)


# The formats that are asserted.
_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})\Z")
_TIME = re.compile(r"([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[zZ]|([+-])([0-9]{2}):([0-9]{2}))\Z")
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_HOST = re.compile(rf"{_LABEL}(?:\.{_LABEL})*\Z")
_IPV4 = re.compile(r"(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\Z")
_TIMES = r"T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)"
_DURATION = re.compile(rf"P(?:[0-9]+W|(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)(?:{_TIMES})?|{_TIMES})\Z")
_UUID = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\Z")
_POINTER = re.compile(r"(?:/(?:[^~/]|~[01])*)*\Z", re.DOTALL)
_ATOM = r"[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+"
_LOCAL = re.compile(rf'(?:"(?:[ !#-\[\]-~]|\\[ -~])*"|{_ATOM}(?:\.{_ATOM})*)@')
_PCHAR = r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})"
_URI = re.compile(
    r"(?:(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):)?"
    r"(?://(?:(?:[A-Za-z0-9\-._~!$&'()*+,;=:]|%[0-9A-Fa-f]{2})*@)?(?P<host>\[[^\]]*\]|(?:[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*)(?::[0-9]*)?(?=[/?#]|\Z))?"
    rf"(?P<path>(?:{_PCHAR}|/)*)(?:\?(?:{_PCHAR}|[/?])*)?(?:\#(?:{_PCHAR}|[/?])*)?\Z"
)
_FUTURE = re.compile(r"[vV][0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+\Z")
_GROUP = re.compile(r"[0-9A-Fa-f]{1,4}\Z")


def _is_date(s: str) -> bool:
    m = _DATE.match(s)
    if m is None:
        return False
    year, month, day = (int(g) for g in m.groups())
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 1 <= month <= 12 and 1 <= day <= (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]


def _is_time(s: str) -> bool:
    m = _TIME.match(s)
    if m is None:
        return False
    hour, minute, second = int(m[1]), int(m[2]), int(m[3])
    h, minutes = int(m[5] or 0), int(m[6] or 0)
    if hour > 23 or minute > 59 or second > 60 or h > 23 or minutes > 59:
        return False
    offset = (h * 60 + minutes) * (-1 if m[4] == "-" else 1)
    return second < 60 or (hour * 60 + minute - offset) % 1440 == 1439


def _is_ipv6(s: str) -> bool:
    halves = s.split("::")
    if len(halves) > 2:
        return False
    groups = 0
    for h, half in enumerate(halves):
        if half == "":
            if len(halves) == 1:
                return False
            continue
        parts = half.split(":")
        for i, part in enumerate(parts):
            if "." in part:
                if i != len(parts) - 1 or h != len(halves) - 1 or _IPV4.match(part) is None:
                    return False
                groups += 2
            elif _GROUP.match(part):
                groups += 1
            else:
                return False
    return groups < 8 if len(halves) == 2 else groups == 8


def _is_hostname(s: str) -> bool:
    return len(s) <= 253 and _HOST.match(s) is not None


def _is_email(s: str) -> bool:
    m = _LOCAL.match(s)
    if m is None or m.end() > 65:
        return False
    domain = s[m.end() :]
    if not domain.startswith("["):
        return _is_hostname(domain)
    address = domain[1:-1]
    if not domain.endswith("]") or len(domain) < 2:
        return False
    return _is_ipv6(address[5:]) if address[:5].lower() == "ipv6:" else _IPV4.match(address) is not None


def _is_uri(s: str, absolute: bool) -> bool:
    m = _URI.match(s)
    if m is None:
        return False
    scheme, host, path = m["scheme"], m["host"], m["path"]
    if absolute and scheme is None or host is None and path.startswith("//"):
        return False
    if scheme is None and host is None and ":" in path.split("/")[0]:
        return False
    if host is not None and host.startswith("["):
        return _is_ipv6(host[1:-1]) or _FUTURE.match(host[1:-1]) is not None
    return True


FORMATS: dict[str, Callable[[str], bool]] = {
    "date": _is_date,
    "time": _is_time,
    "date-time": lambda s: s[10:11] in ("T", "t") and _is_date(s[:10]) and _is_time(s[11:]),
    "duration": lambda s: _DURATION.match(s) is not None,
    "email": _is_email,
    "hostname": _is_hostname,
    "ipv4": lambda s: _IPV4.match(s) is not None,
    "ipv6": _is_ipv6,
    "uri": lambda s: _is_uri(s, True),
    "uri-reference": lambda s: _is_uri(s, False),
    "uuid": lambda s: _UUID.match(s) is not None,
    "json-pointer": lambda s: _POINTER.match(s) is not None,
}
