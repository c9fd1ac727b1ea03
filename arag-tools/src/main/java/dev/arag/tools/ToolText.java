package dev.arag.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * What the model is told of a tool, kept beside this class in the jar.
 *
 * @param name what it calls the tool by
 * @param description prose
 * @param parameters a JSON schema
 */
record ToolText(String name, String description, String parameters) {
  static ToolText read(String tool) {
    return new ToolText(tool, resource(tool + ".txt"), resource(tool + ".json"));
  }

  private static String resource(String file) {
    try (InputStream in = ToolText.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is missing from the jar of arag-tools.");
      }
      return new String(in.readAllBytes(), UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file + " in the jar of arag-tools.", e);
    }
  }
}
