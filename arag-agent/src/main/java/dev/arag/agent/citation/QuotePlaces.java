package dev.arag.agent.citation;

import java.util.ArrayList;
import java.util.List;

/** Finds a quote in any text: its parts as they are, or else the stretch it is near to. */
final class QuotePlaces {
  private QuotePlaces() {}

  static List<Span> in(String text, String quote) {
    ComparedText compared = ComparedText.of(text);
    List<Span> places = new ArrayList<>();
    int from = 0;
    for (String part : QuoteParts.keys(quote)) {
      int at = compared.find(new Needle(part), from);
      if (at >= 0) {
        from = at + part.length();
        places.add(compared.sourceOf(at, from));
      }
    }
    return places.isEmpty() ? near(compared, quote) : List.copyOf(places);
  }

  private static List<Span> near(ComparedText text, String quote) {
    return NearMatch.find(Words.of(ComparedText.of(quote)), Words.of(text))
        .map(found -> List.of(found.span()))
        .orElse(List.of());
  }
}
