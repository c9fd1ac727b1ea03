package dev.arag.evaluation.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.arag.evaluation.internal.metric.AnswerNormalizer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerMetricsTest {
  private static final List<String> WORDS =
      List.of(
          "the", "Tarn", "a", "of", "1,871", "yes", "no", "O'Neill", "U.S.", "x-y", "é", "東京", "!");

  @ParameterizedTest
  @CsvSource({
    "Ann Lee was born in Tarn., Tarn, true",
    "the party, art, false",
    "1926, 26, false",
    "(1926–1999), 1926, true",
    "'It has 1,000 stores', 1000, true",
    "the US, U.S., true",
    "O’Neill, O'Neill, true",
    "Beatles, The Beatles, true",
    "the Beatles, Beatles, true",
    "The United-States, united states, true",
    "'in the year 1,871', '1,871', true",
    "eyes, yes, false",
    "Tarnow, Tarn, false",
    "'The The', the, true",
    "vitamin A, A, true",
    "vitamin B, A, false",
    "New York/London, London, true",
    "50%, 50, true",
    "35 million dollars, $35 million, true",
    "1.5 million, 15 million, false",
    "1.5 million, 5 million, false",
    "about 1.5 million people, 1.5 million, true",
    "'In 1926, 1930 and 1934.', 1930, true",
    "'Oslo,Norway', Norway, true",
    "東京都です。, 東京, true",
    "東京都です。, 京東, false",
    "กรุงเทพมหานคร, กรุงเทพ, true",
    "ＴＡＲＮ, tarn, true",
    "Tarn, '', false",
    "Tarn, ' ', false",
    "Tarn, !?, false",
    "'', Tarn, false",
    "Valley Tarn, Tarn Valley, false"
  })
  void containsTheGoldAsWholeWords(String answer, String gold, boolean expected) {
    assertThat(AnswerMetrics.contains(answer, List.of(gold))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "'Yes, both are.', yes, true",
    "'No. Yes is wrong.', yes, false",
    "'Both are directors, yes.', yes, false",
    "**No**, No, true",
    "NOT FOUND, no, false",
    "'No, and nothing else', no, true",
    "yes, 'yes, both', false"
  })
  void theFirstWordDecidesYesAndNo(String answer, String gold, boolean expected) {
    assertThat(AnswerMetrics.contains(answer, List.of(gold))).isEqualTo(expected);
  }

  @Test
  void anyAliasCounts() {
    List<String> golds = List.of("G. Stanley Hall", "Stanley Hall");
    assertThat(AnswerMetrics.contains("Stanley Hall", golds)).isTrue();
    assertThat(AnswerMetrics.isExact("stanley hall.", golds)).isTrue();
    assertThat(AnswerMetrics.f1("Stanley Hall", golds)).isEqualTo(1);
    assertThat(AnswerMetrics.contains("Hall", golds)).isFalse();
    assertThat(AnswerMetrics.contains("Hall", List.of())).isFalse();
  }

  /** The substring match of the reference is easy to satisfy by chance. */
  @ParameterizedTest
  @CsvSource({
    "the party, art, true",
    "It is nothing, no, true",
    "'Ann Lee (painter), Tarn', tarn, true",
    "'U.S.', us, true",
    "Tarn, '', false",
    "Tarn, The, false",
    "'', Tarn, false"
  })
  void containsSubstringAsTheReferenceDoes(String answer, String gold, boolean expected) {
    assertThat(AnswerMetrics.containsSubstring(answer, gold)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "'The  Cat, sat!', cat sat",
    "A-RAG, arag",
    "an apple a day, apple day",
    "theory, theory",
    "' the ', ''",
    "a.b, ab"
  })
  void normalizesAsSquadDoes(String text, String expected) {
    assertThat(AnswerNormalizer.squad(text)).isEqualTo(expected);
  }

  /** The examples of the metric card of SQuAD, and of the documentation of torchmetrics. */
  @ParameterizedTest
  @CsvSource({
    "1976, 1976, 1, true",
    "Beyonce, Beyoncé and Bruno Mars, 0, false",
    "climate change, climate change, 1, true",
    "2 時間 21 分, 2 時間, 0.6666666666666666, false"
  })
  void f1AgreesWithPublishedExamples(String answer, String gold, double f1, boolean isExact) {
    assertThat(AnswerMetrics.f1(answer, List.of(gold))).isCloseTo(f1, within(1e-12));
    assertThat(AnswerMetrics.isExact(answer, List.of(gold))).isEqualTo(isExact);
  }

  @ParameterizedTest
  @CsvSource({
    // 2 common words, precision 2/3, recall 2/2.
    "the big black dog, black dog, 0.8",
    // Repeated words count as often as both texts have them: 1 of 3 and 1 of 1.
    "no no no no way, way, 0.3333333333333333",
    "dog dog dog, dog, 0.5",
    "yes, yes, 1",
    "yes it is, yes, 0",
    "yes, yes it is, 0",
    "no, yes, 0",
    "noanswer, no answer, 0",
    "'', Tarn, 0",
    "Tarn, '', 0"
  })
  void computesF1ByHand(String answer, String gold, double expected) {
    assertThat(AnswerMetrics.f1(answer, List.of(gold))).isCloseTo(expected, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void valuesAreBoundedAndConsistent(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      String answer = text(random);
      List<String> golds = List.of(text(random), text(random));
      double f1 = AnswerMetrics.f1(answer, golds);
      assertThat(f1).isBetween(0.0, 1.0);
      List<String> reversed = new ArrayList<>(golds);
      Collections.reverse(reversed);
      assertThat(AnswerMetrics.f1(answer, reversed)).isEqualTo(f1);
      assertThat(AnswerMetrics.contains(answer, reversed))
          .isEqualTo(AnswerMetrics.contains(answer, golds));
      if (AnswerMetrics.isExact(answer, golds)) {
        assertThat(f1).as("%s / %s", answer, golds).isEqualTo(1);
      }
      assertThat(AnswerMetrics.f1(golds.get(0), List.of(answer)))
          .isEqualTo(AnswerMetrics.f1(answer, golds.subList(0, 1)));
    }
  }

  private static String text(Random random) {
    List<String> words = new ArrayList<>();
    for (int i = random.nextInt(5); i >= 0; i--) {
      words.add(WORDS.get(random.nextInt(WORDS.size())));
    }
    return String.join(" ", words);
  }
}
