/** What generated contracts call. It depends on nothing. */

/** A number whose digits JavaScript's numbers do not hold, as it was written. Integers of this kind are bigints. */
export class Exact {
  constructor(readonly literal: string) {}
  toJSON(): never {
    throw new TypeError("a number that JavaScript does not hold exactly: print it with stringify");
  }
}

/** A JSON number: a bigint or an Exact only where it was read losslessly. */
export type JsonNumber = number | bigint | Exact;

/** Any JSON value. */
export type Json = null | boolean | JsonNumber | string | readonly Json[] | { readonly [name: string]: Json };

/** One rule that a value breaks. */
export interface Violation {
  /** The JSON Pointer (RFC 6901) of the value; "" is the root. */
  readonly instancePointer: string;
  /** The JSON Pointer of the keyword in the document schema. */
  readonly schemaPointer: string;
  /** The $id of that document. */
  readonly schema: string;
  /** The keyword, or "json" for what is not strict JSON. */
  readonly keyword: string;
  readonly message: string;
}

/** What is thrown for a value that breaks its schema. */
export class ValidationError extends Error {
  constructor(readonly violations: readonly Violation[]) {
    const v = violations[0];
    super(v === undefined ? "invalid" : `${v.instancePointer === "" ? "the root" : v.instancePointer}: ${v.message} (${v.keyword})`);
    this.name = "ValidationError";
  }
}

/** How a text is read. */
export interface ParseOptions {
  /**
   * "refuse" (the default): a number whose digits JavaScript's numbers do not hold is a violation of the keyword json.
   * "lossless": such an integer becomes a bigint, any other an Exact.
   */
  readonly numbers?: "refuse" | "lossless";
}

/** Where and what a value breaks: the site is the number of a rule. */
interface Failure {
  readonly at: string;
  readonly site: number;
  readonly name: boolean;
}

/** Collects failures. */
export class Report {
  readonly failures: Failure[] = [];
  add(at: string, site: number, name = false): void {
    this.failures.push({ at, site, name });
  }
}

/** A rule: schema, pointer, keyword, message. */
export type Rule = readonly [schema: string, pointer: string, keyword: string, message: string];

export type Check = (v: unknown, at: string, e: Report | null) => boolean;

/** What demands nothing. */
export const anything: Check = () => true;

/** A JSON object as generated code reads it. */
export type Members = Readonly<Record<string, unknown>>;

export const NULL = 1, BOOL = 2, INTEGER = 4, FRACTION = 8, STRING = 16, ARRAY = 32, OBJECT = 64;

/** The JSON type of a value; 0 is none. */
export function kindOf(v: unknown): number {
  switch (typeof v) {
    case "string":
      return STRING;
    case "number":
      return Number.isInteger(v) ? INTEGER : Number.isFinite(v) ? FRACTION : 0;
    case "boolean":
      return BOOL;
    case "bigint":
      return INTEGER;
    case "object":
      if (v === null) return NULL;
      if (Array.isArray(v)) return ARRAY;
      if (Object.getPrototypeOf(v) !== Object.prototype && v instanceof Exact) return isWhole(v.literal) ? INTEGER : FRACTION;
      return OBJECT;
    default:
      return 0;
  }
}

export function has(o: Members, name: string): boolean {
  return Object.hasOwn(o, name) && o[name] !== undefined;
}

/** A token of a JSON Pointer. */
export function token(name: string): string {
  return name.includes("~") || name.includes("/") ? name.replaceAll("~", "~0").replaceAll("/", "~1") : name;
}

/** Tells whether a string has more than limit code points. */
export function longer(s: string, limit: number): boolean {
  if (s.length <= limit) return false;
  if (s.length > 2 * limit) return true;
  return points(s) > limit;
}

/** Tells whether a string has fewer than limit code points. */
export function shorter(s: string, limit: number): boolean {
  if (s.length < limit) return true;
  if (s.length >= 2 * limit) return false;
  return points(s) < limit;
}

function points(s: string): number {
  let n = s.length;
  for (let i = 0; i + 1 < s.length; i++) {
    const c = s.charCodeAt(i);
    if (c >= 0xd800 && c < 0xdc00) {
      n--;
      i++;
    }
  }
  return n;
}

