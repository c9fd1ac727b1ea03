package dev.arag.evaluation.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.arag.evaluation.data.Comparison;
import dev.arag.evaluation.data.Curve;
import dev.arag.evaluation.data.FailureClass;
import dev.arag.evaluation.data.Interval;
import dev.arag.evaluation.data.Latency;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.MetricValues;
import dev.arag.evaluation.data.StrategyKey;
import dev.arag.evaluation.data.Summary;
import dev.arag.evaluation.data.SummaryRow;
import dev.arag.evaluation.internal.scoring.QuestionScores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SummarizerTest {
  private static final StrategyKey ARAG = new StrategyKey("arag", "default", Map.of());
  private static final StrategyKey NAIVE = new StrategyKey("naive-rag", "default", Map.of());

  private static QuestionScores scores(int question, int repeat, double right, double tokens) {
    return new QuestionScores(
        "q" + question,
        question % 2 == 0 ? "2hop" : "3hop",
        repeat,
        right >= 0,
        new MetricValues(
            Map.of(
                Metric.CONTAIN_SHORT,
                Math.max(0, right),
                Metric.PROMPT_TOKENS,
                tokens,
                Metric.OUTPUT_TOKENS,
                10.0)),
        100L * question,
        false,
        right > 0 ? null : FailureClass.NEVER_RETRIEVED);
  }

  private static Summary summarize(Map<StrategyKey, List<QuestionScores>> runs) {
    return new Summarizer(1).summarize(runs);
  }

  /** Strategy arag answers all of 40 questions, the other one every fourth, with more tokens. */
  private static Map<StrategyKey, List<QuestionScores>> clearRuns() {
    Map<StrategyKey, List<QuestionScores>> runs = new LinkedHashMap<>();
    for (int i = 1; i <= 40; i++) {
      runs.computeIfAbsent(ARAG, key -> new ArrayList<>()).add(scores(i, 0, 1, 500 + i));
      runs.computeIfAbsent(NAIVE, key -> new ArrayList<>())
          .add(scores(i, 0, i % 4 == 0 ? 1 : 0, 1000));
    }
    return runs;
  }

  @Test
  void countsAllQuestionsAnsweredOrNot() {
    List<QuestionScores> runs =
        List.of(
            scores(1, 0, 1, 10), scores(2, 0, 0, 10), scores(3, 0, -1, 10), scores(4, 0, 1, 10));
    SummaryRow row = summarize(Map.of(ARAG, runs)).rows().get(0);
    assertThat(row.questions()).isEqualTo(4);
    assertThat(row.coverage()).isEqualTo(0.75);
    assertThat(row.means().get(Metric.CONTAIN_SHORT)).hasValue(0.5);
    assertThat(row.means().get(Metric.F1)).isEmpty();
    assertThat(row.triage()).isEqualTo(Map.of(FailureClass.NEVER_RETRIEVED, 2));
    assertThat(row.latency()).isEqualTo(new Latency(200, 400, 400, false));
    assertThat(row.intervals()).containsKey(Metric.CONTAIN_SHORT).doesNotContainKey(Metric.F1);
  }

  @Test
  void noRightAnswerHasAnIntervalOfPositiveWidth() {
    List<QuestionScores> runs = IntStream.range(0, 20).mapToObj(i -> scores(i, 0, 0, 10)).toList();
    SummaryRow row = summarize(Map.of(ARAG, runs)).rows().get(0);
    assertThat(row.intervals().get(Metric.CONTAIN_SHORT).low()).isZero();
    assertThat(row.intervals().get(Metric.CONTAIN_SHORT).high()).isCloseTo(0.1611, within(5e-5));
    assertThat(row.intervals().get(Metric.PROMPT_TOKENS)).isEqualTo(new Interval(10, 10));
  }

  /** Table I of Newcombe, Statistics in Medicine 17 (1998), method 3. */
  @ParameterizedTest
  @CsvSource({
    "81, 263, 0.2553, 0.3662",
    "15, 148, 0.0624, 0.1605",
    "0, 20, 0, 0.1611",
    "1, 29, 0.0061, 0.1718",
    "29, 29, 0.8830, 1"
  })
  void intervalsOfSharesEqualPublishedValues(int right, int number, double low, double high) {
    double[] trials = new double[number];
    Arrays.fill(trials, 0, right, 1);
    Interval interval = Wilson.interval(trials);
    assertThat(interval.low()).isCloseTo(low, within(5e-5));
    assertThat(interval.high()).isCloseTo(high, within(5e-5));
  }

  @Test
  void averagesTheRepetitionsOfAQuestionFirst() {
    // Question 1: right in 1 of 3 runs; question 2: right in its only run.
    List<QuestionScores> runs =
        List.of(scores(1, 0, 1, 10), scores(1, 1, 0, 10), scores(1, 2, 0, 10), scores(2, 0, 1, 40));
    SummaryRow row = summarize(Map.of(ARAG, runs)).rows().get(0);
    assertThat(row.questions()).isEqualTo(2);
    assertThat(row.means().get(Metric.CONTAIN_SHORT).getAsDouble())
        .isCloseTo((1 / 3.0 + 1) / 2, within(1e-12));
    assertThat(row.means().get(Metric.PROMPT_TOKENS)).hasValue(25);
  }

  @Test
  void breaksDownByType() {
    SummaryRow row = summarize(clearRuns()).rows().get(1);
    assertThat(row.types()).extracting(SummaryRow.TypeRow::type).containsExactly("2hop", "3hop");
    assertThat(row.types().get(0).means().get(Metric.CONTAIN_SHORT)).hasValue(0.5);
    assertThat(row.types().get(1).means().get(Metric.CONTAIN_SHORT)).hasValue(0);
  }

  private static Comparison comparison(Summary summary, Metric metric) {
    return summary.comparisons().stream()
        .filter(each -> each.metric() == metric)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void namesAWinnerOfAClearDifference() {
    Summary summary = summarize(clearRuns());
    Comparison accuracy = comparison(summary, Metric.CONTAIN_SHORT);
    assertThat(accuracy.difference().mean()).isEqualTo(0.75);
    assertThat(accuracy.questions()).isEqualTo(40);
    assertThat(accuracy.winner()).isEqualTo(ARAG);
    assertThat(accuracy.p().uncorrected()).isLessThan(1e-6);
    Comparison tokens = comparison(summary, Metric.PROMPT_TOKENS);
    assertThat(tokens.difference().mean()).isNegative();
    assertThat(tokens.winner()).as("fewer tokens are better").isEqualTo(ARAG);
  }

  @Test
  void namesNoWinnerIfTheIntervalContainsZero() {
    Map<StrategyKey, List<QuestionScores>> runs = new LinkedHashMap<>();
    for (int i = 1; i <= 20; i++) {
      runs.computeIfAbsent(ARAG, key -> new ArrayList<>()).add(scores(i, 0, i % 3 == 0 ? 1 : 0, 9));
      runs.computeIfAbsent(NAIVE, key -> new ArrayList<>())
          .add(scores(i, 0, i % 4 == 0 ? 1 : 0, 9));
    }
    Comparison accuracy = comparison(summarize(runs), Metric.CONTAIN_SHORT);
    assertThat(accuracy.difference().interval().contains(0)).isTrue();
    assertThat(accuracy.winner()).isNull();
    assertThat(accuracy.difference().smallestDetectable())
        .isGreaterThan(Math.abs(accuracy.difference().mean()));
    assertThat(comparison(summarize(runs), Metric.PROMPT_TOKENS).winner()).isNull();
  }

  @Test
  void comparesOnlyStrategiesWithEqualSettings() {
    Map<StrategyKey, List<QuestionScores>> runs = clearRuns();
    List<QuestionScores> naive = runs.remove(NAIVE);
    runs.put(new StrategyKey("arag", "default", Map.of("max-turns", "5")), naive);
    assertThat(summarize(runs).comparisons()).isEmpty();
  }

  @Test
  void correctsForTheNumberOfComparisons() {
    Map<StrategyKey, List<QuestionScores>> runs = clearRuns();
    runs.put(new StrategyKey("direct", "default", Map.of()), runs.get(NAIVE));
    List<Comparison> accuracy =
        summarize(runs).comparisons().stream()
            .filter(each -> each.metric() == Metric.CONTAIN_SHORT)
            .toList();
    assertThat(accuracy).hasSize(3);
    assertThat(accuracy.get(0).p().holm())
        .isCloseTo(3 * accuracy.get(0).p().uncorrected(), within(1e-15));
    assertThat(accuracy.get(2).p().holm()).isEqualTo(1);
  }

  @Test
  void theParetoFrontHasNoDominatedStrategy() {
    Map<StrategyKey, List<QuestionScores>> runs = clearRuns();
    StrategyKey cheap = new StrategyKey("direct", "default", Map.of());
    runs.put(cheap, List.of(scores(1, 0, 0, 1), scores(2, 0, 0, 1)));
    StrategyKey dump = new StrategyKey("dump-20", "default", Map.of());
    runs.put(dump, List.of(scores(1, 0, 1, 0), scores(2, 0, 1, 0)));
    Summary summary = summarize(runs);
    assertThat(summary.pareto()).containsExactly(cheap, ARAG);
    assertThat(summary.rows()).hasSize(4);
    assertThat(summary.comparisons())
        .noneMatch(each -> each.first().equals(dump) || each.second().equals(dump));
  }

  @Test
  void sweepsBecomeCurvesInTheOrderOfTheirValues() {
    Map<StrategyKey, List<QuestionScores>> runs = new LinkedHashMap<>();
    for (String turns : List.of("20", "5", "10")) {
      StrategyKey key = new StrategyKey("arag", "default", Map.of("max-turns", turns));
      runs.put(key, List.of(scores(1, 0, 1, Double.parseDouble(turns)), scores(2, 0, 0, 1)));
    }
    Curve curve = summarize(runs).curves().get(0);
    assertThat(curve.parameter()).isEqualTo("max-turns");
    assertThat(curve.strategy()).isEqualTo("arag");
    assertThat(curve.points()).extracting(Curve.Point::value).containsExactly("5", "10", "20");
    assertThat(curve.points().get(2).totalTokens()).isEqualTo((30 + 11) / 2.0);
    assertThat(curve.points().get(2).containShort()).isEqualTo(0.5);
  }

  @Test
  void reasoningEffortsAreInTheirOrder() {
    Map<StrategyKey, List<QuestionScores>> runs = new LinkedHashMap<>();
    for (String effort : List.of("high", "low", "minimal", "medium")) {
      runs.put(
          new StrategyKey("arag", "default", Map.of("reasoning-effort", effort)),
          List.of(scores(1, 0, 1, 1), scores(2, 0, 1, 1)));
    }
    assertThat(summarize(runs).curves().get(0).points())
        .extracting(Curve.Point::value)
        .containsExactly("minimal", "low", "medium", "high");
  }

  /** Total tokens of arag are 511 to 550, of naive-rag 1010. */
  @Test
  void accuracyAtEqualTokensCountsOnlyRunsWithinTheLimit() {
    List<Curve> curves =
        summarize(clearRuns()).curves().stream()
            .filter(curve -> curve.parameter().equals("total-tokens"))
            .toList();
    assertThat(curves).extracting(Curve::strategy).containsExactly("arag", "naive-rag");
    Curve.Point first = curves.get(0).points().get(0);
    // The first decile of 80 runs is the total of the 8th.
    assertThat(first.value()).isEqualTo("518");
    assertThat(first.containShort()).isEqualTo(8 / 40.0);
    assertThat(curves.get(1).points().get(0).containShort()).isZero();
    Curve.Point last = curves.get(1).points().get(curves.get(1).points().size() - 1);
    assertThat(last.value()).isEqualTo("1010");
    assertThat(last.containShort()).isEqualTo(0.25);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void doesNotDependOnTheOrderOfTheRuns(long seed) {
    Random random = new Random(seed);
    List<QuestionScores> first = new ArrayList<>();
    List<QuestionScores> second = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      first.add(scores(i % 30, i / 30, random.nextInt(2), random.nextInt(1000) / 7.0));
      second.add(scores(i % 30, i / 30, random.nextInt(2), random.nextInt(1000) / 7.0));
    }
    Map<StrategyKey, List<QuestionScores>> runs = new LinkedHashMap<>();
    runs.put(ARAG, List.copyOf(first));
    runs.put(NAIVE, List.copyOf(second));
    Summary summary = summarize(runs);
    Collections.shuffle(first, random);
    Collections.shuffle(second, random);
    runs.put(ARAG, first);
    runs.put(NAIVE, second);
    assertThat(summarize(runs)).isEqualTo(summary);
  }

  @Test
  void summarizesNothing() {
    assertThat(summarize(Map.of()))
        .isEqualTo(new Summary(0, List.of(), List.of(), List.of(), List.of()));
    assertThat(summarize(Map.of(ARAG, List.of())).rows().get(0).coverage()).isZero();
  }
}
