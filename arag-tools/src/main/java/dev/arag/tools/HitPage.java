package dev.arag.tools;

import dev.arag.core.corpus.Hit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The hits of one search that fit into a result: at least the first, each whole.
 *
 * @param text their lines
 * @param hits how many there are
 */
record HitPage(String text, List<Snippet> shown, int hits) {
  static <H extends Hit> HitPage of(List<H> hits, CallContext turn, Function<H, HitText> render) {
    List<String> blocks = new ArrayList<>();
    List<Snippet> shown = new ArrayList<>();
    int tokens = 0;
    for (H hit : hits) {
      HitText next = render.apply(hit);
      tokens += next.tokens();
      if (tokens > turn.maxSearchTokens() && !blocks.isEmpty()) {
        break;
      }
      blocks.add(next.text());
      shown.addAll(next.shown());
    }
    return new HitPage(String.join("\n", blocks), shown, blocks.size());
  }
}
