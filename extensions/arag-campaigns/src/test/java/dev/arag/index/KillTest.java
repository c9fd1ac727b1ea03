package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.index.internal.store.ChildProcess;
import dev.arag.index.internal.store.FileStore;
import dev.arag.index.internal.store.Store;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kills processes while they write to several indexes. All acknowledged calls must survive. Of the
 * call in progress, either everything, nothing, or a number of whole batches must survive.
 */
class KillTest {
  @TempDir Path folder;

  private final List<AcknowledgedCalls> ledgers = new ArrayList<>();
  private final Map<String, Integer> points = new TreeMap<>();
  private int acknowledged;
  private int unpublished;
  private int pendingCalls;
  private int half;
  private int compared;

  @ParameterizedTest
  @ValueSource(longs = 2)
  @Timeout(1_500)
  void keepsAcknowledgedCallsWhenAProcessIsKilled(long seed) throws Exception {
    kill(seed, 2, 2);
    assertThat(acknowledged)
        .as("number of acknowledged calls, needed to make the test meaningful")
        .isGreaterThan(5);
  }

  static LongStream fiftySeeds() {
    return LongStream.range(11, 61);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("fiftySeeds")
  @Timeout(3600)
  void keepsAcknowledgedCallsWhenThousandsOfProcessesAreKilled(long seed) throws Exception {
    kill(seed, 100, 8);
  }

  /**
   * @param writers the number of indexes that each process writes to concurrently
   */
  private void kill(long seed, int processes, int writers) throws Exception {
    Random random = new Random(seed);
    IntStream.range(0, writers).forEach(writer -> ledgers.add(new AcknowledgedCalls(seed, writer)));
    Process next = start(seed);
    for (int i = 1; i <= processes; i++) {
      Process process = next;
      next = i < processes ? start(seed) : process;
      try {
        kill(process, random);
      } finally {
        process.destroyForcibly();
      }
      for (AcknowledgedCalls ledger : ledgers) {
        ledger.check("seed " + seed + ", process " + i, random);
      }
    }
    report(seed, processes);
  }

  /**
   * Starts the next process. It starts up while the previous process is still running, to save
   * time.
   */
  private Process start(long seed) throws IOException {
    return ChildProcess.builder(
            folder, List.of("-Xmx256m"), KilledWriter.class, folder.toString(), "" + seed)
        .start();
  }

  private void kill(Process process, Random random) throws Exception {
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(said.readLine()).isEqualTo("ready");
      boolean killsItself = random.nextBoolean();
      order(process, killsItself ? 1 + random.nextInt(random.nextBoolean() ? 250 : 5_000) : 0);
      assertThat(said.readLine()).isEqualTo("begin");
      if (!killsItself) {
        readLines(said, random.nextInt(20));
        Thread.sleep(random.nextInt(20));
        // Process.destroyForcibly would also close the output stream, and its last lines would be
        // lost.
        process.toHandle().destroyForcibly();
        count("a random moment");
      }
      readLines(said, Integer.MAX_VALUE);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  private void order(Process process, int lastCall) throws IOException {
    String firsts =
        ledgers.stream().map(ledger -> "" + ledger.number).collect(Collectors.joining(" "));
    process
        .getOutputStream()
        .write((lastCall + " " + firsts + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  private void readLines(BufferedReader said, int lines) throws IOException {
    String line = "";
    for (int i = 0; i < lines && line != null; i++) {
      line = said.readLine();
      if (line != null) {
        readLines(line);
      }
    }
  }

  /** Reads a line of output. The last line may be incomplete. */
  private void readLines(String line) {
    String[] words = line.split(" ");
    assertThat(words[0]).as(line).isNotEqualTo("failed");
    if (words[0].equals("done") && words.length == 3) {
      ledgers.get(Integer.parseInt(words[1])).acknowledge(Integer.parseInt(words[2]));
    } else if (words[0].equals("end")) {
      count(line.substring(4).replaceAll("[-.][0-9a-f]+[.]arag", ""));
    }
  }

  private void count(String point) {
    points.merge(point, 1, Integer::sum);
  }

  private void report(long seed, int processes) {
    System.out.println(
        "killed processes, seed "
            + seed
            + ": "
            + processes
            + ", each writing to "
            + ledgers.size()
            + " indexes: "
            + processes * ledgers.size()
            + " indexes checked, "
            + compared
            + " with mentions, "
            + unpublished
            + " before their first commit, "
            + pendingCalls
            + " with the call in progress completed, "
            + half
            + " with some whole batches of that call; "
            + acknowledged
            + " calls acknowledged; points at which processes were killed: "
            + points);
  }

  /** Records the acknowledged calls of one index and checks that they survived. */
  private final class AcknowledgedCalls {
    private final Path directory;
    private final long seed;
    private final int writer;
    private Map<String, String> documents = new TreeMap<>();
    private int number;

    AcknowledgedCalls(long seed, int writer) {
      this.seed = KilledWriter.seed(seed, writer);
      this.directory = folder.resolve("" + writer);
      this.writer = writer;
    }

    void acknowledge(int done) {
      assertThat(done).isEqualTo(number);
      WriteCall.random(seed, number).apply(documents);
      number++;
      acknowledged++;
    }

    void check(String name, Random random) throws IOException {
      String place = name + ", index " + directory + ", call " + number;
      Store store = new FileStore(directory);
      if (store.list().contains("manifest.arag")) {
        assertThat(Index.verify(directory).problems()).as(place).isEmpty();
      } else {
        assertThat(documents).as(place).isEmpty();
        unpublished++;
      }
      try (Index index = open()) {
        acceptPendingCall(place, WriteCall.found(index));
        MentionRecount.compare(index);
        compared += index.mentions().isPresent() ? 1 : 0;
        if (random.nextInt(4) == 0) {
          write(index, place);
        }
      }
      if (random.nextInt(12) == 0) {
        restart(store);
      }
    }

    private Index open() {
      return KilledWriter.builder(Index.builder(directory), writer).openOrCreate();
    }

    /**
     * Checks the effect of the call in progress and accepts it. The next process does not repeat
     * this call.
     */
    private void acceptPendingCall(String place, Map<String, String> found) {
      List<Map<String, String>> states = WriteCall.random(seed, number).states(documents);
      assertThat(states).as(place).contains(found);
      boolean isDone = found.equals(states.get(states.size() - 1));
      if (!found.equals(documents)) {
        pendingCalls += isDone ? 1 : 0;
        half += isDone ? 0 : 1;
      }
      documents = found;
      number++;
    }

    private void write(Index index, String place) throws IOException {
      WriteCall writeCall = WriteCall.put("d0", "What comes after " + number + ". At once.");
      writeCall.run(index);
      writeCall.apply(documents);
      assertThat(WriteCall.found(index)).as(place).isEqualTo(documents);
      Store store = new FileStore(directory);
      assertThat(store.list()).as(place).containsExactlyElementsOf(PublishedFiles.of(store));
    }

    private void restart(Store store) throws IOException {
      for (String file : store.list()) {
        store.delete(file);
      }
      Files.deleteIfExists(directory.resolve("lock.arag"));
      Files.deleteIfExists(directory);
      documents = new TreeMap<>();
    }
  }
}
