package dev.arag.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Name, description and parameters of a tool, as the model reads them. Descriptions and schemas are
 * resources next to this class.
 *
 * @param parameters a JSON schema
 */
record ToolDefinition(String name, String description, String parameters) {
  static ToolDefinition read(String tool) {
    return new ToolDefinition(tool, resource(tool + ".txt"), resource(tool + ".json"));
  }

  private static String resource(String file) {
    try (InputStream in = ToolDefinition.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(
            file + " is missing from the arag-tools jar. Rebuild the jar.");
      }
      return new String(in.readAllBytes(), UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file + " in the arag-tools jar.", e);
    }
  }
}
