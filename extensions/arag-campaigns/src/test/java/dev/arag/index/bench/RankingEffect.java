package dev.arag.index.bench;

import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.SectionHit;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.TestRules;
import dev.arag.core.text.Sentence;
import dev.arag.index.Index;
import dev.arag.index.bench.TitledArticles.Question;
import dev.arag.index.source.Source;
import dev.arag.records.ChunksJsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Measures how the order of the default profile differs from that of the paper.
 *
 * <p>{@code RankingEffect SET DIRECTORY RESULT} searches an index of {@code SET/paragraphs.json},
 * which is created in the directory if it does not exist. For each question and rules, it writes
 * the recall of the supporting articles among the best 5 and 10 hits, and of the supporting
 * sentences among those that the best 15 hits show, to the files {@code RESULT.paper} and {@code
 * RESULT.default}. {@link HeadingRetrieval} compares them.
 */
final class RankingEffect {
  private static final int FEW = 5;
  private static final int MORE = 10;
  private static final int HITS = 15;

  private RankingEffect() {}

  public static void main(String[] arguments) throws IOException {
    Path set = Path.of(arguments[0]);
    try (Index index = Index.openOrCreate(Path.of(arguments[1]))) {
      index.sync(Source.path(set.resolve("paragraphs.json")).parser(ChunksJsonParser.only()));
      for (RankingRules rules : TestRules.BOTH) {
        List<String> lines = new ArrayList<>();
        for (Question question : TitledArticles.read(set, false).questions()) {
          lines.add(line(question, index.semanticSearch(query(question, rules), HITS, 0)));
        }
        Files.write(
            Path.of(arguments[2] + "." + (rules == TestRules.OTHER ? "paper" : "default")), lines);
      }
    }
  }

  private static SemanticQuery query(Question question, RankingRules rules) {
    return new SemanticQuery(question.text(), rules);
  }

  private static String line(Question question, List<SemanticHit> hits) {
    List<String> ids = hits.stream().map(hit -> hit.chunkId().value()).toList();
    List<String> shown =
        hits.stream()
            .flatMap(hit -> hit.sections().stream())
            .map(SectionHit::matches)
            .flatMap(List::stream)
            .map(Sentence::text)
            .toList();
    return String.join(
        "\t",
        question.isReport() ? "report" : "choice",
        question.id(),
        Double.toString(recall(ids, FEW, question.supporting())),
        Double.toString(recall(ids, MORE, question.supporting())),
        Double.toString(recall(shown, HITS, question.sentences())));
  }

  private static double recall(List<String> found, int count, Set<String> supporting) {
    long right = found.stream().limit(count).filter(supporting::contains).count();
    return supporting.isEmpty() ? 0 : (double) right / supporting.size();
  }
}