// Neither half of a pair without the other.
const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const wellFormed = (String.prototype as { isWellFormed?: () => boolean }).isWellFormed;

/** Tells whether a string holds half of a surrogate pair, which JSON text cannot. */
export const broken: (s: string) => boolean = wellFormed === undefined ? (s) => HALF.test(s) : (s) => !wellFormed.call(s);

/** A pattern as an automaton: it takes time linear in the text. */
export class Automaton {
  private readonly ascii: Uint8Array;
  private readonly next: Uint32Array;
  private readonly starts: Uint32Array; // of ranges of other code points
  private readonly kinds: Uint8Array; // and their classes
  constructor(
    private readonly classes: number,
    private readonly start: number,
    private readonly accept: number,
    ascii: readonly number[],
    ranges: readonly number[],
    next: readonly number[],
  ) {
    this.ascii = Uint8Array.from(ascii);
    this.next = Uint32Array.from(next);
    this.starts = Uint32Array.from(ranges, (r) => Math.floor(r / 256));
    this.kinds = Uint8Array.from(ranges, (r) => r % 256);
  }
  test(s: string): boolean {
    const { ascii, next, starts, kinds, classes } = this;
    const end = s.length;
    let state = this.start, near = 0;
    for (let i = 0; i < end && state > classes; i++) {
      let c = s.charCodeAt(i);
      if (c < 128) {
        state = next[state + (ascii[c] as number)] as number;
        continue;
      }
      if (c >= 0xd800 && c < 0xdc00) c = s.codePointAt(i++) as number;
      // Neighbours mostly share a range.
      if (c < (starts[near] as number) || (near + 1 < starts.length && c >= (starts[near + 1] as number))) {
        let low = 0, high = starts.length;
        while (low + 1 < high) {
          const middle = (low + high) >> 1;
          if ((starts[middle] as number) <= c) low = middle;
          else high = middle;
        }
        near = low;
      }
      state = next[state + (kinds[near] as number)] as number;
    }
    return state === classes || state >= this.accept;
  }
}

// Numbers are compared as decimals: a sign, digits without zeros at their ends, and a power of ten.
interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly power: number; // the value is 0.digits times 10 to the power
}

const decimals = new Map<string, Decimal>();

function decimal(literal: string): Decimal {
  const known = decimals.get(literal);
  if (known !== undefined) return known;
  const m = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal);
  if (m === null) throw new TypeError("no number: " + literal);
  let digits = (m[2] as string) + (m[3] ?? "");
  let power = (m[2] as string).length + Number(m[4] ?? 0);
  const zeros = /^0*/.exec(digits)?.[0].length ?? 0;
  digits = digits.slice(zeros).replace(/0+$/, "");
  power -= zeros;
  const d = digits === "" ? { negative: false, digits, power: 0 } : { negative: m[1] === "-", digits, power };
  if (decimals.size < 1000) decimals.set(literal, d);
  return d;
}

export function literalOf(v: JsonNumber): string {
  return v instanceof Exact ? v.literal : Object.is(v, -0) ? "-0" : String(v);
}

function isWhole(literal: string): boolean {
  const d = decimal(literal);
  return d.digits.length <= d.power || d.digits === "";
}

/** Compares two numbers exactly. */
export function compare(a: JsonNumber, literal: string): number {
  const x = decimal(literalOf(a)), y = decimal(literal);
  if (x.negative !== y.negative) return x.negative ? -1 : 1;
  const sign = x.negative ? -1 : 1;
  if (x.digits === "" || y.digits === "") return x.digits === y.digits ? 0 : x.digits === "" ? -1 * (y.negative ? -1 : 1) : sign;
  if (x.power !== y.power) return x.power < y.power ? -sign : sign;
  return x.digits === y.digits ? 0 : x.digits < y.digits ? -sign : sign;
}

/** Tells whether a is a multiple of the number that literal writes. */
export function multiple(a: JsonNumber, literal: string): boolean {
  const x = decimal(literalOf(a)), y = decimal(literal);
  if (x.digits === "") return true;
  const shift = x.power - x.digits.length - (y.power - y.digits.length);
  const c = BigInt(x.digits), m = BigInt(y.digits);
  if (shift >= 0) return (c * powmod(10n, shift, m)) % m === 0n;
  if (-shift > x.digits.length + 1) return false;
  return c % (m * 10n ** BigInt(-shift)) === 0n;
}

