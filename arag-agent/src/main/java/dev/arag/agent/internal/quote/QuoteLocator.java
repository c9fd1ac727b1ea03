package dev.arag.agent.internal.quote;

import dev.arag.agent.citation.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds a quote in a text. If no part of the quote occurs verbatim, finds the closest span. */
public final class QuoteLocator {
  private QuoteLocator() {}

  public static List<Span> find(String text, String quote) {
    NormalizedText compared = NormalizedText.of(text);
    List<Span> places = find(compared, QuoteParts.keys(quote));
    return places.isEmpty() ? near(compared, quote) : places;
  }

  /** Returns the spans of the parts that occur verbatim, one after the other. */
  static List<Span> find(NormalizedText text, List<String> parts) {
    List<Span> places = new ArrayList<>();
    int from = 0;
    for (String part : parts) {
      Optional<Span> found = text.find(new KmpPattern(part), from);
      if (found.isPresent()) {
        from = found.get().end();
        places.add(text.sourceOf(found.get().start(), from));
      }
    }
    return List.copyOf(places);
  }

  private static List<Span> near(NormalizedText text, String quote) {
    return NearMatch.find(WordSequence.of(NormalizedText.of(quote)), WordSequence.of(text))
        .map(found -> List.of(found.span()))
        .orElse(List.of());
  }
}
