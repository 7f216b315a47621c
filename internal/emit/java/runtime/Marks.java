import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What an unevaluated* keyword leaves out. */
record Marks(Set<String> names, List<Automaton> patterns, boolean all, int prefix, List<Check> contains, List<When> when) {
    /** Marks that hang on a test. */
    record When(Check test, boolean negate, Marks marks) {}

    private void collect(JsonNode v, Run run, List<Marks> out) {
        out.add(this);
        for (When w : when) {
            if (w.test.holds(v, "", run.quiet) != w.negate) {
                w.marks.collect(v, run, out);
            }
        }
    }

    boolean members(JsonNode v, Check check, String at, Run run) {
        List<Marks> found = new ArrayList<>();
        collect(v, run, found);
        if (found.stream().anyMatch(Marks::all)) {
            return true;
        }
        boolean ok = true;
        for (Map.Entry<String, JsonNode> member : v.properties()) {
            String name = member.getKey();
            if (found.stream().noneMatch(m -> m.names.contains(name) || m.patterns.stream().anyMatch(p -> p.test(name)))
                    && !check.holds(member.getValue(), run.in(at, name), run)) {
                if (run.quick()) {
                    return false;
                }
                ok = false;
            }
        }
        return ok;
    }

    boolean items(JsonNode v, Check check, String at, Run run) {
        List<Marks> found = new ArrayList<>();
        collect(v, run, found);
        if (found.stream().anyMatch(Marks::all)) {
            return true;
        }
        int behind = found.stream().mapToInt(Marks::prefix).max().orElse(0);
        boolean ok = true;
        for (int i = behind; i < v.size(); i++) {
            JsonNode x = v.get(i);
            if (found.stream().noneMatch(m -> m.contains.stream().anyMatch(c -> c.holds(x, "", run.quiet)))
                    && !check.holds(x, run.in(at, i), run)) {
                if (run.quick()) {
                    return false;
                }
                ok = false;
            }
        }
        return ok;
    }
}
