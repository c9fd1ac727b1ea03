package dev.arag.index.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.CorpusOrder;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.records.ChunksJsonParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Measures how ranking by the best section changes the order of keyword hits.
 *
 * <p>{@code KeywordEffect SET DIRECTORY [choice]} searches an index of {@code SET/chunks.json},
 * which is created in the directory if it does not exist: for each article that supports one of the
 * last 50 questions (with {@code choice}, the first 50), its title as a phrase and the words of the
 * title; for each question, its words. It prints how often the chunk of the article, or the first
 * chunk of any supporting article, is the first hit and among the first five, and the mean
 * reciprocal rank, before and after the best hits are ranked by their sections.
 */
final class KeywordEffect {
  private static final int FEW = 5;
  private static final int HITS = 100;
  private static final int FOR_CHOICE = 50;
  private static final int MAX_KEYWORDS = 10;
  private static final Set<String> STOP_WORDS =
      Set.of(
          ("who what when where which the was were did does for and that with from how many are"
                  + " has have had his her its in of to is on at by a an as it be or this also")
              .split(" "));

  private final Index index;
  private final Map<String, List<Integer>> ranks = new LinkedHashMap<>();

  private KeywordEffect(Index index) {
    this.index = index;
  }

  public static void main(String[] arguments) throws IOException {
    Path set = Path.of(arguments[0]);
    boolean isChoice = arguments.length > 2;
    JsonNode questions = new ObjectMapper().readTree(set.resolve("questions.json").toFile());
    try (Index index = Index.openOrCreate(Path.of(arguments[1]))) {
      index.sync(Source.path(set.resolve("chunks.json")).parser(ChunksJsonParser.only()));
      KeywordEffect effect = new KeywordEffect(index);
      int first = isChoice ? 0 : FOR_CHOICE;
      int end = isChoice ? FOR_CHOICE : questions.size();
      IntStream.range(first, end).mapToObj(questions::get).forEach(effect::measure);
      effect.ranks.forEach(KeywordEffect::print);
    }
  }

  private void measure(JsonNode question) {
    List<ChunkId> gold = new ArrayList<>();
    question.path("supporting_chunks").forEach(id -> gold.add(ChunkId.of(id.asText())));
    for (JsonNode title : question.path("supporting_titles")) {
      String name = title.asText().replaceAll("\\s*\\(.*\\)", "").strip();
      Predicate<KeywordHit> isArticle =
          hit ->
              gold.contains(hit.chunkId())
                  && hit.chunk().sections().stream()
                      .anyMatch(section -> section.heading().contains(title.asText()));
      search("title as a phrase", List.of(name), isArticle);
      search("words of the title", words(name), isArticle);
    }
    search(
        "words of the question",
        words(question.path("question").asText()),
        hit -> gold.contains(hit.chunkId()));
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+"))
        .filter(word -> word.length() > 1 && !STOP_WORDS.contains(word))
        .distinct()
        .limit(MAX_KEYWORDS)
        .toList();
  }

  private void search(String kind, List<String> keywords, Predicate<KeywordHit> isRight) {
    if (keywords.isEmpty() || keywords.get(0).length() < 2) {
      return;
    }
    List<KeywordHit> now = index.keywordSearch(keywords, HITS).hits();
    List<KeywordHit> before = now.stream().sorted(byChunk(keywords)).toList();
    add(kind + ", before", before, isRight);
    add(kind + ", now", now, isRight);
  }

  /** The order of the default profile before sections are compared. */
  private static Comparator<KeywordHit> byChunk(List<String> keywords) {
    return Comparator.comparingDouble(KeywordHit::rarity)
        .thenComparingLong(hit -> wholeScore(hit, keywords))
        .thenComparingDouble(KeywordHit::score)
        .reversed()
        .thenComparing(KeywordHit::location, CorpusOrder.BY_LOCATION);
  }

  private static long wholeScore(KeywordHit hit, List<String> keywords) {
    return keywords.stream()
        .mapToLong(
            word ->
                (long) hit.wholeCounts().getOrDefault(word, 0)
                    * word.codePointCount(0, word.length()))
        .sum();
  }

  private void add(String kind, List<KeywordHit> hits, Predicate<KeywordHit> isRight) {
    int rank =
        IntStream.range(0, hits.size())
            .filter(i -> isRight.test(hits.get(i)))
            .findFirst()
            .orElse(-1);
    ranks.computeIfAbsent(kind, each -> new ArrayList<>()).add(rank);
  }

  private static void print(String kind, List<Integer> ranks) {
    System.out.printf(
        Locale.ROOT,
        "%s (%d searches): first %.3f, among the first %d %.3f, mean reciprocal rank %.3f%n",
        kind,
        ranks.size(),
        share(ranks, 1),
        FEW,
        share(ranks, FEW),
        ranks.stream().mapToDouble(rank -> rank < 0 ? 0 : 1.0 / (rank + 1)).average().orElse(0));
  }

  private static double share(List<Integer> ranks, int first) {
    return ranks.stream().filter(rank -> rank >= 0 && rank < first).count() / (double) ranks.size();
  }
}
