package dev.arag.knowledge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.internal.store.ChildProcess;
import dev.arag.knowledge.job.ExtractionLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that is killed pays for no chunk twice, except for the calls that were running. */
class KilledExtractionTest {
  @TempDir Path folder;

  @Test
  void paysForNoChunkTwiceInASample() throws Exception {
    killTimes(2, 40);
  }

  @Test
  @Tag("full")
  void paysForNoChunkTwiceInAHundredKills() throws Exception {
    killTimes(100, 1_500);
  }

  private void killTimes(int kills, int chunks) throws IOException, InterruptedException {
    Path directory = folder.resolve("i.arag");
    Path paid = folder.resolve("paid");
    Random random = new Random(kills);
    try (Index index = Towns.open(directory)) {
      index.put(
          "test",
          IntStream.range(0, chunks)
              .mapToObj(i -> Document.of("d" + i, "Person Num" + i + " was born in Tarn."))
              .toList());
    }
    for (int i = 0; i < kills; i++) {
      int until = lines(paid) + 1 + random.nextInt(chunks / kills);
      Process child =
          ChildProcess.start(folder, ExtractionChild.class, directory.toString(), paid.toString());
      while (child.isAlive() && lines(paid) < until) {
        Thread.sleep(2);
      }
      child.destroyForcibly().waitFor();
    }
    try (Index index = Towns.open(directory)) {
      ExtractionChild.run(index, paid);
      assertThat(Knowledge.of(index, "m").estimateFacts(ExtractionLimits.none()).covered())
          .isEqualTo(chunks);
    }
    List<String> calls = Files.readAllLines(paid);
    assertThat(calls.stream().distinct()).hasSize(chunks);
    assertThat(calls.size() - chunks).isLessThanOrEqualTo(kills * ExtractionChild.PARALLEL_CALLS);
    assertThat(Index.verify(directory).ok()).isTrue();
  }

  private static int lines(Path file) throws IOException {
    return Files.exists(file) ? Files.readAllLines(file).size() : 0;
  }
}
