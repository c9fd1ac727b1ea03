package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.error.EmbedderMismatchException;
import dev.arag.core.error.IndexNotFoundException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.ingest.LineChunks;
import dev.arag.index.ingest.LineRecords;
import dev.arag.index.internal.store.CountingStore;
import dev.arag.index.internal.store.FileStore;
import dev.arag.index.internal.store.Input;
import dev.arag.index.internal.write.CurrentState;
import dev.arag.index.source.Source;
import dev.arag.index.source.SourceNameException;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Skip;
import dev.arag.index.spi.split.CollidingDocuments;
import dev.arag.index.sync.PurgeReport;
import dev.arag.index.sync.SyncProgress;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyncTest {
  private static final Document BRIDGE =
      Document.of("bridge", "Mira Voss drew the Old Bridge. It was finished in 1881. Tarn paid.");
  private static final Document TARN = Document.of("tarn", "Tarn lies on a river.");

  @TempDir Path folder;

  private Path directory;
  private Path docs;
  private final RecordingEmbedder embedder = new RecordingEmbedder();

  @BeforeEach
  void makeFolders() throws IOException {
    directory = folder.resolve("my.arag");
    docs = Files.createDirectory(folder.resolve("docs"));
  }

  /** A hash embedder that records the sentences it embeds. */
  private static final class RecordingEmbedder implements Embedder {
    private final HashEmbedder hashing = new HashEmbedder(8);
    private final List<String> embedded = new ArrayList<>();

    @Override
    public int dimension() {
      return 8;
    }

    @Override
    public String fingerprint() {
      return hashing.fingerprint();
    }

    @Override
    public List<Embedding> embedSentences(List<String> sentences) {
      embedded.addAll(sentences);
      return hashing.embedSentences(sentences);
    }

    @Override
    public Embedding embedQuery(String query) {
      return hashing.embedQuery(query);
    }

    @Override
    public boolean fits(String text) {
      return !text.contains("overlong");
    }

    @Override
    public OptionalDouble unknownShare(String text) {
      return OptionalDouble.of(text.contains("unknown") ? 0.9 : 0);
    }
  }

  private Index open() {
    return Index.builder(directory).embedder(embedder).openOrCreate();
  }

  /** Opens an index whose time stands still, so that it sees other commits only after a refresh. */
  private Index openAt(LongSupplier nanoTime) {
    return Index.builder(directory).embedder(embedder).nanoTime(nanoTime).openOrCreate();
  }

  private void deleteFiles() throws IOException {
    for (String name : IndexFiles.of(directory).keySet()) {
      Files.delete(directory.resolve(name));
    }
  }

  private static Source feed(Document... documents) {
    return Source.documents("feed", List.of(documents));
  }

  private static List<String> found(Corpus corpus, String... words) {
    return corpus.keywordSearch(List.of(words), 20).hits().stream()
        .map(hit -> hit.location().documentId())
        .toList();
  }

  private void write(String name, String text) throws IOException {
    Path file = docs.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static Document idOfFile() {
    return Document.of("docs/a.txt", "Another text with the id of a file.");
  }

  private static Skip clash(String id, String holder, String source) {
    return new Skip(
        id,
        "the source "
            + holder
            + " already contains a document with this id; the source "
            + source
            + " cannot replace it; give one of them a different id, or delete"
            + " the stored document if it moved to this source");
  }

  private void assertThatAnotherPathIsRejected(Index index) throws IOException {
    Path other = Files.createDirectories(folder.resolve("other/docs"));
    assertThatThrownBy(() -> index.sync(other))
        .isInstanceOf(SourceNameException.class)
        .hasMessageContaining("source name docs already belongs to another source");
  }

  /** Returns the names of the files that contain a word in any case. */
  private List<String> namesHolding(String word) throws IOException {
    return IndexFiles.of(directory).entrySet().stream()
        .filter(file -> text(file.getValue()).contains(word))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1).toLowerCase(java.util.Locale.ROOT);
  }

  /** Returns 100 documents with 100 sentences each, which is more than one batch. */
  private static List<Document> manyDocuments(String word) {
    return IntStream.range(0, 100).mapToObj(i -> Document.of("d" + i, sentences(i, word))).toList();
  }

  private static String sentences(int document, String word) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      text.append("The ").append(word).append(' ').append(document).append(" has part ");
      text.append(i).append(". ");
    }
    return text.toString();
  }

  private Document renamed(Document document) {
    return Document.of("new-" + document.id(), document.text());
  }

  /** Returns the shares that a sync into a new index without embeddings reports. */
  private List<Double> shares(Source... sources) {
    List<Double> shares = new ArrayList<>();
    try (Index index =
        Index.builder(folder.resolve("shares.arag")).withoutEmbeddings().openOrCreate()) {
      index.sync(List.of(sources), progress -> shares.add(progress.share()));
    }
    return shares;
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Nested
  class ChangedDocuments {
    @Test
    void skipsUnchangedFiles() throws IOException {
      write("a.txt", "One sentence. And a second one.");
      write("b/c.md", "# Title\n\nA third.");
      try (Index index = open()) {
        assertThat(index.sync(docs).added()).isEqualTo(2);
        Map<String, byte[]> before = IndexFiles.of(directory);
        embedder.embedded.clear();
        SyncReport report = index.sync(docs);
        assertThat(report.unchanged()).isEqualTo(2);
        assertThat(report.added() + report.updated() + report.deleted()).isZero();
        assertThat(report.documents()).isEqualTo(2);
        assertThat(report.embedded()).isZero();
        assertThat(report.reused()).isEqualTo(report.sentences()).isEqualTo(4);
        assertThat(embedder.embedded).isEmpty();
        assertThat(index.stats().generation()).isEqualTo(1);
        assertThat(IndexFiles.of(directory).keySet()).isEqualTo(before.keySet());
      }
    }

    @Test
    void detectsChangesOfDocumentsInMemory() {
      try (Index index = open()) {
        index.sync(feed(BRIDGE, TARN));
        SyncReport report = index.sync(feed(BRIDGE, Document.of("tarn", "Tarn lies on a lake.")));
        assertThat(report.unchanged()).isEqualTo(1);
        assertThat(report.updated()).isEqualTo(1);
        assertThat(report.documents()).isEqualTo(2);
        assertThat(index.sync(feed(TARN.toBuilder().title("Tarn").build())).updated()).isEqualTo(1);
        assertThat(index.sync(feed(BRIDGE.toBuilder().metadata("n", 1).build())).updated())
            .isEqualTo(1);
        assertThat(index.sync(feed(BRIDGE.toBuilder().metadata("n", "1").build())).updated())
            .isEqualTo(1);
      }
    }

    @Test
    void embedsOnlyTheSentenceThatChanged() {
      try (Index index = open()) {
        index.sync(feed(BRIDGE, TARN));
        Chunk before = IndexContents.chunks(index).get(0);
        float score = (float) index.semanticSearch("Mira Voss drew", 1).get(0).score();
        embedder.embedded.clear();
        Document edited = Document.of("bridge", BRIDGE.text().replace("1881", "1882"));
        SyncReport report = index.sync(feed(edited, TARN));
        assertThat(embedder.embedded).containsExactly("It was finished in 1882.");
        assertThat(report.embedded()).isEqualTo(1);
        assertThat(report.reused()).isEqualTo(3);
        assertThat(index.read(before.id())).isEmpty();
        assertThat(found(index, "1881")).isEmpty();
        assertThat(found(index, "1882")).containsExactly("bridge");
        assertThat(index.semanticSearch("Mira Voss drew", 1).get(0).score()).isEqualTo(score);
        assertThat(index.stats().documents()).isEqualTo(2);
      }
    }

    @Test
    void updatesDocumentsIfTheMetadataOfTheirSourceChanges() throws IOException {
      write("a.txt", "One sentence.");
      try (Index index = open()) {
        index.sync(docs);
        embedder.embedded.clear();
        SyncReport report = index.sync(Source.path(docs).metadata("tenant", "a"));
        assertThat(report.updated()).isEqualTo(1);
        assertThat(embedder.embedded).isEmpty();
        assertThat(found(index.within(Scope.equal("tenant", "a")), "sentence"))
            .containsExactly("docs/a.txt");
        assertThat(index.sync(docs).updated()).isEqualTo(1);
        assertThat(found(index.within(Scope.equal("tenant", "a")), "sentence")).isEmpty();
      }
    }

    @Test
    void splitsDocumentsAgainIfTheChunkSizeChanges() throws IOException {
      write("a.txt", "A sentence of several words here. ".repeat(50));
      try (Index index = open()) {
        index.sync(docs);
        assertThat(index.stats().chunks()).isEqualTo(1);
      }
      try (Index index = Index.builder(directory).embedder(embedder).chunkTokens(64).open()) {
        embedder.embedded.clear();
        assertThat(index.sync(docs).updated()).isEqualTo(1);
        assertThat(index.stats().chunks()).isGreaterThan(1);
        assertThat(embedder.embedded).isEmpty();
      }
      try (Index index = open()) {
        assertThat(index.sync(docs).unchanged()).isEqualTo(1);
      }
    }

    @Test
    void rejectsAChunkIdThatAnotherDocumentUses() {
      Document one = Document.builder("one", "First text.").oneChunk(ChunkId.of("7")).build();
      Document two = Document.builder("two", "Second text.").oneChunk(ChunkId.of("7")).build();
      try (Index index = open()) {
        index.sync(Source.documents("a", List.of(one)));
        SyncReport report = index.sync(Source.documents("b", List.of(two)));
        assertThat(report.skipped())
            .singleElement()
            .asString()
            .contains("its chunk id 7 is already used by a chunk of one (source a)");
        assertThat(index.stats().documents()).isEqualTo(1);
        index.delete(List.of("one"));
        assertThat(index.sync(Source.documents("b", List.of(two))).added()).isEqualTo(1);
        assertThat(index.read(ChunkId.of("7")).orElseThrow().text()).isEqualTo("Second text.");
      }
    }

    @Test
    void skipsADocumentWhoseIdBelongsToAnotherSource() throws IOException {
      write("a.txt", "Alpha.");
      Document secret = Document.of("report", "The secret of Acme.");
      Document other = Document.of("report", "The plan of Bolt.");
      Source bolt = Source.documents("bolt", List.of(other, TARN)).metadata("tenant", "bolt");
      try (Index index = open()) {
        index.sync(Source.documents("acme", List.of(secret)).metadata("tenant", "acme"));
        SyncReport report = index.sync(bolt.prune(1));
        assertThat(report.skipped()).containsExactly(clash("report", "acme", "bolt"));
        assertThat(List.of(report.added(), report.updated(), report.deleted()))
            .containsExactly(1L, 0L, 0L);
        assertThat(found(index.within(Scope.equal("tenant", "acme")), "secret")).hasSize(1);
        assertThat(found(index, "plan")).isEmpty();
        index.sync(docs);
        assertThat(index.sync(Source.documents("acme", List.of(idOfFile()))).skipped())
            .containsExactly(clash("docs/a.txt", "docs", "acme"));
        assertThat(index.sync(Source.documents("acme", List.of(other))).updated()).isEqualTo(1);
      }
    }

    @Test
    void skipsAFileWhoseIdBelongsToAnotherSource() throws IOException {
      write("a.txt", "Alpha.");
      try (Index index = open()) {
        index.sync(Source.documents("acme", List.of(idOfFile())));
        SyncReport report = index.sync(Source.path(docs).prune(1));
        assertThat(report.skipped()).containsExactly(clash("docs/a.txt", "acme", "docs"));
        assertThat(found(index, "alpha")).isEmpty();
        index.delete(List.of("docs/a.txt"));
        assertThat(index.sync(docs).added()).isEqualTo(1);
      }
    }

    @Test
    void movesADocumentToAnotherSourceThatFollowsThePrunedOne() {
      Source taker = Source.documents("taker", List.of(BRIDGE));
      try (Index index = open()) {
        index.sync(feed(BRIDGE));
        SyncReport report = index.sync(List.of(feed().prune(1), taker), progress -> {});
        assertThat(report.skipped()).isEmpty();
        assertThat(List.of(report.added(), report.deleted())).containsExactly(1L, 1L);
        assertThat(index.sync(taker).unchanged()).isEqualTo(1);
      }
    }

    @Test
    void neverReusesAKeyForAnotherText() {
      try (Index index = open()) {
        index.sync(feed(CollidingDocuments.OLD));
        ChunkId held = IndexContents.chunks(index).get(0).id();
        index.sync(feed(CollidingDocuments.NEW));
        index.purge();
        ChunkId now = IndexContents.chunks(index).get(0).id();
        assertThat(now.value()).hasSize(15).startsWith(held.value().substring(0, 8));
        assertThat(index.read(held)).isEmpty();
        index.delete(List.of(CollidingDocuments.NEW.id()));
        index.purge();
        index.sync(feed(CollidingDocuments.NEW));
        assertThat(IndexContents.chunks(index).get(0).id()).isEqualTo(now);
      }
    }
  }

  @Nested
  class DeletedDocuments {
    @Test
    void deletesMissingDocumentsOnlyFromPrunedSources() throws IOException {
      write("a.txt", "Alpha.");
      write("b.txt", "Beta.");
      try (Index index = open()) {
        index.sync(feed(TARN));
        index.sync(docs);
        Files.delete(docs.resolve("b.txt"));
        assertThat(index.sync(docs).deleted()).isZero();
        assertThat(found(index, "beta")).hasSize(1);
        SyncReport report = index.sync(Source.path(docs).prune(1));
        assertThat(report.deleted()).isEqualTo(1);
        assertThat(report.documents()).isEqualTo(2);
        assertThat(found(index, "alpha", "beta", "river")).containsExactly("docs/a.txt", "tarn");
        assertThat(index.sync(feed().prune(1)).deleted()).isEqualTo(1);
        assertThat(found(index, "alpha", "river")).containsExactly("docs/a.txt");
      }
    }

    @Test
    void keepsTheLastVersionOfAnUnreadableDocument() throws IOException {
      write("a.txt", "Alpha.");
      write("b.txt", "Beta.");
      try (Index index = open()) {
        index.sync(docs);
        Files.write(docs.resolve("b.txt"), new byte[] {0, 1, 2, 3, 0, 0, 0, 0});
        SyncReport report = index.sync(Source.path(docs).prune(1));
        assertThat(report.skipped()).singleElement().asString().contains("docs/b.txt");
        assertThat(report.deleted()).isZero();
        assertThat(found(index, "beta")).containsExactly("docs/b.txt");
      }
    }

    @Test
    void readsFilesWithALambda() throws IOException {
      write("a.own", "Alpha.");
      try (Index index = open()) {
        index.sync(
            Source.path(docs)
                .parser((id, in) -> new ParsedFile(Document.builder(id, "From a lambda."))));
        assertThat(found(index, "lambda")).containsExactly("docs/a.own");
      }
    }

    @Test
    void keepsWarningsAndWhatWasSkippedUntilTheyChange() throws IOException {
      Files.writeString(docs.resolve("a.chunks"), "1:one\nbad");
      Path binary = Files.writeString(docs.resolve("b.own"), "No parser reads it.");
      Source source = Source.path(docs).parser(new LineChunks());
      String warning = "docs/a.chunks: the line 'bad' was skipped: it has no ':'";
      List<Skip> skipped;
      try (Index index = open()) {
        SyncReport first = index.sync(source);
        assertThat(first.warnings()).containsExactly(warning);
        skipped = first.skipped();
        assertThat(skipped).extracting(Skip::source).containsExactly("docs/b.own");
      }
      try (Index index = open()) {
        assertThat(index.stats().warnings()).containsExactly(warning);
        assertThat(index.stats().skipped()).isEqualTo(skipped);
        long generation = index.stats().generation();
        assertThat(index.sync(source).skipped()).isEqualTo(skipped);
        assertThat(index.stats().generation()).isEqualTo(generation);
        index.put("rows", List.of(TARN));
        assertThat(index.stats().warnings()).containsExactly(warning);
        assertThat(index.stats().skipped()).isEqualTo(skipped);
        index.purge();
        assertThat(index.stats().skipped()).as("it may name a deleted document").isEmpty();
        index.sync(source);
        assertThat(index.stats().skipped()).isEqualTo(skipped);
        Files.delete(binary);
        index.sync(source);
        assertThat(index.stats().skipped()).isEmpty();
        assertThat(index.stats().warnings()).containsExactly(warning);
      }
    }

    @Test
    void keepsAThousandSkippedRecordsOfASource() throws IOException {
      write("rows.lines", "1:One.\n" + "no id\n".repeat(1_100));
      try (Index index = open()) {
        List<Skip> skipped = index.sync(Source.path(docs).parser(new LineRecords())).skipped();
        assertThat(skipped).hasSize(1_100);
        assertThat(index.stats().skipped()).hasSize(1_000).isSubsetOf(skipped);
      }
    }

    @Test
    void deletesNothingIfASourceIsMissing() throws IOException {
      write("a.txt", "Alpha.");
      try (Index index = open()) {
        index.sync(docs);
        Files.move(docs, folder.resolve("elsewhere"));
        assertThatThrownBy(() -> index.sync(Source.path(docs).prune(1)))
            .isInstanceOf(CorpusException.class);
        assertThat(found(index, "alpha")).hasSize(1);
      }
    }

    @Test
    void removesDeletedDocumentsFromAllResults() {
      try (Index index = open()) {
        index.sync(feed(BRIDGE, TARN));
        List<Chunk> before = IndexContents.chunks(index);
        Corpus snapshot = index.snapshot();
        assertThat(index.delete(List.of("bridge", "nothing", "bridge"))).isEqualTo(1);
        assertThat(index.delete(List.of("bridge"))).isZero();
        assertThat(found(index, "bridge", "river")).containsExactly("tarn");
        assertThat(index.semanticSearch("Old Bridge", 5)).hasSize(1);
        assertThat(index.read(before.get(0).id())).isEmpty();
        assertThat(index.stats().documents()).isEqualTo(1);
        assertThat(index.stats().sentences()).isEqualTo(1);
        assertThat(found(snapshot, "bridge", "river")).containsExactly("bridge", "tarn");
        index.sync(feed(BRIDGE));
        assertThat(IndexContents.chunks(index)).hasSameElementsAs(before);
      }
    }

    @Test
    void createsNothingWhenDeletingFromAMissingIndex() {
      try (Index index = open()) {
        assertThat(index.delete(List.of("x"))).isZero();
        assertThat(index.purge()).isEqualTo(new PurgeReport(0, 0));
        assertThat(directory).doesNotExist();
      }
    }

    @Test
    void removesWarningsTogetherWithTheirDocument() {
      Document odd = Document.of("odd", "An overlong sentence. Much is unknown here.");
      try (Index index = open()) {
        SyncReport report =
            index.sync(feed(odd, TARN, Document.of("half", "Half a \ud800 letter.")));
        assertThat(report.warnings()).hasSize(3).isEqualTo(index.stats().warnings());
        assertThat(report.warnings().get(0)).startsWith("half: 1 lone surrogate was replaced");
        assertThat(report.warnings().get(1)).startsWith("odd: 90 %");
        assertThat(report.warnings().get(2)).startsWith("1 sentence is longer");
        index.sync(feed(Document.of("half", "A whole letter.")));
        assertThat(index.stats().warnings()).hasSize(2);
        index.delete(List.of("odd"));
        assertThat(index.stats().warnings()).isEmpty();
      }
    }
  }

  @Nested
  class Purge {
    @Test
    void removesAllBytesOfDeletedDocumentsInAPurge() throws IOException {
      write("Canary-file.txt", "Canary text in a file.");
      Document canary =
          Document.builder("Canary-id", "The Canary sings. It sings well.")
              .title("Canary title")
              .metadata("canary", "Canary value")
              .heading(0, List.of("Canary heading"))
              .build();
      try (Index index = open()) {
        index.sync(feed(canary, BRIDGE));
        index.sync(Source.path(docs.resolve("Canary-file.txt")));
        index.sync(feed(TARN));
        Corpus snapshot = index.snapshot();
        assertThat(namesHolding("canary")).isNotEmpty();
        assertThat(index.delete(List.of("Canary-id", "Canary-file.txt"))).isEqualTo(2);
        PurgeReport report = index.purge();
        assertThat(report.documents()).isBetween(0L, 2L);
        assertThat(namesHolding("canary")).isEmpty();
        assertThat(found(snapshot, "canary")).hasSize(2);
        assertThat(found(index, "canary")).isEmpty();
        assertThat(found(index, "bridge", "river")).containsExactly("bridge", "tarn");
        assertThat(index.purge()).isEqualTo(new PurgeReport(0, 0));
      }
      assertThat(Index.verify(directory).ok()).isTrue();
    }

    @Test
    void changesNothingInAPurgeWithoutDeletedDocuments() throws IOException {
      try (Index index = open()) {
        index.sync(List.of(Source.path(docs), feed(TARN)), any -> {});
        Map<String, byte[]> before = IndexFiles.of(directory);
        IndexStats stats = index.stats();
        assertThat(index.purge()).isEqualTo(new PurgeReport(0, 0));
        assertThat(index.stats()).isEqualTo(stats);
        assertThat(IndexFiles.of(directory)).containsExactlyEntriesOf(before);
        assertThatAnotherPathIsRejected(index);
      }
    }

    @Test
    void keepsThePathsOfSourcesInAPurge() throws IOException {
      write("a.txt", "Alpha.");
      try (Index index = open()) {
        index.sync(List.of(Source.path(docs), feed(BRIDGE, TARN)), any -> {});
        index.delete(List.of("docs/a.txt"));
        assertThat(index.purge().documents()).isEqualTo(1);
        assertThat(index.documentIds()).containsExactly("bridge", "tarn");
        assertThatAnotherPathIsRejected(index);
        assertThat(index.sync(docs).added()).isEqualTo(1);
      }
    }

    @Test
    void removesVectorsOfADeletedDocumentInAPurge() throws IOException {
      try (Index index = open()) {
        index.sync(feed(BRIDGE, TARN, Document.of("x", "Quite another matter.")));
        byte[] vectors = IndexFiles.of(directory).get("vectors-1.arag");
        byte[] row = Arrays.copyOfRange(vectors, 64, 64 + 4 * 8);
        assertThat(text(vectors)).contains(text(row));
        index.delete(List.of("bridge"));
        index.purge();
        assertThat(IndexFiles.of(directory).values())
            .noneMatch(file -> text(file).contains(text(row)));
      }
    }
  }

  @Nested
  class Batches {
    @Test
    void continuesAnInterruptedSyncWhereItStopped() {
      List<Document> documents = manyDocuments("machine");
      try (Index index = open()) {
        assertThatThrownBy(
                () ->
                    index.sync(
                        List.of(Source.documents("feed", documents)),
                        progress -> {
                          if (progress.embedded() > 9_000) {
                            Thread.currentThread().interrupt();
                          }
                        }))
            .isInstanceOf(CorpusException.class)
            .hasMessageContaining("Interrupted");
        assertThat(Thread.interrupted()).isTrue();
        long committed = index.stats().documents();
        assertThat(committed).isBetween(80L, 99L);
        embedder.embedded.clear();
        SyncReport report = index.sync(Source.documents("feed", documents));
        assertThat(report.unchanged()).isEqualTo(committed);
        assertThat(report.added()).isEqualTo(100 - committed);
        // Three calls of the embedder, with 256 sentences each, were completed before the
        // interrupt.
        assertThat(report.embedded()).isEqualTo(100 * (100 - committed) - 3 * 256);
        assertThat(embedder.embedded).hasSize((int) report.embedded());
        assertThat(index.stats().documents()).isEqualTo(100);
      }
    }

    @Test
    void storesThePathOfASourceEvenIfTheSyncIsInterrupted() throws IOException {
      for (int i = 0; i < 100; i++) {
        write("d" + i + ".txt", sentences(i, "machine"));
      }
      Path other = Files.createDirectories(folder.resolve("other/docs"));
      Files.writeString(other.resolve("x.txt"), "Another place.");
      try (Index index = open()) {
        assertThatThrownBy(
                () ->
                    index.sync(
                        List.of(Source.path(docs)),
                        progress -> {
                          if (progress.embedded() > 9_000) {
                            Thread.currentThread().interrupt();
                          }
                        }))
            .isInstanceOf(CorpusException.class);
        assertThat(Thread.interrupted()).isTrue();
        long committed = index.stats().documents();
        assertThat(committed).isPositive();
        assertThatThrownBy(() -> index.sync(Source.path(other).prune(1)))
            .isInstanceOf(SourceNameException.class)
            .hasMessageContaining("source name docs already belongs to another source");
        assertThat(index.stats().documents()).isEqualTo(committed);
      }
    }

    @Test
    void keepsTrackOfVisitedDocumentsDuringMerges() {
      try (Index index = open()) {
        List<Document> documents = new ArrayList<>(manyDocuments("machine"));
        for (int i = 0; i < 10; i++) {
          index.sync(Source.documents("feed", documents.subList(10 * i, 10 * i + 10)));
        }
        documents.removeIf(document -> document.id().endsWith("7"));
        documents.addAll(
            manyDocuments("engine").subList(0, 10).stream().map(SyncTest.this::renamed).toList());
        documents.set(3, Document.of("d3", sentences(3, "motor")));
        SyncReport report = index.sync(Source.documents("feed", documents).prune(1));
        assertThat(report.deleted()).isEqualTo(10);
        assertThat(report.added()).isEqualTo(10);
        assertThat(report.updated()).isEqualTo(1);
        assertThat(report.unchanged()).isEqualTo(89);
        assertThat(index.stats().documents()).isEqualTo(100);
        assertThat(index.sync(Source.documents("feed", documents).prune(1)).unchanged())
            .isEqualTo(100);
        assertThat(index.stats().segments().size()).isLessThan(5);
      }
      assertThat(Index.verify(directory).ok()).isTrue();
    }

    @Test
    void neverDecreasesTheReportedProgress() throws IOException {
      for (int i = 0; i < 100; i++) {
        write("d" + i + ".txt", sentences(i, "machine"));
      }
      List<SyncProgress> news = new ArrayList<>();
      try (Index index = open()) {
        index.sync(List.of(Source.path(docs), feed(TARN)), news::add);
      }
      for (int i = 1; i < news.size(); i++) {
        assertThat(news.get(i).share()).isBetween(news.get(i - 1).share(), 1.0);
        assertThat(news.get(i).embedded()).isGreaterThanOrEqualTo(news.get(i - 1).embedded());
      }
      assertThat(news.get(news.size() - 1).share()).isEqualTo(1);
      assertThat(news.stream().filter(each -> each.share() > 0.2 && each.share() < 0.8))
          .isNotEmpty();
    }

    @Test
    void reportsTheNameOfASourceBeforeItsFirstDocumentIsRead() {
      List<String> names = new ArrayList<>();
      List<String> namesWhenRead = new ArrayList<>();
      Source second =
          Source.documents(
              "second",
              () -> {
                namesWhenRead.addAll(names);
                return List.of(TARN).iterator();
              });
      try (Index index = open()) {
        index.sync(List.of(feed(BRIDGE), second), progress -> names.add(progress.source()));
      }
      assertThat(namesWhenRead).endsWith("second");
    }

    @Test
    void reportsTheShareOfDocumentsInACollection() {
      List<Document> four = manyDocuments("machine").subList(0, 4);
      assertThat(shares(Source.documents("four", four), feed(TARN)))
          .containsExactly(0.0, 0.125, 0.25, 0.375, 0.5, 0.5, 1.0);
      List<Double> embedding = new ArrayList<>();
      try (Index index = open()) {
        Source all = Source.documents("feed", manyDocuments("machine"));
        index.sync(List.of(all), progress -> embedding.add(progress.share()));
      }
      assertThat(embedding).isSorted().endsWith(1.0).anyMatch(share -> share > 0.2 && share < 0.8);
    }

    @Test
    void countsASourceOfUnknownSizeOnlyWhenItWasRead() {
      List<Document> four = manyDocuments("machine").subList(0, 4);
      assertThat(shares(Source.documents("stream", four::iterator), feed(TARN)))
          .containsExactly(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0);
    }
  }

  @Nested
  class Embedders {
    @Test
    void requiresTheEmbedderToAddDocumentsToAnIndexWithEmbeddings() {
      try (Index index = open()) {
        index.sync(feed(BRIDGE));
      }
      try (Index index = Index.builder(directory).withoutEmbeddings().open()) {
        assertThatThrownBy(() -> index.sync(feed(TARN)))
            .isInstanceOf(EmbedderMismatchException.class)
            .hasMessageContaining("has embeddings");
        assertThat(index.delete(List.of("bridge"))).isEqualTo(1);
      }
    }

    @Test
    void embedsStoredSentencesIfAnEmbedderIsAddedLater() {
      try (Index index = Index.builder(directory).withoutEmbeddings().openOrCreate()) {
        index.sync(feed(BRIDGE, Document.of("gone", "Gone soon.")));
        index.delete(List.of("gone"));
      }
      try (Index index = open()) {
        SyncReport report = index.sync(feed(TARN));
        assertThat(report.embedded()).isEqualTo(1);
        assertThat(embedder.embedded).hasSize(4).doesNotContain("Gone soon.");
        assertThat(index.semanticSearch("Old Bridge", 5)).hasSize(2);
      }
    }

    @Test
    void appliesAChangedHeadingSettingToAllSentences() {
      Document document = Document.builder("d", "It ended.").heading(0, List.of("River")).build();
      try (Index index = open()) {
        index.sync(feed(document));
        assertThat(embedder.embedded).containsExactly("River: It ended.");
      }
      embedder.embedded.clear();
      try (Index index =
          Index.builder(directory).embedder(embedder).headingsInEmbeddings(false).open()) {
        index.sync(feed(TARN));
        assertThat(embedder.embedded).containsExactly("It ended.", "Tarn lies on a river.");
      }
    }
  }

  @Nested
  class OtherHandles {
    @Test
    void refreshesToTheCommitOfAnotherHandle() {
      try (Index writer = open();
          Index reader = openAt(() -> 0)) {
        assertThat(reader.refresh()).isFalse();
        writer.sync(feed(BRIDGE));
        assertThat(found(reader, "bridge")).isEmpty();
        assertThat(reader.refresh()).isTrue();
        Corpus snapshot = reader.snapshot();
        writer.sync(feed(TARN));
        writer.delete(List.of("bridge"));
        assertThat(found(reader, "bridge", "river")).containsExactly("bridge");
        assertThat(reader.refresh()).isTrue();
        assertThat(found(reader, "bridge", "river")).containsExactly("tarn");
        assertThat(found(snapshot, "bridge", "river")).containsExactly("bridge");
        // A write starts from the published commit, even if its own handle still shows an older
        // one.
        writer.sync(feed(BRIDGE));
        reader.sync(feed(Document.of("third", "A third bridge.")));
        assertThat(found(reader, "bridge", "river"))
            .containsExactlyInAnyOrder("bridge", "tarn", "third");
      }
    }

    @Test
    void detectsADifferentEmbedderAfterARefresh() {
      try (Index writer = open();
          Index reader = openAt(() -> 0)) {
        writer.sync(feed(BRIDGE));
        reader.refresh();
        writer.embed(new HashEmbedder(16));
        assertThat(reader.semanticSearch("bridge", 1)).hasSize(1);
        assertThatThrownBy(reader::refresh).isInstanceOf(EmbedderMismatchException.class);
        assertThat(reader.semanticSearch("bridge", 1)).hasSize(1);
        assertThatThrownBy(() -> reader.sync(feed(TARN)))
            .isInstanceOf(EmbedderMismatchException.class);
        assertThat(reader.semanticSearch("bridge", 1)).hasSize(1);
        assertThat(reader.delete(List.of("bridge"))).isOne();
        assertThat(found(reader, "bridge")).isEmpty();
      }
    }

    @Test
    void reportsADeletedIndexOnRefresh() throws IOException {
      try (Index index = open()) {
        index.sync(feed(BRIDGE));
        deleteFiles();
        assertThatThrownBy(index::refresh).isInstanceOf(IndexNotFoundException.class);
        assertThat(found(index, "bridge")).hasSize(1);
      }
    }

    @Test
    void followsTheCommitsOfAnotherHandle() throws IOException {
      AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
      try (Index reader = openAt(now::get)) {
        Corpus view = reader.within(Scope.documents("bridge", "tarn"));
        try (Index writer = open()) {
          writer.sync(feed(BRIDGE));
          now.addAndGet(CurrentState.PERIOD.toNanos() - 1);
          assertThat(found(view, "bridge", "river")).isEmpty();
          now.addAndGet(1);
          assertThat(found(view, "bridge", "river")).containsExactly("bridge");
          Corpus snapshot = reader.snapshot();
          writer.sync(feed(TARN));
          writer.delete(List.of("bridge"));
          assertThat(reader.stats().generation()).isEqualTo(1);
          now.addAndGet(CurrentState.PERIOD.toNanos());
          assertThat(reader.stats().generation()).isEqualTo(writer.stats().generation());
          assertThat(found(view, "bridge", "river")).containsExactly("tarn");
          assertThat(found(snapshot, "bridge", "river")).containsExactly("bridge");
        }
        // Another index in the same place, whose generation is lower.
        deleteFiles();
        now.addAndGet(CurrentState.PERIOD.toNanos());
        assertThat(found(reader, "bridge", "river")).containsExactly("tarn");
        try (Index another = open()) {
          another.sync(feed(BRIDGE));
        }
        now.addAndGet(CurrentState.PERIOD.toNanos());
        assertThat(found(view, "bridge", "river")).containsExactly("bridge");
      }
    }

    @Test
    void keepsTheLastCommitWhileTheNewestCannotBeUsed() throws IOException {
      AtomicLong now = new AtomicLong();
      try (Index reader = openAt(now::get);
          Index writer = open()) {
        writer.sync(feed(BRIDGE));
        now.addAndGet(CurrentState.PERIOD.toNanos());
        assertThat(reader.semanticSearch("bridge", 1)).hasSize(1);
        writer.embed(new HashEmbedder(16));
        now.addAndGet(CurrentState.PERIOD.toNanos());
        assertThat(reader.semanticSearch("bridge", 1)).hasSize(1);
        assertThatThrownBy(reader::refresh).isInstanceOf(EmbedderMismatchException.class);
        Path manifest = directory.resolve("manifest.arag");
        byte[] whole = Files.readAllBytes(manifest);
        Files.write(manifest, new byte[7]);
        now.addAndGet(CurrentState.PERIOD.toNanos());
        assertThat(reader.semanticSearch("bridge", 1)).hasSize(1);
        assertThatThrownBy(reader::refresh).isInstanceOf(CorruptIndexException.class);
        Files.write(manifest, whole);
        writer.embed(embedder);
        writer.sync(feed(TARN));
        now.addAndGet(CurrentState.PERIOD.toNanos());
        assertThat(found(reader, "river")).containsExactly("tarn");
      }
    }

    /** Searches of other threads do not wait for the thread that looks for a newer commit. */
    @Test
    void oneThreadLooksForCommits() throws Exception {
      AtomicLong now = new AtomicLong();
      CountDownLatch isLooking = new CountDownLatch(1);
      CountDownLatch mayLook = new CountDownLatch(1);
      AtomicInteger looks = new AtomicInteger();
      CountingStore store =
          new CountingStore(new FileStore(directory)) {
            @Override
            public Input open(String name) throws IOException {
              if (now.get() > 0) {
                looks.incrementAndGet();
                isLooking.countDown();
                awaitUninterrupted(mayLook);
              }
              return super.open(name);
            }
          };
      try (Index index =
          Index.builder(store).embedder(embedder).nanoTime(now::get).openOrCreate()) {
        index.sync(feed(BRIDGE));
        now.addAndGet(CurrentState.PERIOD.toNanos());
        CompletableFuture<List<String>> looking =
            CompletableFuture.supplyAsync(() -> found(index, "bridge"));
        awaitUninterrupted(isLooking);
        now.addAndGet(CurrentState.PERIOD.toNanos());
        assertThat(found(index, "bridge")).containsExactly("bridge");
        mayLook.countDown();
        assertThat(looking.get()).containsExactly("bridge");
        assertThat(found(index, "bridge")).containsExactly("bridge");
        assertThat(looks).hasValue(1);
      }
    }

    @Test
    void returnsTheSameResultsInSafeMode() {
      try (Index index = Index.builder(directory).embedder(embedder).safeMode().openOrCreate()) {
        index.sync(feed(BRIDGE, TARN));
        assertThat(found(index, "bridge", "river")).containsExactly("bridge", "tarn");
        assertThat(index.semanticSearch("bridge", 5)).hasSize(2);
        assertThat(index.read(IndexContents.chunks(index).get(0).id())).isPresent();
      }
    }
  }
}
