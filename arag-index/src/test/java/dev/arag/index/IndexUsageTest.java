package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.IndexLockedException;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
import dev.arag.index.source.SourceNameException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The messages of an index and of sources that are used incorrectly: with null or blank arguments,
 * after closing, while another writer has the lock, and with a source at another path.
 */
class IndexUsageTest {
  private static final Document TARN = Document.of("tarn", "Tarn lies on a river.");

  @TempDir Path temporary;

  private Path folder;
  private Path first;
  private Path second;
  private Path directory;

  @BeforeEach
  void makeFolders() throws IOException {
    folder = temporary.toRealPath();
    first = Files.createDirectories(folder.resolve("one/docs"));
    second = Files.createDirectories(folder.resolve("two/docs"));
    Files.writeString(first.resolve("a.txt"), "Alpha is a letter.");
    Files.writeString(second.resolve("b.txt"), "Beta is a letter.");
    directory = folder.resolve("my.arag");
  }

  private Index open() {
    return Index.builder(directory)
        .embedder(new HashEmbedder(4))
        .lockTimeout(Duration.ZERO)
        .openOrCreate();
  }

  /** A call on an index. */
  private interface Call {
    @Nullable Object run(Index index, IndexUsageTest test);
  }

  private static Arguments row(
      String name, Call call, Class<? extends Exception> type, String message) {
    return arguments(name, call, type, message);
  }

  private static <T> @Nullable T none() {
    return null;
  }

  private static Stream<Arguments> nullAndBlank() {
    Class<NullPointerException> npe = NullPointerException.class;
    Class<IllegalArgumentException> iae = IllegalArgumentException.class;
    String blank = "The name of a source must not be blank.";
    return Stream.of(
        row("open(null)", (i, t) -> Index.open(none()), npe, "directory"),
        row("openOrCreate(null)", (i, t) -> Index.openOrCreate(none()), npe, "directory"),
        row("builder(null)", (i, t) -> Index.builder((Path) none()), npe, "directory"),
        row("verify(null)", (i, t) -> Index.verify((Path) none()), npe, "directory"),
        row("embedder(null)", (i, t) -> Index.builder(t.folder).embedder(none()), npe, "embedder"),
        row(
            "lockTimeout(null)",
            (i, t) -> Index.builder(t.folder).lockTimeout(none()),
            npe,
            "lockTimeout"),
        row(
            "negative lockTimeout",
            (i, t) -> Index.builder(t.folder).lockTimeout(Duration.ofSeconds(-1)),
            iae,
            "lockTimeout must not be negative, was PT-1S"),
        row(
            "negative closeTimeout",
            (i, t) -> Index.builder(t.folder).closeTimeout(Duration.ofMillis(-5)),
            iae,
            "closeTimeout must not be negative, was PT-0.005S"),
        row("sync((Path) null)", (i, t) -> i.sync((Path) none()), npe, "fileOrFolder"),
        row("sync((Source) null)", (i, t) -> i.sync((Source) none()), npe, "source"),
        row("sync(null, progress)", (i, t) -> i.sync(none(), progress -> {}), npe, "sources"),
        row("sync(sources, null)", (i, t) -> i.sync(List.of(), none()), npe, "progress"),
        row("startSync((Source) null)", (i, t) -> i.startSync((Source) none()), npe, "source"),
        row("put(null, documents)", (i, t) -> i.put(none(), List.of()), npe, "name"),
        row("put(blank, documents)", (i, t) -> i.put(" ", List.of()), iae, blank),
        row("put(name, null)", (i, t) -> i.put("rows", none()), npe, "documents"),
        row("embed(null)", (i, t) -> i.embed(none()), npe, "embedder"),
        row("delete(null)", (i, t) -> i.delete(none()), npe, "documentIds"),
        row("within(null)", (i, t) -> i.within(none()), npe, "scope"),
        row("read(null)", (i, t) -> i.read(IndexUsageTest.<List<ChunkId>>none()), npe, "ids"),
        row("semanticSearch(null)", (i, t) -> i.semanticSearch(none(), 1, 0), npe, "query"),
        row("Source.path(null)", (i, t) -> Source.path(none()), npe, "fileOrFolder"),
        row("Source.parser(null)", (i, t) -> Source.path(t.first).parser(none()), npe, "parser"),
        row("Source.name(null)", (i, t) -> Source.path(t.first).name(none()), npe, "name"),
        row("Source.name(blank)", (i, t) -> Source.path(t.first).name("\t"), iae, blank),
        row(
            "Source.metadata(null, value)",
            (i, t) -> Source.path(t.first).metadata(none(), "v"),
            npe,
            "key"));
  }

