package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.index.ingest.LineRecords;
import dev.arag.index.source.Source;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Skip;
import dev.arag.index.sync.MovedSource;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Metadata of single files: from sidecar files, and from a function. */
class FileMetadataTest {
  @TempDir Path folder;

  private Path docs;

  @BeforeEach
  void makeFolder() throws IOException {
    docs = Files.createDirectory(folder.resolve("docs"));
    write("a.txt", "Mira Voss drew the Old Bridge. It was finished in 1881.");
    write("b.txt", "Tarn lies on a river.");
  }

  private Index open() {
    return Index.builder(folder.resolve("my.arag")).embedder(new HashEmbedder(8)).openOrCreate();
  }

  private void write(String name, String text) throws IOException {
    Path file = docs.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Source source() {
    return Source.path(docs);
  }

  private static Map<String, Object> metadata(Index index, String id) {
    return index.document(id).orElseThrow().metadata();
  }

  private static List<String> ids(Index index, Scope scope) {
    return index.within(scope).keywordSearch(List.of("bridge", "tarn"), 9).hits().stream()
        .map(hit -> hit.location().documentId())
        .sorted()
        .toList();
  }

  /** A change of metadata stores the document again, with the vectors that it has. */
  private static void assertStoredAgain(SyncReport report) {
    assertThat(report.updated()).isOne();
    assertThat(report.unchanged()).isOne();
    assertThat(report.embedded()).isZero();
    assertThat(report.reused()).isEqualTo(3);
    assertThat(report.skipped()).isEmpty();
  }

  @Nested
  class OfSidecarFiles {
    private static final String VALUES =
        """
        {"author": "Mira", "year": 1881, "share": 0.5, "final": true, "tags": ["x", "y"],
         "none": null, "url": "https://example.org/a"}
        """;

    @Test
    void areThoseOfTheDocumentUnlessTheSourceTrustsThem() throws IOException {
      write("a.txt.meta.json", VALUES);
      try (Index index = open()) {
        SyncReport report = index.sync(source());
        assertThat(report.added()).isEqualTo(2);
        assertThat(report.skipped()).isEmpty();
        assertThat(index.documentIds()).containsExactly("docs/a.txt", "docs/b.txt");
        assertThat(metadata(index, "docs/a.txt"))
            .containsEntry("doc.author", "Mira")
            .containsEntry("doc.year", 1881L)
            .containsEntry("doc.share", 0.5)
            .containsEntry("doc.final", true)
            .containsEntry("doc.tags", List.of("x", "y"))
            .doesNotContainKeys("author", "url", "none", "doc.none");
        assertThat(metadata(index, "docs/b.txt")).doesNotContainKey("doc.author");
        assertThat(ids(index, Scope.equal("doc.year", 1881))).containsExactly("docs/a.txt");
        assertThat(url(index)).isEmpty();

        assertStoredAgain(index.sync(source().trustSidecars()));
        assertThat(metadata(index, "docs/a.txt"))
            .containsEntry("author", "Mira")
            .containsEntry("url", "https://example.org/a")
            .doesNotContainKey("doc.author");
        assertThat(ids(index, Scope.equal("year", 1881))).containsExactly("docs/a.txt");
        assertThat(url(index)).hasValue("https://example.org/a");
      }
    }

    private Optional<String> url(Index index) {
      KeywordHit hit = index.keywordSearch(List.of("bridge"), 1).hits().get(0);
      return hit.location().url();
    }

    @Test
    void areComparedInEachSync() throws IOException {
      try (Index index = open()) {
        index.sync(source());
        write("a.txt.meta.json", "{\"secret\": \"Canary\"}");
        assertStoredAgain(index.sync(source()));
        assertThat(isOnDisk("Canary")).isTrue();
        assertThat(index.sync(source()).unchanged()).isEqualTo(2);
        write("a.txt.meta.json", " {\"secret\":\"Canary\"}\n");
        assertThat(index.sync(source()).unchanged()).isEqualTo(2);
        write("a.txt.meta.json", "{\"secret\": [\"Canary\"]}");
        assertStoredAgain(index.sync(source()));
        Files.delete(docs.resolve("a.txt.meta.json"));
        assertStoredAgain(index.sync(source()));
        assertThat(metadata(index, "docs/a.txt")).doesNotContainKey("doc.secret");
        write("b.txt.meta.json", "{}");
        assertThat(index.sync(source()).unchanged()).isEqualTo(2);
        index.purge();
        assertThat(isOnDisk("Canary")).isFalse();
      }
      try (Index reopened = open()) {
        assertThat(reopened.sync(source()).unchanged()).isEqualTo(2);
      }
    }

    private boolean isOnDisk(String text) throws IOException {
      return IndexFiles.of(folder.resolve("my.arag")).values().stream()
          .anyMatch(file -> new String(file, StandardCharsets.ISO_8859_1).contains(text));
    }

    @Test
    void moveAndArePrunedWithTheirFiles() throws IOException {
      write("a.txt.meta.json", "{\"author\": \"Mira\"}");
      try (Index index = open()) {
        index.sync(source().name("docs").prune());
        Files.move(docs.resolve("a.txt"), docs.resolve("c.txt"));
        Files.move(docs.resolve("a.txt.meta.json"), docs.resolve("c.txt.meta.json"));
        SyncReport renamed = index.sync(source().name("docs").prune());
        assertThat(renamed.added()).isOne();
        assertThat(renamed.deleted()).isOne();
        assertThat(metadata(index, "docs/c.txt")).containsEntry("doc.author", "Mira");

        Path moved = Files.move(docs, folder.resolve("moved"));
        SyncReport report = index.sync(Source.path(moved).name("docs").prune());
        assertThat(report.unchanged()).isEqualTo(2);
        assertThat(report.moved()).extracting(MovedSource::source).containsExactly("docs");

        Files.delete(moved.resolve("c.txt"));
        SyncReport left = index.sync(Source.path(moved).name("docs").prune());
        assertThat(left.deleted()).isOne();
        assertThat(index.documentIds()).containsExactly("docs/b.txt");
        assertThat(left.skipped()).containsExactly(withoutFile("docs/c.txt"));
        assertThat(index.stats().skipped()).containsExactly(withoutFile("docs/c.txt"));
      }
    }

    private Skip withoutFile(String file) {
      return new Skip(
          file + ".meta.json",
          "it is a sidecar file, but there is no file "
              + file
              + "; restore that file, or delete the sidecar file");
    }

    @Test
    void needAFileWithTheirNameInTheSameFolder() throws IOException {
      write("sub/a.txt.meta.json", "{\"author\": \"Mira\"}");
      write("sub.meta.json", "{\"author\": \"Mira\"}");
      write("b.txt.meta.json.meta.json", "{\"author\": \"Mira\"}");
      write("b.txt.meta.json", "{\"author\": \"Mira\"}");
      write(".hidden.meta.json", "{");
      try (Index index = open()) {
        SyncReport report = index.sync(source());
        assertThat(report.skipped())
            .containsExactlyInAnyOrder(withoutFile("docs/sub"), withoutFile("docs/sub/a.txt"));
        assertThat(index.documentIds()).containsExactly("docs/a.txt", "docs/b.txt");
      }
    }

    @Test
    void ofAFileThatNoParserReadsAreIgnored() throws IOException {
      write("c.xyz", "?");
      write("c.xyz.meta.json", "{");
      try (Index index = open()) {
        assertThat(index.sync(source()).skipped())
            .containsExactly(new Skip("docs/c.xyz", "no parser for .xyz"));
      }
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '`',
        value = {
          "{\"x\": | it is not valid JSON: Unexpected end-of-input",
          "{\"x\": 1} {} | it is not valid JSON: Trailing token",
          "{\"x\": 1, \"x\": 2} | it is not valid JSON: Duplicate field 'x'",
          "[] | it is not a JSON object",
          "`` | it is not a JSON object",
          "{\"x\": {}} | its value of 'x' is not a string, number, boolean or array of strings",
          "{\"x\": [1]} | its value of 'x' is not a string, number, boolean or array of strings",
          "{\"x\": 1e999} | Metadata 'x' must be finite, was Infinity",
          "{\" \": 1} | A metadata key must not be blank.",
        })
    void thatCannotBeUsedKeepTheLastVersionOfTheirFile(String json, String reason)
        throws IOException {
      write("a.txt.meta.json", "{\"author\": \"Mira\"}");
      try (Index index = open()) {
        index.sync(source().prune());
        write("a.txt.meta.json", json);
        write("a.txt", "Another text.");
        write("c.txt", "New.");
        for (int i = 0; i < 2; i++) {
          SyncReport report = index.sync(source().prune());
          assertThat(report.skipped()).hasSize(1);
          assertThat(report.skipped().get(0).source()).isEqualTo("docs/a.txt");
          assertThat(report.skipped().get(0).reason())
              .startsWith("its sidecar file a.txt.meta.json cannot be used: " + reason);
          assertThat(report.added() + report.unchanged()).isEqualTo(2);
          assertThat(report.deleted()).isZero();
        }
        assertThat(metadata(index, "docs/a.txt")).containsEntry("doc.author", "Mira");
        write("a.txt.meta.json", "{\"author\": \"Jo\"}");
        assertThat(index.sync(source().prune()).updated()).isOne();
        assertThat(metadata(index, "docs/a.txt")).containsEntry("doc.author", "Jo");
      }
    }

    @Test
    void haveALimitedLengthAndStayInTheFolder() throws IOException {
      write("a.txt.meta.json", "{\"x\": \"" + "x".repeat(70_000) + "\"}");
      Path outside = Files.writeString(folder.resolve("outside.json"), "{\"x\": 1}");
      Files.createSymbolicLink(docs.resolve("b.txt.meta.json"), outside);
      try (Index index = open()) {
        assertThat(index.sync(source()).skipped())
            .containsExactly(
                new Skip(
                    "docs/a.txt",
                    "its sidecar file a.txt.meta.json cannot be used: it is longer than 65536"
                        + " bytes"),
                new Skip(
                    "docs/b.txt",
                    "its sidecar file b.txt.meta.json cannot be used: it is a link to a file outside"
                        + " of the source folder"));
      }
    }

    @Test
    void overrideValuesOfTheFileAndNotThoseOfCode() throws IOException {
      write("c.md", "---\nauthor: Jo\nversion: 2\n---\nText.");
      write("c.md.meta.json", "{\"author\": \"Mira\", \"tenant\": \"globex\", \"year\": 1}");
      try (Index index = open()) {
        index.sync(
            source()
                .metadata("tenant", "acme")
                .metadata(path -> Map.of("year", 2, "tenant", "none"))
                .trustSidecars());
        assertThat(metadata(index, "docs/c.md"))
            .containsEntry("doc.author", "Jo")
            .containsEntry("author", "Mira")
            .containsEntry("tenant", "acme")
            .containsEntry("year", 2L);
        index.sync(source());
        assertThat(metadata(index, "docs/c.md"))
            .containsEntry("doc.author", "Mira")
            .containsEntry("doc.version", "2")
            .doesNotContainKey("author");
      }
    }

    @Test
    void countForEachRecordOfAFile() throws IOException {
      write("rows.lines", "a:Alpha.\nb:Beta.");
      write("rows.lines.meta.json", "{\"author\": \"Mira\"}");
      Source source = Source.path(docs.resolve("rows.lines")).parser(new LineRecords());
      try (Index index = open()) {
        assertThat(index.sync(source).added()).isEqualTo(2);
        assertThat(index.documentIds())
            .allSatisfy(id -> assertThat(metadata(index, id)).containsEntry("doc.author", "Mira"));
        assertThat(index.sync(source).unchanged()).isEqualTo(2);
        write("rows.lines.meta.json", "{\"author\": \"Jo\"}");
        assertThat(index.sync(source).updated()).isEqualTo(2);
        write("rows.lines.meta.json", "{");
        assertThat(index.sync(source.prune()).deleted()).isZero();
        assertThat(index.documentIds()).hasSize(2);
      }
    }

    @Test
    void areReadForASourceOfOneFile() throws IOException {
      write("a.txt.meta.json", "{\"author\": \"Mira\"}");
      write("own.meta.json", "{}");
      try (Index index = open()) {
        SyncReport report = index.sync(docs.resolve("a.txt"));
        assertThat(report.added()).isOne();
        assertThat(report.skipped()).isEmpty();
        assertThat(metadata(index, "a.txt")).containsEntry("doc.author", "Mira");
        Source own =
            Source.path(docs.resolve("own.meta.json"))
                .parser((id, in) -> new ParsedFile(Document.builder(id, "A file of its own.")));
        assertThat(index.sync(own).added()).isOne();
      }
    }

    @Test
    void areReadInOtherFileSystems() throws IOException {
      URI zip = URI.create("jar:" + folder.resolve("docs.zip").toUri());
      try (FileSystem archive = FileSystems.newFileSystem(zip, Map.of("create", "true"));
          Index index = open()) {
        Path file = Files.writeString(archive.getPath("/a.txt"), "The Old Bridge.");
        Files.writeString(archive.getPath("/a.txt.meta.json"), "{\"author\": \"Mira\"}");
        index.sync(file);
        index.sync(Source.path(archive.getPath("/")).name("all"));
        assertThat(metadata(index, "a.txt")).containsEntry("doc.author", "Mira");
        assertThat(metadata(index, "all/a.txt")).containsEntry("doc.author", "Mira");
      }
    }
  }

  @Nested
  class OfAFunction {
    @Test
    void receivesPathsLikeThoseOfFilesWalk() throws IOException {
      write("sub/c.md", "Text.");
      Path link = Files.createSymbolicLink(folder.resolve("link"), docs);
      List<Path> paths = new ArrayList<>();
      Source linked =
          Source.path(link)
              .metadata(
                  path -> {
                    paths.add(path);
                    return Map.of(Location.URL, "https://example.org/" + link.relativize(path));
                  });
      try (Index index = open()) {
        index.sync(linked);
        assertThat(paths)
            .containsExactly(
                link.resolve("a.txt"), link.resolve("b.txt"), link.resolve("sub/c.md"));
        assertThat(index.chunksOf("docs/sub/c.md").get(0).location().url())
            .hasValue("https://example.org/sub/c.md");
        assertThat(index.sync(linked).unchanged()).isEqualTo(3);
        assertThat(paths).hasSize(6);
        Path file = docs.resolve("a.txt");
        index.sync(Source.path(file).metadata(path -> Map.of("same", path.equals(file))));
        assertThat(metadata(index, "a.txt")).containsEntry("same", true);
      }
    }

    @Test
    void changedValuesAreStoredWithoutEmbeddingAgain() {
      Function<Path, Map<String, ?>> year =
          path -> path.endsWith("a.txt") ? Map.of("written", LocalDate.of(1881, 1, 1)) : Map.of();
      try (Index index = open()) {
        index.sync(source());
        assertStoredAgain(index.sync(source().metadata(year)));
        assertThat(index.sync(source().metadata(year)).unchanged()).isEqualTo(2);
        assertThat(ids(index, Scope.equal("written", LocalDate.of(1881, 1, 1))))
            .containsExactly("docs/a.txt");
        assertStoredAgain(index.sync(source().metadata(year).metadata(path -> Map.of())));
      }
    }

    @Test
    void aFailureOrAnInvalidValueSkipsOnlyItsFile() throws IOException {
      write("c.txt", "A text.");
      write("d.txt", "A text.");
      Map<String, Object> invalid = Map.of("x", new Object() {});
      Source source =
          source()
              .metadata(
                  path ->
                      switch (String.valueOf(path.getFileName())) {
                        case "a.txt" -> throw new UncheckedIOException(new IOException("no"));
                        case "b.txt" -> null;
                        case "c.txt" -> invalid;
                        default -> nullValue();
                      });
      try (Index index = open()) {
        SyncReport report = index.sync(source);
        assertThat(report.added()).isOne();
        assertThat(metadata(index, "docs/d.txt")).doesNotContainKey("x");
        String failed = "the function of Source.metadata failed or returned an invalid value: ";
        assertThat(report.skipped())
            .extracting(Skip::reason)
            .containsExactly(
                failed + "java.io.UncheckedIOException: java.io.IOException: no",
                failed + "java.lang.NullPointerException: the result is null",
                failed
                    + "java.lang.IllegalArgumentException: Metadata 'x' must be a string, a number,"
                    + " a boolean, a LocalDate, an Instant or a list of strings, was ");
      }
    }

    private Map<String, ?> nullValue() {
      Map<String, Object> values = new HashMap<>();
      values.put("x", null);
      return values;
    }

    @Test
    void isNotCalledForDocumentsInMemory() {
      Source rows =
          Source.documents("rows", List.of(Document.of("row", "A row.")))
              .metadata(
                  path -> {
                    throw new IllegalStateException();
                  });
      try (Index index = open()) {
        assertThat(index.sync(rows).added()).isOne();
      }
    }
  }
}
