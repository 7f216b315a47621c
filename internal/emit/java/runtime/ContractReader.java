import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import java.io.IOException;
import java.util.function.Function;

/** Lets any ObjectMapper read a type of the contract, by the contract's rules whatever the mapper allows. */
abstract class ContractReader<T> extends StdDeserializer<T> {
    private static final long serialVersionUID = 1L;

    private final transient Function<JsonNode, T> of;

    ContractReader(Class<T> type, Function<JsonNode, T> of) {
        super(type);
        this.of = of;
    }

    @Override
    public T deserialize(JsonParser p, DeserializationContext context) throws IOException {
        return hold(p, Json.read(p));
    }

    @Override
    public T getNullValue(DeserializationContext context) throws JsonMappingException {
        return hold(context.getParser(), context.getNodeFactory().nullNode());
    }

    private T hold(JsonParser p, JsonNode v) throws JsonMappingException {
        try {
            return of.apply(v);
        } catch (ContractException e) {
            throw JsonMappingException.from(p, e.getMessage(), e);
        }
    }
}
