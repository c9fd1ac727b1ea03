package dev.arag.evaluation.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.arag.core.error.CorpusException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrecRunTest {
  @TempDir Path folder;

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("run.txt"), content);
  }

  @Test
  void readsWhatItWrote() throws IOException {
    Map<String, List<String>> documents = new LinkedHashMap<>();
    documents.put("q2", List.of("b", "a", "c"));
    documents.put("q1", List.of("é"));
    RetrievalRun run = new RetrievalRun("hybrid", documents);
    Path file = folder.resolve("run.txt");
    TrecRun.write(run, file);
    assertThat(Files.readAllLines(file))
        .containsExactly(
            "q2 Q0 b 1 1.0 hybrid",
            "q2 Q0 a 2 0.5 hybrid",
            "q2 Q0 c 3 0.3333333333333333 hybrid",
            "q1 Q0 é 1 1.0 hybrid");
    assertThat(TrecRun.read(file)).isEqualTo(run);
  }

  @Test
  void ignoresAByteOrderMark() throws IOException {
    assertThat(TrecRun.read(file("\uFEFFq1 Q0 a 1 0.5 x\r\n")).of("q1")).containsExactly("a");
  }

  /** trec_eval ignores the ranks; of documents with equal scores, the last id comes first. */
  @Test
  void sortsAsTrecEvalDoes() throws IOException {
    Path file = file("q1 Q0 a 1 0.5 x\nq1\tQ0\tb\t2\t2\tx\n\nq1 Q0 c 9 0.5 x\nq1 Q0 d 3 1e1 x\n");
    assertThat(TrecRun.read(file).of("q1")).containsExactly("d", "b", "c", "a");
    assertThat(TrecRun.read(file).name()).isEqualTo("x");
    assertThat(TrecRun.read(file).of("q2")).isEmpty();
  }

  /** The run and the grades of the README of pytrec_eval, as files. */
  @Test
  void scoresARunAsTrecEvalDoes() throws IOException {
    Path file =
        file(
            """
            q1 Q0 d1 1 1.0 example
            q1 Q0 d2 2 0.0 example
            q1 Q0 d3 3 1.5 example
            q2 Q0 d1 1 1.5 example
            q2 Q0 d2 2 0.2 example
            q2 Q0 d3 3 0.5 example
            """);
    List<RetrievalQuery> queries =
        List.of(
            new RetrievalQuery("q1", "", Map.of("d1", 0, "d2", 1, "d3", 0)),
            new RetrievalQuery("q2", "", Map.of("d2", 1, "d3", 1)));
    RetrievalScores scores =
        RetrievalScores.of(TrecRun.read(file), queries, RetrievalMeasure.DEFAULT);
    assertThat(scores.ranking()).isEqualTo("example");
    assertThat(scores.queries()).isEqualTo(2);
    assertThat(scores.values()).containsOnlyKeys("ndcg@10", "recall@5", "recall@10");
    assertThat(scores.values().get("ndcg@10"))
        .isCloseTo((0.5 + 0.6934264036172708) / 2, within(1e-15));
    RetrievalScores cut =
        RetrievalScores.of(TrecRun.read(file), queries, List.of(RetrievalMeasure.of("recall@2")));
    assertThat(cut.values()).isEqualTo(Map.of("recall@2", (0 + 0.5) / 2));
  }

  @Test
  void aMissingQueryCountsAsZero() {
    RetrievalRun run = new RetrievalRun("r", Map.of("q1", List.of("d")));
    List<RetrievalQuery> queries =
        List.of(
            new RetrievalQuery("q1", "", Map.of("d", 1)),
            new RetrievalQuery("q2", "", Map.of("d", 1)));
    assertThat(RetrievalScores.of(run, queries, RetrievalMeasure.DEFAULT).values())
        .isEqualTo(Map.of("ndcg@10", 0.5, "recall@5", 0.5, "recall@10", 0.5));
    assertThat(RetrievalScores.of(run, List.of(), RetrievalMeasure.DEFAULT).queries()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "q1 Q0 a 1 0.5, Six columns",
    "q1 Q0 a 1 x y, The score \"x\" is not a number.",
    "q1 Q0 z 1 0.5 x, The query has this document twice."
  })
  void namesTheLineOfAnInvalidRun(String line, String problem) throws IOException {
    Path file = file("q1 Q0 z 1 0.5 x\n" + line + "\n");
    assertThatThrownBy(() -> TrecRun.read(file))
        .isInstanceOf(CorpusException.class)
        .hasMessageStartingWith(file + ", line 2: " + problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "", "a\tb"})
  void refusesIdsThatARunCannotContain(String id) {
    RetrievalRun run = new RetrievalRun("r", Map.of("q", List.of(id)));
    assertThatThrownBy(() -> TrecRun.write(run, folder.resolve("r")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ndcg", "ndcg@0", "map@5", "recall@-1", "recall@9999999", ""})
  void rejectsUnknownMeasures(String name) {
    assertThatThrownBy(() -> RetrievalMeasure.of(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ndcg@K");
  }

  @Test
  void aMeasureHasItsName() {
    assertThat(RetrievalMeasure.of("ndcg@7").name()).isEqualTo("ndcg@7");
    assertThat(RetrievalMeasure.of("recall@1000").k()).isEqualTo(1000);
  }
}
