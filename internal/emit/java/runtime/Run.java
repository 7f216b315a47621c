import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** One validation: it asks for a verdict alone, or collects every failure. */
final class Run {
    /** A rule that was broken: where, which one, and whether by a member's name. */
    record Failure(String at, int site, boolean name) {}

    /** The run that asks for verdicts, as branches do. */
    final Run quiet;

    private final List<Failure> failures;
    private final Map<JsonNode, Map<Integer, Boolean>> memory;

    /** Returns a run that collects. */
    Run() {
        failures = new ArrayList<>();
        memory = null;
        quiet = new Run(new IdentityHashMap<>());
    }

    private Run(Map<JsonNode, Map<Integer, Boolean>> memory) {
        failures = null;
        this.memory = memory;
        quiet = this;
    }

    /** Tells whether only the verdict is asked for, so that the first failure ends it. */
    boolean quick() {
        return failures == null;
    }

    List<Failure> failures() {
        return failures;
    }

    /** Notes a failure; tells whether that ends the run. */
    boolean fails(String at, int site) {
        if (failures == null) {
            return true;
        }
        failures.add(new Failure(at, site, false));
        return false;
    }

    /** Notes a failure of the name of the member that stands there; tells whether that ends the run. */
    boolean failsHere(String at, int site) {
        if (failures == null) {
            return true;
        }
        failures.add(new Failure(at, site, true));
        return false;
    }

    /** Notes a failure of a member's name; tells whether that ends the run. */
    boolean failsName(String at, String name, int site) {
        if (failures == null) {
            return true;
        }
        failures.add(new Failure(at + "/" + Json.token(name), site, true));
        return false;
    }

    /** Returns the place of an element. */
    String in(String at, int index) {
        return failures == null ? "" : at + "/" + index;
    }

    /** Returns the place of a member. */
    String in(String at, String name) {
        return failures == null ? "" : at + "/" + Json.token(name);
    }

    /** Returns the remembered verdict on a container, or null. */
    Boolean remembered(JsonNode v, int node) {
        if (memory == null || !v.isContainerNode()) {
            return null;
        }
        Map<Integer, Boolean> verdicts = memory.get(v);
        return verdicts == null ? null : verdicts.get(node);
    }

    /** Remembers a verdict: branches that read a value again cost no more than once. */
    boolean remember(JsonNode v, int node, boolean verdict) {
        if (memory != null && v.isContainerNode()) {
            memory.computeIfAbsent(v, k -> new HashMap<>(4)).put(node, verdict);
        }
        return verdict;
    }
}
