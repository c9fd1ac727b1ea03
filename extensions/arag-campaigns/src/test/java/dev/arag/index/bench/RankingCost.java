package dev.arag.index.bench;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.TestRules;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Measures how much longer a search takes because the default profile ranks the best sections
 * again: 100 sections by meaning, 50 chunks by keywords. The paper profile does not. Both profiles
 * search one index alternately. A semantic search of the paper profile collects more sentences than
 * it needs, because it ignores short ones.
 *
 * <p>Arguments: a directory, in which an index is created if it does not exist; the number of
 * documents of 10,000 characters; the number of queries; and {@code plain} for documents without
 * headings. Other documents have a heading about every 500 characters.
 */
final class RankingCost {
  private static final int SEED = 1;
  private static final int SECTION = 500;
  private static final int QUERY = 80;
  private static final int TOP_K = 5;
  private static final int WARM_UP = 50;
  private static final int SHORT = 4;
  private static final int WORDS = 3;

  private RankingCost() {}

  public static void main(String[] arguments) {
    Path directory = Path.of(arguments[0]);
    int rounds = Integer.parseInt(arguments[2]);
    boolean isNew = !Files.exists(directory);
    try (Index index = Index.builder(directory).embedder(new HashEmbedder(384)).openOrCreate()) {
      if (isNew) {
        index.sync(source(Integer.parseInt(arguments[1]), arguments.length > 3));
      }
      System.out.println(index.stats().sentences() + " sentences");
      measure("semantic", rounds, (text, rules) -> searchByMeaning(index, text, rules));
      measure("keyword", rounds, (text, rules) -> searchByKeywords(index, text, rules));
    }
  }

  /** Searches and returns the number of hits. */
  private interface Search {
    int hits(String text, RankingRules rules);
  }

  private static Source source(int documents, boolean isPlain) {
    GeneratedTexts texts = new GeneratedTexts(SEED);
    Iterable<Document> all =
        () ->
            IntStream.range(0, documents)
                .mapToObj(i -> isPlain ? plain(i, texts) : headed(i, texts))
                .iterator();
    return Source.documents("generated", all);
  }

  private static Document plain(int number, GeneratedTexts texts) {
    return Document.of("d" + number, texts.next());
  }

  private static Document headed(int number, GeneratedTexts texts) {
    StringBuilder text = new StringBuilder();
    List<Integer> headings =
        IntStream.range(0, GeneratedTexts.LENGTH / SECTION)
            .mapToObj(i -> addSection(text, number, i, texts))
            .toList();
    Document.Builder document = Document.builder("d" + number, text.toString());
    for (int i = 0; i < headings.size(); i++) {
      document.heading(headings.get(i), List.of(title(number, i)));
    }
    return document.build();
  }

  private static int addSection(StringBuilder text, int number, int i, GeneratedTexts texts) {
    int start = text.length();
    text.append(title(number, i)).append('\n').append(texts.next(SECTION)).append("\n\n");
    return start;
  }

  private static String title(int number, int i) {
    return "Part " + i + " of " + number;
  }

  private static int searchByMeaning(Index index, String text, RankingRules rules) {
    return index.semanticSearch(new SemanticQuery(text, rules), TOP_K, 0).size();
  }

  private static int searchByKeywords(Index index, String text, RankingRules rules) {
    List<String> words =
        Stream.of(text.split("\\W+")).filter(word -> word.length() > SHORT).limit(WORDS).toList();
    return index.keywordSearch(KeywordQuery.of(words, rules), TOP_K, 0).hits().size();
  }

  private static void measure(String name, int rounds, Search search) {
    GeneratedTexts queries = new GeneratedTexts(SEED);
    double[] paper = new double[rounds];
    double[] ranked = new double[rounds];
    for (int i = -WARM_UP; i < rounds; i++) {
      String query = queries.next(QUERY);
      boolean isPaperFirst = i % 2 == 0;
      double first = time(search, query, isPaperFirst ? TestRules.OTHER : RankingRules.standard());
      double second = time(search, query, isPaperFirst ? RankingRules.standard() : TestRules.OTHER);
      if (i >= 0) {
        paper[i] = isPaperFirst ? first : second;
        ranked[i] = isPaperFirst ? second : first;
      }
    }
    double[] differences =
        IntStream.range(0, rounds).mapToDouble(i -> ranked[i] - paper[i]).toArray();
    System.out.printf(
        Locale.ROOT,
        "%s, median: paper profile %.1f ms, default profile %.1f ms, difference %.1f ms%n",
        name,
        median(paper),
        median(ranked),
        median(differences));
  }

  private static double time(Search search, String query, RankingRules rules) {
    long start = System.nanoTime();
    int hits = search.hits(query, rules);
    double time = (System.nanoTime() - start) / 1e6;
    if (hits == 0) {
      throw new IllegalStateException("No hits: " + query);
    }
    return time;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
