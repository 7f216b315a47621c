import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Strict JSON (RFC 8259) for the types of the contract: UTF-8, no name twice in an object, no halves of surrogate
 * pairs, nothing behind the value; arrays and objects nest up to {@value #MAX_DEPTH} levels. Numbers keep their digits:
 * they have up to {@value #MAX_DIGITS} characters, and an exponent that a BigDecimal can hold; integers have up to as
 * many digits, written with an exponent or not.
 */
public final class Json {
    /** How deep arrays and objects may nest. */
    public static final int MAX_DEPTH = 128;

    /** How many characters a number may have. */
    public static final int MAX_DIGITS = 10_000;

    static final int NULL = 1;
    static final int BOOLEAN = 2;
    static final int INTEGER = 4;
    static final int FRACTION = 8;
    static final int STRING = 16;
    static final int ARRAY = 32;
    static final int OBJECT = 64;

    private static final ObjectMapper PRINTER = new ObjectMapper();
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNumberLength(MAX_DIGITS).maxStringLength(Integer.MAX_VALUE).maxNameLength(Integer.MAX_VALUE).maxNestingDepth(MAX_DEPTH + 1).build())
            .build();

    /** How many constructors of this thread are called for a value that has been checked as a whole. */
    private static final ThreadLocal<Integer> TRUSTED = ThreadLocal.withInitial(() -> 0);

    private Json() {}

    // Reading.

    /** Reads UTF-8. Names that stand twice are left for the check. */
    static JsonNode parse(byte[] text) {
        try {
            return parse(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString());
        } catch (CharacterCodingException e) {
            throw new ContractException("the text is not UTF-8");
        }
    }

    /** Reads a text. */
    static JsonNode parse(String text) {
        if (text.startsWith("\uFEFF")) {
            throw new ContractException("a byte order mark stands before the value");
        }
        try (JsonParser p = FACTORY.createParser(text)) {
            p.nextToken();
            JsonNode v = read(p);
            if (p.nextToken() != null) {
                throw new ContractException("something follows the value");
            }
            return v;
        } catch (StreamConstraintsException e) {
            throw new ContractException("a number has more than " + MAX_DIGITS + " characters, or the text is beyond what is read");
        } catch (JsonProcessingException e) {
            throw new ContractException(e.getOriginalMessage() == null ? "the text is no JSON" : "the text is no JSON: " + where(e));
        } catch (IOException | NumberFormatException | ArithmeticException e) {
            throw new ContractException("the text is no JSON that can be read");
        }
    }

    /** The place alone: what a parser says of the text may quote it. */
    private static String where(JsonProcessingException e) {
        return e.getLocation() == null ? "it ends too soon" : "line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr();
    }

    /** Reads the value whose first token a parser stands at. */
    static JsonNode read(JsonParser p) throws IOException {
        return read(p, 0);
    }

    private static JsonNode read(JsonParser p, int depth) throws IOException {
        JsonToken token = p.currentToken();
        if (token == null) {
            throw new ContractException("a value is expected");
        }
        switch (token) {
            case START_OBJECT:
            case FIELD_NAME:
            case END_OBJECT:
                return readObject(p, depth);
            case START_ARRAY:
                deeper(depth);
                ArrayNode array = JsonNodeFactory.instance.arrayNode();
                while (p.nextToken() != JsonToken.END_ARRAY) {
                    array.add(read(p, depth + 1));
                }
                return array;
            case VALUE_STRING:
                return TextNode.valueOf(p.getText());
            case VALUE_NUMBER_INT:
                return integer(p);
            case VALUE_NUMBER_FLOAT:
                return fraction(p);
            case VALUE_TRUE:
                return BooleanNode.TRUE;
            case VALUE_FALSE:
                return BooleanNode.FALSE;
            case VALUE_NULL:
                return NullNode.instance;
            default:
                throw new ContractException("the value is no JSON value");
        }
    }

    private static JsonNode readObject(JsonParser p, int depth) throws IOException {
        deeper(depth);
        StrictObject object = new StrictObject();
        JsonToken token = p.currentToken() == JsonToken.START_OBJECT ? p.nextToken() : p.currentToken();
        for (; token == JsonToken.FIELD_NAME; token = p.nextToken()) {
            String name = p.currentName();
            p.nextToken();
            JsonNode value = read(p, depth + 1);
            if (object.has(name)) {
                object.twice.add(new StrictObject.Twice(name, object.size()));
            } else {
                object.set(name, value);
            }
        }
        return object;
    }

    private static void deeper(int depth) {
        if (depth >= MAX_DEPTH) {
            throw new ContractException("arrays and objects nest too deep");
        }
    }

    private static JsonNode integer(JsonParser p) throws IOException {
        return switch (p.getNumberType()) {
            case INT -> IntNode.valueOf(p.getIntValue());
            case LONG -> LongNode.valueOf(p.getLongValue());
            default -> BigIntegerNode.valueOf(p.getBigIntegerValue());
        };
    }

    private static JsonNode fraction(JsonParser p) throws IOException {
        try {
            BigDecimal d = p.getDecimalValue();
            // What prints as an integer is one, as it will be when it is read again.
            return d.scale() == 0 ? tree(d.unscaledValue()) : DecimalNode.valueOf(d);
        } catch (NumberFormatException | ArithmeticException e) {
            throw new ContractException("the number is beyond what a BigDecimal holds");
        }
    }

    // Checking.

    /** Returns what a value breaks, by its position in it, then in schema order: nothing when it holds. */
    static List<Violation> violations(Check check, JsonNode v) {
        Run run = new Run();
        boolean[] twice = new boolean[1];
        String why = unsound(v, 0, twice);
        if (why != null) {
            return List.of(Violation.noJson("", why));
        }
        if (!twice[0] && check.holds(v, "", run.quiet)) {
            return List.of();
        }
        check.holds(v, "", run);
        return sorted(run.failures(), v);
    }

    /** Returns what a text breaks. */
    static List<Violation> violations(Check check, String text) {
        try {
            return violations(check, parse(text));
        } catch (ContractException e) {
            return e.violations();
        }
    }

    /** Throws a ContractException unless a value holds. */
    static void hold(Check check, JsonNode v) {
        List<Violation> found = violations(check, v);
        if (!found.isEmpty()) {
            throw new ContractException(found);
        }
    }

    /** Makes a type of a value that holds. */
    static <T> T of(Check check, JsonNode v, Function<JsonNode, T> from) {
        hold(check, v);
        TRUSTED.set(TRUSTED.get() + 1);
        try {
            return from.apply(v);
        } finally {
            TRUSTED.set(TRUSTED.get() - 1);
        }
    }

    /** Tells whether a constructor is called with what has not been checked. */
    static boolean unchecked() {
        return TRUSTED.get() == 0;
    }

    /** Why a value is no JSON that could have been read, or null; also finds names that stand twice. */
    private static String unsound(JsonNode v, int depth, boolean[] twice) {
        switch (kind(v)) {
            case 0:
                return "the value is no JSON value";
            case STRING:
                return half(v.textValue());
            case ARRAY:
            case OBJECT:
                break;
            default:
                return null;
        }
        if (depth >= MAX_DEPTH) {
            return "arrays and objects nest too deep";
        }
        twice[0] |= ambiguous(v);
        if (v.isObject()) {
            for (Map.Entry<String, JsonNode> member : v.properties()) {
                String why = half(member.getKey());
                if (why == null) {
                    why = unsound(member.getValue(), depth + 1, twice);
                }
                if (why != null) {
                    return why;
                }
            }
            return null;
        }
        for (JsonNode x : v) {
            String why = unsound(x, depth + 1, twice);
            if (why != null) {
                return why;
            }
        }
        return null;
    }

    private static String half(String s) {
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (Character.isSurrogate(c)) {
                if (Character.isLowSurrogate(c) || i + 1 == s.length() || !Character.isLowSurrogate(s.charAt(i + 1))) {
                    return "a string holds half of a surrogate pair";
                }
                i++;
            }
        }
        return null;
    }

    private record Found(double place, int site, String at) {}

    private record Place(String at, boolean name) {}

    /** Numbers the places of a value in the order in which they stand. */
    private static final class Order {
        final Map<Place, Integer> places = new HashMap<>();
        final Set<Found> duplicates = new LinkedHashSet<>();
        private int n;

        void visit(JsonNode v, String at) {
            places.put(new Place(at, false), n++);
            if (v.isArray()) {
                for (int i = 0; i < v.size(); i++) {
                    visit(v.get(i), at + "/" + i);
                }
            } else if (v.isObject()) {
                int i = 0;
                for (Map.Entry<String, JsonNode> member : v.properties()) {
                    twice(v, at, i++);
                    String below = at + "/" + token(member.getKey());
                    places.put(new Place(below, true), n++);
                    visit(member.getValue(), below);
                }
                twice(v, at, i);
            }
        }

        private void twice(JsonNode v, String at, int before) {
            if (ambiguous(v)) {
                for (StrictObject.Twice t : ((StrictObject) v).twice) {
                    if (t.before() == before) {
                        duplicates.add(new Found(n - 0.5, -1, at + "/" + token(t.name())));
                    }
                }
            }
        }
    }

    private static List<Violation> sorted(List<Run.Failure> failures, JsonNode v) {
        Order order = new Order();
        order.visit(v, "");
        Set<Found> found = new LinkedHashSet<>(order.duplicates);
        for (Run.Failure f : failures) {
            found.add(new Found(order.places.getOrDefault(new Place(f.at(), f.name()), 0), f.site(), f.at()));
        }
        List<Found> list = new ArrayList<>(found);
        list.sort(Comparator.comparingDouble(Found::place).thenComparingInt(Found::site).thenComparing(Found::at));
        List<Violation> out = new ArrayList<>();
        for (Found f : list) {
            if (f.site < 0) {
                out.add(Violation.noJson(f.at, "a member name that is there already"));
            } else {
                Rule r = Rules.get(f.site);
                out.add(new Violation(f.at, r.pointer(), r.schema(), r.keyword(), r.message()));
            }
        }
        return out;
    }

    // What printed checks call.

    /** The JSON type of a value; 0 is none. */
    static int kind(JsonNode v) {
        if (v == null) {
            return 0;
        }
        switch (v.getNodeType()) {
            case STRING:
                return STRING;
            case OBJECT:
                return OBJECT;
            case ARRAY:
                return ARRAY;
            case BOOLEAN:
                return BOOLEAN;
            case NULL:
                return NULL;
            case NUMBER:
                if (v.isIntegralNumber()) {
                    return INTEGER;
                }
                if ((v.isDouble() || v.isFloat()) && !Double.isFinite(v.doubleValue())) {
                    return 0;
                }
                return whole(v.decimalValue()) ? INTEGER : FRACTION;
            default:
                return 0;
        }
    }

    private static boolean whole(BigDecimal d) {
        return d.scale() <= 0 || d.signum() == 0 || d.stripTrailingZeros().scale() <= 0;
    }

    /** Tells whether a name stood twice in an object. */
    static boolean ambiguous(JsonNode v) {
        return v instanceof StrictObject o && !o.twice.isEmpty();
    }

    /** The number of code points. */
    static int length(String s) {
        return s.codePointCount(0, s.length());
    }

    /** Compares exactly. */
    static int compare(JsonNode v, BigDecimal limit) {
        return v.decimalValue().compareTo(limit);
    }

    /** Compares exactly. */
    static int compare(JsonNode v, long limit) {
        return v.isInt() || v.isLong() ? Long.compare(v.longValue(), limit) : v.decimalValue().compareTo(BigDecimal.valueOf(limit));
    }

    /** Tells whether a number is a multiple of another. */
    static boolean multiple(JsonNode v, BigDecimal limit) {
        BigDecimal a = v.decimalValue();
        if (a.signum() == 0) {
            return true;
        }
        a = a.stripTrailingZeros();
        BigDecimal b = limit.stripTrailingZeros();
        BigInteger x = a.unscaledValue().abs();
        BigInteger y = b.unscaledValue().abs();
        long shift = (long) b.scale() - a.scale();
        if (shift >= 0) {
            return x.multiply(BigInteger.TEN.modPow(BigInteger.valueOf(shift), y)).mod(y).signum() == 0;
        }
        // x is no multiple of ten, so it has at most so many factors of two or of five.
        return -shift <= x.bitLength() && x.mod(y.multiply(BigInteger.TEN.pow((int) -shift))).signum() == 0;
    }

    /** Tells whether no two elements are equal. */
    static boolean unique(JsonNode v) {
        if (v.size() < 2) {
            return true;
        }
        Set<String> seen = new HashSet<>();
        for (JsonNode x : v) {
            if (!seen.add(key(x))) {
                return false;
            }
        }
        return true;
    }

    /** A text that is equal for equal JSON values, and for no others. */
    static String key(JsonNode v) {
        StringBuilder out = new StringBuilder();
        key(v, out);
        return out.toString();
    }

    private static void key(JsonNode v, StringBuilder out) {
        switch (kind(v)) {
            case STRING -> out.append('s').append(v.textValue().length()).append(':').append(v.textValue());
            case INTEGER, FRACTION -> {
                BigDecimal d = v.decimalValue();
                d = d.signum() == 0 ? BigDecimal.ZERO : d.stripTrailingZeros();
                out.append('n').append(d.unscaledValue()).append('e').append(-(long) d.scale());
            }
            case ARRAY -> {
                out.append('[');
                for (JsonNode x : v) {
                    key(x, out);
                    out.append(',');
                }
                out.append(']');
            }
            case OBJECT -> {
                Set<String> names = new TreeSet<>();
                v.fieldNames().forEachRemaining(names::add);
                out.append('{');
                for (String name : names) {
                    out.append(name.length()).append(':').append(name);
                    key(v.get(name), out);
                    out.append(',');
                }
                out.append('}');
            }
            default -> out.append(v.asText());
        }
    }

    /** Reads the values of an enum or const. */
    static Set<String> keys(String... values) {
        Set<String> out = new HashSet<>();
        for (String text : values) {
            out.add(key(parse(text)));
        }
        return out;
    }

    /** Tells whether a value is one of some strings. */
    static boolean among(JsonNode v, Set<String> strings) {
        return v.isTextual() && strings.contains(v.textValue());
    }

    /** Reads strings that stand in arrays of JSON. */
    static Set<String> strings(String... arrays) {
        Set<String> out = new HashSet<>();
        for (String text : arrays) {
            for (JsonNode x : parse(text)) {
                out.add(x.textValue());
            }
        }
        return out;
    }

    static boolean countOf(JsonNode a, JsonNode b) {
        return !b.isArray() || kind(a) != INTEGER || compare(a, BigDecimal.valueOf(b.size())) == 0;
    }

    static boolean atLeast(JsonNode a, JsonNode b) {
        return kind(a) != INTEGER || kind(b) != INTEGER || a.decimalValue().compareTo(b.decimalValue()) >= 0;
    }

    /** A token of a JSON Pointer. */
    static String token(String name) {
        return name.indexOf('~') < 0 && name.indexOf('/') < 0 ? name : name.replace("~", "~0").replace("/", "~1");
    }

    // Between values and the types of the contract.

    static JsonNode tree(ContractValue v) {
        return v == null ? NullNode.instance : v.toTree();
    }

    static JsonNode tree(String v) {
        return v == null ? NullNode.instance : TextNode.valueOf(v);
    }

    static JsonNode tree(Boolean v) {
        return v == null ? NullNode.instance : BooleanNode.valueOf(v);
    }

    static JsonNode tree(Long v) {
        if (v == null) {
            return NullNode.instance;
        }
        return v.intValue() == v ? IntNode.valueOf(v.intValue()) : LongNode.valueOf(v);
    }

    static JsonNode tree(BigInteger v) {
        if (v == null) {
            return NullNode.instance;
        }
        return v.bitLength() < 64 ? tree(Long.valueOf(v.longValue())) : BigIntegerNode.valueOf(v);
    }

    static JsonNode tree(BigDecimal v) {
        if (v == null) {
            return NullNode.instance;
        }
        return v.scale() == 0 ? tree(v.unscaledValue()) : DecimalNode.valueOf(v);
    }

    static JsonNode tree(JsonNode v) {
        return v == null ? NullNode.instance : v;
    }

    static <T> JsonNode maybe(Optional<T> v, Function<T, JsonNode> tree) {
        return v.isPresent() ? tree.apply(v.get()) : NullNode.instance;
    }

    /** Notes that an element stands behind so many others. */
    static void behind(ArrayNode out, int before) {
        if (out.size() != before) {
            throw new ContractException("an element is absent that others follow");
        }
    }

    static <T> JsonNode array(Collection<T> list, Function<T, JsonNode> tree) {
        if (list == null) {
            return NullNode.instance;
        }
        ArrayNode out = JsonNodeFactory.instance.arrayNode(list.size());
        for (T x : list) {
            out.add(tree.apply(x));
        }
        return out;
    }

    static <T> JsonNode object(Map<String, T> map, Function<T, JsonNode> tree) {
        if (map == null) {
            return NullNode.instance;
        }
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        map.forEach((name, x) -> out.set(name, tree.apply(x)));
        return out;
    }

    /** Adds the members of an open object that have no component of their own. */
    static <T> void others(ObjectNode out, Map<String, T> map, Set<String> known, Function<T, JsonNode> tree) {
        if (map == null) {
            return;
        }
        map.forEach((name, x) -> {
            if (known.contains(name)) {
                throw new ContractException(List.of(Violation.noJson("/" + token(name), "a member name that has a component of its own")));
            }
            out.set(name, tree.apply(x));
        });
    }

    static <T> List<T> list(JsonNode v, Function<JsonNode, T> from) {
        List<T> out = new ArrayList<>(v.size());
        for (JsonNode x : v) {
            out.add(from.apply(x));
        }
        return out;
    }

    static <T> Map<String, T> map(JsonNode v, Function<JsonNode, T> from) {
        Map<String, T> out = new LinkedHashMap<>();
        v.properties().forEach(member -> out.put(member.getKey(), from.apply(member.getValue())));
        return out;
    }

    static <T> Map<String, T> others(JsonNode v, Set<String> known, Function<JsonNode, T> from) {
        Map<String, T> out = new LinkedHashMap<>();
        v.properties().forEach(member -> {
            if (!known.contains(member.getKey())) {
                out.put(member.getKey(), from.apply(member.getValue()));
            }
        });
        return out;
    }

    /** Returns a member that may be absent; null is that. */
    static <T> T member(JsonNode v, String name, Function<JsonNode, T> from) {
        JsonNode x = v.get(name);
        return x == null ? null : from.apply(x);
    }

    /** Returns the element of a tuple that may be absent; null is that. */
    static <T> T element(JsonNode v, int index, Function<JsonNode, T> from) {
        JsonNode x = v.get(index);
        return x == null ? null : from.apply(x);
    }

    /** Returns the elements behind those of a tuple. */
    static <T> List<T> rest(JsonNode v, int behind, Function<JsonNode, T> from) {
        List<T> out = new ArrayList<>();
        for (int i = behind; i < v.size(); i++) {
            out.add(from.apply(v.get(i)));
        }
        return out;
    }

    /** Returns null for JSON's null. */
    static <T> T orNull(JsonNode v, Function<JsonNode, T> from) {
        return v.isNull() ? null : from.apply(v);
    }

    /** Returns what may be null where absence is told apart. */
    static <T> Optional<T> maybe(JsonNode v, Function<JsonNode, T> from) {
        return Optional.ofNullable(from.apply(v));
    }

    static Long toLong(JsonNode v) {
        return v.canConvertToLong() && v.isIntegralNumber() ? v.longValue() : v.decimalValue().longValueExact();
    }

    static BigInteger toInteger(JsonNode v) {
        if (v.isIntegralNumber()) {
            return v.bigIntegerValue();
        }
        BigDecimal d = v.decimalValue();
        if ((long) d.precision() - d.scale() > MAX_DIGITS) {
            throw new ContractException("the integer has too many digits to be held");
        }
        return d.toBigIntegerExact();
    }

    /** Returns a value that nobody else can alter. */
    static JsonNode copy(JsonNode v) {
        return v == null || v.isValueNode() ? v : v.deepCopy();
    }

    /** Returns an unmodifiable copy, which may hold null. */
    static <T> List<T> copy(List<T> list, Function<T, T> element) {
        if (list == null) {
            return null;
        }
        List<T> out = new ArrayList<>(list.size());
        for (T x : list) {
            out.add(x == null ? null : element.apply(x));
        }
        return Collections.unmodifiableList(out);
    }

    /** Returns a copy of what is there. */
    static <T> Optional<T> copy(Optional<T> v, Function<T, T> value) {
        return v == null ? null : v.map(value);
    }

    /** Returns an unmodifiable copy, which may hold null. */
    static <T> Map<String, T> copy(Map<String, T> map, Function<T, T> element) {
        if (map == null) {
            return null;
        }
        Map<String, T> out = new LinkedHashMap<>();
        map.forEach((name, x) -> out.put(Objects.requireNonNull(name), x == null ? null : element.apply(x)));
        return Collections.unmodifiableMap(out);
    }

    /** Demands nothing. */
    static boolean anything(JsonNode v, String at, Run run) {
        return true;
    }

    static String print(JsonNode v) {
        try {
            return PRINTER.writeValueAsString(v);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree that cannot be printed", e);
        }
    }
}
