package dev.arag.core.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeywordOperatorsTest {
  private static final KeywordQuery TARN = KeywordQuery.of(List.of("Tarn"));

  private static String read(String operators) {
    KeywordOperators read = KeywordOperators.parse(operators, TARN);
    assertThat(read.problem()).as(operators).isEmpty();
    return read.query().toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                            | [Tarn] default",
        "bridge                      | [Tarn, bridge] default",
        "\"Old  Bridge\" 1881        | [Tarn, Old  Bridge, 1881] default",
        "TARN                        | [Tarn] default",
        "tarn^3                      | [Tarn] Tarn^3.0 default",
        "“Old Bridge”^0.5 −film      | [Tarn, Old Bridge] Old Bridge^0.5 without [film] default",
        "-\"feature film\" -movie    | [Tarn] without [feature film, movie] default",
        "1871-1893 C++ don't         | [Tarn, 1871-1893, C++, don't] default",
        "tarn^2 tarn^4               | [Tarn] Tarn^4.0 default"
      })
  void readsTerms(String operators, String expected) {
    assertThat(read(operators == null ? "" : operators)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"Old Bridge^2 -film   | Cannot read the operators from \"Old Bridge^2 -film. | [Tarn, Old, Bridge]",
        "bridge^two -film       | The weight after ^ must be a number: bridge^two.  | [Tarn, bridge]",
        "bridge^                | The weight after ^ must be a number: bridge^.     | [Tarn, bridge]",
        "bridge^1000            | The weight of \"bridge\" must be 0.1 to 100, was 1000.0. | [Tarn, bridge]",
        "-film^2 bridge         | An excluded keyword has no weight: -film^2.       | [Tarn, bridge]",
        "bridge OR river        | OR is not an operator: each keyword is optional, and -keyword excludes one. | [Tarn, bridge, river]",
        "-tarn bridge           | \"tarn\" cannot be both a keyword and excluded.   | [Tarn, bridge]",
        "-film film bridge      | \"film\" cannot be both a keyword and excluded.   | [Tarn, film, bridge]",
        "-\"a feature film\" bridge^ | The weight after ^ must be a number: bridge^. | [Tarn, bridge]",
        "\"\" bridge            | A keyword must not be blank.                      | [Tarn, bridge]",
        "- bridge               | Cannot read the operators from - bridge.          | [Tarn, bridge]",
        "x bridge | The keyword \"x\" is a single character: give a whole word. | [Tarn, bridge]",
        "aa bb cc dd ee ff gg hh ii jj kk | A search takes 1 to 10 keywords, was 11. | [Tarn, aa, bb, cc, dd, ee, ff, gg, hh, ii]"
      })
  void searchesPlainWordsAfterAnError(String operators, String problem, String keywords) {
    KeywordOperators read = KeywordOperators.parse(operators, TARN);
    assertThat(read.problem()).contains(problem);
    assertThat(read.query()).hasToString(keywords + " default");
  }

  @Test
  void neverThrows() {
    String characters = "ab \"-^12.\t\n−“é\ud83d東+()\u2003";
    Random random = new Random(7);
    for (int i = 0; i < 5_000; i++) {
      String operators =
          IntStream.range(0, random.nextInt(14))
              .mapToObj(at -> characters.charAt(random.nextInt(characters.length())))
              .map(String::valueOf)
              .collect(Collectors.joining());
      KeywordOperators read = KeywordOperators.parse(operators, TARN);
      assertThat(read.query().keywords()).as(operators).startsWith("Tarn").hasSizeLessThan(11);
      if (read.problem().isPresent()) {
        assertThat(read.query().excluded()).as(operators).isEmpty();
      }
    }
  }

  @Test
  void readsLongTextsInLinearTime() {
    for (String part : List.of("^", "\"", "-", "a ", "a^", "-\"")) {
      assertThat(KeywordOperators.parse(part.repeat(40_000), TARN).query().keywords()).isNotEmpty();
    }
  }

  @Test
  void rejectsOperatorsOutOfBounds() {
    for (double weight : new double[] {0, -1, 0.0999, 100.1, Double.NaN}) {
      assertThatIllegalArgumentException().isThrownBy(() -> TARN.emphasize("Tarn", weight));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TARN.emphasize("bridge", 2))
        .withMessage("\"bridge\" is not one of [Tarn]");
    assertThatIllegalArgumentException().isThrownBy(() -> TARN.exclude(List.of("TARN")));
    assertThatIllegalArgumentException().isThrownBy(() -> TARN.exclude(List.of(" ")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TARN.exclude(List.of("film")).extend("FILM"))
        .withMessage("\"FILM\" cannot be both a keyword and excluded");
    List<String> many = IntStream.range(0, 11).mapToObj(i -> "word" + i).toList();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TARN.exclude(many))
        .withMessage("A search excludes at most 10 keywords, was 11");
  }

  @Test
  void roundsAWeightToTwoDecimalsOfItsText() {
    for (int thousandths = 100; thousandths <= 100_000; thousandths++) {
      double weight = thousandths / 1000.0;
      assertThat(TARN.emphasize("Tarn", weight).weight(0))
          .as("%s", weight)
          .isEqualTo((thousandths + 5) / 10 / 100.0);
    }
    assertThat(read("tarn^0.104999")).isEqualTo("[Tarn] Tarn^0.1 default");
    assertThat(read("tarn^0.105")).isEqualTo("[Tarn] Tarn^0.11 default");
    assertThat(read("tarn^1.4")).isEqualTo("[Tarn] Tarn^1.4 default");
  }

  @Test
  void operatorsSurviveTheSearchWithoutAccents() {
    KeywordQuery query = TARN.extend("café").emphasize("café", 3).exclude(List.of("film"));
    KeywordQuery bare = query.withoutDiacritics(Set.of("café"));
    assertThat(bare.folded()).containsExactly("tarn", "cafe");
    assertThat(bare.weight(1)).isEqualTo(3);
    assertThat(bare.excluded()).containsExactly("film");
    assertThat(bare.emphasize("CAFÉ", 2).weight(1)).isEqualTo(2);
  }
}
