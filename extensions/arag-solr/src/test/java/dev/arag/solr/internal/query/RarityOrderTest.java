package dev.arag.solr.internal.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.KeywordCounts;
import dev.arag.core.corpus.KeywordQuery;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RarityOrderTest {
  private static final int CASES = 400;

  @Test
  void addsIntegersIfTheirSumsHaveTheOrder() {
    assertThat(RarityOrder.function(List.of(2.0, 0.0, 1.0), List.of("a", "b", "c")))
        .isEqualTo("sum(if(a,11184809,0),if(c,5592404,0))");
  }

  @Test
  void orderIsThatOfTheSumsOfDoubles() {
    Random random = new Random(7);
    int trees = 0;
    for (int i = 0; i < CASES; i++) {
      String function = requireOrder(rarities(random));
      trees += function.startsWith("if") ? 1 : 0;
    }
    assertThat(trees).isBetween(CASES / 20, CASES * 9 / 10);
  }

  /** Different orders of addition have different sums. */
  @Test
  void ordersSetsWithEqualWordsInOtherOrder() {
    double common = Math.log(1 + 300 / 7.0);
    double rare = Math.log(1 + 300 / 3.0);
    String function = requireOrder(List.of(rare, common, rare, common, rare, common));
    assertThat(function).startsWith("if");
  }

  /** Returns rarities of which many are equal or nearly so. */
  private static List<Double> rarities(Random random) {
    int keywords = 1 + random.nextInt(8);
    List<String> words = IntStream.range(0, keywords).mapToObj(i -> "word" + i).toList();
    KeywordQuery query = KeywordQuery.of(words);
    long largest = 1 + random.nextInt(random.nextBoolean() ? 4 : 100_000_000);
    long chunks = largest + random.nextInt(1_000);
    for (String word : words) {
      if (random.nextInt(4) == 0) {
        query = query.emphasize(word, 1 + random.nextInt(3) / 100.0);
      }
    }
    List<Long> whole =
        LongStream.range(0, keywords)
            .map(i -> random.nextInt(6) == 0 ? 0 : 1 + random.nextLong(largest))
            .boxed()
            .toList();
    return new KeywordCounts(chunks, chunks, Collections.nCopies(keywords, chunks), whole)
        .rarities(query);
  }

  private static String requireOrder(List<Double> rarities) {
    List<String> conditions =
        IntStream.range(0, rarities.size()).mapToObj(i -> "w" + i).collect(Collectors.toList());
    if (rarities.stream().allMatch(each -> each == 0)) {
      return "";
    }
    String function = RarityOrder.function(rarities, conditions);
    int sets = 1 << rarities.size();
    double[] expected = new double[sets];
    float[] actual = new float[sets];
    for (int set = 0; set < sets; set++) {
      for (int i = 0; i < rarities.size(); i++) {
        expected[set] += (set >>> i & 1) != 0 ? rarities.get(i) : 0;
      }
      actual[set] = new Evaluator(function, set).value();
    }
    for (int left = 0; left < sets; left++) {
      for (int right = 0; right < sets; right++) {
        assertThat(Float.compare(actual[left], actual[right]))
            .isEqualTo(Double.compare(expected[left], expected[right]));
      }
    }
    return function;
  }

  /** Evaluates a function in floats, as Solr does. */
  private static final class Evaluator {
    private final String function;
    private final int set;
    private int at;

    Evaluator(String function, int set) {
      this.function = function;
      this.set = set;
    }

    float value() {
      if (function.startsWith("sum(", at)) {
        at += 4;
        float sum = 0;
        do {
          sum += value();
        } while (function.charAt(at++) == ',');
        return sum;
      }
      if (function.startsWith("if(w", at)) {
        int keyword = function.charAt(at + 4) - '0';
        at += 6;
        float with = value();
        at++;
        float without = value();
        at++;
        return (set >>> keyword & 1) != 0 ? with : without;
      }
      int start = at;
      while (at < function.length() && Character.isDigit(function.charAt(at))) {
        at++;
      }
      return Float.parseFloat(function.substring(start, at));
    }
  }
}
