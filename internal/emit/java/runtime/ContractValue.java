import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;

/** What all types of the contract have in common: each is one JSON value. */
public interface ContractValue {
    /** Returns the value as Jackson has it: absent members are left out, numbers keep their digits. */
    @JsonValue
    JsonNode toTree();

    /** Returns the value as compact JSON. */
    default String toJson() {
        return Json.print(toTree());
    }
}
