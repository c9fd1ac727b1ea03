package dev.arag.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.arag.core.text.Document;
import dev.arag.index.ingest.IngestSink;
import dev.arag.index.ingest.TextParser;
import dev.arag.index.source.FileIngest;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.Skip;
import dev.arag.index.spi.SourceEntries;
import dev.arag.index.spi.SourceEntry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordsTest {
  @TempDir Path folder;
  private final CollectingSink recorded = new CollectingSink();

  private static final class CollectingSink implements IngestSink {
    private final List<Document> documents = new ArrayList<>();
    private final Map<String, String> hashes = new HashMap<>();
    private final List<String> skips = new ArrayList<>();
    private final List<String> unreadable = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private int found;

    @Override
    public void expect(int count) {
      found = count;
    }

    @Override
    public boolean isKnown(String documentId, String contentHash) {
      return contentHash.equals(hashes.get(documentId));
    }

    @Override
    public void document(Document document, String contentHash) {
      documents.add(document);
      hashes.put(document.id(), contentHash);
    }

    @Override
    public void skipped(Skip skip) {
      skips.add(skip.source() + ": " + skip.reason());
    }

    @Override
    public void unreadable(String id) {
      unreadable.add(id);
    }

    @Override
    public void warning(String documentId, String warning) {
      warnings.add(documentId + ": " + warning);
    }

    List<String> ids() {
      return documents.stream().map(Document::id).toList();
    }
  }

  private void write(String name, String... lines) throws IOException {
    Files.writeString(folder.resolve(name), String.join("\n", lines));
  }

  private void read(FileIngest ingest) throws Exception {
    recorded.documents.clear();
    IngestSink.read(ingest, recorded);
  }

  private FileIngest source() {
    return source(Records.byExtension());
  }

  private FileIngest source(Records records) {
    return FileIngest.of(folder, "s").parser(records);
  }

  @Nested
  class JsonLines {
    @Test
    void makesEachLineADocument() throws Exception {
      write(
          "facts.jsonl",
          "{\"id\": \"a\", \"title\": \"Old Bridge\", \"text\": \"Mira Voss built it.\", \"year\":"
              + " 1881}",
          "",
          "{\"_id\": 7, \"text\": \"Second.\", \"tags\": [\"x\", \"y\"], \"open\": true, \"rate\":"
              + " 0.5, \"author\": {\"name\": \"Voss\"}}\r",
          "{\"text\": \"Third, without an id.\"}");
      read(source());
      assertThat(recorded.ids())
          .containsExactly("s/facts.jsonl/a", "s/facts.jsonl/7", "s/facts.jsonl/3");
      Document first = recorded.documents.get(0);
      assertThat(first.text()).isEqualTo("Mira Voss built it.");
      assertThat(first.title()).hasValue("Old Bridge");
      assertThat(first.headings()).isEmpty();
      assertThat(first.metadata()).isEqualTo(Map.of("doc.year", 1881L));
      assertThat(recorded.documents.get(1).metadata())
          .isEqualTo(
              Map.of(
                  "doc.tags",
                  List.of("x", "y"),
                  "doc.open",
                  true,
                  "doc.rate",
                  0.5,
                  "doc.author.name",
                  "Voss"));
      assertThat(recorded.documents.get(2).title()).isEmpty();
      assertThat(recorded.skips).isEmpty();
      assertThat(recorded.warnings).isEmpty();
      assertThat(recorded.found).isGreaterThanOrEqualTo(3);
    }

    @Test
    void skipsOnlyTheInvalidLine() throws Exception {
      write(
          "a.jsonl",
          "{\"id\": 1, \"text\": \"fine\"}",
          "{\"id\": 2, \"text\": \"cut",
          "[1, 2]",
          "{\"id\": 4, \"text\": \"two\"} {\"id\": 5}",
          "{\"id\": 6, \"body\": \"another name\"}",
          "{\"id\": 7, \"text\": \"fine too\"}");
      read(source());
      assertThat(recorded.ids()).containsExactly("s/a.jsonl/1", "s/a.jsonl/7");
      assertThat(recorded.skips)
          .satisfiesExactly(
              skip -> assertThat(skip).startsWith("s/a.jsonl record 2: it is not valid JSON"),
              skip -> assertThat(skip).isEqualTo("s/a.jsonl record 3: it is not a JSON object"),
              skip ->
                  assertThat(skip)
                      .startsWith("s/a.jsonl record 4: its line has content after the record"),
              skip ->
                  assertThat(skip)
                      .startsWith("s/a.jsonl/6: it has no text in text; its fields are id, body;"));
      assertThat(recorded.unreadable).contains("s/a.jsonl", "s/a.jsonl/6");
    }

    @Test
    void skipsByteOrderMarksAndReplacesInvalidUtf8() throws Exception {
      byte[] text =
          "\ufeff{\"id\": 1, \"text\": \"caf\u00e9\"}\n{\"id\": 2, \"text\": \"X\"}"
              .getBytes(StandardCharsets.UTF_8);
      text[text.length - 3] = (byte) 0xE9;
      Files.write(folder.resolve("a.jsonl"), text);
      read(source());
      assertThat(recorded.documents)
          .extracting(Document::text)
          .containsExactly("caf\u00e9", "\ufffd");
      assertThat(recorded.warnings).hasSize(1);
      assertThat(recorded.warnings.get(0))
          .startsWith("s/a.jsonl/2: 1 place could not be read as UTF-8");
    }

    @Test
    void rejectsHostileRecordsIndividually() throws Exception {
      write(
          "a.jsonl",
          "{\"id\": 1, \"text\": " + "[".repeat(100_000),
          "{\"id\": 2, \"text\": " + "{\"a\":".repeat(600) + "1" + "}".repeat(600) + "}",
          "{\"id\": 3, \"text\": " + "9".repeat(2_000) + "}",
          "{\"id\": \"../../etc/passwd\", \"text\": \"an id is only a name\"}",
          "{\"id\": 1e999, \"text\": \"numbered\"}",
          "{\"id\": 6, \"text\": \"\\ud800 lone\"}");
      read(source());
      assertThat(recorded.ids())
          .containsExactly("s/a.jsonl/../../etc/passwd", "s/a.jsonl/5", "s/a.jsonl/6");
      assertThat(recorded.documents.get(2).text()).isEqualTo("\ufffd lone");
      assertThat(recorded.skips).hasSize(3);
    }

    @Test
    void skipsOnlyALineLongerThanTheLimit() throws Exception {
      write(
          "a.jsonl",
          "{\"id\": 1, \"text\": \"a\"}",
          "x".repeat(200),
          "{\"id\": 3, \"text\": \"a\"}",
          "x".repeat(200));
      read(source().limits(new IngestLimits(100, 100)));
      assertThat(recorded.ids()).containsExactly("s/a.jsonl/1", "s/a.jsonl/3");
      assertThat(recorded.skips)
          .containsExactly(
              "s/a.jsonl record 2: its line is longer than 100 bytes; split the text",
              "s/a.jsonl record 4: its line is longer than 100 bytes; split the text");
      assertThat(recorded.unreadable).contains("s/a.jsonl");
    }

    @Test
    void reportsAFileThatIsNotUtf8TextOnce() throws Exception {
      String lines = "{\"id\": 1, \"text\": \"a\"}\n{\"id\": 2, \"text\": \"b\"}";
      Files.write(folder.resolve("a.jsonl"), lines.getBytes(StandardCharsets.UTF_16));
      Files.write(folder.resolve("b.jsonl"), lines.getBytes(StandardCharsets.UTF_16LE));
      Files.write(folder.resolve("c.jsonl"), lines.getBytes(StandardCharsets.UTF_16BE));
      Files.write(folder.resolve("d.jsonl"), new byte[] {0x1F, (byte) 0x8B, 8, '\n', 0, '\n', 0});
      read(source());
      assertThat(recorded.skips)
          .containsExactly(
              "s/a.jsonl: its charset is UTF-16; save the file as UTF-8",
              "s/b.jsonl: its charset is UTF-16; save the file as UTF-8",
              "s/c.jsonl: its charset is UTF-16; save the file as UTF-8",
              "s/d.jsonl: its content is a gzip archive");
      assertThat(recorded.unreadable).hasSize(4);
    }

    @Test
    void readsNumbersThatJsonDoesNotHave() throws Exception {
      write("a.jsonl", "{\"id\": 1, \"text\": \"a\", \"score\": NaN, \"rank\": -Infinity}");
      read(source());
      assertThat(recorded.ids()).containsExactly("s/a.jsonl/1");
      assertThat(recorded.documents.get(0).metadata()).isEmpty();
      assertThat(recorded.warnings).singleElement().asString().contains(": rank, score (not");
    }
  }

  @Nested
  class JsonArrays {
    @Test
    void readsArraysAndSequencesInASourceOfRecords() throws Exception {
      write("array.json", "[{\"id\": 1, \"text\": \"a\"},", "17, {\"id\": 2, \"text\": \"b\"}]");
      write("row.json", "{\"id\": 1, \"text\": \"c\"} {\"id\": 2, \"text\": \"d\"}");
      write("cut.json", "[{\"id\": 1, \"text\": \"e\"}, {\"id\": 2, \"te");
      write("notes.txt", "no record");
      read(source(Records.only()));
      assertThat(recorded.ids())
          .containsExactly(
              "s/array.json/1", "s/array.json/2", "s/cut.json/1", "s/row.json/1", "s/row.json/2");
      assertThat(recorded.skips)
          .satisfiesExactly(
              skip -> assertThat(skip).isEqualTo("s/array.json record 2: it is not a JSON object"),
              skip ->
                  assertThat(skip)
                      .startsWith("s/cut.json: it is not valid JSON after its record 1: "),
              skip ->
                  assertThat(skip).startsWith("s/notes.txt: not a .jsonl, .ndjson or .json file"));
      assertThat(recorded.unreadable).contains("s/cut.json");
    }

    @Test
    void namesTheLastValidRecordBeforeAnError() throws Exception {
      write("a.json", "[{\"id\": 1, \"text\": \"a\"}, {\"id\": 2 \"text\": \"b\"}]");
      write("b.json", "[{\"id\": 1, \"text\": \"a\"}");
      write("c.json", "{broken");
      write("d.json", "{\"data\": [{\"id\": 1}]}");
      read(source(Records.only()));
      assertThat(recorded.skips)
          .satisfiesExactly(
              skip ->
                  assertThat(skip)
                      .startsWith("s/a.json: it is not valid JSON after its record 1: "),
              skip ->
                  assertThat(skip)
                      .isEqualTo(
                          "s/b.json: it is not valid JSON after its record 1: Unexpected"
                              + " end-of-input: expected close marker for Array (line 1)"),
              skip -> assertThat(skip).startsWith("s/c.json: it is not valid JSON: Unexpected"),
              skip ->
                  assertThat(skip)
                      .startsWith("s/d.json/1: it has no text in text; its fields are data;"));
    }

    @Test
    void doesNotGuessTheFormatOfAJsonFile() throws Exception {
      write("a.json", "[]");
      read(source());
      assertThat(recorded.skips.get(0))
          .endsWith(
              "; if it contains chunks or records, use ChunksJsonParser.only or Records.only");
    }

    @Test
    void stopsReadingAFileAtARecordLongerThanTheLimit() throws Exception {
      String fields = ("\"k\": \"" + "x".repeat(50) + "\", ").repeat(1_000);
      String small = "{\"id\": 1, \"text\": \"a\"}, ".repeat(2_000);
      write("a.json", "[" + small + "{" + fields + "\"id\": 2, \"text\": \"b\"}]");
      read(source(Records.only()).limits(new IngestLimits(100, 100)));
      assertThat(recorded.ids()).containsExactly("s/a.json/1");
      assertThat(recorded.skips)
          .containsExactly(
              "s/a.json: one of its records is longer than 100 bytes; split the record");
    }
  }

  @Nested
  class CsvFiles {
    @Test
    void makesEachRowOfACsvFileADocument() throws Exception {
      Files.writeString(
          folder.resolve("tickets.CSV"),
          "\uFEFFid,title,text,opened,tags\r\n"
              + "4711,\"Leak, urgent\",\"The roof leaks.\r\nIt said \"\"drip\"\".\",2024-05-17,\r\n"
              + "\r\n"
              + ",,\"Zoë's second row, without an id.\",,1805\r\n"
              + "short,,Only three values.\n"
              + ",,,,\n , ,,,,\n");
      read(source());
      assertThat(recorded.skips).isEmpty();
      assertThat(recorded.warnings).isEmpty();
      assertThat(recorded.ids())
          .containsExactly("s/tickets.CSV/4711", "s/tickets.CSV/2", "s/tickets.CSV/short");
      Document first = recorded.documents.get(0);
      assertThat(first.title()).hasValue("Leak, urgent");
      assertThat(first.text()).isEqualTo("The roof leaks.\r\nIt said \"drip\".");
      assertThat(first.metadata()).isEqualTo(Map.of("doc.opened", "2024-05-17"));
      Document second = recorded.documents.get(1);
      assertThat(second.text()).isEqualTo("Zoë's second row, without an id.");
      assertThat(second.metadata()).isEqualTo(Map.of("doc.tags", "1805"));
      read(source());
      assertThat(recorded.documents).isEmpty();
    }

    @Test
    void mapsColumnsAndDetectsTheCharset() throws Exception {
      Files.write(
          folder.resolve("a.csv"),
          ",key,name,body\n0,k1,Zoë,Das Café öffnet früh.\n"
              .getBytes(Charset.forName("windows-1252")));
      FileIngest ingest =
          FileIngest.of(folder.resolve("a.csv"), "a")
              .parser(
                  Records.only()
                      .fields(RecordFields.defaults().id("key").title("name").text("body")));
      read(ingest);
      assertThat(recorded.ids()).containsExactly("a/k1");
      assertThat(recorded.documents.get(0).text()).isEqualTo("Das Café öffnet früh.");
      assertThat(recorded.documents.get(0).title()).hasValue("Zoë");
      assertThat(recorded.documents.get(0).metadata()).isEqualTo(Map.of("doc.column 1", "0"));
    }

    @Test
    void reportsMalformedBytesWithTheFirstRecordOfACsvFile() throws Exception {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      bytes.writeBytes("\uFEFFid,text\n,\n1,One,more.\n2,Zo".getBytes(StandardCharsets.UTF_8));
      bytes.write(0xFF);
      bytes.writeBytes(".\n3,Three.\n".getBytes(StandardCharsets.UTF_8));
      Files.write(folder.resolve("a.csv"), bytes.toByteArray());
      read(source());
      assertThat(recorded.ids()).containsExactly("s/a.csv/2", "s/a.csv/3");
      assertThat(recorded.warnings).singleElement().asString().contains("1 place", "UTF-8");
    }

    @Test
    void skipsRowsWithTooManyValues() throws Exception {
      write("a.csv", "id,text", "1,One.", "2,Two, or more.", "3,Three.");
      read(source());
      assertThat(recorded.ids()).containsExactly("s/a.csv/1", "s/a.csv/3");
      assertThat(recorded.skips)
          .containsExactly(
              "s/a.csv record 2: it has 3 values, but the header has 2 columns; check its commas"
                  + " and quotation marks");
      assertThat(recorded.unreadable).containsExactly("s/a.csv");
    }

    @Test
    void skipsAnUnreadableCsvFileOnce() throws Exception {
      assertUnreadable(
          "it has no column text for the text; its columns are id, body; name the field with"
              + " RecordFields.text",
          "id,body",
          "1,One.",
          "2,Two.");
      assertUnreadable(
          "it has no column text for the text; its columns are a, b, c, d, e, f, g, h ...; name",
          "a,b,c,d,e,f,g,h,i");
      assertUnreadable(
          "its header has more than 16384 values; check its quotation marks", ",".repeat(1 << 22));
      assertUnreadable(
          "its first row names the column id twice; rename one of them", "id,text,id", "1,One.,2");
      assertUnreadable(
          "it is not valid CSV: Missing closing quote for value (record 1, line 3)",
          "id,text",
          "1,\"One.",
          "2,Two.");
      assertUnreadable("it is not valid CSV: Unexpected character ('x'", "id,text", "1,\"One.\"x");
    }

    private void assertUnreadable(String reason, String... lines) throws Exception {
      recorded.skips.clear();
      recorded.unreadable.clear();
      write("a.csv", lines);
      write("empty.csv");
      read(source());
      assertThat(recorded.documents).isEmpty();
      assertThat(recorded.skips).singleElement().asString().startsWith("s/a.csv: " + reason);
      assertThat(recorded.unreadable).containsExactly("s/a.csv");
    }
  }

  @Nested
  class Fields {
    @Test
    void mapsFields() throws Exception {
      write(
          "a.ndjson",
          "{\"key\": 1, \"article\": {\"name\": \"T\", \"lead\": \"Lead.\", \"body\": [\"One.\","
              + " \"Two.\"]}, \"id\": \"not this\"}",
          "{\"article\": {\"lead\": \"No key.\"}}");
      read(
          source(
              Records.byExtension()
                  .fields(
                      RecordFields.defaults()
                          .id("key")
                          .title("article.name")
                          .text("article.lead", "article.body"))));
      assertThat(recorded.ids()).containsExactly("s/a.ndjson/1");
      assertThat(recorded.documents.get(0).text()).isEqualTo("Lead.\n\nOne.\n\nTwo.");
      assertThat(recorded.documents.get(0).metadata()).isEqualTo(Map.of("doc.id", "not this"));
      assertThat(recorded.skips)
          .containsExactly(
              "s/a.ndjson record 2: it has no id: no field 'key' with a string or number");
    }

    @Test
    void usesWholeNumbersOfAnyLengthAsIds() throws Exception {
      write(
          "a.jsonl",
          "{\"id\": 18446744073709551615, \"text\": \"a\", \"other\": 18446744073709551615}");
      read(source());
      assertThat(recorded.ids()).containsExactly("s/a.jsonl/18446744073709551615");
      assertThat(recorded.documents.get(0).metadata())
          .isEqualTo(Map.of("doc.other", 18446744073709551615.0));
      assertThat(recorded.warnings).isEmpty();
    }

    @Test
    void warnsOncePerFileOfAnIdWithAnotherType() throws Exception {
      write(
          "a.jsonl",
          "{\"id\": \"\", \"text\": \"a\"}",
          "{\"id\": null, \"text\": \"a\"}",
          "{\"id\": 1.5, \"_id\": 7, \"text\": \"a\"}",
          "{\"id\": [1], \"text\": \"a\"}",
          "{\"id\": true, \"text\": \"a\"}");
      read(source());
      assertThat(recorded.ids())
          .containsExactly(
              "s/a.jsonl/1", "s/a.jsonl/2", "s/a.jsonl/7", "s/a.jsonl/4", "s/a.jsonl/5");
      assertThat(recorded.warnings.get(0))
          .isEqualTo(
              "s/a.jsonl/4: its field id is neither a string nor a whole number; the number of the"
                  + " record in the file is its id (reported once per file)");
      assertThat(recorded.warnings).filteredOn(each -> each.contains("neither")).hasSize(1);
    }

    @Test
    void tellsAMissingTextFromATextWithAnotherType() throws Exception {
      write("a.jsonl", "{\"id\": 1, \"text\": [\"a\", null]}", "{\"id\": 2, \"text\": null}");
      read(source());
      assertThat(recorded.skips)
          .containsExactly(
              "s/a.jsonl/1: it has no string or array of strings in text; its fields are id, text;"
                  + " name the field with RecordFields.text",
              "s/a.jsonl/2: it has no text in text; its fields are id; name the field with"
                  + " RecordFields.text");
    }

    @Test
    void listsFieldsThatCannotBeMetadataOncePerFile() throws Exception {
      String longText = "x".repeat(1_025);
      write(
          "a.jsonl",
          "{\"id\": 1, \"text\": \"a\", \"parts\": [{\"x\": 1}], \"html\": \"" + longText + "\"}",
          "{\"id\": 2, \"text\": \"b\", \"parts\": [1], \"none\": null}");
      read(source());
      assertThat(recorded.documents.get(0).metadata()).isEmpty();
      assertThat(recorded.warnings)
          .containsExactly(
              "s/a.jsonl/1: fields not used as metadata, because they are not short strings,"
                  + " numbers, booleans or arrays of short strings: html, parts (not repeated for"
                  + " later records of the file)");
    }

    @Test
    void rejectsNullAndBlankFields() {
      RecordFields fields = RecordFields.defaults();
      for (Consumer<String> call :
          List.<Consumer<String>>of(fields::id, fields::title, fields::text)) {
        assertThatNullPointerException().isThrownBy(() -> call.accept(none())).withMessage("field");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> call.accept(" "))
            .withMessage("The name of a field must not be blank.");
      }
      assertThatNullPointerException()
          .isThrownBy(() -> Records.only().fields(none()))
          .withMessage("fields");
      assertThatNullPointerException()
          .isThrownBy(() -> ChunksJsonParser.byExtension().limits(none()))
          .withMessage("limits");
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T none() {
      return null;
    }
  }

  @Nested
  class Changes {
    @Test
    void deliversOnlyRecordsThatChanged() throws Exception {
      write("a.jsonl", "{\"id\": 1, \"text\": \"one\"}", "{\"id\": 2, \"text\": \"two\"}");
      read(source());
      write(
          "a.jsonl",
          "{\"id\": 0, \"text\": \"new\"}",
          "{\"id\":1,\"text\":\"one\"}",
          "{\"id\": 2, \"text\": \"two, changed\"}");
      read(source());
      assertThat(recorded.ids()).containsExactly("s/a.jsonl/0", "s/a.jsonl/2");
      read(source());
      assertThat(recorded.documents).isEmpty();
      read(source(Records.byExtension().fields(RecordFields.defaults().title("other"))));
      assertThat(recorded.ids()).hasSize(3);
    }

    /** Indexes that exist contain these hashes. */
    @Test
    void hashesTheFieldsOfARecord() throws Exception {
      write(
          "a.jsonl",
          "{\"id\": \"a\", \"text\": \"One.\", \"n\": 7, \"r\": 0.5, \"b\": true, \"l\": [\"x\","
              + " \"y\"]}");
      write("b.csv", "id,text", "1,One.");
      read(source());
      assertThat(recorded.hashes)
          .isEqualTo(
              Map.of(
                  "s/a.jsonl/a",
                  "6ba5bb42e8fcc819538b6a1b7267b694a175dd2fbafebe806a400f212b67c32e",
                  "s/b.csv/1",
                  "3fbb6cd403b25d17b40728a9e5d9bec350e256d5212bf65a31536d5b0df3f385"));
      recorded.hashes.clear();
      read(source().idPrefix("p-"));
      assertThat(recorded.hashes.get("s/b.csv/1"))
          .isEqualTo("3fbb6cd403b25d17b40728a9e5d9bec350e256d5212bf65a31536d5b0df3f385");
    }
  }

  @Nested
  class FilesAndParsers {
    @Test
    void prefersAParserOfTheCaller() throws Exception {
      write("a.jsonl", "{\"id\": 1, \"text\": \"a\"}");
      Parser own =
          new Parser() {
            @Override
            public java.util.Set<String> extensions() {
              return java.util.Set.of("jsonl");
            }

            @Override
            public ParsedFile parse(String id, java.io.InputStream in) {
              return new ParsedFile(Document.builder(id, "mine"));
            }
          };
      read(FileIngest.of(folder, "s").parser(own).parser(Records.byExtension()));
      assertThat(recorded.ids()).containsExactly("s/a.jsonl");
    }

    @Test
    void aParserForCsvTakesPrecedence() throws Exception {
      write("a.csv", "text", "One.", "Two.");
      read(
          FileIngest.of(folder, "s")
              .parser(TextParser.forExtensions(".csv"))
              .parser(Records.byExtension()));
      assertThat(recorded.ids()).containsExactly("s/a.csv");
    }

    @Test
    void readsALinkUnderItsOwnName() throws Exception {
      write("z.csv", "id,text", "1,One.");
      Files.move(folder.resolve("z.csv"), folder.resolve("data"));
      Files.createSymbolicLink(folder.resolve("rows.csv"), folder.resolve("data"));
      read(source());
      assertThat(recorded.ids()).containsExactly("s/rows.csv/1");
    }

    @Test
    void doesNotReportARecordFileDeletedAfterListing() throws Exception {
      write("a.txt", "a");
      write("b.jsonl", "{\"text\": \"b\"}");
      try (SourceEntries entries = source().open()) {
        Files.delete(folder.resolve("b.jsonl"));
        assertThat(entries.next()).hasValue(new SourceEntry.Expected(2));
        assertThat(entries.next()).containsInstanceOf(SourceEntry.Unparsed.class);
        assertThat(entries.next()).isEmpty();
      }
    }
  }
}
