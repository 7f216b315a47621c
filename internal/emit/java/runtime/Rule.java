/** What a violation says of the schema. */
record Rule(String schema, String pointer, String keyword, String message) {}
