package dev.arag.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Heading;
import dev.arag.index.Index;
import dev.arag.index.ingest.IngestSink;
import dev.arag.index.source.FileIngest;
import dev.arag.index.source.Source;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.Skip;
import dev.arag.index.spi.UnreadableSourceException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunksJsonParserTest {
  @TempDir Path folder;
  private final List<Document> documents = new ArrayList<>();
  private final List<String> hashes = new ArrayList<>();
  private final List<Skip> skips = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private void read(FileIngest ingest) throws Exception {
    IngestSink.read(
        ingest,
        new IngestSink() {
          @Override
          public void document(Document document, String contentHash) {
            documents.add(document);
            hashes.add(contentHash);
          }

          @Override
          public void skipped(Skip skip) {
            skips.add(skip);
          }

          @Override
          public void warning(String documentId, String warning) {
            warnings.add(documentId + ": " + warning);
          }
        });
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void keepsIdsAndOrderOfStringAndObjectChunks() throws Exception {
    ParsedFile ingested =
        parse(
            ChunksJsonParser.byExtension(),
            """
            ["0:Tower\\nThe tower is old.\\n\\nNo heading here.", {"id": 7, "text": "a:b", "x": {"id": 1}},
             {"text": "Lamp\\nIt is lit.", "id": "c-1"}]
            """);
    Document document = ingested.document().build();
    assertThat(document.text())
        .isEqualTo("Tower\nThe tower is old.\n\nNo heading here.a:bLamp\nIt is lit.");
    assertThat(document.chunkStarts())
        .extracting(start -> start.id().value(), Document.ChunkStart::offset)
        .containsExactly(tuple("0", 0), tuple("7", 41), tuple("c-1", 44));
    assertThat(document.headings())
        .containsExactly(
            new Heading(0, List.of("Tower")),
            new Heading(25, List.of()),
            new Heading(44, List.of("Lamp")));
    assertThat(ingested.warnings()).isEmpty();
  }

  @Test
  void reportsElementsThatCannotBeRead() throws Exception {
    ParsedFile ingested =
        parse(
            ChunksJsonParser.byExtension(),
            """
            ["no colon", "1:ok", {"id": 2}, {"text": "x"}, " :x", "1:again", 17, null, [1], "3:",
             {"id": {"a": 1}, "text": "y"}, "4:lone \\ud800 half"]
            """);
    assertThat(ingested.document().build().chunkStarts())
        .extracting(start -> start.id().value())
        .containsExactly("1", "4");
    assertThat(ingested.warnings())
        .filteredOn(warning -> warning.startsWith("element "))
        .extracting(warning -> Integer.parseInt(warning.split(" ")[1]))
        .containsExactly(0, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    assertThat(ingested.warnings().get(0)).contains("':'");
    assertThat(ingested.warnings().get(4)).contains("'1'").contains("already used");
    assertThat(ingested.warnings()).hasSize(11);
  }

  /** Lone surrogates are replaced before chunk ids are compared, as the index does it. */
  @Test
  void skipsOnlyTheElementWhoseStoredIdIsUsed() throws Exception {
    ParsedFile ingested =
        parse(
            ChunksJsonParser.byExtension(),
            """
            [{"id": "\\ud800", "text": "a", "score": NaN}, {"id": "\\ud801", "text": "b"}, "1:c"]
            """);
    assertThat(ingested.document().build().chunkStarts())
        .extracting(start -> start.id().value())
        .containsExactly("\ufffd", "1");
    assertThat(ingested.warnings())
        .containsExactly("element 1 was skipped: its id '\ufffd' is already used in this file");
  }

  @Test
  void countsFurtherElementsThatCannotBeRead() throws Exception {
    String json = "[\"1:one\"" + ", \"bad\"".repeat(120) + "]";
    assertThat(parse(ChunksJsonParser.byExtension(), json).warnings())
        .hasSize(101)
        .last()
        .isEqualTo("20 more elements were skipped");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "", "[\"1:a\"", "[\"1:a\"] x", "text", "[\"1:a\",]"})
  void rejectsContentThatIsNotAJsonArray(String json) {
    assertThatThrownBy(() -> read(ChunksJsonParser.byExtension(), json))
        .isInstanceOf(UnreadableSourceException.class);
  }

  @Test
  void rejectsAChunksFileWithOnlyInvalidElements() throws Exception {
    assertThatThrownBy(
            () -> read(ChunksJsonParser.byExtension(), "[1, {\"id\":\"a\"}, \"no colon\"]"))
        .isInstanceOf(UnreadableSourceException.class)
        .hasMessageContaining("none of its 3 elements")
        .hasMessageContaining("neither a string nor an object");
    assertThat(read(ChunksJsonParser.byExtension(), "[]").text()).isEmpty();
  }

  @Test
  void reportsJsonErrorsWithoutNamesOfTheJsonLibrary() {
    assertThatThrownBy(() -> read(ChunksJsonParser.byExtension(), "[" + "[".repeat(5_000)))
        .isInstanceOf(UnreadableSourceException.class)
        .hasMessageContaining("nested too deeply")
        .hasMessageNotContaining("StreamRead");
  }

  @Test
  void rejectsDeeplyNestedJson() {
    assertThatThrownBy(() -> read(ChunksJsonParser.byExtension(), "[".repeat(200_000)))
        .isInstanceOf(UnreadableSourceException.class);
  }

  @Test
  void rejectsTextsAndFilesThatAreTooLong() {
    Parser parser = ChunksJsonParser.byExtension().limits(new IngestLimits(1_000, 10));
    assertThatThrownBy(() -> read(parser, "[\"1:" + "x".repeat(20) + "\"]"))
        .isInstanceOf(UnreadableSourceException.class);
    assertThatThrownBy(() -> read(parser, "[\"1:" + "x".repeat(2_000) + "\"]"))
        .hasMessageContaining("1000 bytes");
  }

  @Test
  void readsOnlyJsonFilesOfASourceOfChunks() throws Exception {
    write("one.json", "[\"1:one\", \"bad\"]");
    write("two.txt", "two");
    read(FileIngest.of(folder, "s").parser(ChunksJsonParser.only()));
    assertThat(documents.get(0).chunkStarts().get(0).id().value()).isEqualTo("1");
    assertThat(skips).containsExactly(new Skip("s/two.txt", "not a .json file of chunks"));
    assertThat(warnings)
        .containsExactly(
            "s/one.json: element 1 was skipped: it has no ':' between an id and a text");
  }

  @Test
  void readsNoChunksIfTheParserWasNotAdded() throws Exception {
    write("chunks.json", "[\"1:one\"]");
    read(FileIngest.of(folder, "s"));
    assertThat(documents).isEmpty();
    assertThat(skips).hasSize(1);
  }

  @Test
  void readsTheFilesWithTheUsualName() throws Exception {
    write("deep/Chunks.JSON", "[\"1:one\"]");
    write("other.json", "[\"2:two\"]");
    write("z.txt", "text");
    read(FileIngest.of(folder, "s").parser(ChunksJsonParser.byName()));
    assertThat(documents).extracting(Document::id).containsExactly("s/deep/Chunks.JSON", "s/z.txt");
    assertThat(skips)
        .containsExactly(
            new Skip(
                "s/other.json",
                "no parser for .json; if it contains chunks or records, use ChunksJsonParser.only"
                    + " or Records.only"));
  }

  @Test
  void readsASingleFileWithAnyName() throws Exception {
    write("data", "[\"1:one\"]");
    read(FileIngest.of(folder.resolve("data"), "s").parser(ChunksJsonParser.only()));
    assertThat(documents).extracting(Document::text).containsExactly("one");
  }

  /** Indexes that exist contain these hashes. */
  @Test
  void hashesTheBytesOfTheFileWithTheIdPrefix() throws Exception {
    write("chunks.json", "[\"1:one\"]");
    FileIngest files = FileIngest.of(folder, "s").parser(ChunksJsonParser.byName());
    read(files);
    read(files.idPrefix("p-"));
    assertThat(hashes)
        .containsExactly(
            "b5d1d2f6ca3d5e0ea7555937777d9b013f0a2a55923557358dc01b2ca99ab8b8",
            "a7ccbacbf24bef8454f93511a8b05fbf746a29e4d3466ae06bca7da444292886");
  }

  @Test
  void prefixesTheIdsOfTheChunksInAnIndex() throws Exception {
    write("docs/chunks.json", "[\"1:one\", \"2:two\"]");
    Source source = Source.path(folder.resolve("docs")).parser(ChunksJsonParser.byName());
    try (Index index = Index.builder(folder.resolve("i")).withoutEmbeddings().openOrCreate()) {
      index.sync(source.idPrefix("p-"));
      assertThat(index.read(ChunkId.of("p-1"))).isPresent();
      assertThat(index.read(ChunkId.of("p-2"))).isPresent();
      assertThat(index.sync(source.idPrefix("p-")).unchanged()).isOne();
      index.sync(source);
      assertThat(index.read(ChunkId.of("p-1"))).isEmpty();
      assertThat(index.read(ChunkId.of("2"))).isPresent();
    }
  }

  private static Document read(Parser parser, String content) throws IOException {
    return parse(parser, content).document().build();
  }

  private static ParsedFile parse(Parser parser, String content) throws IOException {
    try (InputStream in = new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8))) {
      return parser.parse("d", in);
    }
  }
}
