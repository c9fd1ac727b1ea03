package dev.arag.mcp.internal.tool;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Reads texts for the model, which are resources of this package. */
public final class TextResource {
  private static final ObjectMapper JSON = new ObjectMapper();

  private TextResource() {}

  /** Returns the fields of a resource that is a JSON object. */
  static Map<String, Object> readJson(String name) {
    return parseJson(read(name));
  }

  /** Returns the fields of a JSON object. */
  static Map<String, Object> parseJson(String json) {
    try {
      return JSON.readValue(json, new TypeReference<>() {});
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A schema is not a JSON object: " + json, e);
    }
  }

  /** Returns a text without a line break at its end. */
  public static String read(String name) {
    try (InputStream file = TextResource.class.getResourceAsStream(name)) {
      byte[] bytes = requireNonNull(file, name).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The arag-mcp JAR is corrupt: cannot read the resource " + name, e);
    }
  }
}
