package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.NullArguments;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.Slice;
import dev.arag.core.corpus.TestRules;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.find.FindQuery;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.embed.EmbedderPresets;
import dev.arag.index.embed.ExecutionProvider;
import dev.arag.index.embed.OnnxEmbedder;
import dev.arag.index.ingest.TextParser;
import dev.arag.index.source.FileIngest;
import dev.arag.index.source.RemoteSource;
import dev.arag.index.source.Source;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.SentenceRules;
import dev.arag.index.spi.Skip;
import dev.arag.index.spi.SourceEntries;
import dev.arag.index.spi.SourceEntry;
import dev.arag.index.spi.split.IndexSettings;
import dev.arag.index.spi.split.RulesChoice;
import dev.arag.index.spi.split.Splitter;
import dev.arag.index.spi.store.AddedIds;
import dev.arag.index.spi.store.ChunkedDocument;
import dev.arag.index.spi.store.DocumentStore;
import dev.arag.index.spi.store.EmbedderCheck;
import dev.arag.index.spi.store.EmbeddingPass;
import dev.arag.index.spi.store.ProgressEstimator;
import dev.arag.index.spi.store.RegisteredSource;
import dev.arag.index.spi.store.SourceLocation;
import dev.arag.index.spi.store.SourceReader;
import dev.arag.index.spi.store.SourceSync;
import dev.arag.index.spi.store.SyncTally;
import dev.arag.index.sync.MovedSource;
import dev.arag.index.sync.SyncProgress;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Passes null for each parameter of each public method and constructor of the main public types. A
 * parameter that is not nullable must be rejected at once, with an exception that names it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NullArgumentsTest {
  private static final Document DOCUMENT = Document.of("a", "Tarn.");
  private static final Splitter SPLITTER = new Splitter(100, TokenCounter.o200k());

  private static final ChunkedDocument CHUNKED =
      new ChunkedDocument(DOCUMENT, List.of(), "", "", List.of());
  private static final Chunk CHUNK = SPLITTER.split(DOCUMENT).get(0);

  @TempDir Path folder;

  private Index index;

  private final SourceReader.Sink sink = document -> {};
  private final Runnable check = () -> {};
  private final Consumer<Object> listener = any -> {};
  private final Predicate<Object> condition = any -> false;
  private final Supplier<Object> supplier = Object::new;
  private final Function<Object, Object> function = any -> any;
  private final UnaryOperator<Object> operator = any -> any;

  /** Returns an object whose methods are not called. */
  private static <T> T proxy(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              throw new IllegalStateException("not reached");
            }));
  }

  /** Valid arguments, by type. The first value that fits a parameter is used. */
  private List<Object> validArguments() {
    return List.of(
        "tarn",
        folder.resolve("tarn"),
        List.of(),
        Set.of(),
        Duration.ZERO,
        Map.of(),
        new Source[0],
        new String[] {"tarn"},
        new HashEmbedder(4),
        new NameFinder(),
        DOCUMENT,
        DOCUMENT.toBuilder(),
        ChunkId.of("a"),
        KeywordQuery.of(List.of("tarn")),
        FindQuery.in(FindQuery.Unit.SENTENCE).words(List.of("tarn")),
        SemanticQuery.of("tarn"),
        Scope.everything(),
        Slice.first(1),
        TestRules.OTHER,
        new LineRules(),
        new SentenceRules[] {new LineRules()},
        IndexSettings.DEFAULT,
        RulesChoice.NONE,
        TokenCounter.o200k(),
        Source.path(folder),
        Source.path(folder).resolve(),
        new NoDocuments(),
        new TextParser(),
        IngestLimits.defaults(),
        ExecutionProvider.CPU,
        SPLITTER,
        InputStream.nullInputStream(),
        sink,
        listener,
        condition,
        supplier,
        function,
        operator,
        (LongConsumer) done -> {},
        (EmbeddingPass.Calls) callsEmbedder -> {},
        (EmbeddingPass.Output) vector -> {},
        CHUNKED,
        CHUNK,
        new Skip("a", "b"),
        check,
        new SourceReader(SPLITTER),
        new SourceLocation("a", "b"),
        new MovedSource("a", "b", "c"),
        proxy(DocumentStore.class),
        new SyncTally(),
        new ProgressEstimator(progress -> {}, 1, new SyncTally()),
        new RegisteredSource(Source.path(folder).resolve(), null, null));
  }

  private static EmbeddingPass newPass() {
    return new EmbeddingPass(
        new HashEmbedder(4), IndexSettings.DEFAULT, callsEmbedder -> {}, vector -> {}, done -> {});
  }

  /** The types to test. An object stands for its type and receives the calls. */
  private Stream<Object> types() throws Exception {
    Index.Builder builder = Index.builder(folder.resolve("my.arag")).embedder(new HashEmbedder(4));
    index = builder.openOrCreate();
    index.put("rows", List.of(DOCUMENT));
    SyncHandle handle = index.startSync();
    handle.await();
    Skip skip = new Skip("a", "b");
    return Stream.of(
        index,
        builder,
        index.snapshot(),
        index.within(Scope.everything()),
        handle,
        Source.path(folder),
        Source.path(folder).resolve(),
        new SourceReader(SPLITTER),
        new SourceSync(
            new SourceReader(SPLITTER),
            proxy(DocumentStore.class),
            new SyncTally(),
            new ProgressEstimator(progress -> {}, 1, new SyncTally())),
        new RegisteredSource(Source.path(folder).resolve(), null, null),
        new SourceLocation("a", "b"),
        new SyncTally(),
        new ProgressEstimator(progress -> {}, 1, new SyncTally()),
        newPass(),
        new AddedIds(),
        new AddedIds.Holder("a", "b"),
        EmbedderCheck.class,
        SPLITTER,
        SPLITTER.splitWithKey(DOCUMENT),
        CHUNKED,
        new MovedSource("a", "b", "c"),
        new SyncProgress("a", 0, 0, 0, 0),
        index.put("rows", List.of(DOCUMENT)),
        index.stats(),
        new VerifyReport(true, 0, List.of()),
        new VerifyReport.Problem("a", 0, "b"),
        FileIngest.of(folder, "a"),
        IngestLimits.defaults(),
        skip,
        new SourceEntry.Parsed(DOCUMENT, List.of()),
        new SourceEntry.Unreadable("a", skip),
        new ParsedFile(Document.builder("a", "b"), List.of()),
        OnnxEmbedder.builder(),
        EmbedderPresets.class);
  }

  private record NoDocuments() implements RemoteSource {
    @Override
    public String name() {
      return "a";
    }

    @Override
    public @Nullable String location() {
      return null;
    }

    @Override
    public SourceEntries open(String name, UnaryOperator<FileIngest> options) {
      throw new UnsupportedOperationException();
    }
  }

  @AfterAll
  void close() {
    index.close();
  }

  @ParameterizedTest
  @MethodSource("types")
  void rejectsNullAtOnceAndNamesTheParameter(Object target) throws Exception {
    new NullArguments(validArguments()).requireRejected(target);
  }

  @Test
  void rejectsNullElements() throws Exception {
    try (Index empty = Index.builder(folder.resolve("e.arag")).withoutEmbeddings().openOrCreate()) {
      assertNamesNull("source", () -> empty.startSync(Source.path(folder), null));
      assertNamesNull("source", () -> empty.sync(Arrays.asList((Source) null), progress -> {}));
      assertNamesNull("documentId", () -> empty.delete(Arrays.asList("a", null)));
      assertNamesNull("id", () -> empty.read(Arrays.asList(ChunkId.of("a"), null)));
      assertNamesNull(
          "query", () -> empty.semanticSearchAll(Arrays.asList(SemanticQuery.of("a"), null), 1, 0));
      assertNamesNull("document", () -> empty.put("rows", Arrays.asList(DOCUMENT, null)));
    }
    assertThat(Files.exists(folder.resolve("e.arag"))).isFalse();
  }

  private static void assertNamesNull(String name, Runnable call) {
    assertThatThrownBy(call::run).isInstanceOf(NullPointerException.class).hasMessage(name);
  }

  /** An embedder with a fingerprint that names nothing. */
  private record NamelessEmbedder() implements Embedder {
    @Override
    public int dimension() {
      return 1;
    }

    @Override
    public String fingerprint() {
      return " ";
    }

    @Override
    public List<Embedding> embedSentences(List<String> sentences) {
      throw new IllegalStateException("not reached");
    }

    @Override
    public Embedding embedQuery(String query) {
      throw new IllegalStateException("not reached");
    }
  }

  @Test
  void rejectsBlankNames() {
    assertBlank("The name of a source must not be blank.", () -> Source.path(folder).name(" "));
    assertBlank("The name of a source must not be blank.", () -> Source.documents("\n", List.of()));
    assertBlank(
        "The fingerprint of the embedder must not be blank.",
        () -> Index.builder(folder).embedder(new NamelessEmbedder()));
    assertBlank(
        "A metadata key must not be blank.", () -> Source.path(folder).metadata(" ", "value"));
    assertBlank("task must not be blank", () -> OnnxEmbedder.builder().task(" "));
  }

  private static void assertBlank(String message, Runnable call) {
    assertThatIllegalArgumentException().isThrownBy(call::run).withMessage(message);
  }
}
