package dev.arag.tools;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Hit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The hits of one search that fit into one result. The first hit is always included. Further hits
 * are included only if they fit completely.
 *
 * @param text the rendered lines
 * @param shown the corpus text in the lines
 * @param hits the number of hits
 */
public record RenderedHits(String text, List<Snippet> shown, int hits) {
  public RenderedHits {
    requireNonNull(text, "text");
    shown = List.copyOf(requireNonNull(shown, "shown"));
  }

  static <H extends Hit> RenderedHits of(
      List<H> hits, CallContext call, Function<H, RenderedHit> render) {
    List<String> blocks = new ArrayList<>();
    List<Snippet> shown = new ArrayList<>();
    int tokens = 0;
    for (H hit : hits) {
      RenderedHit next =
          call.showsFullText() ? FullText.of(hit.content(), call) : render.apply(hit);
      tokens += next.tokens();
      if (tokens > call.maxSearchTokens() && !blocks.isEmpty()) {
        break;
      }
      blocks.add(next.text());
      shown.addAll(next.shown());
    }
    String separator = call.showsFullText() ? FullText.SEPARATOR : "\n";
    return new RenderedHits(String.join(separator, blocks), shown, blocks.size());
  }
}