function powmod(b: bigint, n: number, m: bigint): bigint {
  let r = 1n % m;
  b %= m;
  for (let k = BigInt(n); k > 0n; k >>= 1n) {
    if (k & 1n) r = (r * b) % m;
    b = (b * b) % m;
  }
  return r;
}

/** A text that is equal for equal JSON values: members in any order, numbers in any spelling. */
export function key(v: unknown): string {
  switch (kindOf(v)) {
    case STRING:
      return JSON.stringify(v);
    case INTEGER:
    case FRACTION: {
      const d = decimal(literalOf(v as JsonNumber));
      return `${d.negative ? "-" : ""}.${d.digits}e${d.power}`;
    }
    case ARRAY:
      return "[" + (v as unknown[]).map(key).join(",") + "]";
    case OBJECT: {
      const o = v as Members;
      return "{" + Object.keys(o).filter((k) => o[k] !== undefined).sort().map((k) => JSON.stringify(k) + ":" + key(o[k])).join(",") + "}";
    }
    default:
      return String(v);
  }
}

/** Tells whether no two elements are equal. */
export function unique(list: readonly unknown[]): boolean {
  if (list.length < 2) return true;
  const seen = new Set<string>();
  for (const v of list) {
    const k = typeof v === "string" ? JSON.stringify(v) : key(v);
    if (seen.has(k)) return false;
    seen.add(k);
  }
  return true;
}

// The cross-field rules of acigen. What is absent or of another type passes.
export function countOf(a: unknown, b: unknown): boolean {
  return !Array.isArray(b) || kindOf(a) !== INTEGER || compare(a as JsonNumber, String(b.length)) === 0;
}
export function atLeast(a: unknown, b: unknown): boolean {
  return kindOf(a) !== INTEGER || kindOf(b) !== INTEGER || compare(a as JsonNumber, literalOf(b as JsonNumber)) >= 0;
}

/** What an unevaluated* keyword leaves out. */
export interface Marks {
  readonly names?: ReadonlySet<string>;
  readonly patterns?: readonly Automaton[];
  readonly all?: boolean;
  readonly prefix?: number;
  readonly contains?: readonly Check[];
  readonly when?: readonly { readonly test: Check; readonly negate: boolean; readonly marks: Marks }[];
}

interface Marked {
  readonly marks: Marks[];
  all: boolean;
  prefix: number;
}

function mark(m: Marks, v: unknown, out: Marked): void {
  out.marks.push(m);
  out.all ||= m.all === true;
  out.prefix = Math.max(out.prefix, m.prefix ?? 0);
  for (const w of m.when ?? []) {
    if (w.test(v, "", null) !== w.negate) mark(w.marks, v, out);
  }
}

export function unmarkedMembers(m: Marks, o: Members, check: Check, at: string, e: Report | null): boolean {
  const out: Marked = { marks: [], all: false, prefix: 0 };
  mark(m, o, out);
  if (out.all) return true;
  let ok = true;
  for (const name of Object.keys(o)) {
    if (o[name] === undefined) continue;
    if (out.marks.some((x) => x.names?.has(name) === true || x.patterns?.some((p) => p.test(name)) === true)) continue;
    if (!check(o[name], e ? at + "/" + token(name) : "", e)) {
      if (!e) return false;
      ok = false;
    }
  }
  return ok;
}

export function unmarkedItems(m: Marks, list: readonly unknown[], check: Check, at: string, e: Report | null): boolean {
  const out: Marked = { marks: [], all: false, prefix: 0 };
  mark(m, list, out);
  if (out.all) return true;
  let ok = true;
  list.forEach((v, i) => {
    if (i < out.prefix || out.marks.some((x) => x.contains?.some((c) => c(v, "", null)) === true)) return;
    if (!check(v, e ? at + "/" + String(i) : "", e)) ok = false;
  });
  return ok;
}

// Verdicts that are remembered during one validation, so that branches that read a value again cost no more than once.
let memory: Map<Check, Map<object, boolean>> | null = null;

