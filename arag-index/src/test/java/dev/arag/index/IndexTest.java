package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.EmbedderMismatchException;
import dev.arag.core.error.EmbeddingException;
import dev.arag.core.error.IndexLockedException;
import dev.arag.core.error.IndexNotFoundException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.ingest.LineChunks;
import dev.arag.index.internal.store.FaultyStore;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.source.Source;
import dev.arag.index.source.SourceNameException;
import dev.arag.index.spi.Skip;
import dev.arag.index.sync.SyncProgress;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexTest {
  private static final Document BRIDGE =
      Document.of("bridge", "Mira Voss drew the Old Bridge. It was finished in 1881.");
  private static final Document TARN = Document.of("tarn", "Tarn lies on a river.");

  @TempDir Path folder;

  private Path directory;

  @BeforeEach
  void name() {
    directory = folder.resolve("my.arag");
  }

  private Index.Builder hashing() {
    return Index.builder(directory).embedder(new HashEmbedder());
  }

  private static Source source(Document... documents) {
    return Source.documents("test", List.of(documents));
  }

  private Index filled(Document... documents) {
    Index index = hashing().openOrCreate();
    index.sync(source(documents));
    return index;
  }

  private static List<String> found(Corpus corpus, String... words) {
    return corpus.keywordSearch(List.of(words), 20).hits().stream()
        .map(hit -> hit.location().documentId())
        .toList();
  }

  private static void assertSame(Map<String, byte[]> actual, Map<String, byte[]> expected) {
    assertThat(actual.keySet()).isEqualTo(expected.keySet());
    expected.forEach((name, bytes) -> assertThat(actual.get(name)).as(name).isEqualTo(bytes));
  }

  private static ChunkId id(String id) {
    return ChunkId.of(id);
  }

  private static Throwable failureOfAnotherThread(Index index) {
    List<Throwable> failures = new ArrayList<>();
    Thread thread = new Thread(() -> index.sync(source(TARN)));
    thread.setUncaughtExceptionHandler((t, e) -> failures.add(e));
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return failures.get(0);
  }

  private static void assertInterrupted(Index index) {
    assertThatThrownBy(
            () ->
                index.sync(
                    List.of(source(TARN, BRIDGE)), news -> Thread.currentThread().interrupt()))
        .isInstanceOf(CorpusException.class)
        .hasRootCauseInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  /** A hash embedder with a different fingerprint. */
  private static class OtherEmbedder implements Embedder {
    private final HashEmbedder hashing = new HashEmbedder(8);
    private final String fingerprint;
    private boolean closed;

    OtherEmbedder(String fingerprint) {
      this.fingerprint = fingerprint;
    }

    @Override
    public int dimension() {
      return 8;
    }

    @Override
    public String fingerprint() {
      return fingerprint;
    }

    @Override
    public List<Embedding> embedSentences(List<String> sentences) {
      return hashing.embedSentences(sentences);
    }

    @Override
    public Embedding embedQuery(String query) {
      return hashing.embedQuery(query);
    }

    @Override
    public OptionalDouble unknownShare(String text) {
      return OptionalDouble.of(text.contains("river") ? 0.256 : 0.1);
    }

    @Override
    public boolean fits(String text) {
      return !text.contains("1881");
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private static void readUntil(AtomicBoolean done, Index index, List<Throwable> failures) {
    try {
      while (!done.get()) {
        assertThat(found(index, "bridge", "river")).containsExactly("bridge", "tarn");
        assertThat(index.semanticSearch("river", 5)).hasSize(2);
      }
    } catch (Throwable e) {
      synchronized (failures) {
        failures.add(e);
      }
    }
  }

  @Nested
  class Opening {
    @Test
    void createsNoFilesWhenOpened() throws IOException {
      try (Index index = hashing().openOrCreate()) {
        assertThat(directory).doesNotExist();
        assertThat(found(index, "bridge")).isEmpty();
        assertThat(index.semanticSearch("bridge", 5)).isEmpty();
        assertThat(index.stats().generation()).isZero();
      }
      filled(BRIDGE).close();
      Map<String, byte[]> before = IndexFiles.of(directory);
      Index.open(directory).close();
      assertSame(IndexFiles.of(directory), before);
    }

    @Test
    void reportsAMissingIndex() throws IOException {
      assertThatThrownBy(() -> Index.open(directory))
          .isInstanceOf(IndexNotFoundException.class)
          .hasMessageContaining(directory.toString());
      assertThatThrownBy(() -> Index.verify(directory)).isInstanceOf(IndexNotFoundException.class);
      Path file = Files.writeString(folder.resolve("file"), "text");
      assertThatThrownBy(() -> Index.openOrCreate(file)).isInstanceOf(CorpusException.class);
      assertThatThrownBy(() -> Index.open(file)).isInstanceOf(CorpusException.class);
      assertThatThrownBy(() -> Index.verify(file))
          .isInstanceOf(IndexNotFoundException.class)
          .hasMessageContaining("is a file");
    }

    @Test
    void rejectsADirectoryWithOtherFilesAndLeavesItUnchanged() throws IOException {
      Files.createDirectory(directory);
      Files.writeString(directory.resolve("thesis.doc"), "three years of work");
      assertThatThrownBy(() -> Index.openOrCreate(directory))
          .isInstanceOf(IndexNotFoundException.class)
          .hasMessageContaining("thesis.doc");
      assertThat(directory.resolve("thesis.doc")).hasContent("three years of work");
    }

    @Test
    void neverModifiesFilesThatDoNotBelongToTheIndex() throws IOException {
      filled(BRIDGE).close();
      Files.writeString(directory.resolve("notes.txt"), "mine");
      Files.writeString(directory.resolve("chunks-x.arag"), "mine");
      filled(TARN).close();
      assertThat(directory.resolve("notes.txt")).hasContent("mine");
      assertThat(directory.resolve("chunks-x.arag")).hasContent("mine");
      assertThat(Index.verify(directory).ok()).isTrue();
    }

    @Test
    void removesFilesThatAKilledWriterLeftBehind() throws IOException {
      Files.createDirectory(directory);
      Files.writeString(directory.resolve("chunks-1.arag"), "half");
      Files.writeString(directory.resolve("manifest.0123456789abcdef.arag"), "half");
      try (Index index = filled(BRIDGE)) {
        assertThat(found(index, "bridge")).containsExactly("bridge");
      }
      assertThat(IndexFiles.of(directory).keySet())
          .containsExactly("chunks-2.arag", "keywords-2.arag", "manifest.arag", "vectors-2.arag");
      assertThat(Index.verify(directory)).isEqualTo(new VerifyReport(true, 4, List.of()));
    }

    @Test
    void allowsASecondCloseButNoUseAfterwards() {
      Index index = filled(BRIDGE);
      Corpus view = index.within(Scope.everything());
      Corpus snapshot = index.snapshot();
      index.close();
      index.close();
      assertThatIllegalStateException().isThrownBy(() -> found(index, "bridge"));
      assertThatIllegalStateException().isThrownBy(() -> found(view, "bridge"));
      assertThatIllegalStateException().isThrownBy(() -> found(snapshot, "bridge"));
      assertThatIllegalStateException().isThrownBy(() -> index.sync(source(TARN)));
    }
  }

  @Nested
  class Syncs {
    @Test
    void reportsTheContentsOfTheIndexAfterASync() {
      List<SyncProgress> news = new ArrayList<>();
      try (Index index = hashing().openOrCreate()) {
        SyncReport report = index.sync(List.of(source(BRIDGE, TARN)), news::add);
        assertThat(report.documents()).isEqualTo(2);
        assertThat(report.chunks()).isEqualTo(2);
        assertThat(report.sentences()).isEqualTo(3);
        assertThat(report.embedded()).isEqualTo(3);
        assertThat(report.skipped()).isEmpty();
        assertThat(report.warnings()).isEmpty();
        assertThat(news)
            .containsExactly(
                new SyncProgress("test", 0, 0, 0, 0),
                new SyncProgress("test", 0, 1, 2, 0),
                new SyncProgress("test", 0, 2, 3, 0),
                new SyncProgress("test", 1, 2, 3, 3));
        IndexStats stats = index.stats();
        assertThat(stats.documents()).isEqualTo(2);
        assertThat(stats.chunks()).isEqualTo(2);
        assertThat(stats.sentences()).isEqualTo(3);
        assertThat(stats.dimension()).isEqualTo(64);
        assertThat(stats.embedder()).isEqualTo(new HashEmbedder().fingerprint());
        assertThat(stats.generation()).isEqualTo(1);
        assertThat(stats.bytes()).isPositive();
      }
    }

    @Test
    void prefixesDocumentIdsWithTheNameOfTheFolder() throws IOException {
      Path docs = Files.createDirectories(folder.resolve("docs/deep"));
      Files.writeString(docs.resolve("tarn.txt"), "Tarn lies on a river.");
      Files.writeString(docs.getParent().resolve("a.chunks"), "7:The Old Bridge.");
      Source source = Source.path(docs.getParent()).parser(new LineChunks());
      try (Index index = hashing().openOrCreate()) {
        index.sync(source);
        assertThat(found(index, "river")).containsExactly("docs/deep/tarn.txt");
        assertThat(index.read(ChunkId.of("7"))).isPresent();
        index.sync(source.name("n").idPrefix("p-").metadata("tenant", "a"));
        assertThat(found(index.within(Scope.equal("tenant", "a")), "river"))
            .containsExactly("n/deep/tarn.txt");
        assertThat(index.read(ChunkId.of("p-7"))).isPresent();
      }
      assertThat(Index.verify(directory).ok()).isTrue();
    }

    @Test
    void rejectsASourceNameThatBelongsToAnotherPath() throws IOException {
      Path first = Files.createDirectories(folder.resolve("a/docs"));
      Path second = Files.createDirectories(folder.resolve("b/docs"));
      Files.writeString(first.resolve("x.txt"), "one");
      Files.writeString(second.resolve("x.txt"), "two");
      try (Index index = hashing().openOrCreate()) {
        index.sync(first);
        assertThatExceptionOfType(SourceNameException.class)
            .isThrownBy(() -> index.sync(second))
            .withMessageContaining(
                "source name docs already belongs to another source in this index. Give "
                    + second.toRealPath());
        assertThatExceptionOfType(SourceNameException.class)
            .isThrownBy(
                () -> index.sync(List.of(Source.path(first), Source.path(second)), news -> {}));
        index.sync(List.of(Source.path(first), Source.path(second).name("other")), news -> {});
        assertThat(found(index, "one", "two")).containsExactly("docs/x.txt", "other/x.txt");
      }
    }

    @Test
    void changesNothingIfASourceIsMissing() throws IOException {
      try (Index index = hashing().openOrCreate()) {
        assertThatThrownBy(() -> index.sync(folder.resolve("none")))
            .isInstanceOf(CorpusException.class)
            .hasMessageContaining("none");
        assertThat(directory).doesNotExist();
        index.sync(source(BRIDGE));
        Map<String, byte[]> before = IndexFiles.of(directory);
        List<Source> sources = List.of(source(TARN), Source.path(folder.resolve("none")));
        assertThatThrownBy(() -> index.sync(sources, news -> {}))
            .isInstanceOf(CorpusException.class);
        assertSame(IndexFiles.of(directory), before);
      }
    }

    @Test
    void changesNothingIfNoDocumentCanBeRead() throws IOException {
      Path docs = Files.createDirectory(folder.resolve("docs"));
      Files.write(docs.resolve("picture.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 0, 0});
      try (Index index = hashing().openOrCreate()) {
        SyncReport report = index.sync(docs);
        assertThat(report.documents()).isZero();
        assertThat(report.skipped()).hasSize(1);
        assertThat(directory).doesNotExist();
        index.sync(source(BRIDGE));
        index.sync(docs);
        assertThat(found(index, "bridge")).containsExactly("bridge");
      }
    }

    @Test
    void createsAnEmptyIndexFromAnEmptySource() throws IOException {
      Path docs = Files.createDirectory(folder.resolve("docs"));
      try (Index index = hashing().openOrCreate()) {
        assertThat(index.sync(docs).documents()).isZero();
      }
      try (Index index = Index.open(directory)) {
        assertThat(index.stats().generation()).isEqualTo(1);
        assertThat(found(index, "bridge")).isEmpty();
      }
      assertThat(Index.verify(directory).ok()).isTrue();
    }

    @Test
    void producesTheSameBytesFromTheSameCalls() throws IOException {
      filled(BRIDGE, TARN).close();
      filled(TARN, BRIDGE).close();
      Map<String, byte[]> first = IndexFiles.of(directory);
      directory = folder.resolve("other.arag");
      filled(BRIDGE, TARN).close();
      filled(TARN, BRIDGE).close();
      assertSame(IndexFiles.of(directory), first);
    }

    @Test
    void skipsASecondDocumentWithTheSameId() {
      try (Index index = hashing().openOrCreate()) {
        SyncReport report =
            index.sync(
                List.of(
                    Source.documents("first", List.of(BRIDGE)),
                    Source.documents("second", List.of(Document.of("bridge", "Another text.")))),
                news -> {});
        assertThat(report.skipped())
            .containsExactly(
                new Skip(
                    "bridge",
                    "the source first already contains a document with this id; the source second"
                        + " cannot replace it; give one of them a different id, or delete"
                        + " the stored document if it moved to this source"));
        assertThat(found(index, "another")).isEmpty();
      }
    }

    @Test
    void skipsADocumentWhoseChunkIdIsAlreadyUsed() {
      Document one = Document.builder("one", "First text.").oneChunk(ChunkId.of("7")).build();
      Document two = Document.builder("two", "Second text.").oneChunk(ChunkId.of("7")).build();
      Document three =
          Document.builder("three", "Third. Fourth.")
              .chunk(0, ChunkId.of("8"))
              .chunk(7, ChunkId.of("8"))
              .build();
      try (Index index = hashing().openOrCreate()) {
        SyncReport report =
            index.sync(
                List.of(
                    Source.documents("a", List.of(one)),
                    Source.documents("b", List.of(two, three))),
                news -> {});
        assertThat(report.skipped())
            .containsExactly(
                new Skip("two", "its chunk id 7 is already used by a chunk of one (source a)"),
                new Skip("three", "its chunk id 8 is already used by a chunk of three (source b)"));
        assertThat(index.read(ChunkId.of("7")).orElseThrow().text()).isEqualTo("First text.");
        index.sync(
            List.of(
                Source.documents("a", List.of(one)),
                Source.documents("b", List.of(two)).idPrefix("b-")),
            news -> {});
        assertThat(index.read(ChunkId.of("b-7")).orElseThrow().text()).isEqualTo("Second text.");
      }
    }

    @Test
    void returnsTextsUnchanged() {
      String text = "\ufeff  Title\r\n\r\nÉté 😀 was\u00a0hot.\tIt \u200bended.\n\n\n Last  line  ";
      Document document =
          Document.builder("d", text)
              .title("T")
              .heading(2, List.of("Title"))
              .page(0, 3)
              .metadata("n", 1)
              .metadata("d", 0.5)
              .metadata("b", true)
              .metadata("l", List.of("x", "y"))
              .build();
      try (Index index = filled(document)) {
        List<Chunk> chunks = IndexContents.chunks(index);
        assertThat(String.join("", chunks.stream().map(Chunk::text).toList()))
            .isEqualTo("T\n" + text);
        Chunk chunk = chunks.get(0);
        assertThat(chunk.location().title()).isEqualTo("T");
        assertThat(chunk.location().page()).hasValue(3);
        assertThat(chunk.location().metadata()).isEqualTo(document.metadata());
        assertThat(chunk.sentences()).isNotEmpty();
      }
    }

    @Test
    void returnsTheIdsOfAdjacentChunks() {
      Document document =
          Document.builder("d", "One. Two. Three.")
              .chunk(0, ChunkId.of("x"))
              .chunk(5, ChunkId.of("y"))
              .chunk(10, ChunkId.of("z"))
              .build();
      try (Index index = filled(TARN, document, BRIDGE)) {
        List<Chunk> chunks =
            index.read(Stream.of("z", "x", "none", "y", "x").map(ChunkId::of).toList());
        assertThat(chunks).extracting(Chunk::text).containsExactly("Three.", "One. ", "Two. ");
        assertThat(chunks).extracting(Chunk::previous).containsExactly(id("y"), null, id("x"));
        assertThat(chunks).extracting(Chunk::next).containsExactly(null, id("y"), id("z"));
      }
    }

    @Test
    void replacesAndCountsLoneSurrogates() {
      Document broken =
          Document.builder("d", "A\ud800b and \udc00 😀.")
              .title("x\ud83d")
              .metadata("k", "\udfff")
              .build();
      try (Index index = hashing().openOrCreate()) {
        SyncReport report = index.sync(source(broken, TARN));
        assertThat(report.warnings()).singleElement().asString().startsWith("d: 4 lone surrogates");
        assertThat(index.stats().warnings()).isEqualTo(report.warnings());
        assertThat(IndexContents.chunks(index).get(0).text())
            .isEqualTo("x\ufffd\nA\ufffdb and \ufffd 😀.");
        assertThat(IndexContents.chunks(index).get(0).location().title()).isEqualTo("x\ufffd");
      }
    }

    @Test
    void findsAStoredDocumentWhoseIdHadLoneSurrogates() {
      Document broken = Document.of("d\ud800", "Tarn.");
      try (Index index = hashing().openOrCreate()) {
        index.sync(source(broken));
        assertThat(index.documentIds()).containsExactly("d\ufffd");
        SyncReport again = index.sync(source(broken));
        assertThat(again.unchanged()).isEqualTo(1);
        assertThat(again.updated()).isZero();
        SyncReport twice = index.sync(source(broken, broken));
        assertThat(twice.skipped()).hasSize(1);
      }
    }

    @Test
    void prefersSourceMetadataToDocumentMetadata() {
      Document claims = BRIDGE.toBuilder().metadata("tenant", "b").build();
      try (Index index = hashing().openOrCreate()) {
        index.sync(source(claims).metadata("tenant", "a"));
        assertThat(found(index.within(Scope.equal("tenant", "a")), "bridge")).hasSize(1);
        assertThat(found(index.within(Scope.equal("tenant", "b")), "bridge")).isEmpty();
        assertThat(
                index
                    .within(Scope.equal("tenant", "b"))
                    .read(IndexContents.chunks(index).get(0).id()))
            .isEmpty();
      }
    }
  }

  @Nested
  class Readers {
    @Test
    void showsReadersTheOldCommitUntilTheNextIsComplete() {
      try (Index index = filled(BRIDGE)) {
        Corpus snapshot = index.snapshot();
        Corpus view = index.within(Scope.everything());
        AtomicBoolean asked = new AtomicBoolean();
        index.sync(
            List.of(source(TARN).prune(1)),
            news -> {
              assertThat(found(index, "bridge", "river")).containsExactly("bridge");
              asked.set(true);
            });
        assertThat(asked).isTrue();
        assertThat(found(index, "bridge", "river")).containsExactly("tarn");
        assertThat(found(view, "bridge", "river")).containsExactly("tarn");
        assertThat(found(snapshot, "bridge", "river")).containsExactly("bridge");
        assertThat(snapshot.semanticSearch("river", 5)).hasSize(1);
        assertThat(snapshot.read(snapshot.semanticSearch("x", 1).get(0).chunkId())).isPresent();
      }
    }

    @Test
    void keepsTheCommitOfAnotherHandleUntilARefresh() throws IOException {
      filled(BRIDGE).close();
      try (Index reader = Index.builder(directory).nanoTime(() -> 0).open();
          Index writer = hashing().open()) {
        writer.sync(source(TARN).prune(1));
        assertThat(IndexFiles.of(directory)).doesNotContainKeys("chunks-1.arag", "vectors-1.arag");
        assertThat(found(reader, "bridge", "river")).containsExactly("bridge");
        assertThat(found(writer, "bridge", "river")).containsExactly("tarn");
        assertThat(reader.refresh()).isTrue();
        assertThat(reader.refresh()).isFalse();
        assertThat(found(reader, "bridge", "river")).containsExactly("tarn");
      }
      filled(BRIDGE).close();
      assertThat(Index.verify(directory).ok()).isTrue();
    }

    @Test
    void allowsOneWritingThreadAtATime() {
      try (Index index = hashing().lockTimeout(Duration.ZERO).openOrCreate()) {
        List<Throwable> refusals = new ArrayList<>();
        index.sync(List.of(source(BRIDGE)), news -> refusals.add(failureOfAnotherThread(index)));
        assertThatThrownBy(
                () -> index.sync(List.of(source(BRIDGE)), news -> index.sync(source(TARN))))
            .isInstanceOf(IndexLockedException.class);
        assertThat(refusals).isNotEmpty().allMatch(IndexLockedException.class::isInstance);
        index.sync(source(TARN));
        assertThat(found(index, "river")).hasSize(1);
      }
    }
  }

  @Nested
  class Failures {
    /** Two concurrent writers would delete each other's files. */
    @Test
    void rejectsAConcurrentWriteThroughAnotherHandle() throws IOException {
      try (Index first = hashing().lockTimeout(Duration.ZERO).openOrCreate();
          Index second = hashing().lockTimeout(Duration.ZERO).openOrCreate()) {
        List<Throwable> refusals = new ArrayList<>();
        first.sync(
            List.of(source(BRIDGE)), progress -> refusals.add(failureOfAnotherThread(second)));
        assertThat(refusals).isNotEmpty().allMatch(IndexLockedException.class::isInstance);
        assertThat(Index.verify(directory).ok()).isTrue();
        second.sync(source(TARN));
        assertThat(found(second, "river")).isNotEmpty();
      }
    }

    @Test
    void leavesTheDirectoryUnchangedIfASyncIsInterrupted() throws IOException {
      try (Index index = hashing().openOrCreate()) {
        assertInterrupted(index);
        assertThat(directory).doesNotExist();
        index.sync(source(BRIDGE));
        Map<String, byte[]> before = IndexFiles.of(directory);
        assertInterrupted(index);
        assertSame(IndexFiles.of(directory), before);
        assertThat(found(index, "bridge")).containsExactly("bridge");
        index.sync(source(TARN));
        assertThat(found(index, "river")).containsExactly("tarn");
      }
    }

    @Test
    void leavesTheDirectoryUnchangedIfTheEmbedderFails() throws IOException {
      Embedder failing =
          new OtherEmbedder("fails") {
            @Override
            public List<Embedding> embedSentences(List<String> sentences) {
              throw new EmbeddingException("out of order");
            }
          };
      try (Index index = Index.builder(directory).embedder(failing).openOrCreate()) {
        assertThatThrownBy(() -> index.sync(source(BRIDGE))).isInstanceOf(EmbeddingException.class);
      }
      assertThat(folder).isEmptyDirectory();
    }

    @Test
    void rejectsAnEmbedderThatReturnsAWrongNumberOfVectors() {
      Embedder miscounting =
          new OtherEmbedder("miscounts") {
            @Override
            public List<Embedding> embedSentences(List<String> sentences) {
              return super.embedSentences(sentences.subList(1, sentences.size()));
            }
          };
      try (Index index = Index.builder(directory).embedder(miscounting).openOrCreate()) {
        assertThatThrownBy(() -> index.sync(source(BRIDGE)))
            .isInstanceOf(EmbeddingException.class)
            .hasMessageContaining("1 vectors for 2 sentences");
      }
    }

    @Test
    void removesFilesOfAKilledFirstSyncInAPurge() {
      MemoryStore store = new MemoryStore();
      store.put("chunks-1.arag", new byte[10]);
      try (Index index = Index.builder(store).embedder(new HashEmbedder()).openOrCreate()) {
        index.purge();
        assertThat(store.list()).containsExactly("manifest.arag");
      }
      MemoryStore nothing = new MemoryStore();
      try (Index index = Index.builder(nothing).embedder(new HashEmbedder()).openOrCreate()) {
        index.purge();
        assertThat(nothing.list()).isEmpty();
      }
    }

    @Test
    void doesNotReportAReadFailureOfTheIndexAsASkippedDocument() {
      MemoryStore disk = new MemoryStore();
      FaultyStore store = new FaultyStore(disk);
      for (long call = 1; ; call++) {
        disk.files().keySet().forEach(disk::delete);
        try (Index index = Index.builder(store).embedder(new HashEmbedder()).openOrCreate()) {
          index.sync(source(BRIDGE));
          long before = store.calls();
          store.failAt(before + call, FaultyStore.Failing.ONCE);
          assertThat(index.sync(source(TARN)).skipped()).isEmpty();
          if (store.calls() < before + call) {
            return;
          }
        } catch (CorpusException expected) {
          assertThat(expected).hasMessageContaining("Injected");
        }
        store.heal();
      }
    }
  }

  @Nested
  class Embedders {
    @Test
    void rejectsADifferentEmbedderWhenOpened() {
      filled(BRIDGE).close();
      Index.Builder other = Index.builder(directory).embedder(new OtherEmbedder("other"));
      assertThatThrownBy(other::open)
          .isInstanceOf(EmbedderMismatchException.class)
          .hasMessageContaining("hash-words-1/64")
          .hasMessageContaining("other");
      assertThatThrownBy(other::openOrCreate).isInstanceOf(EmbedderMismatchException.class);
    }

    @Test
    void failsForAnUnknownEmbedderOnlyWhenItIsNeeded() {
      filled(BRIDGE).close();
      try (Index index = Index.open(directory)) {
        assertThat(found(index, "bridge")).containsExactly("bridge");
        assertThat(index.read(IndexContents.chunks(index).get(0).id())).isPresent();
        assertThatThrownBy(() -> index.semanticSearch("bridge", 5))
            .isInstanceOf(EmbedderMismatchException.class)
            .hasMessageContaining("hash-words-1/64");
        assertThatThrownBy(() -> index.sync(source(TARN)))
            .isInstanceOf(EmbedderMismatchException.class);
      }
    }

    @Test
    void searchesKeywordsAndReadsChunksWithoutEmbeddings() {
      try (Index index = Index.builder(directory).withoutEmbeddings().openOrCreate()) {
        assertThat(index.sync(source(BRIDGE)).embedded()).isZero();
      }
      try (Index index = Index.open(directory)) {
        assertThat(index.stats().embedder()).isNull();
        assertThat(index.stats().dimension()).isNull();
        assertThat(found(index, "bridge")).containsExactly("bridge");
        assertThatThrownBy(() -> index.semanticSearch("bridge", 5))
            .isInstanceOf(CorpusException.class)
            .hasMessageContaining("no embeddings. Add them with Index.embed");
        index.sync(source(TARN));
        assertThat(index.stats().embedder()).isNull();
      }
    }

    @Test
    void acceptsADifferentEmbedderForAnEmptyIndex() {
      Index.Builder other = Index.builder(directory).embedder(new OtherEmbedder("other"));
      try (Index index = filled(BRIDGE)) {
        index.delete(List.of("bridge"));
        index.embed(new OtherEmbedder("other"));
        assertThat(index.stats().embedder()).isEqualTo("other");
      }
      other.open().close();
    }

    @Test
    void addsAndReplacesEmbeddingsLater() {
      OtherEmbedder other = new OtherEmbedder("other");
      try (Index index = Index.builder(directory).withoutEmbeddings().openOrCreate()) {
        assertThatThrownBy(() -> index.embed(new HashEmbedder()))
            .isInstanceOf(IndexNotFoundException.class);
        index.sync(source(BRIDGE, TARN));
        Corpus before = index.snapshot();
        assertThat(index.embed(new HashEmbedder()).embedded()).isEqualTo(3);
        assertThat(index.semanticSearch("river", 1)).singleElement();
        assertThatThrownBy(() -> before.semanticSearch("river", 1))
            .hasMessageContaining("no embed");
        Corpus hashed = index.snapshot();
        SyncReport report = index.embed(other);
        assertThat(report.warnings())
            .containsExactly(
                "tarn: 26 % of its text is unknown to the embedder;"
                    + " semantic search will not work for it",
                "1 sentence is longer than the embedder takes; only the start is embedded");
        assertThat(index.stats().embedder()).isEqualTo("other");
        assertThat(index.stats().dimension()).isEqualTo(8);
        assertThat(index.stats().generation()).isEqualTo(3);
        assertThat(hashed.semanticSearch("river", 5)).hasSize(2);
        assertThat(index.semanticSearch("river", 5)).hasSize(2);
      }
      assertThat(other.closed).isFalse();
      assertThat(Index.verify(directory)).isEqualTo(new VerifyReport(true, 5, List.of()));
      try (Index index = Index.builder(directory).embedder(new OtherEmbedder("other")).open()) {
        assertThat(index.semanticSearch("river", 5)).hasSize(2);
      }
    }

    @Test
    void omitsHeadingsFromEmbeddingsIfConfigured() {
      Document document =
          Document.builder("d", "River\n\nIt was finished.").heading(0, List.of("River")).build();
      List<List<String>> embedded = new ArrayList<>();
      for (boolean headings : new boolean[] {true, false}) {
        directory = folder.resolve("headings-" + headings);
        Embedder listening =
            new OtherEmbedder("listens") {
              @Override
              public List<Embedding> embedSentences(List<String> sentences) {
                embedded.add(sentences);
                return super.embedSentences(sentences);
              }
            };
        try (Index index =
            Index.builder(directory)
                .embedder(listening)
                .headingsInEmbeddings(headings)
                .openOrCreate()) {
          index.sync(source(document));
        }
      }
      assertThat(embedded.get(0)).contains("River: It was finished.");
      assertThat(embedded.get(1)).contains("It was finished.");
    }

    @Test
    void searchesDuringConcurrentSyncs() throws InterruptedException {
      try (Index index = filled(BRIDGE, TARN)) {
        List<Throwable> failures = new ArrayList<>();
        AtomicBoolean done = new AtomicBoolean();
        List<Thread> readers =
            Stream.generate(() -> new Thread(() -> readUntil(done, index, failures)))
                .limit(4)
                .toList();
        readers.forEach(Thread::start);
        for (int i = 0; i < 20; i++) {
          index.sync(source(Arrays.asList(BRIDGE, TARN).toArray(Document[]::new)));
        }
        done.set(true);
        for (Thread reader : readers) {
          reader.join();
        }
        assertThat(failures).isEmpty();
      }
    }
  }
}
