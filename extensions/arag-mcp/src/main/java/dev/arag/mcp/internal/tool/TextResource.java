package dev.arag.mcp.internal.tool;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads texts for the model, which are resources of this package. */
public final class TextResource {
  private TextResource() {}

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
