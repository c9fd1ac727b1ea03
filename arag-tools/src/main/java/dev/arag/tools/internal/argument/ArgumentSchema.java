package dev.arag.tools.internal.argument;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.tools.internal.text.QuotedInput;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** The argument names that the JSON schema of a tool declares. */
public record ArgumentSchema(Set<String> names) {
  private static final int MAX_DISTANCE = 2;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /**
   * Parses the schema.
   *
   * @param tool the name of the tool, for error messages
   * @param parameters the JSON schema of the arguments of the tool
   * @throws IllegalArgumentException if the parameters are not a JSON schema of type object
   */
  public static ArgumentSchema of(String tool, String parameters) {
    try {
      JsonNode schema = MAPPER.readTree(parameters);
      if (schema instanceof ObjectNode && "object".equals(schema.path("type").asText())) {
        return new ArgumentSchema(names(schema.path("properties").fieldNames()));
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("The parameters of " + tool + " are not valid JSON.", e);
    }
    throw new IllegalArgumentException(
        "The parameters of " + tool + " must be a JSON schema of type object.");
  }

  private static Set<String> names(Iterator<String> properties) {
    Set<String> names = new LinkedHashSet<>();
    properties.forEachRemaining(names::add);
    return names;
  }

  /**
   * @throws InvalidArgumentException if the schema does not declare one of the given names
   */
  public void requireKnown(Collection<String> given) {
    for (String name : given) {
      if (!names.contains(name)) {
        throw new InvalidArgumentException(unknown(name));
      }
    }
  }

  private String unknown(String name) {
    String meant = nearest(name).map(near -> " Did you mean \"" + near + "\"?").orElse("");
    String takes = names.isEmpty() ? " It takes none." : " It takes " + quoted(names) + ".";
    return "There is no argument " + QuotedInput.quote(name) + "." + meant + takes;
  }

  private Optional<String> nearest(String name) {
    return names.stream()
        .filter(known -> EditDistance.isAtMost(MAX_DISTANCE, name, known))
        .min(Comparator.comparingInt(known -> EditDistance.between(name, known)));
  }

  private static String quoted(Collection<String> names) {
    return "\"" + String.join("\", \"", names) + "\"";
  }
}
