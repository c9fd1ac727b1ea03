package dev.arag.index.ingest;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.text.Document;
import dev.arag.index.internal.ingest.SourceFiles;
import dev.arag.index.internal.ingest.SourceFiles.Unlisted;
import dev.arag.index.internal.parse.FileEntries;
import dev.arag.index.internal.parse.IngestSettings;
import dev.arag.index.source.FileIngest;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.Skip;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Reads one source repeatedly, and reads sources that change during a read. */
class IncrementalIngestTest {
  @TempDir Path temp;
  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectory(temp.resolve("docs"));
  }

  private FileIngest source() {
    return FileIngest.of(folder, "s");
  }

  private static RecordingSink read(FileIngest source) throws Exception {
    RecordingSink recorded = new RecordingSink();
    IngestSink.read(source, recorded);
    return recorded;
  }

  private Path write(String relative, String content) throws IOException {
    Path path = folder.resolve(relative);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, content);
  }

  private void delete(String relative) throws IOException {
    Files.delete(folder.resolve(relative));
  }

  private interface Action {
    void run() throws IOException;
  }

  /** A sink that records its calls and runs an action on some of them. */
  private static final class RecordingSink implements IngestSink {
    private final Map<String, String> known;
    private final Map<String, String> hashes = new TreeMap<>();
    private final List<String> events = new ArrayList<>();
    private final List<Document> documents = new ArrayList<>();
    private final List<Skip> skips = new ArrayList<>();
    private final List<String> unreadable = new ArrayList<>();
    private final Map<String, Action> actions = new TreeMap<>();

    RecordingSink() {
      this(Map.of());
    }

    RecordingSink(Map<String, String> known) {
      this.known = known;
    }

    RecordingSink when(String event, Action action) {
      actions.put(event, action);
      return this;
    }

    @Override
    public void expect(int files) {
      record("expect " + files);
    }

    @Override
    public boolean isKnown(String documentId, String contentHash) {
      boolean isKnown = contentHash.equals(known.get(documentId));
      record((isKnown ? "known " : "new ") + documentId);
      return isKnown;
    }

    @Override
    public void document(Document document, String contentHash) {
      documents.add(document);
      hashes.put(document.id(), contentHash);
      record("document " + document.id());
    }

    @Override
    public void skipped(Skip skip) {
      skips.add(skip);
      record("skipped " + skip.source());
    }

    @Override
    public void unreadable(String id) {
      unreadable.add(id);
      record("unreadable " + id);
    }

    List<String> ids() {
      return documents.stream().map(Document::id).toList();
    }

    List<String> texts() {
      return documents.stream().map(Document::text).toList();
    }

    private void record(String event) {
      events.add(event);
      Action action = actions.remove(event);
      if (action == null) {
        return;
      }
      try {
        action.run();
      } catch (IOException e) {
        throw new AssertionError(event, e);
      }
    }
  }

  /** A parser that fails in different ways, depending on the content of the file. */
  private static final class PlainParser implements Parser {
    PlainParser() {}

    @Override
    public ParsedFile parse(String id, InputStream in) throws IOException {
      return new TextParser().parse(id, in);
    }
  }

  private static final class NoteParser implements Parser {
    private final String fingerprint;
    private int parsed;

    NoteParser(String fingerprint) {
      this.fingerprint = fingerprint;
    }

    @Override
    public Set<String> extensions() {
      return Set.of("note");
    }

    @Override
    public String fingerprint() {
      return fingerprint;
    }

    @Override
    public ParsedFile parse(String id, InputStream in) throws IOException {
      parsed++;
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      if (text.equals("boom")) {
        throw new IllegalStateException("boom");
      }
      if (text.equals("gone")) {
        throw new NoSuchFileException("a file of the parser's own");
      }
      return new ParsedFile(Document.builder(id, text));
    }
  }

  @Nested
  class KnownDocuments {
    @Test
    void skipsKnownDocumentsWithoutParsingThem() throws Exception {
      write("a.note", "one");
      write("b.txt", "two");
      write("c.chunks", "1:three");
      NoteParser parser = new NoteParser("note 1");
      FileIngest source = source().parser(parser).parser(new LineChunks());
      RecordingSink first = read(source);
      RecordingSink second = new RecordingSink(first.hashes);
      IngestSink.read(source, second);
      assertThat(first.ids()).containsExactly("s/a.note", "s/b.txt", "s/c.chunks");
      assertThat(second.events)
          .containsExactly("expect 3", "known s/a.note", "known s/b.txt", "known s/c.chunks");
      assertThat(parser.parsed).isEqualTo(1);
    }

    @Test
    void deliversOnlyChangedDocuments() throws Exception {
      write("a.txt", "one");
      write("b.txt", "two");
      RecordingSink first = read(source());
      write("b.txt", "too");
      write("c.txt", "three");
      RecordingSink second = new RecordingSink(first.hashes);
      IngestSink.read(source(), second);
      assertThat(second.ids()).containsExactly("s/b.txt", "s/c.txt");
      assertThat(second.texts()).containsExactly("too", "three");
    }

    @Test
    void stopsIfIsKnownThrows() throws Exception {
      write("a.txt", "a");
      RecordingSink recorded =
          new RecordingSink()
              .when(
                  "new s/a.txt",
                  () -> {
                    throw new IllegalStateException("damaged");
                  });
      assertThatThrownBy(() -> IngestSink.read(source(), recorded)).hasMessage("damaged");
      assertThat(recorded.skips).isEmpty();
    }
  }

  @Nested
  class Hashes {
    @Test
    void computesAHashThatIsIndependentOfRunAndPath() throws Exception {
      write("a.txt", "The tower is old.");
      write("deep/b.TXT", "The tower is old.");
      RecordingSink recorded = read(source());
      assertThat(recorded.hashes.values()).hasSize(2).containsOnly(KNOWN_HASH);
    }

    /**
     * The SHA-256 of the concatenation of 0 0 0 7 "files 1", 0 0 0 6 "text 2", 0 0 0 0, "The tower
     * is old."
     */
    private static final String KNOWN_HASH =
        "1c3bd873b38cf78668dd525d0cdbc9fefdb9226278650ee0d8aaa93b8a90839a";

    @Test
    void computesDifferentHashesForOtherParsersAndPrefixes() throws Exception {
      write("a.md", "1:one");
      write("a.txt", "1:one");
      write("b.txt", "1:one ");
      Path file = Files.writeString(temp.resolve("a.chunks"), "1:one");
      RecordingSink files = read(source());
      FileIngest source = FileIngest.of(file, "s").parser(new LineChunks());
      RecordingSink chunks = read(source);
      RecordingSink prefixed = read(source.idPrefix("p"));
      List<String> all = new ArrayList<>(files.hashes.values());
      all.addAll(chunks.hashes.values());
      all.addAll(prefixed.hashes.values());
      assertThat(all).hasSize(5).doesNotHaveDuplicates().allMatch(h -> h.matches("[0-9a-f]{64}"));
    }
  }

  @Nested
  class ChangesDuringARead {
    @Test
    void readsTheNewContentOfAFileEditedAfterListing() throws Exception {
      write("a.txt", "old");
      RecordingSink recorded =
          new RecordingSink().when("expect 1", () -> write("a.txt", "new and longer"));
      IngestSink.read(source(), recorded);
      assertThat(recorded.texts()).containsExactly("new and longer");
      assertThat(recorded.hashes).isEqualTo(read(source()).hashes);
    }

    @Test
    void parsesTheHashedContentOfAFileEditedAfterHashing() throws Exception {
      write("a.txt", "old");
      Map<String, String> old = read(source()).hashes;
      RecordingSink recorded = new RecordingSink().when("new s/a.txt", () -> write("a.txt", "new"));
      IngestSink.read(source(), recorded);
      assertThat(recorded.texts()).containsExactly("old");
      assertThat(recorded.hashes).isEqualTo(old);
    }

    @Test
    void doesNotReportFilesDeletedAfterListing() throws Exception {
      write("a.txt", "a");
      write("b.txt", "b");
      write("sub/c.txt", "c");
      Files.createSymbolicLink(folder.resolve("link.txt"), folder.resolve("a.txt"));
      RecordingSink recorded =
          new RecordingSink()
              .when(
                  "expect 4",
                  () -> {
                    delete("b.txt");
                    delete("link.txt");
                    delete("sub/c.txt");
                    delete("sub");
                  });
      IngestSink.read(source(), recorded);
      assertThat(recorded.events).containsExactly("expect 4", "new s/a.txt", "document s/a.txt");
    }
  }

  @Nested
  class Links {
    @Test
    void doesNotReadAFileReplacedByALinkToOutsideTheSource() throws Exception {
      write("a.txt", "a");
      Path secret = Files.writeString(temp.resolve("secret.txt"), "secret");
      RecordingSink recorded =
          new RecordingSink()
              .when(
                  "expect 1",
                  () -> {
                    delete("a.txt");
                    Files.createSymbolicLink(folder.resolve("a.txt"), secret);
                  });
      IngestSink.read(source(), recorded);
      assertThat(recorded.ids()).isEmpty();
      assertThat(recorded.unreadable).containsExactly("s/a.txt");
    }

    @Test
    void readsALinkUnderItsOwnNameWithTheHashOfItsTarget() throws Exception {
      write("sub/real.txt", "real");
      Files.createSymbolicLink(folder.resolve("inside.txt"), folder.resolve("sub/real.txt"));
      RecordingSink recorded = read(source());
      assertThat(recorded.ids()).containsExactly("s/inside.txt", "s/sub/real.txt");
      assertThat(recorded.hashes.get("s/inside.txt"))
          .isEqualTo(recorded.hashes.get("s/sub/real.txt"));
    }
  }

  @Nested
  class Unreadable {
    @Test
    void reportsExistingFilesThatCannotBeReadAsUnreadable() throws Exception {
      write("binary.txt", "\u0000\u0001");
      write("boom.note", "boom");
      write("gone.note", "gone");
      write("image.png", "x");
      write("long.txt", "x".repeat(200));
      write("one.json", "x");
      Files.createSymbolicLink(folder.resolve("dangling.txt"), temp.resolve("none"));
      Files.createSymbolicLink(folder.resolve("loop"), folder);
      RecordingSink recorded = new RecordingSink();
      IngestSink.read(
          source().parser(new NoteParser("note 1")).limits(new IngestLimits(100, 100)), recorded);
      List<String> ids =
          List.of(
              "s/binary.txt",
              "s/boom.note",
              "s/dangling.txt",
              "s/gone.note",
              "s/image.png",
              "s/long.txt",
              "s/loop",
              "s/one.json");
      assertThat(recorded.unreadable).isEqualTo(ids);
      assertThat(recorded.skips).extracting(Skip::source).isEqualTo(ids);
      assertThat(recorded.ids()).isEmpty();
    }

    @Test
    void doesNotReportAFileWithASkippedPartAsUnreadable() throws Exception {
      write("c.chunks", "1:one\nbad");
      RecordingSink recorded = read(source().parser(new LineChunks()));
      assertThat(recorded.skips).isEmpty();
      assertThat(recorded.unreadable).isEmpty();
      assertThat(recorded.ids()).containsExactly("s/c.chunks");
    }

    @Test
    void reportsASourceMovedDuringAReadAsUnreadable() throws Exception {
      write("a.txt", "a");
      write("b.txt", "b");
      RecordingSink recorded = new RecordingSink().when("document s/a.txt", () -> moveSourceAway());
      IngestSink.read(source(), recorded);
      assertThat(recorded.ids()).containsExactly("s/a.txt");
      assertThat(recorded.unreadable).containsExactly("s");
      assertThat(recorded.skips.get(0).reason()).contains("moved or deleted");
    }

    @Test
    void reportsAReplacedSourceFolderAsUnreadable() throws Exception {
      write("a.txt", "a");
      write("b.txt", "b");
      RecordingSink recorded =
          new RecordingSink()
              .when(
                  "document s/a.txt",
                  () -> {
                    moveSourceAway();
                    Files.createDirectory(folder);
                  });
      IngestSink.read(source(), recorded);
      assertThat(recorded.unreadable).containsExactly("s");
    }

    @Test
    void reportsADeletedSourceFileAsUnreadable() throws Exception {
      Path file = write("a.txt", "a");
      RecordingSink recorded = new RecordingSink().when("expect 1", () -> delete("a.txt"));
      IngestSink.read(FileIngest.of(file, "a.txt"), recorded);
      assertThat(recorded.ids()).isEmpty();
      assertThat(recorded.unreadable).containsExactly("a.txt");
    }

    @Test
    void reportsFoldersThatCannotBeListedAndReadsTheOthers() throws Exception {
      write("a.txt", "a");
      SourceFiles found = SourceFiles.below(folder);
      Unlisted shut = new Unlisted("shut/up", new AccessDeniedException("up"));
      SourceFiles files =
          new SourceFiles(found.root(), found.rootKey(), true, found.files(), List.of(shut), false);
      RecordingSink recorded = new RecordingSink();
      IngestSink.read(new FileEntries("s", files, IngestSettings.DEFAULTS), recorded);
      assertThat(recorded.events)
          .containsExactly(
              "expect 1",
              "skipped s/shut/up",
              "unreadable s/shut/up",
              "new s/a.txt",
              "document s/a.txt");
      assertThat(recorded.skips.get(0).reason()).contains("access denied");
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void reportsFoldersAndFilesWithoutReadPermissionAsUnreadable() throws Exception {
      write("a.txt", "a");
      write("listed/sub/c.txt", "c");
      Path file = write("file.txt", "b");
      Path shut = write("shut/b.txt", "b").getParent();
      Path listed = folder.resolve("listed");
      permit(file, "---------");
      permit(shut, "---------");
      permit(listed, "r--------");
      try {
        Assumptions.assumeFalse(
            Files.isReadable(shut), "this user can read files without permission");
        RecordingSink recorded = read(source());
        assertThat(recorded.ids()).containsExactly("s/a.txt");
        assertThat(recorded.unreadable)
            .containsExactlyInAnyOrder("s/file.txt", "s/shut", "s/listed/sub");
      } finally {
        permit(shut, "rwx------");
        permit(listed, "rwx------");
      }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void reportsAFileWhoseDiskFailsAsUnreadable() throws Exception {
      RecordingSink recorded = new RecordingSink();
      IngestSink.read(
          FileIngest.of(Path.of("/proc/self/mem"), "s").parser(new ParserOfTheSource()), recorded);
      assertThat(recorded.unreadable).containsExactly("s");
      assertThat(recorded.skips.get(0).reason()).startsWith("it cannot be read: ");
    }

    private void moveSourceAway() throws IOException {
      Files.move(folder, temp.resolve("away"));
    }

    private static void permit(Path path, String permissions) throws IOException {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    /** Reads the file that is the source, whatever its name is. */
    private static final class ParserOfTheSource implements Parser {
      @Override
      public boolean reads(String fileName, boolean isSource) {
        return isSource;
      }

      @Override
      public ParsedFile parse(String id, InputStream in) throws IOException {
        return new TextParser().parse(id, in);
      }
    }
  }

  @Nested
  class Parsers {
    @Test
    void readsFilesAgainIfTheRulesOfTheirParserChange() throws Exception {
      write("a.note", "one");
      write("b.txt", "two");
      RecordingSink first = read(source().parser(new NoteParser("note 1")));
      RecordingSink second = new RecordingSink(first.hashes);
      IngestSink.read(source().parser(new NoteParser("note 2")), second);
      assertThat(second.ids()).containsExactly("s/a.note");
    }

    @Test
    void computesFingerprintsThatAreIndependentOfTheRun() throws Exception {
      Parser lambda = (id, in) -> new TextParser().parse(id, in);
      assertThat(lambda.fingerprint()).isEqualTo(getClass().getName());
      Class<?> hidden = hiddenCopy(PlainParser.class);
      assertThat(hidden.getName()).startsWith(PlainParser.class.getName() + "/");
      Parser instance = (Parser) hidden.getDeclaredConstructor().newInstance();
      assertThat(instance.fingerprint()).isEqualTo(PlainParser.class.getName());
      assertThat(new PlainParser().fingerprint()).isEqualTo(PlainParser.class.getName());
    }

    private static Class<?> hiddenCopy(Class<?> type) throws IOException, IllegalAccessException {
      String file = type.getName().replace('.', '/') + ".class";
      try (InputStream in = requireNonNull(type.getClassLoader().getResourceAsStream(file))) {
        return MethodHandles.lookup().defineHiddenClass(in.readAllBytes(), false).lookupClass();
      }
    }

    @Test
    void passesEveryFileWithAnExtensionToALambda() throws Exception {
      Files.writeString(folder.resolve("a.odd"), "a");
      Files.writeString(folder.resolve("b.jsonl"), "{}");
      Files.writeString(folder.resolve("noextension"), "c");
      RecordingSink recorded = new RecordingSink();
      IngestSink.read(
          FileIngest.of(folder, "s")
              .parser((Parser) (id, in) -> new ParsedFile(Document.builder(id, "from a lambda"))),
          recorded);
      assertThat(recorded.ids()).containsExactly("s/a.odd", "s/b.jsonl");
      assertThat(recorded.skips).hasSize(1);
    }
  }
}
