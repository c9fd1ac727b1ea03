package dev.arag.index.bench;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * Measures the time of the first query after an index is opened, and the heap use of an open index:
 * {@code FirstQuery FOLDER SENTENCES}. The folder must be empty or contain the index of an earlier
 * run. Vectors have only 64 floats, so that the heap use that grows with the number of sentences is
 * visible. In each round, the index is opened, queried once, and then queried several more times in
 * the same JVM. For comparison, the program also maps the files that the query reads and computes a
 * checksum of each.
 */
final class FirstQuery {
  private static final int DIMENSION = 64;
  private static final int ROUNDS = 15;
  private static final int WARM = 5;
  private static final int SENTENCES_IN_DOCUMENT = 400;
  private static final int WORDS_IN_SENTENCE = 9;
  private static final String ASKED = "word4711 word17";

  private final Path directory;
  private final Embedder embedder = new HashEmbedder(DIMENSION);

  private FirstQuery(Path directory) {
    this.directory = directory;
  }

  private interface NamedQuery {
    Object ask(Index index);
  }

  public static void main(String[] arguments) throws IOException {
    FirstQuery query = new FirstQuery(Path.of(arguments[0]).resolve("index"));
    if (!Files.exists(query.directory)) {
      query.build(Integer.parseInt(arguments[1]));
    }
    query.measure("keyword", "keywords", index -> index.keywordSearch(List.of("word4711"), 10));
    query.measure("semantic", "vectors", index -> index.semanticSearch(ASKED, 10));
    query.heap();
  }

  private void build(int sentences) {
    Random random = new Random(1);
    Iterable<Document> documents =
        () ->
            IntStream.range(0, sentences / SENTENCES_IN_DOCUMENT)
                .mapToObj(i -> Document.of("d" + i, text(random)))
                .iterator();
    try (Index index = Index.builder(directory).embedder(embedder).openOrCreate()) {
      index.sync(Source.documents("made", documents));
    }
  }

  private static String text(Random random) {
    return Stream.generate(() -> sentence(random))
        .limit(SENTENCES_IN_DOCUMENT)
        .collect(Collectors.joining("\n\n"));
  }

  private static String sentence(Random random) {
    return IntStream.range(0, WORDS_IN_SENTENCE)
        .mapToObj(i -> "word" + random.nextInt(100_000))
        .collect(Collectors.joining(" ", "The ", "."));
  }

  private Index open() {
    return Index.builder(directory).embedder(embedder).open();
  }

  private void measure(String name, String files, NamedQuery query) throws IOException {
    List<Long> first = new ArrayList<>();
    List<Long> warm = new ArrayList<>();
    List<Long> passes = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      try (Index index = open()) {
        first.add(nanos(() -> query.ask(index)));
        for (int i = 0; i < WARM; i++) {
          warm.add(nanos(() -> query.ask(index)));
        }
      }
      passes.add(nanos(() -> checksums(files)));
    }
    double passMillis = millis(passes);
    double allowed = 2 * millis(warm) + passMillis;
    System.out.printf(
        Locale.ROOT,
        "%s: first %.1f ms, warm %.1f ms, one checksum pass over %s %.1f ms;"
            + " two warm queries plus one pass %.1f ms%n",
        name,
        millis(first),
        millis(warm),
        files,
        passMillis,
        allowed);
  }

  private interface TimedWork {
    void run() throws IOException;
  }

  private static long nanos(TimedWork work) throws IOException {
    long start = System.nanoTime();
    work.run();
    return System.nanoTime() - start;
  }

  /**
   * Returns the median. The first third of the runs is dropped, because code is still being
   * compiled.
   */
  private static double millis(List<Long> nanos) {
    List<Long> counted = nanos.subList(nanos.size() / 3, nanos.size());
    return counted.stream().sorted().skip(counted.size() / 2).findFirst().orElseThrow() / 1e6;
  }

  private void checksums(String kind) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      files.filter(file -> file.getFileName().toString().startsWith(kind)).forEach(this::checksum);
    }
  }

  private void checksum(Path file) {
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
      CRC32C checksum = new CRC32C();
      checksum.update(mapped);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void heap() {
    long before = used();
    Index index = open();
    print("opened", index, before);
    index.keywordSearch(List.of("word4711"), 10);
    print("asked for a word", index, before);
    index.semanticSearch(ASKED, 10);
    print("asked by meaning", index, before);
    ChunkId id = index.semanticSearch(ASKED, 1).get(0).chunkId();
    index.read(List.of(id));
    print("one chunk read", index, before);
    index.close();
  }

  private static void print(String when, Index index, long before) {
    System.out.printf(
        Locale.ROOT,
        "%d sentences, %s: %.2f MB of heap, of %.1f MB in all%n",
        index.stats().sentences(),
        when,
        (used() - before) / 1e6,
        used() / 1e6);
  }

  private static long used() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
