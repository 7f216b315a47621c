import java.util.List;

/** Says that a value breaks its schema. */
public final class ContractException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient List<Violation> violations;

    ContractException(List<Violation> violations) {
        super(message(violations.get(0)));
        this.violations = List.copyOf(violations);
    }

    ContractException(String noJson) {
        this(List.of(Violation.noJson("", noJson)));
    }

    /** Returns all violations, at least one, by their position in the value, then in schema order. */
    public List<Violation> violations() {
        return violations;
    }

    private static String message(Violation v) {
        String at = v.instancePointer().isEmpty() ? "the root" : v.instancePointer();
        return at + ": " + v.message() + " (" + v.keyword() + ")";
    }
}
