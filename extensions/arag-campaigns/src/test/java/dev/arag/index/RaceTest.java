package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.IndexLockedException;
import dev.arag.index.internal.store.ChildProcess;
import dev.arag.index.internal.store.FileStore;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lets many processes write to and read from the same index. */
class RaceTest {
  /** Processes that are started once and write to the same index in all tests. */
  private static final List<Child> WRITERS = new ArrayList<>();

  @TempDir static Path folder;

  private static Path directory;

  @BeforeAll
  static void locate() {
    directory = folder.resolve("index");
  }

  @BeforeEach
  void fill() {
    try (Index index = open(directory, () -> {})) {
      index.delete(index.documentIds());
      new WriteCall.Put(RacingWriter.parts("the start")).run(index);
    }
  }

  @AfterAll
  static void stop() {
    WRITERS.forEach(Child::close);
    WRITERS.clear();
  }

  private static Index open(Path directory, Runnable beforeEmbedding) {
    return Index.builder(directory)
        .lockTimeout(Duration.ZERO)
        .embedder(new CallbackEmbedder(sentences -> beforeEmbedding.run(), new HashEmbedder(2)))
        .openOrCreate();
  }

  /** A child process and its output. */
  private static final class Child implements Closeable {
    private final Process process;
    private final BufferedReader said;

    Child(Class<?> main) throws IOException {
      List<String> options = List.of("-Xmx256m");
      process = ChildProcess.builder(folder, options, main, directory.toString()).start();
      said =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    void send(String line) {
      try {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    String receive() {
      try {
        return String.valueOf(said.readLine());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  private static List<Child> start(Class<?> main, int count) throws IOException {
    List<Child> children = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      children.add(new Child(main));
    }
    children.forEach(child -> assertThat(child.receive()).isEqualTo("ready"));
    return children;
  }

  private static List<Child> writers(int count) throws IOException {
    WRITERS.addAll(start(RacingWriter.class, Math.max(0, count - WRITERS.size())));
    return WRITERS.subList(0, count);
  }

  private Map<String, String> found() {
    assertThat(Index.verify(directory).problems()).isEmpty();
    try (Index index = Index.builder(directory).withoutEmbeddings().open()) {
      return WriteCall.found(index);
    }
  }

  private void assertOnlyPublishedFiles() throws IOException {
    FileStore store = new FileStore(directory);
    assertThat(store.list()).containsExactlyElementsOf(PublishedFiles.of(store));
  }

  // ---- races

  @Test
  @Timeout(1_000)
  void letsOneProcessWriteAndShowsReadersWholeCommits() throws IOException {
    race(3, 5, 1);
  }

  @Tag("full")
  @Test
  @Timeout(3600)
  void letsOneProcessWriteInEachOfManyRaces() throws IOException {
    race(8, 200, 2);
  }

  private void race(int processes, int rounds, int readerCount) throws IOException {
    List<Child> writers = writers(processes);
    List<Child> readers = start(RacingReader.class, readerCount);
    int[] wins = new int[processes];
    try {
      for (int round = 0; round < rounds; round++) {
        wins[race(writers, round)]++;
      }
      List<String> looks = new ArrayList<>();
      for (Child reader : readers) {
        reader.send("enough");
        looks.add(reader.receive());
      }
      assertThat(looks).allMatch(line -> line.startsWith("looks "));
      System.out.println(
          "races of "
              + processes
              + " processes: "
              + rounds
              + ", exactly one winner in each; wins by process "
              + Arrays.toString(wins)
              + "; searches and distinct texts of each reader: "
              + looks);
    } finally {
      readers.forEach(Child::close);
    }
  }

  /** Runs one race and returns the number of the winning process. */
  private int race(List<Child> writers, int round) {
    for (int i = 0; i < writers.size(); i++) {
      writers.get(i).send("round " + round + " by " + i);
    }
    List<String> said = writers.stream().map(Child::receive).toList();
    int winner = said.indexOf("in");
    assertThat(said).as("round " + round).containsOnlyOnce("in");
    assertThat(said).filteredOn("lost"::equals).hasSize(writers.size() - 1);
    assertCommits(writers.get(winner));
    assertThat(found()).isEqualTo(RacingWriter.parts("round " + round + " by " + winner));
    return winner;
  }

  // ---- lost locks

  /**
   * Makes this process lose its lock. On POSIX systems, closing any handle to a file releases all
   * locks of the process on this file.
   */
  private void loseLock() {
    try {
      Files.readAllBytes(directory.resolve("lock.arag"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertStartsWriting(Child writer) {
    writer.send("the other");
    assertThat(writer.receive()).isEqualTo("in");
  }

  private static void assertCommits(Child writer) {
    writer.send("go on");
    assertThat(writer.receive()).isEqualTo("won");
  }

  private void assertStaleWriter(Index index) {
    assertThatThrownBy(() -> WriteCall.put("mine", "Never to be seen.").run(index))
        .isInstanceOf(IndexLockedException.class)
        .hasMessageContaining("taken the lock");
  }

  @Test
  @Timeout(1_000)
  void rejectsAWriterThatLostTheLockAfterAnotherPublished() throws IOException {
    Child other = writers(1).get(0);
    try (Index index =
        open(
            directory,
            () -> {
              loseLock();
              assertStartsWriting(other);
              assertCommits(other);
            })) {
      assertStaleWriter(index);
      assertThat(found()).isEqualTo(RacingWriter.parts("the other"));
      assertOnlyPublishedFiles();
    }
  }

  @Test
  @Timeout(1_000)
  void keepsFilesOfTheLockHolderWhenAnotherWriterLostTheLock() throws IOException {
    Child other = writers(1).get(0);
    try (Index index =
        open(
            directory,
            () -> {
              loseLock();
              assertStartsWriting(other);
            })) {
      assertStaleWriter(index);
      assertThat(found()).isEqualTo(RacingWriter.parts("the start"));
      assertCommits(other);
      assertThat(found()).isEqualTo(RacingWriter.parts("the other"));
    }
    try (Index next = open(directory, () -> {})) {
      WriteCall.put("next", "Somebody comes after.").run(next);
    }
    assertOnlyPublishedFiles();
  }

  @Test
  @Timeout(1_000)
  void allowsOneWriterForAnIndexWithSeveralPaths() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), directory);
    List<Path> names =
        List.of(directory, link, folder.resolve("link/../index/."), folder.resolve("./index"));
    for (Path name : names) {
      Runnable others = () -> names.forEach(RaceTest::assertLocked);
      try (Index index = open(name, others)) {
        WriteCall.put("name", "Written as " + name + ".").run(index);
      }
      Map<String, String> expected = new TreeMap<>(RacingWriter.parts("the start"));
      expected.put("name", "Written as " + name + ".");
      assertThat(found()).isEqualTo(expected);
    }
    assertOnlyPublishedFiles();
  }

  private static void assertLocked(Path name) {
    try (Index other = open(name, () -> {})) {
      WriteCall writeCall = WriteCall.put("name", "Never to be seen.");
      assertThatThrownBy(() -> writeCall.run(other))
          .as(name.toString())
          .isInstanceOf(IndexLockedException.class);
    }
  }
}
