package dev.arag.index.bench;

import dev.arag.core.corpus.SectionHit;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.Index;
import dev.arag.index.bench.TitledArticles.Question;
import dev.arag.index.source.Source;
import dev.arag.records.ChunksJsonParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Measures how much text a semantic search shows if sections up to a certain length are shown
 * whole, and of longer sections only the matching sentences. The queries are the questions of a
 * data set. Arguments: the data set, and a directory in which an index of its {@code chunks.json}
 * is created if it does not exist.
 */
final class SectionLimits {
  private static final int TOP_K = 5;
  private static final List<Integer> LIMITS = List.of(0, 60, 90, 120, 200, 400);

  private SectionLimits() {}

  public static void main(String[] arguments) throws IOException {
    Path set = Path.of(arguments[0]);
    try (Index index = Index.openOrCreate(Path.of(arguments[1]))) {
      index.sync(Source.path(set.resolve("chunks.json")).parser(ChunksJsonParser.only()));
      List<List<SemanticHit>> found =
          TitledArticles.read(set, false).questions().stream()
              .map(Question::text)
              .map(question -> index.semanticSearch(question, TOP_K))
              .toList();
      for (int limit : LIMITS) {
        double tokens =
            found.stream()
                .mapToInt(hits -> hits.stream().mapToInt(hit -> tokens(hit, limit)).sum())
                .average()
                .orElse(0);
        System.out.printf(Locale.ROOT, "limit %d: %.0f tokens per search%n", limit, tokens);
      }
    }
  }

  private static int tokens(SemanticHit hit, int limit) {
    return hit.sections().stream().mapToInt(section -> tokens(section, limit)).sum();
  }

  private static int tokens(SectionHit section, int limit) {
    int whole = section.section().tokens();
    return whole <= limit
        ? whole
        : section.matches().stream()
            .map(Sentence::text)
            .mapToInt(TokenCounter.o200k()::count)
            .sum();
  }
}
