package dev.arag.paper.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The prompts of this package, which are resources. */
final class Prompts {
  static final String ARAG = read("arag-system-prompt.txt");
  static final String ONE_SHOT = read("one-shot-system-prompt.txt");

  private Prompts() {}

  static String read(String file) {
    try (InputStream in = Prompts.class.getResourceAsStream(file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The arag-paper JAR is corrupt: cannot read the resource " + file, e);
    }
  }

  /** A part of a prompt and the text that replaces it. */
  record Edit(String part, String replacement) {}

  /**
   * Reads the changes of an ablation. Each has two lines, the part of a prompt and its replacement,
   * and an empty line follows.
   */
  static List<Edit> readEdits(String file) {
    return Stream.of(read(file).split("\n\n"))
        .map(edit -> edit.split("\n", 2))
        .map(lines -> new Edit(lines[0], lines[1]))
        .toList();
  }

  /**
   * Changes the prompt of {@code arag}. The file of an ablation has the parts of the prompts of all
   * profiles, so a part that the prompt does not contain is left out.
   */
  static String edit(String prompt, List<Edit> edits) {
    String edited = prompt;
    for (Edit edit : edits) {
      edited = edited.replace(edit.part(), edit.replacement());
    }
    return edited;
  }
}