export function remembered(check: Check): Check {
  return (v, at, e) => {
    if (e !== null || typeof v !== "object" || v === null) return check(v, at, e);
    memory ??= new Map<Check, Map<object, boolean>>();
    let verdicts = memory.get(check);
    if (verdicts === undefined) memory.set(check, (verdicts = new Map()));
    const known = verdicts.get(v);
    if (known !== undefined) return known;
    const verdict = check(v, at, e);
    verdicts.set(v, verdict);
    return verdict;
  };
}

// Objects of the text that is being validated in which a name stood twice: no branch takes one.
let ambiguous: ReadonlySet<object> | null = null;

export function twice(o: object): boolean {
  return ambiguous !== null && ambiguous.has(o);
}

const MAX_DEPTH = 128;

const noValue = "the value is no JSON value";
const half = "a string holds half of a surrogate pair";

/** Why a value is none that JSON text can say, or is nested too deep; null when it is sound. */
function unsound(v: unknown, depth: number): string | null {
  switch (typeof v) {
    case "string":
      return broken(v) ? half : null;
    case "number":
      return Number.isFinite(v) ? null : noValue;
    case "boolean":
    case "bigint":
      return null;
    case "object":
      return v === null ? null : unsoundParts(v, depth);
    default:
      return noValue;
  }
}

function unsoundParts(v: object, depth: number): string | null {
  if (depth >= MAX_DEPTH) return v instanceof Exact ? null : "arrays and objects nest too deep";
  let why: string | null = null;
  if (Array.isArray(v)) {
    const list: readonly unknown[] = v;
    for (let i = 0; i < list.length && why === null; i++) why = unsound(list[i], depth + 1);
    return why;
  }
  const prototype: unknown = Object.getPrototypeOf(v);
  if (prototype !== Object.prototype && prototype !== null) {
    return v instanceof Exact ? null : noValue + ": it has an object of a class of its own";
  }
  const o = v as Members;
  for (const name in o) {
    const x = o[name];
    if (x === undefined) continue;
    if (broken(name)) return "a name holds half of a surrogate pair";
    if ((why = unsound(x, depth + 1)) !== null) return why;
  }
  return null;
}

/** Tells whether a value holds. */
export function holds(check: Check, v: unknown): boolean {
  if (unsound(v, 0) !== null) return false;
  try {
    return check(v, "", null);
  } finally {
    memory = null;
  }
}

const notJSON = (message: string, at = ""): Violation => ({ instancePointer: at, schemaPointer: "", schema: "", keyword: "json", message });

/** A member name that stood twice in a text: the first one counts. The place is among those that sorted counts. */
interface Duplicate {
  readonly at: string;
  readonly within: object;
  readonly place: number;
}

/** All violations of a value, by their position in it, then in schema order. */
export function violations(check: Check, rules: readonly Rule[], v: unknown, duplicates: readonly Duplicate[] = []): Violation[] {
  const why = unsound(v, 0);
  if (why !== null) return [notJSON(why)];
  try {
    if (duplicates.length === 0 && check(v, "", null)) return [];
    if (duplicates.length > 0) ambiguous = new Set(duplicates.map((d) => d.within));
    const report = new Report();
    check(v, "", report);
    return sorted(report, rules, v, duplicates);
  } finally {
    ambiguous = null;
    memory = null;
  }
}

function sorted(report: Report, rules: readonly Rule[], v: unknown, duplicates: readonly Duplicate[]): Violation[] {
  const places = new Map<string, number>();
  let n = 0;
  const visit = (v: unknown, at: string): void => {
    places.set(at, n++);
    if (Array.isArray(v)) {
      v.forEach((x, i) => { visit(x, at + "/" + String(i)); });
    } else if (kindOf(v) === OBJECT) {
      for (const name of Object.keys(v as Members)) {
        const below = at + "/" + token(name);
        places.set("name " + below, n++);
        visit((v as Members)[name], below);
      }
    }
  };
  visit(v, "");
  const twice = new Map(duplicates.map((d) => ["twice " + d.at, d.place]));
  const place = (f: Failure): number => (f.site < 0 ? twice.get("twice " + f.at) : places.get((f.name ? "name " : "") + f.at)) ?? 0;
  for (const d of duplicates) report.add(d.at, -1);
  const list = [...report.failures].sort((a, b) => place(a) - place(b) || a.site - b.site);
  return list
    .filter((f, i) => i === 0 || f.at !== (list[i - 1] as Failure).at || f.site !== (list[i - 1] as Failure).site)
    .map((f) => {
      if (f.site < 0) return notJSON("a member name that is there already", f.at);
      const r = rules[f.site] as Rule;
      return { instancePointer: f.at, schema: r[0], schemaPointer: r[1], keyword: r[2], message: r[3] };
    });
}

