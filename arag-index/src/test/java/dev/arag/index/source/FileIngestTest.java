package dev.arag.index.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.text.Document;
import dev.arag.index.ingest.IngestSink;
import dev.arag.index.ingest.LineChunks;
import dev.arag.index.ingest.LineRecords;
import dev.arag.index.ingest.TextParser;
import dev.arag.index.spi.FileFormat;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.RecordFormat;
import dev.arag.index.spi.Skip;
import dev.arag.index.spi.SourceEntries;
import dev.arag.index.spi.SourceEntry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileIngestTest {
  @TempDir Path temp;
  private Path folder;
  private final CollectingIngestSink collected = new CollectingIngestSink();

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectory(temp.resolve("docs"));
  }

  @Test
  void readsAFolderInTheOrderOfItsPaths() throws Exception {
    write("b.txt", "b");
    write("a/z.md", "# Z");
    write("a/deep/y.HTML", "<p>y</p>");
    write("a-b.txt", "a-b");
    write(".hidden/x.txt", "x");
    write(".x.txt", "x");
    write("my.arag/notes.txt", "x");
    write("index/chunks-1.arag", "x");
    write("c.chunks", "1:one");
    IngestSink.read(FileIngest.of(folder, "docs").parser(new LineChunks()), collected);
    assertThat(collected.ids())
        .containsExactly(
            "docs/a-b.txt", "docs/a/deep/y.HTML", "docs/a/z.md", "docs/b.txt", "docs/c.chunks");
    assertThat(collected.files).isEqualTo(5);
    assertThat(collected.skips).isEmpty();
  }

  @Test
  void namesTheDocumentOfASingleFileAfterTheSource() throws Exception {
    Path file = write("b.txt", "b");
    IngestSink.read(FileIngest.of(file, "b.txt"), collected);
    assertThat(collected.ids()).containsExactly("b.txt");
  }

  @Test
  void skipsUnreadableFilesWithAReason() throws Exception {
    write("a.txt", "fine");
    write("binary.txt", "\u0000\u0001");
    write("data.json", "[]");
    write("image.png", "x");
    write("README", "x");
    write("z.txt", "fine too");
    IngestSink.read(FileIngest.of(folder, "s"), collected);
    assertThat(collected.ids()).containsExactly("s/a.txt", "s/z.txt");
    assertThat(collected.skips)
        .extracting(Skip::source)
        .containsExactly("s/README", "s/binary.txt", "s/data.json", "s/image.png");
    assertThat(collected.skips.get(1).reason()).contains("binary");
    assertThat(collected.skips.get(2).reason()).contains("ChunksJsonParser.only");
    assertThat(collected.skips.get(3).reason()).isEqualTo("no parser for .png");
  }

  @Test
  void namesTheParserInTheReasonForAPdf() throws Exception {
    write("a.pdf", "%PDF-1.7");
    write("b.txt", "%PDF-1.7");
    IngestSink.read(FileIngest.of(folder, "s"), collected);
    assertThat(collected.skips)
        .extracting(Skip::reason)
        .allMatch(reason -> reason.contains("new PdfParser()"))
        .hasSize(2);
  }

  @Test
  void namesTheFormatInTheReasonForRecords() throws Exception {
    write("a.csv", "id,text");
    write("b.JSONL", "{}");
    write("c.ndjson", "{}");
    IngestSink.read(FileIngest.of(folder, "s"), collected);
    assertThat(collected.skips)
        .extracting(Skip::reason)
        .containsExactly(
            "no parser for .csv; add one: Source.parser(Records.byExtension()), of arag-records",
            "no parser for .jsonl; add one: Source.parser(Records.byExtension()), of arag-records",
            "no parser for .ndjson; add one: Source.parser(Records.byExtension()), of"
                + " arag-records");
  }

  @Test
  void skipsLinksWhoseTargetIsNotAFileInTheSource() throws Exception {
    write("sub/real.txt", "real");
    Path outside = Files.writeString(temp.resolve("secret.txt"), "secret");
    Files.createSymbolicLink(folder.resolve("dangling.txt"), temp.resolve("gone.txt"));
    Files.createSymbolicLink(folder.resolve("inside.txt"), folder.resolve("sub/real.txt"));
    Files.createSymbolicLink(folder.resolve("loop"), folder);
    Files.createSymbolicLink(folder.resolve("outside.txt"), outside);
    IngestSink.read(FileIngest.of(folder, "s"), collected);
    assertThat(collected.ids()).containsExactly("s/inside.txt", "s/sub/real.txt");
    assertThat(collected.skips)
        .extracting(Skip::toString)
        .satisfiesExactly(
            skip -> assertThat(skip).contains("s/dangling.txt").contains("without a target"),
            skip -> assertThat(skip).contains("s/loop").contains("link to a folder"),
            skip -> assertThat(skip).contains("s/outside.txt").contains("outside of the source"));
  }

  @Test
  void skipsFilesAndTextsThatAreTooLong() throws Exception {
    write("file.txt", "x".repeat(101));
    write("fits.txt", "x".repeat(50));
    write("text.txt", "x".repeat(51));
    IngestSink.read(FileIngest.of(folder, "s").limits(new IngestLimits(100, 50)), collected);
    assertThat(collected.ids()).containsExactly("s/fits.txt");
    assertThat(collected.skips).extracting(Skip::reason).allMatch(r -> r.contains("longer than"));
  }

  @Test
  void skipsOnlyTheDocumentWhoseParserFails() throws Exception {
    write("a.boom", "x");
    write("b.txt", "b");
    IngestSink.read(FileIngest.of(folder, "s").parser(new FailingParser()), collected);
    assertThat(collected.ids()).containsExactly("s/b.txt");
    assertThat(collected.skips.get(0).reason()).contains("StackOverflowError");
  }

  @Test
  void keepsTheRecordsBeforeAFailureAndReadsTheNextFile() throws Exception {
    write("a.lines", "1:one\nno id\n2:fail\n3:three");
    write("b.txt", "b");
    IngestSink.read(FileIngest.of(folder, "s").parser(new LineRecords()), collected);
    assertThat(collected.ids()).containsExactly("s/a.lines/1", "s/b.txt");
    assertThat(collected.files).isEqualTo(2 + 4);
    assertThat(collected.skips)
        .containsExactly(
            new Skip("s/a.lines no id", "it has no ':'"),
            new Skip("s/a.lines", "its parser failed: java.lang.IllegalStateException: a defect"));
  }

  @Test
  void skipsOnlyTheRecordThatFails() throws Exception {
    write("a.any", "x");
    write("b.txt", "b");
    readRecords(
        record("s/a.any/1", "one"),
        failing("s/a.any/2", () -> parsed("", "x".repeat(1 / "".length()))),
        failing("s/a.any/3", () -> FileIngestTest.<RuntimeException>sneak(new Exception("no"))),
        failing("s/a.any/4", () -> null),
        new SourceEntry.Unparsed("s/a.any/5", "hash", () -> parsed("s/a.any/other", "x")),
        record("s/a.any/6", "six"));
    assertThat(collected.ids()).containsExactly("s/a.any/1", "s/a.any/6", "s/b.txt");
    assertThat(collected.skips)
        .containsExactly(
            new Skip("s/a.any/2", "its parser failed: java.lang.ArithmeticException: / by zero"),
            new Skip("s/a.any/3", "its parser failed: java.lang.Exception: no"),
            new Skip(
                "s/a.any/4",
                "the format of its file returned no document with the id that it announced"),
            new Skip(
                "s/a.any/5",
                "the format of its file returned no document with the id that it announced"));
  }

  @Test
  void skipsRecordsWithTheIdOfAnotherFile() throws Exception {
    write("a.any", "x");
    write("b.txt", "b");
    readRecords(
        record("s/b.txt", "x"),
        parsed("elsewhere", "x"),
        record("", "x"),
        record("s/a.any/1", "x"));
    assertThat(collected.ids()).containsExactly("s/a.any/1", "s/b.txt");
    assertThat(collected.skips)
        .hasSize(3)
        .contains(
            new Skip(
                "s/a.any",
                "its format returned a document with the id s/b.txt, which does not begin with"
                    + " s/a.any/"));
  }

  @Test
  void reportsAFormatWithoutEntriesOnce() throws Exception {
    write("a.any", "x");
    write("b.txt", "b");
    IngestSink.read(FileIngest.of(folder, "s").parser(format(() -> null)), collected);
    assertThat(collected.ids()).containsExactly("s/b.txt");
    assertThat(collected.skips)
        .containsExactly(
            new Skip("s/a.any", "its parser failed: java.lang.NullPointerException: entries"));
  }

  @Test
  void reportsAFileThatCannotBeClosedOnce() throws Exception {
    write("a.any", "x");
    write("b.txt", "b");
    Deque<SourceEntry> left = new ArrayDeque<>(List.of(record("s/a.any/1", "one")));
    RecordFormat format =
        format(() -> entries(left, () -> FileIngestTest.sneak(new IOException("no"))));
    IngestSink.read(FileIngest.of(folder, "s").parser(format), collected);
    assertThat(collected.ids()).containsExactly("s/a.any/1", "s/b.txt");
    assertThat(collected.skips)
        .containsExactly(new Skip("s/a.any", "it cannot be read: java.io.IOException: no"));
  }

  private void readRecords(SourceEntry... records) throws Exception {
    RecordFormat format = format(() -> entries(new ArrayDeque<>(List.of(records)), () -> {}));
    IngestSink.read(FileIngest.of(folder, "s").parser(format), collected);
  }

  private static RecordFormat format(Supplier<SourceEntries> entries) {
    return new RecordFormat() {
      @Override
      public Set<String> extensions() {
        return Set.of("any");
      }

      @Override
      public SourceEntries open(String fileId, String name, Path file, IngestLimits limits) {
        return entries.get();
      }
    };
  }

  private static SourceEntries entries(Deque<SourceEntry> left, Runnable close) {
    return new SourceEntries() {
      @Override
      public Optional<SourceEntry> next() {
        return Optional.ofNullable(left.poll());
      }

      @Override
      public void close() {
        close.run();
      }
    };
  }

  private static SourceEntry record(String id, String text) {
    return new SourceEntry.Unparsed(id, "hash", () -> parsed(id, text));
  }

  private static SourceEntry failing(String id, Supplier<SourceEntry> parse) {
    return new SourceEntry.Unparsed(id, "hash", parse::get);
  }

  private static SourceEntry parsed(String id, String text) {
    return new SourceEntry.Parsed(Document.of(id, text), List.of());
  }

  /** Throws a checked exception, as code in Kotlin can do. */
  @SuppressWarnings("unchecked")
  private static <E extends Throwable> SourceEntry sneak(Throwable failure) throws E {
    throw (E) failure;
  }

  @Test
  void readsAFileWithTheFirstFormatThatReadsIt() throws Exception {
    write("a.lines", "1:one");
    FileIngest files = FileIngest.of(folder, "s");
    FileFormat text = TextParser.forExtensions("lines");
    IngestSink.read(files.parser(new LineRecords()).parser(text), collected);
    IngestSink.read(files.parser(text).parser(new LineRecords()), collected);
    assertThat(collected.ids()).containsExactly("s/a.lines/1", "s/a.lines");
  }

  @Test
  void stopsIfTheSinkThrows() throws Exception {
    write("a.txt", "a");
    IngestSink full =
        new IngestSink() {
          @Override
          public void document(Document document, String contentHash) {
            throw new IllegalStateException("full");
          }

          @Override
          public void skipped(Skip skip) {}
        };
    assertThatThrownBy(() -> IngestSink.read(FileIngest.of(folder, "s"), full)).hasMessage("full");
  }

  @Test
  void stopsOnAnInterrupt() throws Exception {
    write("a.txt", "a");
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> IngestSink.read(FileIngest.of(folder, "s"), collected))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
    assertThat(collected.documents).isEmpty();
  }

  @Test
  void rejectsAMissingSource() {
    assertThatThrownBy(() -> IngestSink.read(FileIngest.of(temp.resolve("none"), "s"), collected))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void deliversNoDocumentsFromAnEmptyFolder() throws Exception {
    IngestSink.read(FileIngest.of(folder, "s"), collected);
    assertThat(collected.documents).isEmpty();
    assertThat(collected.files).isZero();
  }

  private Path write(String relative, String content) throws IOException {
    Path path = folder.resolve(relative);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, content);
  }

  private static final class CollectingIngestSink implements IngestSink {
    private final List<Document> documents = new ArrayList<>();
    private final List<Skip> skips = new ArrayList<>();
    private int files = -1;

    @Override
    public void expect(int count) {
      files = count;
    }

    @Override
    public void document(Document document, String contentHash) {
      documents.add(document);
    }

    @Override
    public void skipped(Skip skip) {
      skips.add(skip);
    }

    List<String> ids() {
      return documents.stream().map(Document::id).toList();
    }
  }

  private static final class FailingParser implements Parser {
    @Override
    public Set<String> extensions() {
      return Set.of("boom");
    }

    @Override
    public ParsedFile parse(String id, InputStream in) {
      return parse(id + "x", in);
    }
  }
}
