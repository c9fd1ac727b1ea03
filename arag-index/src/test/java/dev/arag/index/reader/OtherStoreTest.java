package dev.arag.index.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.EmbeddingException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.index.source.SourceNameException;
import dev.arag.index.spi.Skip;
import dev.arag.index.spi.store.EmbedderCheck;
import dev.arag.index.sync.PruneRefusedException;
import dev.arag.index.sync.RefusedPrune;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Syncs another store and an index with the same sources. Both do the same. */
class OtherStoreTest {
  @TempDir Path temporary;

  private final Embedder embedder = new EnglishEmbedder();
  private final MapStore store = new MapStore(embedder);
  private Path folder;
  private Index index;

  /** Was trained for English, and does not know or accept some words. */
  private static final class EnglishEmbedder implements Embedder {
    private final HashEmbedder hash = new HashEmbedder(8);

    @Override
    public int dimension() {
      return hash.dimension();
    }

    @Override
    public String fingerprint() {
      return "english";
    }

    @Override
    public List<Embedding> embedSentences(List<String> sentences) {
      return hash.embedSentences(sentences);
    }

    @Override
    public Embedding embedQuery(String query) {
      return hash.embedQuery(query);
    }

    @Override
    public OptionalDouble unknownShare(String text) {
      return OptionalDouble.of(text.contains("odd") ? 1 : 0);
    }

    @Override
    public boolean fits(String text) {
      return !text.contains("overlong");
    }

    @Override
    public Set<String> languages() {
      return Set.of("en");
    }
  }

  @BeforeEach
  void open() throws IOException {
    folder = temporary.toRealPath();
    index =
        Index.builder(folder.resolve("my.arag")).embedder(embedder).chunkTokens(64).openOrCreate();
  }

  @AfterEach
  void close() {
    index.close();
  }

  private Path release(String name, String... files) throws IOException {
    Path release = Files.createDirectories(folder.resolve(name));
    for (String file : files) {
      Files.writeString(release.resolve(file), "This is " + file + ". It is short.");
    }
    return release;
  }

  private SyncReport syncBoth(Source... sources) throws IOException {
    SyncReport report = store.sync(sources);
    assertThat(untimed(report)).isEqualTo(untimed(index.sync(List.of(sources), progress -> {})));
    assertThat(store.documentIds()).containsExactlyElementsOf(index.documentIds());
    List<ChunkId> ids = store.chunks().stream().map(Chunk::id).toList();
    assertThat(index.read(ids).stream().map(Chunk::text))
        .containsExactlyElementsOf(store.chunks().stream().map(Chunk::text).toList());
    return report;
  }

  private static SyncReport untimed(SyncReport report) {
    return new SyncReport(
        report.documents(),
        report.chunks(),
        report.sentences(),
        report.embedded(),
        report.reused(),
        report.deleted(),
        report.added(),
        report.updated(),
        report.unchanged(),
        report.omittedLines(),
        report.skipped(),
        report.warnings(),
        report.moved(),
        report.refusedPrunes(),
        0);
  }

  @Test
  void addsKeepsUpdatesAndDeletes() throws IOException {
    Source source = Source.path(release("docs", "a.txt", "b.txt", "c.txt")).prune();
    assertThat(syncBoth(source).added()).isEqualTo(3);
    assertThat(syncBoth(source).unchanged()).isEqualTo(3);
    Files.writeString(folder.resolve("docs/b.txt"), "Another text.");
    Files.delete(folder.resolve("docs/c.txt"));
    SyncReport report = syncBoth(source);
    assertThat(report.updated()).isOne();
    assertThat(report.deleted()).isOne();
    assertThat(store.progress().get(store.progress().size() - 1).share()).isEqualTo(1);
  }

  @Test
  void readsSidecarFilesAndTheMetadataOfFiles() throws IOException {
    Path docs = release("docs", "a.txt", "b.txt");
    Files.writeString(docs.resolve("a.txt.meta.json"), "{\"author\": \"Mira\"}");
    Files.writeString(docs.resolve("b.txt.meta.json"), "[]");
    Source source = Source.path(docs).metadata(path -> Map.of("last", path.endsWith("b.txt")));
    assertThat(syncBoth(source).skipped()).hasSize(1);
    assertThat(store.chunks()).hasSize(1);
    assertThat(store.chunks().get(0).location().metadata())
        .containsAllEntriesOf(Map.of("doc.author", "Mira", "last", false));
    Files.delete(docs.resolve("b.txt.meta.json"));
    assertThat(syncBoth(source).added()).isOne();
    assertThat(syncBoth(source).unchanged()).isEqualTo(2);
  }

