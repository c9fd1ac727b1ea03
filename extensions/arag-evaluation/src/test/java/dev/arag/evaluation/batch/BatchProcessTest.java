package dev.arag.evaluation.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arag.evaluation.Batch;
import dev.arag.evaluation.batch.BatchFixture.CountingModel;
import dev.arag.evaluation.internal.row.ResultRow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches in separate processes: locks and full disks. */
@Timeout(200)
class BatchProcessTest {
  @TempDir Path folder;

  /** Another process cannot use the folder while this process runs a batch. */
  @Test
  void anotherProcessIsRefused() throws Exception {
    AtomicReference<String> said = new AtomicReference<>("");
    try (LoopbackLlm llm = new LoopbackLlm(0)) {
      CountingModel slow =
          new CountingModel(
              question -> {
                said.set(lastLineOf(llm));
                return "Tarn";
              });
      BatchFixture.batch(slow, 1).build().run(folder);
      assertThat(said.get())
          .contains(folder.toString())
          .contains("is locked by another batch (process " + ProcessHandle.current().pid() + ")");
      assertThat(llm.allCalls()).isZero();
    }
  }

  private String lastLineOf(LoopbackLlm llm) {
    try {
      return BatchProcess.lastLine(BatchProcess.start(folder, llm, 1));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** A file size limit has the effect of a full disk. */
  @ParameterizedTest
  @ValueSource(ints = 10)
  void fullDiskStopsTheModelCalls(int kibibytes) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/bash")), "no bash");
    try (LoopbackLlm llm = new LoopbackLlm(20)) {
      String[] limited = {"bash", "-c", "ulimit -f " + kibibytes + "; exec \"$@\"", "bash"};
      String said = BatchProcess.lastLine(BatchProcess.start(folder, llm, 40, limited));
      List<ResultRow> rows = BatchFixture.rows(folder.resolve("one-call.jsonl"));
      assertThat(rows).hasSizeBetween(2, 30);
      assertThat(said)
          .contains(folder.toString())
          .contains("File too large")
          .contains("Free space")
          .contains(rows.size() + " of 40 runs are finished");
      assertThat(llm.allCalls()).isBetween(rows.size() + 1, rows.size() + BatchProcess.WORKERS);
      int before = llm.allCalls();
      BatchReport report = BatchProcess.batch(llm.url(), 40).build().run(folder);
      assertThat(report.progress().modelCalls()).isEqualTo(40 - rows.size());
      assertThat(llm.allCalls()).isEqualTo(before + 40 - rows.size());
      assertThat(BatchFixture.rows(folder.resolve("one-call.jsonl"))).hasSize(40);
    }
  }

  @Test
  void unwritableFolderIsReportedBeforeTheFirstCall() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "text");
    CountingModel model = CountingModel.ofTarn();
    Batch batch = BatchFixture.batch(model, 3).build();
    assertThatThrownBy(() -> batch.run(file))
        .isInstanceOf(BatchException.class)
        .hasMessageContaining(file.toString());
    assertThat(model.calls()).isZero();
  }
}
