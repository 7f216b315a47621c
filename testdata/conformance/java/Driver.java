import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;

/**
 * Reads questions from standard input, one JSON array [module, type, text in base64] a line, and answers each in a
 * line: [verdict, keyword, pointer], or ["error", message].
 */
public final class Driver {
    public static void main(String[] args) throws Exception {
        ObjectMapper mapper = new ObjectMapper(JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder().maxNumberLength(100_000).maxNameLength(1_000_000).build()).build());
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonNode question = mapper.readTree(line);
            Class<?> type = Class.forName(question.get(0).asText() + "." + question.get(1).asText());
            out.println(mapper.writeValueAsString(answer(type, Base64.getDecoder().decode(question.get(2).asText()), mapper)));
        }
        out.flush();
    }

    private static List<Object> answer(Class<?> type, byte[] text, ObjectMapper mapper) throws Exception {
        Method parse = type.getMethod("parse", byte[].class);
        try {
            Object value = parse.invoke(null, (Object) text);
            String json = mapper.writeValueAsString(value);
            Object again = parse.invoke(null, (Object) json.getBytes(StandardCharsets.UTF_8));
            if (!Objects.equals(value, again)) {
                return List.of("the round trip differs: " + json);
            }
            if (value != null && !Objects.equals(value, mapper.readValue(json, value.getClass()))) {
                return List.of("Jackson reads something else: " + json);
            }
            return List.of(true, "", "");
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            if (!cause.getClass().getSimpleName().equals("ContractException")) {
                java.io.StringWriter trace = new java.io.StringWriter();
                cause.printStackTrace(new java.io.PrintWriter(trace));
                return List.of("error", trace.toString());
            }
            Object first = ((List<?>) cause.getClass().getMethod("violations").invoke(cause)).get(0);
            Class<?> c = first.getClass();
            return List.of(false, c.getMethod("keyword").invoke(first), c.getMethod("instancePointer").invoke(first));
        }
    }
}
