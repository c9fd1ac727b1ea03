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
 * A field whose value is a record.
 *
 * @param components the components by name, in the order of declaration
 * @param constructor the canonical constructor, made accessible
 */
record RecordType(Map<String, FieldType> components, Constructor<?> constructor)
    implements FieldType {
  @Override
  public ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = JsonNodeFactory.instance.arrayNode();
    components.forEach(
        (name, field) -> {
          properties.set(name, field.schema());
          // Not required instead of nullable: more grammars of local servers support that.
          if (!field.isOptional()) {
            required.add(name);
          }
        });
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    return schema;
  }

  @Override
  public String description() {
    return "made of " + fields();
  }

  String fields() {
    return components.entrySet().stream()
        .map(each -> each.getKey() + " (" + each.getValue().description() + ")")
        .collect(Collectors.joining(", "));
  }

  /** Whether an object contains at least one component of this record. */
  boolean matches(JsonNode object) {
    return components.isEmpty()
        || components.keySet().stream().anyMatch(name -> !find(object, name).isMissingNode());
  }

  @Override
  public Object read(JsonNode json, ReadContext context) {
    if (!json.isObject()) {
      throw context.error("must be an object " + description());
    }
    Object[] values =
        components.entrySet().stream()
            .map(each -> each.getValue().read(find(json, each.getKey()), context.at(each.getKey())))
            .toArray();
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw rejected(e.getCause(), context);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("The constructor " + constructor + " cannot be called.", e);
    }
  }

  /** Converts an exception of the record's constructor to a message for the model. */
  private static RuntimeException rejected(@Nullable Throwable cause, ReadContext context) {
    if (cause instanceof Error error) {
      throw error;
    }
    String message = String.valueOf(cause == null ? null : cause.getMessage());
    return context.error("is not taken (" + message + ")");
  }

  /** Returns the value with a name or another spelling of the name. */
  private static JsonNode find(JsonNode object, String name) {
    if (object.has(name)) {
      return object.path(name);
    }
    for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
      String each = names.next();
      if (normalize(each).equals(normalize(name))) {
        return object.path(each);
      }
    }
    return MissingNode.getInstance();
  }

  private static String normalize(String name) {
    return name.replaceAll("[ _-]", "").toLowerCase(Locale.ROOT);
  }
}
