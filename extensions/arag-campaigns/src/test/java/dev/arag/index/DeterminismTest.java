package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.index.ModelSync.Feed;
import dev.arag.index.ingest.LineChunks;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.internal.sync.BatchLimits;
import dev.arag.index.source.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the same calls produce index files with the same bytes. */
class DeterminismTest {
  private static final int HEADER = 64;
  private static final int FOOTER = 64;

  /**
   * The length of the checksums in a file with one block: one checksum of the block and one of the
   * table.
   */
  private static final int TABLES = 8;

  /** The length of the hash of a path. */
  private static final int HASH = 16;

  @TempDir Path folder;

  /** An embedder that uses several threads. The threads finish in any order. */
  private static final class ThreadedEmbedder implements Embedder {
    private final HashEmbedder words = new HashEmbedder(16);
    private final ExecutorService threads;

    ThreadedEmbedder(int threads) {
      this.threads = Executors.newFixedThreadPool(threads);
    }

    @Override
    public int dimension() {
      return words.dimension();
    }

    @Override
    public String fingerprint() {
      return words.fingerprint();
    }

    @Override
    public List<Embedding> embedSentences(List<String> sentences) {
      List<Future<Embedding>> made =
          sentences.stream().map(each -> threads.submit(() -> words.embedQuery(each))).toList();
      return made.stream().map(ThreadedEmbedder::get).toList();
    }

    private static Embedding get(Future<Embedding> future) {
      try {
        return future.get();
      } catch (InterruptedException | ExecutionException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public Embedding embedQuery(String query) {
      return words.embedQuery(query);
    }

    @Override
    public void close() {
      threads.shutdownNow();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = 1)
  void producesTheSameBytesWithAnyNumberOfThreads(long seed) throws IOException {
    Map<String, byte[]> expected = null;
    for (int threads : new int[] {1, 2, 3, 4}) {
      MemoryStore store = new MemoryStore();
      call(Index.builder(store), threads, seed);
      if (expected == null) {
        expected = store.files();
      }
      assertSame(store.files(), expected, "seed " + seed + ", threads " + threads);
    }
    call(Index.builder(folder.resolve("index")), 2, seed);
    assertSame(IndexFiles.of(folder.resolve("index")), expected, "seed " + seed + ", on disk");
  }

  private static void call(Index.Builder builder, int threads, long seed) {
    ModelFeeds feeds = new ModelFeeds(new RandomTexts(seed));
    Random random = new Random(seed);
    builder.chunkTokens(64).batchLimits(new BatchLimits(30, 2_000)).helperThreads(threads - 1);
    try (Embedder embedder = new ThreadedEmbedder(threads);
        Index index = builder.embedder(embedder).openOrCreate()) {
      for (int i = 0; i < 40; i++) {
        call(index, feeds, random);
      }
      assertThat(index.stats().generation()).isGreaterThan(20);
    }
  }

  private static void call(Index index, ModelFeeds feeds, Random random) {
    switch (random.nextInt(10)) {
      case 0 -> index.delete(List.of(feeds.anyId(), feeds.anyId()));
      case 1 -> index.purge();
      case 2, 3 -> sync(index, feeds.whole(random.nextBoolean()));
      case 4, 5, 6 -> sync(index, List.of(feeds.edited()));
      default -> sync(index, List.of(feeds.added()));
    }
  }

  private static void sync(Index index, List<Feed> feeds) {
    index.sync(feeds.stream().map(feed -> feed.source(feed.documents())).toList(), progress -> {});
  }

  private static void assertSame(
      Map<String, byte[]> actual, Map<String, byte[]> expected, String when) {
    assertThat(actual.keySet()).as(when).isEqualTo(expected.keySet());
    expected.forEach(
        (name, bytes) -> assertThat(actual.get(name)).as(when + ": " + name).isEqualTo(bytes));
  }

  @Test
  void changesOnlyThePathAndChecksumsForACopiedFolder() throws IOException {
    Map<String, byte[]> first = ofCopy("first", 1_000_000_000_000L);
    Map<String, byte[]> second = ofCopy("a longer name", 1_700_000_000_000L);
    byte[] firstManifest = withoutPath(first.remove("manifest.arag"), "first/docs");
    byte[] secondManifest = withoutPath(second.remove("manifest.arag"), "a longer name/docs");
    assertSame(second, first, "all but the manifest");
    assertThat(secondManifest).hasSameSizeAs(firstManifest);
    int end = firstManifest.length - FOOTER - TABLES;
    assertThat(differences(firstManifest, secondManifest)).isNotEmpty().allMatch(at -> at >= end);
  }

  /** Removes the stored path of a source, its length and the hash before it from a manifest. */
  private byte[] withoutPath(byte[] manifest, String relative) throws IOException {
    byte[] path = folder.resolve(relative).toRealPath().toString().getBytes(StandardCharsets.UTF_8);
    int at = find(manifest, path);
    int begin = at - (path.length < 128 ? 1 : 2) - HASH;
    assertThat(begin).isGreaterThan(HEADER);
    byte[] rest = Arrays.copyOf(manifest, manifest.length - (at - begin) - path.length);
    System.arraycopy(manifest, at + path.length, rest, begin, rest.length - begin);
    return rest;
  }

  /**
   * Creates a folder at the given path with the given file times, syncs it twice and returns the
   * index files.
   */
  private Map<String, byte[]> ofCopy(String place, long millis) throws IOException {
    Path docs = Files.createDirectories(folder.resolve(place).resolve("docs"));
    RandomTexts texts = new RandomTexts(5);
    for (int i = 0; i < 12; i++) {
      write(docs.resolve("d" + i + (i % 2 == 0 ? ".txt" : ".md")), texts.words(40), millis);
    }
    write(docs.resolve("c.chunks"), "1:The old bridge.\n2:A river.", millis);
    Source source = Source.path(docs).parser(new LineChunks());
    Path directory = folder.resolve(place + ".arag");
    Index.Builder builder = Index.builder(directory).embedder(new HashEmbedder());
    try (Index index = builder.batchLimits(new BatchLimits(20, 1_000)).openOrCreate()) {
      index.sync(source);
      Files.delete(docs.resolve("d3.md"));
      write(docs.resolve("d4.txt"), texts.words(40), millis + 5);
      index.sync(source.prune(1));
      index.sync(Source.documents("more", List.of(Document.of("x", "At hand."))));
    }
    return IndexFiles.of(directory);
  }

  private static void write(Path file, String text, long millis) throws IOException {
    Files.writeString(file, text);
    Files.setLastModifiedTime(file, FileTime.fromMillis(millis));
  }

  private static int find(byte[] all, byte[] part) {
    return IntStream.rangeClosed(0, all.length - part.length)
        .filter(at -> Arrays.equals(all, at, at + part.length, part, 0, part.length))
        .findFirst()
        .orElse(-1);
  }

  private static List<Integer> differences(byte[] left, byte[] right) {
    return IntStream.range(0, Math.min(left.length, right.length))
        .filter(at -> left[at] != right[at])
        .boxed()
        .toList();
  }
}
