import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** An object as it was read: names that stood twice count once, and are remembered. */
@SuppressWarnings("unchecked") // ObjectNode.deepCopy
final class StrictObject extends ObjectNode {
    private static final long serialVersionUID = 1L;

    /** A name that stood again behind so many members. */
    record Twice(String name, int before) {}

    final transient List<Twice> twice = new ArrayList<>(0);

    StrictObject() {
        super(JsonNodeFactory.instance);
    }
}
