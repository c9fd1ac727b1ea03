package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.index.source.Source;
import dev.arag.strategies.conformance.Cast;
import dev.arag.strategies.conformance.StrategyContract;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Each strategy gives the same answer, record and citations as over an embedded index. */
@Tag("solr")
@ParameterizedClass(name = "{0} shards, {1} replicas")
@CsvSource({"1, 1", "2, 1", "5, 1", "1, 3", "2, 3", "5, 3"})
class StrategyLayoutsTest extends StrategyContract {
  private static SyncedTwice full;
  private static SyncedTwice empty;

  @Parameter(0)
  int shards;

  @Parameter(1)
  int replicas;

  @BeforeParameterizedClassInvocation
  static void create(int shards, int replicas, @TempDir Path folder) {
    full = SyncedTwice.create(folder.resolve("full"), 256, shards, replicas);
    full.sync(Source.documents("test", documents()));
    empty = SyncedTwice.create(folder.resolve("empty"), 256, shards, replicas);
    empty.sync(Source.documents("test", documents()));
    empty.sync(Source.documents("test", List.of()).prune(1));
  }

  @AfterParameterizedClassInvocation
  static void delete() {
    full.close();
    empty.close();
  }

  @Override
  protected Corpus corpus() {
    return full.corpus();
  }

  @Override
  protected Corpus emptyCorpus() {
    return empty.corpus();
  }

  @ParameterizedTest
  @FieldSource("dev.arag.strategies.conformance.StrategyContract#CASTS")
  void hasTheSameRecordOverAnIndex(Cast cast) {
    Trajectory run = ask(cast, corpus()).trajectory();
    assertThat(replay(cast, run, full.index()).toJson()).isEqualTo(run.toJson());
  }
}
