package dev.arag.knowledge.internal.extract;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Reads the prompts, which are resources beside the classes that use them. */
public final class Prompt {
  private Prompt() {}

  /** Reads the resource {@code <name>.txt} of the package of a class. */
  public static String read(Class<?> user, String name) {
    try (InputStream file = user.getResourceAsStream(name + ".txt")) {
      byte[] bytes = Objects.requireNonNull(file, name).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("The JAR is corrupt: cannot read " + name + ".txt.", e);
    }
  }
}
