package dev.arag.cli.internal.evaluation;

import dev.arag.cli.internal.option.UsageException;
import dev.arag.cli.internal.option.Utf8Path;
import dev.arag.cli.internal.report.RetrievalResult;
import dev.arag.cli.internal.task.FileTree;
import dev.arag.core.embed.Embedder;
import dev.arag.evaluation.retrieval.CorpusRanking;
import dev.arag.evaluation.retrieval.RetrievalData;
import dev.arag.evaluation.retrieval.RetrievalMeasure;
import dev.arag.evaluation.retrieval.RetrievalRun;
import dev.arag.evaluation.retrieval.RetrievalScores;
import dev.arag.evaluation.retrieval.TrecRun;
import dev.arag.index.Index;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Measures rankings of a corpus. The corpus is indexed into a temporary folder. */
final class RankingMeasurement {
  private static final int RUN_DEPTH = 100;

  private final RetrievalData data;
  private final List<String> rankings;
  private final List<RetrievalMeasure> measures;
  private final @Nullable Path runFile;
  private final @Nullable Embedder embedder;

  /**
   * @param rankings names of rankings and run files
   * @param runFile the file into which the ranking is written; null for none
   * @param embedder the embedder of the index; null for the default embedder
   * @throws UsageException if a ranking is unknown, or if there is not exactly one for the run file
   */
  RankingMeasurement(
      Path folder,
      List<String> rankings,
      List<RetrievalMeasure> measures,
      @Nullable Path runFile,
      @Nullable Embedder embedder) {
    rankings.stream().filter(name -> !isFile(name)).forEach(RankingMeasurement::named);
    if (runFile != null && rankings.size() != 1) {
      throw new UsageException("--run writes one ranking: name exactly one with --ranking");
    }
    this.data = RetrievalData.read(folder);
    this.rankings = List.copyOf(rankings);
    this.measures = List.copyOf(measures);
    this.runFile = runFile;
    this.embedder = embedder;
  }

  private static boolean isFile(String name) {
    return Files.isRegularFile(new Utf8Path().convert(name));
  }

  private static CorpusRanking named(String name) {
    try {
      return CorpusRanking.of(name);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "--ranking: " + e.getMessage() + " There is no file with this name either");
    }
  }

  RetrievalResult measure() throws IOException {
    List<RetrievalRun> runs =
        rankings.stream().allMatch(RankingMeasurement::isFile)
            ? rankings.stream().map(this::read).toList()
            : rank();
    if (runFile != null) {
      TrecRun.write(runs.get(0), runFile);
    }
    List<RetrievalScores> scores =
        runs.stream().map(each -> RetrievalScores.of(each, data.queries(), measures)).toList();
    return RetrievalResult.of(scores);
  }

  private RetrievalRun read(String file) {
    return TrecRun.read(new Utf8Path().convert(file));
  }

  private List<RetrievalRun> rank() throws IOException {
    Path directory = Files.createTempDirectory("arag-eval");
    try (Index index = open(directory.resolve("corpus.arag"))) {
      index.put("corpus", data.documents());
      List<RetrievalRun> runs = new ArrayList<>();
      for (String name : rankings) {
        runs.add(isFile(name) ? read(name) : named(name).run(index, data.queries(), depth()));
      }
      return runs;
    } finally {
      FileTree.delete(directory);
    }
  }

  private int depth() {
    return Stream.concat(
            Stream.of(runFile == null ? 1 : RUN_DEPTH), measures.stream().map(RetrievalMeasure::k))
        .mapToInt(Integer::intValue)
        .max()
        .orElse(1);
  }

  /** A ranking by keywords needs no embeddings. */
  private Index open(Path directory) {
    Index.Builder builder = Index.builder(directory);
    boolean needsEmbeddings =
        rankings.stream().anyMatch(name -> !isFile(name) && !name.equals("keyword"));
    if (!needsEmbeddings) {
      return builder.withoutEmbeddings().openOrCreate();
    }
    return embedder == null ? builder.openOrCreate() : builder.embedder(embedder).openOrCreate();
  }
}