  private static Stream<Arguments> closed() {
    Class<IllegalStateException> type = IllegalStateException.class;
    String message = "DIR is closed.";
    KeywordQuery query = KeywordQuery.of(List.of("tarn"));
    return Stream.of(
        row("sync", (i, t) -> i.sync(t.first), type, message),
        row("startSync", (i, t) -> i.startSync(Source.path(t.first)), type, message),
        row("put", (i, t) -> i.put("rows", List.of(TARN)), type, message),
        row("embed", (i, t) -> i.embed(new HashEmbedder(4)), type, message),
        row("delete", (i, t) -> i.delete(List.of("tarn")), type, message),
        row("purge", (i, t) -> i.purge(), type, message),
        row("refresh", (i, t) -> i.refresh(), type, message),
        row("stats", (i, t) -> i.stats(), type, message),
        row("documentIds", (i, t) -> i.documentIds(), type, message),
        row("keywordSearch", (i, t) -> i.keywordSearch(query, 1, 0), type, message),
        row("semanticSearch", (i, t) -> i.semanticSearch("tarn", 1), type, message),
        row("read", (i, t) -> i.read(List.of(ChunkId.of("a"))), type, message),
        row("snapshot", (i, t) -> i.snapshot(), type, message),
        row(
            "search of a view",
            (i, t) -> i.within(Scope.everything()).keywordSearch(query, 1, 0),
            type,
            message));
  }

  private static Stream<Arguments> locked() {
    Class<IndexLockedException> type = IndexLockedException.class;
    String message =
        "DIR is locked by another writer (thread other writer, since TIME). Retry when it has"
            + " finished.";
    return Stream.of(
        row("sync", (i, t) -> i.sync(t.first), type, message),
        row("startSync", (i, t) -> i.startSync(Source.path(t.first)).await(), type, message),
        row("put", (i, t) -> i.put("rows", List.of(TARN)), type, message),
        row("embed", (i, t) -> i.embed(new HashEmbedder(4)), type, message),
        row("delete", (i, t) -> i.delete(List.of("tarn")), type, message),
        row("purge", (i, t) -> i.purge(), type, message));
  }

  private static Stream<Arguments> moved() {
    return Stream.of(
        row(
            "default name",
            (i, t) -> i.sync(t.second),
            SourceNameException.class,
            "The source name docs already belongs to another source in this index. Give SECOND a"
                + " different name with Source.name. If the source has moved from FIRST, set its"
                + " name to docs with Source.name."),
        row(
            "two sources with one name",
            (i, t) -> i.sync(List.of(Source.path(t.first), Source.path(t.second)), p -> {}),
            SourceNameException.class,
            "Two sources are named docs. Give one of them a different name with Source.name."));
  }

  private void assertFails(
      Index index, Call call, Class<? extends Exception> type, String message) {
    Throwable failure = Assertions.catchThrowable(() -> call.run(index, this));
    assertThat(failure).isExactlyInstanceOf(type);
    String normalized =
        String.valueOf(failure.getMessage())
            .replace(directory.toString(), "DIR")
            .replace(first.toString(), "FIRST")
            .replace(second.toString(), "SECOND")
            .replaceAll("20\\d\\d-[0-9T:-]+Z", "TIME");
    assertThat(normalized).isEqualTo(message);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("nullAndBlank")
  void namesANullOrBlankArgument(
      String name, Call call, Class<? extends Exception> type, String message) {
    try (Index index = open()) {
      assertFails(index, call, type, message);
    }
    assertThat(directory).doesNotExist();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("closed")
  void saysThatTheIndexIsClosed(
      String name, Call call, Class<? extends Exception> type, String message) {
    Index index = open();
    index.put("rows", List.of(TARN));
    Corpus snapshot = index.snapshot();
    index.close();
    index.close();
    assertFails(index, call, type, message);
    assertFails(index, (i, t) -> snapshot.read(List.of(ChunkId.of("a"))), type, message);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("locked")
  void namesTheWriterThatHasTheLock(
      String name, Call call, Class<? extends Exception> type, String message) throws Exception {
    try (Index writer = open();
        Index index = open()) {
      AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
      Thread thread =
          new Thread(
              () ->
                  writer.sync(
                      List.of(Source.documents("s", List.of(TARN))),
                      progress -> {
                        try {
                          onOtherThread(() -> assertFails(index, call, type, message));
                        } catch (Throwable e) {
                          failure.compareAndSet(null, e);
                        }
                      }),
              "other writer");
      thread.start();
      thread.join();
      assertThat(failure.get()).isNull();
      assertThat(writer.documentIds()).containsExactly("tarn");
    }
  }

  private static void onOtherThread(Runnable work) throws Exception {
    FutureTask<Object> task = new FutureTask<>(work, "done");
    new Thread(task).start();
    task.get();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("moved")
  void namesBothPathsOfASource(
      String name, Call call, Class<? extends Exception> type, String message) {
    try (Index index = open()) {
      index.sync(first);
      assertFails(index, call, type, message);
      assertThat(index.documentIds()).containsExactly("docs/a.txt");
    }
  }
}
