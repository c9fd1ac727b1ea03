package dev.arag.agent.internal.grounding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.arag.agent.citation.UnseenTerm;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.tools.call.Snippet;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnseenTermFinderTest {
  private static final String SHOWN =
      "Mira Voss was born in Tarn on May 9, 1881, and moved to Quill at the age of nineteen. The Old"
          + " Bridge cost 15,140 crowns (1.5 million today), 12.5 % of the budget, and was opened in"
          + " 1904. Its architect, Dr. Zoë O'Leary, drew twenty-one plans; engine A320 ran from 1910"
          + " on. Two hundred people came. The bells of Tarn ring at 18:30.";

  private static final String QUESTION = "Where was the designer of the Brannock mill born?";

  private static final List<Snippet> SNIPPETS =
      List.of(
          new Snippet(ChunkId.of("q7k2m#12"), Location.builder("d").build(), SHOWN, 0, 1, true));

  static Stream<Arguments> answers() {
    return Stream.of(
        // Terms that were shown, possibly in another form.
        arguments("Tarn", ""),
        arguments("In TARN [q7k2m#12].", ""),
        arguments("Mira Voss, born on 9 May 1881, moved to Quill when she was 19.", ""),
        arguments("On 1881-05-09, at 18:30.", ""),
        arguments(
            "It cost 15140, or 15 140, or 15.140 crowns; today 1,500,000 or 1.5 million.", ""),
        arguments("That is 12.5% or 12,5 %, with 21 plans and 200 people.", ""),
        arguments("Voss's bridge, the Bell of Tarn, and Zoe O’Leary's A320.", ""),
        arguments("1. Tarn\n2. Quill\n10) Bridge", ""),
        arguments("From 1904-10, or 1904–1910.", ""),
        arguments("However, she left. Therefore nobody knows. Sadly so.", ""),
        arguments("NOT FOUND\nThe documents do not say it.", ""),
        arguments("The mill of Brannock [q7k2m#12: \"May 9, 1881\"].", ""),
        arguments("Yes", ""),
        arguments("In May, on a Monday.", ""),
        arguments("Die Brücke wurde von der Architektin im Auftrag gebaut und ist alt.", ""),
        // Terms that were not shown.
        arguments("Zurich", "NAME Zurich"),
        arguments("**Zurich** [q7k2m#12]", "NAME Zurich"),
        arguments("She was born in Zurich in 1882.", "NAME Zurich, FIGURE 1882"),
        arguments("Ada Lovelace designed it.", "NAME Ada Lovelace"),
        arguments("It was Ada Voss who moved.", "NAME Ada"),
        arguments("It cost 15,141 crowns or 1.6 million.", "FIGURE 15,141, FIGURE 1.6"),
        arguments("It cost 1.5 billion.", "FIGURE 1.5"),
        arguments("It cost 1.514 crowns.", "FIGURE 1.514"),
        arguments("Engine A321 and Dr. Smith.", "FIGURE A321, NAME Smith"),
        arguments("She left at 18:45.", "FIGURE 45"),
        arguments("From 1904-12.", "FIGURE 12"),
        arguments("出生于1882年", "FIGURE 1882"),
        arguments("Die Brücke ist von Ada Lovelace und nicht alt.", "NAME Ada Lovelace"),
        arguments("See [sic] and (Paris) too.", "NAME Paris"));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void findsTermsThatDoNotOccurInAnyShownText(String answer, String expected) {
    List<UnseenTerm> terms = UnseenTermFinder.find(answer, SNIPPETS, List.of(QUESTION, SHOWN));
    assertThat(
            terms.stream()
                .map(term -> term.kind() + " " + term.text())
                .collect(Collectors.joining(", ")))
        .isEqualTo(expected);
    assertThat(terms)
        .allSatisfy(
            term -> assertThat(answer.substring(term.start(), term.end())).isEqualTo(term.text()));
  }

  @Test
  void findsNoUnseenTermInTheShownTextItself() {
    assertThat(UnseenTermFinder.find(SHOWN, SNIPPETS, List.of(SHOWN))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1", "1,", "1.", "1 000 ", "A", "Aa ", "Aa-", "[", "9.9.9 ", "\n1. ", "\uD800", "٣", "Ⅻ"
      })
  void readsRepetitiveTextInLinearTime(String unit) {
    String text = unit.repeat(30_000 / unit.length());
    assertThat(UnseenTermFinder.find(text, SNIPPETS, List.of(SHOWN))).hasSizeLessThan(60);
    assertThat(UnseenTermFinder.find(text, SNIPPETS, List.of(text))).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void findsEachChangedFigure(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      int figure = 1_000_000 + random.nextInt(9_000_000);
      int other = figure + 1 + random.nextInt(1_000);
      List<String> texts = List.of("They counted " + figure + " of them.");
      assertThat(UnseenTermFinder.find("It was " + figure + ".", List.of(), texts)).isEmpty();
      assertThat(UnseenTermFinder.find("It was " + other + ".", List.of(), texts)).hasSize(1);
    }
  }
}