  @Test
  void warnsAboutTextsThatTheEmbedderCannotRepresent() throws IOException {
    SyncReport report =
        syncBoth(
            Source.documents(
                "memory",
                List.of(
                    Document.of("a", "This is odd. It is also overlong, we are told."),
                    Document.of(
                        "b",
                        "Die Straße ist heute wegen der Bauarbeiten gesperrt."
                            + " Wir müssen deshalb einen anderen Weg nehmen, und das dauert"
                            + " eine Stunde länger."))));
    assertThat(report.warnings()).hasSize(3);
    assertThat(report.warnings().get(0)).startsWith("a: 100 % of its text is unknown");
    assertThat(report.warnings().get(1)).startsWith("1 document is in German");
    assertThat(report.warnings().get(2)).startsWith("1 sentence is longer");
  }

  @Test
  void rejectsAnIdOfAnotherSource() throws IOException {
    Document document = Document.of("docs/a.txt", "The same id.");
    syncBoth(Source.path(release("docs", "a.txt")));
    SyncReport report = store.sync(Source.documents("memory", List.of(document)));
    assertThat(report.skipped()).containsExactly(new Skip("docs/a.txt", "this id is already used"));
  }

  @Test
  void followsAMovedSource() throws IOException {
    syncBoth(Source.path(release("1", "a.txt", "b.txt")).name("wiki"));
    SyncReport report = syncBoth(Source.path(release("2", "a.txt")).name("wiki").prune());
    assertThat(report.moved()).hasSize(1);
    assertThat(report.deleted()).isOne();
  }

  @Test
  void keepsTheDocumentsOfAnEmptiedSource() throws IOException {
    syncBoth(Source.path(release("1", "a.txt", "b.txt")).name("wiki"));
    Source pruned = Source.path(release("2")).name("wiki").prune();
    assertThat(store.sync(pruned).refusedPrunes()).containsExactly(new RefusedPrune("wiki", 2, 2));
    assertThatThrownBy(() -> index.sync(pruned)).isInstanceOf(PruneRefusedException.class);
    assertThat(store.documentIds()).containsExactlyElementsOf(index.documentIds()).hasSize(2);
  }

  @Test
  void rejectsADerivedNameOfAnotherPath() throws IOException {
    syncBoth(Source.path(release("1/docs", "a.txt")));
    Source other = Source.path(release("2/docs", "a.txt"));
    assertThatThrownBy(() -> store.sync(other)).isInstanceOf(SourceNameException.class);
    assertThatThrownBy(() -> index.sync(other)).isInstanceOf(SourceNameException.class);
  }

  /** Returns vectors of another number or dimension than it must. */
  private record WrongEmbedder(int missing, int length) implements Embedder {
    @Override
    public int dimension() {
      return 2;
    }

    @Override
    public String fingerprint() {
      return "wrong";
    }

    @Override
    public List<Embedding> embedSentences(List<String> sentences) {
      List<Embedding> vectors = new ArrayList<>();
      IntStream.range(missing, sentences.size())
          .forEach(i -> vectors.add(new HashEmbedder(length).embedQuery("a")));
      return vectors;
    }

    @Override
    public Embedding embedQuery(String query) {
      throw new IllegalStateException("not reached");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 2, The embedder returned 1 vectors for 2 sentences.",
    "0, 3, 'The embedder returned a vector of 3 floats, but its dimension is 2.'"
  })
  void rejectsWrongVectors(int missing, int length, String message) {
    assertThatThrownBy(() -> embed(new WrongEmbedder(missing, length), List.of("a", "b")))
        .isInstanceOf(EmbeddingException.class)
        .hasMessage(message);
  }

  private static List<Embedding> embed(Embedder embedder, List<String> texts) {
    return EmbedderCheck.requireValid(embedder, texts, embedder.embedSentences(texts));
  }
}
