package dev.arag.index.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.Index;
import dev.arag.index.ingest.LineChunks;
import dev.arag.index.source.Source;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.Skip;
import dev.arag.index.spi.split.CollidingDocuments;
import dev.arag.index.spi.split.Splitter;
import dev.arag.index.spi.store.ChunkedDocument;
import dev.arag.index.spi.store.SourceReader;
import dev.arag.index.spi.store.SourceReading;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads sources the way a program does that writes to another back end: from another package, using
 * only public types.
 */
class SourceReaderTest {
  private static final int CHUNK_TOKENS = 64;

  @TempDir Path folder;

  private Path docs;

  @BeforeEach
  void makeFolder() throws IOException {
    docs = Files.createDirectory(folder.resolve("docs"));
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(docs.resolve(name), text);
  }

  private static SourceReader reader(int chunkTokens) {
    return new SourceReader(new Splitter(chunkTokens, TokenCounter.o200k()));
  }

  /** A sink that stores documents in memory and replaces documents with the same id. */
  private static final class MapSink implements SourceReader.Sink {
    private final Map<String, ChunkedDocument> stored = new TreeMap<>();
    private final Set<String> shortKeys = new HashSet<>();
    private final List<String> delivered = new ArrayList<>();
    private final List<String> unchanged = new ArrayList<>();
    private final List<String> unreadable = new ArrayList<>();
    private final List<Skip> skipped = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final Set<Thread> threads = new HashSet<>();
    private final List<Integer> expected = new ArrayList<>();

    @Override
    public void expect(int documents) {
      expected.add(documents);
    }

    @Override
    public boolean isUnchanged(String documentId, String contentHash) {
      ChunkedDocument known = stored.get(documentId);
      boolean isSame = known != null && known.contentHash().equals(contentHash);
      if (isSame) {
        unchanged.add(documentId);
      }
      return isSame;
    }

    @Override
    public void document(ChunkedDocument given) {
      String id = given.document().id();
      String key = given.key();
      boolean isNew = key == null || shortKeys.add(key.substring(0, Splitter.SHORT_KEY_LENGTH));
      ChunkedDocument document = isNew ? given : given.withWholeKey();
      threads.add(Thread.currentThread());
      delivered.add(id);
      stored.put(id, document);
      document.warnings().forEach(warning -> warnings.add(id + ": " + warning));
    }

    @Override
    public void skipped(Skip skip) {
      skipped.add(skip);
    }

    @Override
    public void unreadable(String documentId) {
      unreadable.add(documentId);
    }

    private List<Chunk> chunks() {
      return stored.values().stream().flatMap(each -> each.chunks().stream()).toList();
    }
  }

  /**
   * Returns the properties of a chunk to compare. Metadata is compared separately, because the
   * document's metadata contains the detected language.
   */
  private static List<Object> fields(Chunk chunk) {
    return List.of(
        chunk.id(),
        chunk.text(),
        chunk.sentences(),
        chunk.tokens(),
        String.valueOf(chunk.previous()),
        String.valueOf(chunk.next()),
        chunk.location().documentId(),
        chunk.location().title(),
        chunk.location().heading(),
        chunk.location().ordinal(),
        chunk.location().offset());
  }

  @Test
  void deliversTheChunksOfAnIndex() throws IOException {
    write(
        "a.md", "# Bridges\n\nThe Old Bridge.\n\n## Tarn\n\n" + "It was built twice. ".repeat(40));
    write("b.txt", "Tarn lies on a river. ".repeat(30));
    write("c.html", "<h1>Mill</h1><p>The mill burned down in 1881. Nobody was hurt.</p>");
    write("ch.chunks", "7:Mira Voss drew it.\n8:Tarn paid for it.");
    write("d.bin", "no parser");
    write("empty.txt", "");
    Source files =
        Source.path(docs).parser(new LineChunks()).metadata("tenant", "north").idPrefix("x-");
    Document broken = Document.of("broken", "A lone surrogate \ud800 is replaced. Then more.");
    Document plain = Document.builder("plain", "A lamp. ".repeat(50)).title("Lamp").build();
    Source given = Source.documents("given", List.of(broken, plain)).metadata("year", 1881);
    MapSink sink = new MapSink();
    for (Source source : List.of(files, given)) {
      reader(CHUNK_TOKENS).read(source.resolve(), sink);
    }

    Index.Builder builder =
        Index.builder(folder.resolve("my.arag"))
            .embedder(new HashEmbedder(8))
            .chunkTokens(CHUNK_TOKENS);
    try (Index index = builder.openOrCreate()) {
      SyncReport report = index.sync(List.of(files, given), progress -> {});
      assertThat(index.documentIds()).containsExactlyElementsOf(sink.stored.keySet()).hasSize(7);
      assertThat(report.chunks()).isEqualTo(sink.chunks().size()).isGreaterThan(10);
      List<ChunkId> ids = sink.chunks().stream().map(Chunk::id).toList();
      assertThat(index.read(ids).stream().map(SourceReaderTest::fields))
          .containsExactlyElementsOf(sink.chunks().stream().map(SourceReaderTest::fields).toList());
      for (Chunk stored : index.read(ids)) {
        assertThat(stored.location().metadata())
            .isEqualTo(sink.stored.get(stored.location().documentId()).document().metadata());
      }
      assertThat(report.skipped()).isEqualTo(sink.skipped).hasSize(1);
      assertThat(report.warnings()).containsAll(sink.warnings);
    }
    assertThat(sink.warnings).anyMatch(warning -> warning.startsWith("broken: "));
    assertThat(sink.unreadable).containsExactly("docs/d.bin");
    assertThat(sink.expected).endsWith(6, 2);
  }

