package dev.arag.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The texts the model sees, kept beside this class in the jar. */
final class ToolText {
  private ToolText() {}

  static String read(String file) {
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
