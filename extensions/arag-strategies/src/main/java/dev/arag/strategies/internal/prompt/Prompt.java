package dev.arag.strategies.internal.prompt;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A prompt with placeholders such as <code>{question}</code>. A placeholder is a word in lower case
 * and in braces.
 *
 * @param template the text with placeholders
 */
public record Prompt(String template) {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z]+)\\}");
  private static final String FOLDER = "/dev/arag/strategies/prompts/";

  /** Reads the resource {@code dev/arag/strategies/prompts/<name>.txt}. */
  public static Prompt read(String name) {
    String path = FOLDER + name + ".txt";
    try (InputStream file = Prompt.class.getResourceAsStream(path)) {
      byte[] bytes = Objects.requireNonNull(file, path).readAllBytes();
      return new Prompt(new String(bytes, StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The arag-strategies JAR is corrupt: cannot read " + path + ".", e);
    }
  }

  /**
   * Returns the text with values in place of the placeholders. Braces in a value have no meaning.
   *
   * @throws IllegalArgumentException if a placeholder has no value
   */
  public String fill(Map<String, String> values) {
    return PLACEHOLDER
        .matcher(template)
        .replaceAll(placeholder -> Matcher.quoteReplacement(value(placeholder.group(1), values)));
  }

  private static String value(String name, Map<String, String> values) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("The placeholder {" + name + "} has no value.");
    }
    return value;
  }
}
