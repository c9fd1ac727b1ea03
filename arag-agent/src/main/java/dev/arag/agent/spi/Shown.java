package dev.arag.agent.spi;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.internal.text.FencedText;
import dev.arag.tools.call.Snippet;
import java.util.List;

/**
 * Corpus text for a prompt of a strategy.
 *
 * @param text the text for the prompt: the corpus text between two marker lines, with the id of
 *     each section, and a sentence that lists the ids that are not in the corpus
 * @param snippets the corpus text in {@code text}, in the order shown
 */
public record Shown(String text, List<Snippet> snippets) {
  public Shown {
    requireNonNull(text, "text");
    snippets = List.copyOf(requireNonNull(snippets, "snippets"));
  }

  /** The length of the corpus text and its headings in o200k tokens, without formatting. */
  public long tokens() {
    return snippets.stream().mapToLong(Snippet::tokens).sum();
  }

  /**
   * Encloses a text that was derived from shown text in the marker lines of that text, so that a
   * model does not follow instructions in it. If there are no marker lines, as in some profiles,
   * the text gets none either.
   *
   * @param derived the text without marker lines
   * @param shown a text that the run has shown
   */
  public static String enclose(String derived, String shown) {
    return FencedText.replaceIn(requireNonNull(shown, "shown"), requireNonNull(derived, "derived"));
  }
}
