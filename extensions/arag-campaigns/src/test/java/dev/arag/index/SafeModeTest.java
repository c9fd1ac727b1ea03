package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.internal.store.ChildProcess;
import dev.arag.index.internal.store.FileStore;
import dev.arag.index.internal.store.Store;
import dev.arag.index.source.Source;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Truncates, overwrites and extends index files while another process searches them in safe mode.
 * That process must not crash.
 */
class SafeModeTest {
  @TempDir Path folder;

  private Path directory;
  private Map<String, byte[]> files;

  @BeforeEach
  void build() throws IOException {
    directory = folder.resolve("index");
    RandomTexts texts = new RandomTexts(7);
    try (Index index = Index.builder(directory).embedder(new HashEmbedder(8)).openOrCreate()) {
      index.sync(
          Source.documents(
              "test", IntStream.range(0, 200).mapToObj(i -> document(i, texts)).toList()));
    }
    files = new TreeMap<>();
    Store store = new FileStore(directory);
    for (String name : store.list()) {
      files.put(name, Files.readAllBytes(directory.resolve(name)));
    }
    assertThat(files.values()).anyMatch(bytes -> bytes.length > 1 << 18);
  }

  private static Document document(int number, RandomTexts texts) {
    return Document.builder("d" + number, texts.words(400))
        .metadata("year", 1870 + number % 20)
        .oneChunk(ChunkId.of("c" + number))
        .build();
  }

  @ParameterizedTest
  @ValueSource(longs = 1)
  @Timeout(1_200)
  void survivesDamageInSafeMode(long seed) throws Exception {
    assertSurvives(seed, 4);
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14})
  @Timeout(1800)
  void survivesRepeatedDamageInSafeMode(long seed) throws Exception {
    assertSurvives(seed, 2_500);
  }

  private void assertSurvives(long seed, int rounds) throws Exception {
    Process process = ChildProcess.start(folder, SafeModeReader.class, "unmapped", "" + directory);
    String counts = run(process, new Random(seed), rounds);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    System.out.println(
        "files damaged during searches, seed "
            + seed
            + ": "
            + rounds
            + " rounds; results, expected exceptions, other exceptions: "
            + counts);
    assertThat(process.exitValue()).as("seed " + seed + ", " + counts).isZero();
    try (Stream<Path> reports = Files.list(folder)) {
      assertThat(reports).filteredOn(file -> file.toString().contains("hs_err")).isEmpty();
    }
    List<String> numbers = Arrays.asList(counts.split(" "));
    assertThat(numbers).hasSize(3).last().isEqualTo("0");
    assertThat(Integer.parseInt(numbers.get(1))).as("expected exceptions").isGreaterThan(rounds);
  }

  /** Runs all rounds and returns the counts that the reader printed. */
  private String run(Process process, Random random, int rounds) throws IOException {
    String counts = "";
    try (OutputStream orders = process.getOutputStream();
        BufferedReader answers =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (int i = 0; i < rounds; i++) {
        order(orders);
        assertThat(answers.readLine()).as("round " + i).isEqualTo("open");
        await(random.nextInt(3_000_000));
        Set<String> damaged = damage(random);
        order(orders);
        counts = answers.readLine();
        assertThat(counts).as("round " + i).isNotNull();
        restore(damaged);
      }
    }
    return counts;
  }

  private static void order(OutputStream orders) throws IOException {
    orders.write('\n');
    orders.flush();
  }

  /** Waits, so that the damage happens at a random moment during the searches. */
  private static void await(int nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  private Set<String> damage(Random random) throws IOException {
    List<String> names = List.copyOf(files.keySet());
    Set<String> damaged = new TreeSet<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      String name = names.get(random.nextInt(names.size()));
      try (RandomAccessFile file = new RandomAccessFile(directory.resolve(name).toFile(), "rw")) {
        damage(file, random);
      }
      damaged.add(name);
    }
    return damaged;
  }

  private static void damage(RandomAccessFile file, Random random) throws IOException {
    byte[] bytes = new byte[1 + random.nextInt(random.nextBoolean() ? 8 : 8192)];
    if (random.nextBoolean()) {
      random.nextBytes(bytes);
    } else {
      Arrays.fill(bytes, (byte) random.nextInt(256));
    }
    long place = random.nextLong(file.length() + 1);
    switch (random.nextInt(3)) {
      case 0 -> file.setLength(place);
      case 1 -> write(file, place, bytes);
      default -> write(file, file.length(), bytes);
    }
  }

  private static void write(RandomAccessFile file, long place, byte[] bytes) throws IOException {
    file.seek(place);
    file.write(bytes);
  }

  /** Restores the contents in place, because the reader has these files open. */
  private void restore(Set<String> damaged) throws IOException {
    for (String name : damaged) {
      byte[] bytes = files.get(name);
      try (RandomAccessFile file = new RandomAccessFile(directory.resolve(name).toFile(), "rw")) {
        file.setLength(bytes.length);
        write(file, 0, bytes);
      }
    }
  }
}
