package dev.arag.tools.spi;

import static java.util.Objects.requireNonNull;

import dev.arag.tools.call.Snippet;
import java.util.List;

/**
 * The first hits of a search, rendered up to {@link CallContext#maxSearchTokens()}. The first hit
 * is always included. Further hits are included only if they fit completely.
 *
 * @param text the rendered lines
 * @param shown the corpus text in the lines
 * @param hits the number of hits that are included in the text
 */
public record RenderedHits(String text, List<Snippet> shown, int hits) {
  public RenderedHits {
    requireNonNull(text, "text");
    shown = List.copyOf(requireNonNull(shown, "shown"));
  }
}