// Known to browsers and servers alike; declared here, since it is in no library of the language itself.
declare const TextDecoder: new (label: string, options: { fatal: boolean; ignoreBOM: boolean }) => { decode(data: Uint8Array): string };

/** Reads strict JSON (RFC 8259): UTF-8, no duplicate names, no lone surrogates, nothing behind the value. */
export function parseStrict(text: string | Uint8Array, options: ParseOptions = {}): unknown {
  const { value, duplicates } = read(text, options);
  const first = duplicates[0];
  if (first !== undefined) throw new ValidationError([notJSON("a member name that is there already", first.at)]);
  return value;
}

function read(source: string | Uint8Array, options: ParseOptions): { value: unknown; duplicates: Duplicate[] } {
  const lossless = options.numbers === "lossless";
  const duplicates: Duplicate[] = [];
  let text = "";
  let i = 0, places = 0, skipping = 0;
  const fail = (message: string): never => {
    throw new ValidationError([notJSON(`${message} at offset ${i}`)]);
  };
  try {
    text = typeof source === "string" ? source : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(source);
  } catch {
    fail("the text is not UTF-8");
  }
  const space = (): void => {
    for (let c = text.charCodeAt(i); c === 32 || c === 9 || c === 10 || c === 13; c = text.charCodeAt(i)) i++;
  };
  const string = (): string => {
    const from = i++;
    for (;;) {
      const c = text.charCodeAt(i);
      if (c === 34) break;
      if (Number.isNaN(c) || c < 32) fail("a string does not end, or holds a control character");
      i += c === 92 ? 2 : 1;
    }
    i++;
    let s = "";
    try {
      s = JSON.parse(text.slice(from, i)) as string;
    } catch {
      fail("an escape is broken");
    }
    if (broken(s)) fail("a string holds half of a surrogate pair");
    return s;
  };
  const number = (): JsonNumber => {
    const m = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?(\d+))?/y;
    m.lastIndex = i;
    const found = m.exec(text);
    if (found === null) return fail("a value is expected");
    if ((found[1] ?? "").replace(/^0+/, "").length > 18) fail("the exponent has more than 18 digits");
    i = m.lastIndex;
    const literal = found[0], n = Number(literal);
    if (literal.length < 16 || (Number.isFinite(n) && compare(n, literal) === 0)) {
      if (Number.isFinite(n) && (literal.length < 16 ? compare(n, literal) === 0 : true)) return n;
    }
    if (!lossless) fail("a number that JavaScript does not hold exactly: read it with numbers: \"lossless\"");
    return isWhole(literal) && decimal(literal).power < 5000 ? whole(literal) : new Exact(literal);
  };
  const value = (depth: number, at: string): unknown => {
    if (skipping === 0) places++;
    space();
    const c = text[i];
    switch (c) {
      case "{": {
        if (depth >= MAX_DEPTH) fail("arrays and objects nest too deep");
        const o: Record<string, unknown> = {};
        i++;
        space();
        if (text[i] === "}") {
          i++;
          return o;
        }
        for (;;) {
          space();
          if (text[i] !== "\"") fail("a name is expected");
          const name = string();
          const below = at + "/" + token(name);
          const again = Object.hasOwn(o, name);
          if (again) {
            if (skipping === 0) duplicates.push({ at: below, within: o, place: places - 0.5 });
            skipping++;
          } else if (skipping === 0) places++;
          space();
          if (text[i++] !== ":") fail("a colon is expected");
          const v = value(depth + 1, below);
          if (again) skipping--;
          else if (name === "__proto__") Object.defineProperty(o, name, { value: v, enumerable: true, writable: true, configurable: true });
          else o[name] = v;
          space();
          const d = text[i++];
          if (d === "}") return o;
          if (d !== ",") fail("a comma or the end of the object is expected");
        }
      }
      case "[": {
        if (depth >= MAX_DEPTH) fail("arrays and objects nest too deep");
        const list: unknown[] = [];
        i++;
        space();
        if (text[i] === "]") {
          i++;
          return list;
        }
        for (;;) {
          list.push(value(depth + 1, at + "/" + String(list.length)));
          space();
          const d = text[i++];
          if (d === "]") return list;
          if (d !== ",") fail("a comma or the end of the array is expected");
        }
      }
      case "\"":
        return string();
      case "t":
      case "f":
      case "n":
        for (const [word, v] of [["true", true], ["false", false], ["null", null]] as const) {
          if (text.startsWith(word, i)) {
            i += word.length;
            return v;
          }
        }
        return fail("a value is expected");
      default:
        return number();
    }
  };
  const v = value(0, "");
  space();
  if (i < text.length) fail("something stands behind the value");
  return { value: v, duplicates };
}

