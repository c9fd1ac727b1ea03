package dev.arag.evaluation.internal.row;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import dev.arag.core.internal.string.LoneSurrogates;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes a row as one line of JSON. The records name the fields: those of the reference
 * implementation first, in its order, followed by the object {@code arag}. Unknown fields are
 * skipped.
 */
final class ResultRowCodec {
  private static final ObjectMapper JSON = mapper();

  private ResultRowCodec() {}

  private static ObjectMapper mapper() {
    ObjectMapper mapper =
        JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .visibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
            .build();
    JsonSetter.Value asEmpty = JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY);
    mapper.configOverride(String.class).setSetterInfo(asEmpty);
    mapper.configOverride(Map.class).setSetterInfo(asEmpty);
    mapper.configOverride(List.class).setSetterInfo(asEmpty.withContentNulls(Nulls.FAIL));
    return mapper;
  }

  static String write(ResultRow row) {
    try {
      return LoneSurrogates.escape(JSON.writeValueAsString(row));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("The row cannot be written as JSON.", e);
    }
  }

  static ResultRow read(String line) {
    try (JsonParser in = JSON.createParser(line)) {
      ResultRow row = JSON.readValue(in, ResultRow.class);
      if (row == null) {
        throw new IllegalArgumentException("The row must be a JSON object.");
      }
      if (in.nextToken() != null) {
        throw new IllegalArgumentException("Text follows the JSON object.");
      }
      return row;
    } catch (JsonMappingException e) {
      throw new IllegalArgumentException(problem(e), e);
    } catch (StreamReadException e) {
      throw new IllegalArgumentException(invalid(e), e);
    } catch (IOException e) {
      throw new IllegalArgumentException("Invalid JSON: " + e.getMessage(), e);
    }
  }

  private static String invalid(StreamReadException failure) {
    return "Invalid JSON at column "
        + failure.getLocation().getColumnNr()
        + ": "
        + failure.getOriginalMessage();
  }

  private static String problem(JsonMappingException failure) {
    if (failure.getCause() instanceof StreamReadException cause) {
      return invalid(cause);
    }
    String field = "The field \"" + field(failure.getPath()) + "\" ";
    if (failure instanceof InvalidNullException) {
      return field + "is missing.";
    }
    if (failure instanceof InvalidFormatException format && format.getTargetType().isEnum()) {
      return field + "has the unknown value \"" + format.getValue() + "\".";
    }
    return failure instanceof MismatchedInputException mismatch
        ? field + "must be " + expected(mismatch.getTargetType()) + "."
        : failure.getOriginalMessage();
  }

  private static String field(List<JsonMappingException.Reference> path) {
    String field = "row";
    for (JsonMappingException.Reference each : path) {
      field = each.getFieldName() == null ? field : each.getFieldName();
    }
    return field;
  }

  private static String expected(Class<?> type) {
    if (type == String.class) {
      return "a string";
    }
    if (type == boolean.class) {
      return "true or false";
    }
    if (List.class.isAssignableFrom(type)) {
      return "an array";
    }
    return type.isPrimitive() || type == Double.class ? "a number" : "a JSON object";
  }

  /** Reads the object {@code arag}, if this release can read its version. */
  static final class RunReader extends StdDeserializer<RunDetails> {
    private static final long serialVersionUID = 1;

    RunReader() {
      super(RunDetails.class);
    }

    @Override
    public @Nullable RunDetails deserialize(JsonParser in, DeserializationContext context)
        throws IOException {
      if (!in.isExpectedStartObjectToken()) {
        return (RunDetails) context.handleUnexpectedToken(RunDetails.class, in);
      }
      ObjectNode fields = in.readValueAsTree();
      int version = fields.path("version").asInt();
      if (version > RunDetails.VERSION) {
        throw new IllegalArgumentException(
            "The field \"arag.version\" is "
                + version
                + "; this release reads versions up to "
                + RunDetails.VERSION
                + ".");
      }
      if (!fields.hasNonNull("usage")) {
        fields.putObject("usage");
      }
      return context.readTreeAsValue(fields, RunDetails.class);
    }
  }

  /** Reads any JSON as text. */
  static final class JsonText extends StdDeserializer<String> {
    private static final long serialVersionUID = 1;

    JsonText() {
      super(String.class);
    }

    @Override
    public String deserialize(JsonParser in, DeserializationContext context) throws IOException {
      return in.readValueAsTree().toString();
    }

    @Override
    public String getEmptyValue(DeserializationContext context) {
      return "";
    }
  }

  /** Writes text that is JSON unchanged. Unlike a raw value, an empty text is left out. */
  static final class JsonTextWriter extends StdSerializer<String> {
    private static final long serialVersionUID = 1;

    JsonTextWriter() {
      super(String.class);
    }

    @Override
    public boolean isEmpty(SerializerProvider context, String json) {
      return json.isEmpty();
    }

    @Override
    public void serialize(String json, JsonGenerator out, SerializerProvider context)
        throws IOException {
      out.writeRawValue(json);
    }
  }

  /** Removes the white space between the tokens of a JSON text. */
  static String compact(String json) {
    StringWriter text = new StringWriter(json.length());
    try (JsonParser in = JSON.createParser(json);
        JsonGenerator out = JSON.createGenerator(text)) {
      in.nextToken();
      out.copyCurrentStructure(in);
    } catch (IOException e) {
      throw new IllegalArgumentException("Invalid JSON: " + e.getMessage(), e);
    }
    return text.toString();
  }
}