  /** A parser that counts its calls. */
  private static final class CountingParser implements Parser {
    private final AtomicInteger calls = new AtomicInteger();

    @Override
    public Set<String> extensions() {
      return Set.of("count");
    }

    @Override
    public ParsedFile parse(String id, InputStream in) throws IOException {
      calls.incrementAndGet();
      return new ParsedFile(
          Document.builder(id, new String(in.readAllBytes(), StandardCharsets.UTF_8)));
    }
  }

  @Test
  void parsesOnlyFilesThatChanged() throws IOException {
    write("a.count", "Alpha.");
    write("b.count", "Beta.");
    CountingParser parser = new CountingParser();
    Source source = Source.path(docs).parser(parser);
    MapSink sink = new MapSink();
    reader(CHUNK_TOKENS).read(source.resolve(), sink);
    assertThat(parser.calls).hasValue(2);
    assertThat(sink.stored.values())
        .allMatch(each -> each.contentHash().matches("[0-9a-f]{64}") && each.key().length() == 13);

    write("b.count", "Gamma.");
    sink.delivered.clear();
    reader(CHUNK_TOKENS).read(source.resolve(), sink);
    assertThat(parser.calls).hasValue(3);
    assertThat(sink.unchanged).containsExactly("docs/a.count");
    assertThat(sink.delivered).containsExactly("docs/b.count");

    sink.unchanged.clear();
    reader(2 * CHUNK_TOKENS).read(source.resolve(), sink);
    assertThat(sink.unchanged).as("other chunking settings").isEmpty();
    reader(2 * CHUNK_TOKENS).read(source.metadata("tenant", "a").resolve(), sink);
    assertThat(sink.unchanged).as("other metadata").isEmpty();
  }

  @Test
  void usesTheWholeKeyInIdsIfTheShortKeyIsTaken() throws IOException {
    Source source =
        Source.documents("given", List.of(CollidingDocuments.FIRST, CollidingDocuments.SECOND));
    MapSink sink = new MapSink();
    reader(Splitter.DEFAULT_CHUNK_TOKENS).read(source.resolve(), sink);
    assertThat(sink.chunks())
        .extracting(chunk -> chunk.id().value())
        .containsExactly(
            CollidingDocuments.FIRST_KEY.substring(0, 8) + "#0",
            CollidingDocuments.SECOND_KEY + "#0");
    assertThat(sink.stored.values())
        .extracting(ChunkedDocument::key)
        .containsExactly(CollidingDocuments.FIRST_KEY, CollidingDocuments.SECOND_KEY);
  }

  @Test
  void deliversInOrderOnTheCallingThread() throws IOException {
    List<Document> documents =
        IntStream.range(0, 300)
            .mapToObj(i -> Document.of("d" + (i * 7919) % 300, "Sentence. ".repeat(i % 50)))
            .toList();
    MapSink sink = new MapSink();
    reader(CHUNK_TOKENS).read(Source.documents("given", documents).resolve(), sink);
    assertThat(sink.delivered)
        .containsExactlyElementsOf(documents.stream().map(Document::id).toList());
    assertThat(sink.threads).containsExactly(Thread.currentThread());
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("arag-sync");
  }

  @Test
  void deliversADocumentBeforeASecondOneWithTheSameId() throws IOException {
    Document document = Document.of("same", "One text.");
    MapSink sink = new MapSink();
    Source source = Source.documents("given", List.of(document, document));
    reader(CHUNK_TOKENS).read(source.resolve(), sink);
    assertThat(sink.delivered).containsExactly("same");
    assertThat(sink.unchanged).containsExactly("same");
  }

  private static Source failingAfter(Runnable failure, Document... documents) {
    Stream<Document> all =
        Stream.concat(
            Stream.of(documents),
            Stream.of(Document.of("last", "Never read.")).peek(last -> failure.run()));
    return Source.documents("given", all::iterator);
  }

  @Test
  void deliversDocumentsBeforeAFailure() {
    MapSink sink = new MapSink();
    Source source =
        failingAfter(
            () -> {
              throw new IllegalStateException("feed broke");
            },
            Document.of("a", "Alpha."),
            Document.of("b", "Beta."));
    assertThatThrownBy(() -> reader(CHUNK_TOKENS).read(source.resolve(), sink))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("feed broke");
    assertThat(sink.delivered).containsExactly("a", "b");
  }

  @Test
  void stopsOnAnInterrupt() {
    MapSink sink = new MapSink();
    Source source =
        failingAfter(() -> Thread.currentThread().interrupt(), Document.of("a", "Alpha."));
    assertThatThrownBy(() -> reader(CHUNK_TOKENS).read(source.resolve(), sink))
        .isInstanceOf(CorpusException.class)
        .hasRootCauseInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(sink.delivered).doesNotContain("last");
  }

  /** A caller that clears the interrupt flag must not take a part of the source for all of it. */
  @Test
  void failsAgainAfterAnInterrupt() throws IOException {
    MapSink sink = new MapSink();
    Source source =
        failingAfter(() -> Thread.currentThread().interrupt(), Document.of("a", "Alpha."));
    try (SourceReading reading = reader(CHUNK_TOKENS).open(source.resolve(), sink)) {
      assertThatThrownBy(() -> readAll(reading)).isInstanceOf(CorpusException.class);
      assertThat(Thread.interrupted()).isTrue();
      assertThatThrownBy(reading::next).isInstanceOf(CorpusException.class);
    }
  }

  private static void readAll(SourceReading reading) throws IOException {
    while (reading.next().isPresent()) {}
  }

  @Test
  void rejectsAMissingPath() {
    Source missing = Source.path(docs.resolve("missing"));
    assertThatThrownBy(missing::resolve)
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining("There is no file or folder");
  }
}