function whole(literal: string): bigint {
  const d = decimal(literal);
  const n = BigInt(d.digits + "0".repeat(d.power - d.digits.length));
  return d.negative ? -n : n;
}

/** Prints a value as JSON: numbers that were read losslessly keep their digits. */
export function stringify(v: unknown): string {
  switch (kindOf(v)) {
    case INTEGER:
    case FRACTION:
      return literalOf(v as JsonNumber);
    case ARRAY:
      return "[" + (v as unknown[]).map(stringify).join(",") + "]";
    case OBJECT: {
      const o = v as Members;
      return "{" + Object.keys(o).filter((k) => o[k] !== undefined).map((k) => JSON.stringify(k) + ":" + stringify(o[k])).join(",") + "}";
    }
    case 0:
      throw new TypeError("the value is no JSON value");
    default:
      return JSON.stringify(v);
  }
}

/** Reads and validates a text. */
export function parse<T>(check: Check, rules: readonly Rule[], text: string | Uint8Array, options: ParseOptions = {}): T {
  const { value, duplicates } = read(text, options);
  const found = violations(check, rules, value, duplicates);
  if (found.length > 0) throw new ValidationError(found);
  return value as T;
}

/** The Standard Schema interface, version 1 (standardschema.dev). */
export interface StandardSchema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "acigen";
    readonly validate: (value: unknown) => { readonly value: T } | { readonly issues: readonly { readonly message: string; readonly path: readonly (string | number)[] }[] };
    readonly types?: { readonly input: T; readonly output: T };
  };
}

export function standard<T>(check: Check, rules: () => readonly Rule[]): StandardSchema<T> {
  return {
    "~standard": {
      version: 1,
      vendor: "acigen",
      validate: (value) => {
        const found = violations(check, rules(), value);
        if (found.length === 0) return { value: value as T };
        return { issues: found.map((v) => ({ message: v.message, path: pathOf(v.instancePointer, value) })) };
      },
    },
  };
}

function pathOf(pointer: string, root: unknown): (string | number)[] {
  let at = root;
  return pointer.split("/").slice(1).map((t) => {
    const name = t.replaceAll("~1", "/").replaceAll("~0", "~");
    const step = Array.isArray(at) ? Number(name) : name;
    at = Array.isArray(at) ? at[step as number] : kindOf(at) === OBJECT ? (at as Members)[name] : undefined;
    return step;
  });
}

// The formats that are asserted.
/** The number that two digits at i write, or NaN. */
function two(s: string, i: number): number {
  const a = s.charCodeAt(i) - 48, b = s.charCodeAt(i + 1) - 48;
  return a >= 0 && a <= 9 && b >= 0 && b <= 9 ? a * 10 + b : NaN;
}

function isDate(s: string): boolean {
  if (s.length !== 10 || s[4] !== "-" || s[7] !== "-") return false;
  const year = two(s, 0) * 100 + two(s, 2), month = two(s, 5), day = two(s, 8);
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1)) return false;
  if (day <= 28) return true;
  if (month === 2) return day === 29 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31);
}

