/**
 * One rule that a value breaks.
 *
 * @param instancePointer the JSON Pointer (RFC 6901) of the value; the empty string is the root
 * @param schemaPointer the JSON Pointer of the keyword in the document schema
 * @param schema the $id of that document
 * @param keyword the keyword, or "json" for what is not strict JSON
 * @param message what is wrong, without any part of the value
 */
public record Violation(String instancePointer, String schemaPointer, String schema, String keyword, String message) {
    /** Returns a violation of JSON itself. */
    static Violation noJson(String at, String message) {
        return new Violation(at, "", "", "json", message);
    }
}
