import com.fasterxml.jackson.databind.JsonNode;

/** Tells whether a value holds; the run collects what is broken. */
interface Check {
    boolean holds(JsonNode v, String at, Run run);
}