function isTime(s: string): boolean {
  if (s[2] !== ":" || s[5] !== ":") return false;
  const hour = two(s, 0), minute = two(s, 3), second = two(s, 6);
  if (!(hour <= 23 && minute <= 59 && second <= 60)) return false;
  let i = 8;
  if (s[i] === ".") {
    const from = ++i;
    for (let c = s.charCodeAt(i); c >= 48 && c <= 57; c = s.charCodeAt(i)) i++;
    if (i === from) return false;
  }
  let offset = 0;
  if (s.length === i + 1) {
    if (s[i] !== "Z" && s[i] !== "z") return false;
  } else {
    const h = two(s, i + 1), min = two(s, i + 4);
    if (s.length !== i + 6 || (s[i] !== "+" && s[i] !== "-") || s[i + 3] !== ":" || !(h <= 23 && min <= 59)) return false;
    offset = (s[i] === "-" ? -1 : 1) * (h * 60 + min);
  }
  // A leap second is 23:59:60 UTC, on whichever day.
  return second < 60 || (hour * 60 + minute - offset + 1440) % 1440 === 1439;
}

function isHostname(s: string): boolean {
  return s.length <= 253 && /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/.test(s);
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;

function isIPv6(s: string): boolean {
  const halves = s.split("::");
  if (halves.length > 2) return false;
  let groups = 0;
  for (const [h, half] of halves.entries()) {
    if (half === "") {
      if (halves.length === 1) return false;
      continue;
    }
    const parts = half.split(":");
    for (const [i, part] of parts.entries()) {
      if (part.includes(".")) {
        if (i !== parts.length - 1 || h !== halves.length - 1 || !IPV4.test(part)) return false;
        groups += 2;
      } else if (/^[0-9A-Fa-f]{1,4}$/.test(part)) groups++;
      else return false;
    }
  }
  return halves.length === 2 ? groups < 8 : groups === 8;
}

function isEmail(s: string): boolean {
  const quoted = /^"(?:[ !#-[\]-~]|\\[ -~])*"/.exec(s);
  const local = quoted ?? /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+(?:\.[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+)*/.exec(s);
  if (local === null || local[0].length > 64 || s[local[0].length] !== "@") return false;
  const domain = s.slice(local[0].length + 1);
  if (!domain.startsWith("[")) return isHostname(domain);
  if (!domain.endsWith("]")) return false;
  const address = domain.slice(1, -1);
  return /^ipv6:/i.test(address) ? isIPv6(address.slice(5)) : IPV4.test(address);
}

const PCHAR = "(?:[A-Za-z0-9\\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})";
const USERINFO = "(?:[A-Za-z0-9\\-._~!$&'()*+,;=:]|%[0-9A-Fa-f]{2})*";
const REGNAME = "(?:[A-Za-z0-9\\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*";
const URI_PARTS = new RegExp(`^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://(?:(${USERINFO})@)?(\\[[^\\]]*\\]|${REGNAME})(?::\\d*)?(?=[/?#]|$))?((?:${PCHAR}|/)*)(?:\\?(?:${PCHAR}|[/?])*)?(?:#(?:${PCHAR}|[/?])*)?$`);

function isURIReference(s: string, absolute: boolean): boolean {
  const m = URI_PARTS.exec(s);
  if (m === null) return false;
  const scheme = m[1], host = m[3], path = m[4] ?? "";
  if (absolute && scheme === undefined) return false;
  if (host === undefined && path.startsWith("//")) return false;
  if (scheme === undefined && host === undefined && /^[^/]*:/.test(path)) return false;
  if (host?.startsWith("[") === true) {
    const literal = host.slice(1, -1);
    if (!isIPv6(literal) && !/^[vV][0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+$/.test(literal)) return false;
  }
  return true;
}

/** Tells whether a string has a format. */
export function format(name: string, s: string): boolean {
  switch (name) {
    case "date":
      return isDate(s);
    case "time":
      return isTime(s);
    case "date-time":
      return (s[10] === "T" || s[10] === "t") && isDate(s.slice(0, 10)) && isTime(s.slice(11));
    case "duration":
      return /^P(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?|T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))$/.test(s);
    case "email":
      return isEmail(s);
    case "hostname":
      return isHostname(s);
    case "ipv4":
      return IPV4.test(s);
    case "ipv6":
      return isIPv6(s);
    case "uri":
      return isURIReference(s, true);
    case "uri-reference":
      return isURIReference(s, false);
    case "uuid":
      return /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/.test(s);
    case "json-pointer":
      return /^(?:\/(?:[^~/]|~[01])*)*$/.test(s);
    case "regex":
      try {
        new RegExp(s, "u");
        return true;
      } catch {
        return false;
      }
    default:
      return true;
  }
}
