package dev.arag.core.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the pages of {@link KeywordRanking}, which only counts most matches, with the pages of a
 * full sort.
 */
class KeywordRankingTest {
  private static final List<String> WORDS = List.of("ash", "birch", "cedar", "fir", "oak");

  /**
   * A section, described by the number of occurrences of each word in the heading, as a whole word
   * and inside another word.
   */
  private record Part(int[] heading, int[] alone, int[] inside) {
    static Part random(Random random, int common, boolean hasHeading) {
      Part part = new Part(new int[WORDS.size()], new int[WORDS.size()], new int[WORDS.size()]);
      for (int i = 0; i < WORDS.size(); i++) {
        part.heading[i] = hasHeading ? Math.max(0, random.nextInt(4) - 2) : 0;
        part.alone[i] = Math.max(0, random.nextInt(common + i) - i);
        part.inside[i] = Math.max(0, random.nextInt(4) - 2);
      }
      return part;
    }

    String title() {
      return "A title" + words(heading, " %s");
    }

    String body() {
      return "#" + words(alone, " %s") + words(inside, " x%sx");
    }

    private static String words(int[] counts, String form) {
      StringBuilder words = new StringBuilder();
      for (int i = 0; i < counts.length; i++) {
        words.append(form.formatted(WORDS.get(i)).repeat(counts[i]));
      }
      return words.toString();
    }

    double rarity(double[] rarities, int words) {
      double rarity = 0;
      double headingRarity = 0;
      for (int i = 0; i < words; i++) {
        rarity += alone[i] + heading[i] > 0 ? rarities[i] : 0;
        headingRarity += heading[i] > 0 ? rarities[i] : 0;
      }
      return rarity + headingRarity / 2;
    }
  }

  /** A text of several sections. Only the first section may be without a heading. */
  private record Text(int number, boolean hasFirstHeading, List<Part> parts) {
    static Text random(Random random, int number, int common) {
      boolean hasFirstHeading = random.nextBoolean();
      return new Text(
          number,
          hasFirstHeading,
          IntStream.rangeClosed(0, random.nextInt(3))
              .mapToObj(i -> Part.random(random, common, hasFirstHeading || i > 0))
              .toList());
    }

    int alone(int word) {
      return parts.stream().mapToInt(part -> part.heading[word] + part.alone[word]).sum();
    }

    int count(int word) {
      return alone(word) + parts.stream().mapToInt(part -> part.inside[word]).sum();
    }

    int score(int words) {
      return IntStream.range(0, words).map(i -> count(i) * WORDS.get(i).length()).sum();
    }

    int wholeScore(int words) {
      return IntStream.range(0, words).map(i -> alone(i) * WORDS.get(i).length()).sum();
    }

    Map<String, Integer> wholeCounts(int words) {
      Map<String, Integer> counts = new HashMap<>();
      IntStream.range(0, words).forEach(i -> counts.put(WORDS.get(i), alone(i)));
      counts.values().removeIf(count -> count == 0);
      return counts;
    }

    double rarity(double[] rarities, int words) {
      double rarity = 0;
      for (int i = 0; i < words; i++) {
        rarity += alone(i) > 0 ? rarities[i] : 0;
      }
      return rarity;
    }

    double sectionRarity(double[] rarities, int words) {
      return parts.stream().mapToDouble(part -> part.rarity(rarities, words)).max().orElseThrow();
    }

    boolean hasAny(int words) {
      return score(words) > 0;
    }

    Chunk chunk() {
      StringBuilder text = new StringBuilder();
      List<Sentence> sentences = new ArrayList<>();
      for (Part part : parts) {
        boolean hasHeading = hasFirstHeading || part != parts.get(0);
        if (hasHeading) {
          sentences.add(new Sentence(part.title(), text.length(), List.of(), true));
          text.append(part.title()).append('\n');
        }
        List<String> path = hasHeading ? List.of(part.title()) : List.of();
        sentences.add(new Sentence(part.body(), text.length(), path, false));
        text.append(part.body()).append('\n');
      }
      return new Chunk(
          ChunkId.of("c" + number),
          Location.builder("d").build(),
          text.toString(),
          sentences,
          1,
          null,
          null);
    }

    Occurrences occurrences(int words) {
      Occurrences all = new Occurrences(words);
      for (int i = 0; i < words; i++) {
        all.add(i, count(i), alone(i));
      }
      return all;
    }
  }

  static IntStream seeds() {
    return IntStream.range(0, 25);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void returnsTheSamePageAsAFullSort(int seed) {
    Random random = new Random(seed);
    int words = 1 + random.nextInt(WORDS.size());
    int topK = 1 + random.nextInt(12);
    int offset = random.nextInt(3) * random.nextInt(20);
    int common = 1 + random.nextInt(5);
    RankingRules rules = TestRules.any(random);
    KeywordQuery query = KeywordQuery.of(WORDS.subList(0, words), rules);
    List<Text> texts =
        IntStream.range(0, random.nextInt(600))
            .mapToObj(i -> Text.random(random, i, common))
            .toList();
    List<KeywordRanking<Text>> parts = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(4); i++) {
      parts.add(new KeywordRanking<>(query, Comparator.comparingInt(Text::number), topK, offset));
    }
    for (Text text : texts) {
      KeywordRanking<Text> part = parts.get(random.nextInt(parts.size()));
      if (text.hasAny(words)) {
        part.add(text, text.occurrences(words));
      }
    }
    KeywordRanking<Text> all = parts.get(0);
    parts.stream().skip(1).forEach(all::addAll);
    KeywordHits hits = all.hits(texts.size(), text -> query.match(text.chunk()).orElseThrow());
    assertThat(hits.total()).isEqualTo(texts.stream().filter(text -> text.hasAny(words)).count());
    double[] rarities = rarities(texts);
    assertThat(hits.hits())
        .extracting(
            hit -> hit.chunkId().value(),
            KeywordHit::score,
            KeywordHit::wholeCounts,
            KeywordHit::rarity)
        .containsExactlyElementsOf(
            ordered(texts, rarities, words, rules).stream()
                .skip(offset)
                .limit(topK)
                .map(
                    text ->
                        tuple(
                            "c" + text.number,
                            (double) text.score(words),
                            text.wholeCounts(words),
                            text.rarity(rarities, words)))
                .toList());
  }

  private static double[] rarities(List<Text> all) {
    return IntStream.range(0, WORDS.size())
        .mapToLong(word -> all.stream().filter(text -> text.alone(word) > 0).count())
        .mapToDouble(whole -> StrictMath.log(1 + (double) all.size() / whole))
        .toArray();
  }

  private static List<Text> ordered(
      List<Text> texts, double[] rarities, int words, RankingRules rules) {
    Comparator<Text> byScore =
        Comparator.<Text>comparingInt(text -> text.score(words))
            .reversed()
            .thenComparingInt(Text::number);
    Comparator<Text> byWhole =
        Comparator.<Text>comparingDouble(text -> text.rarity(rarities, words))
            .thenComparingInt(text -> text.wholeScore(words))
            .reversed();
    List<Text> ordered =
        texts.stream()
            .filter(text -> text.hasAny(words))
            .sorted(rules.ranksByRarity() ? byWhole.thenComparing(byScore) : byScore)
            .collect(Collectors.toCollection(ArrayList::new));
    if (rules.ranksByRarity()) {
      ordered
          .subList(0, Math.min(50, ordered.size()))
          .sort(Comparator.comparingDouble(text -> -text.sectionRarity(rarities, words)));
    }
    return ordered;
  }
}
