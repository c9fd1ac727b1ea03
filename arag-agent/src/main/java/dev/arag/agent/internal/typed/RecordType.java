package dev.arag.agent.internal.typed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A record.
 *
 * @param components by name, in their order
 * @param constructor the canonical one, open to us
 */
record RecordType(Map<String, FieldType> components, Constructor<?> constructor)
    implements FieldType {
  @Override
  public ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = JsonNodeFactory.instance.arrayNode();
    components.forEach(
        (name, shape) -> {
          properties.set(name, shape.schema());
          if (!shape.isOptional()) {
            required.add(name);
          }
        });
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    return schema;
  }

  @Override
  public String words() {
    return "made of " + fields();
  }

  String fields() {
    return components.entrySet().stream()
        .map(each -> each.getKey() + " (" + each.getValue().words() + ")")
        .collect(Collectors.joining(", "));
  }

  /** Whether an object has anything of this record. */
  boolean knows(JsonNode object) {
    return components.isEmpty()
        || components.keySet().stream().anyMatch(name -> !find(object, name).isMissingNode());
  }

  @Override
  public Object read(JsonNode json, ReadContext at) {
    if (!json.isObject()) {
      throw at.wrong("must be an object " + words());
    }
    Object[] values =
        components.entrySet().stream()
            .map(each -> each.getValue().read(find(json, each.getKey()), at.at(each.getKey())))
            .toArray();
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw refused(e.getCause(), at);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("A value of " + constructor + " cannot be made.", e);
    }
  }

  /** What a record says of values it does not take. */
  private static RuntimeException refused(@Nullable Throwable cause, ReadContext at) {
    if (cause instanceof Error error) {
      throw error;
    }
    String said = String.valueOf(cause == null ? null : cause.getMessage());
    return at.wrong("is not taken (" + said + ")");
  }

  /** By its name, or in another spelling of it. */
  private static JsonNode find(JsonNode object, String name) {
    if (object.has(name)) {
      return object.path(name);
    }
    for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
      String each = names.next();
      if (normal(each).equals(normal(name))) {
        return object.path(each);
      }
    }
    return MissingNode.getInstance();
  }

  private static String normal(String name) {
    return name.replaceAll("[ _-]", "").toLowerCase(Locale.ROOT);
  }
}
