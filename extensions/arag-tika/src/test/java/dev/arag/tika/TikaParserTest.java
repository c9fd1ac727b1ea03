package dev.arag.tika;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Heading;
import dev.arag.core.text.Document.Page;
import dev.arag.index.source.FileIngest;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.SourceEntries;
import dev.arag.index.spi.SourceEntry;
import dev.arag.index.spi.UnreadableSourceException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.poi.hssf.usermodel.HSSFWorkbook;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TikaParserTest {
  private static ParsedFile ingest(byte[] bytes) throws IOException {
    return new TikaParser().parse("d", new ByteArrayInputStream(bytes));
  }

  private static Document read(byte[] bytes) throws IOException {
    return ingest(bytes).document().build();
  }

  @Test
  void readsHeadingsTableRowsAndTheAuthorOfAWordFile() throws Exception {
    Document document = read(OfficeFiles.docx());
    assertThat(document.text())
        .isEqualTo(
            """
            The tower

            The tower was built in 1871 of grey stone.

            The lamp

            Its lamp burns whale oil.

            Year | Keeper
            1871 | Olsen

            The island

            Nobody else lives there.\
            """);
    assertThat(document.headings())
        .extracting(Heading::path)
        .containsExactly(
            List.of("The tower"), List.of("The tower", "The lamp"), List.of("The island"));
    assertThat(document.title()).hasValue("The lighthouse at Skarvoy");
    assertThat(document.metadata())
        .containsEntry("doc.author", "Ada Keeper")
        .containsKey("doc.created");
  }

  @Test
  void makesSlidesPagesInPresentationOrder() throws Exception {
    ParsedFile ingested = ingest(OfficeFiles.pptx(12));
    Document document = ingested.document().build();
    assertThat(document.text())
        .startsWith("Tower 1\n\nSentence of slide 1.\n\nNote of slide 1.\n\nTower 2\n\n")
        .endsWith("Tower 12\n\nSentence of slide 12.\n\nNote of slide 12.");
    assertThat(document.pages()).hasSize(12);
    for (Page page : document.pages()) {
      assertThat(document.text().substring(page.offset()))
          .startsWith("Tower " + page.number() + "\n");
    }
    assertThat(document.headings()).extracting(Heading::path).contains(List.of("Tower 12"));
    assertThat(ingested.warnings()).containsExactly("it has hidden slides, which were also read");
  }

  @Test
  void makesSheetsSectionsAndRowsLines() throws Exception {
    for (byte[] bytes :
        List.of(OfficeFiles.sheets(new XSSFWorkbook()), OfficeFiles.sheets(new HSSFWorkbook()))) {
      Document document = read(bytes);
      assertThat(document.text())
          .isEqualTo(
              """
              Keepers

              Name | Since
              Olsen | 1871

              Ships

              Fram | 25%

              Codes

              K7 | kept\
              """);
      assertThat(document.headings())
          .extracting(Heading::path)
          .containsExactly(List.of("Keepers"), List.of("Ships"), List.of("Codes"));
      assertThat(document.title()).hasValue("d");
    }
    assertThat(ingest(OfficeFiles.sheets(new XSSFWorkbook())).warnings())
        .containsExactly("it has hidden sheets, which were also read");
  }

  @Test
  void makesSlidesOfLegacyFilesPages() throws Exception {
    Document document = read(OfficeFiles.ppt());
    assertThat(document.text())
        .isEqualTo("Old tower 1\n\nOld sentence 1.\n\nOld tower 2\n\nOld sentence 2.");
    assertThat(document.pages())
        .containsExactly(new Page(0, 1), new Page(document.text().indexOf("Old tower 2"), 2));
  }

  @Test
  void readsTheChaptersOfABookInReadingOrder() throws Exception {
    Document document = read(OfficeFiles.epub());
    assertThat(document.text())
        .isEqualTo("The first\n\nA café in the tower.\n\nThe second\n\nIt came after.");
    assertThat(document.headings())
        .extracting(Heading::path)
        .containsExactly(List.of("The first"), List.of("The second"));
    assertThat(document.title()).hasValue("A book of towers");
    assertThat(document.metadata())
        .containsEntry("doc.author", "Ada Keeper")
        .containsEntry("doc.language", "en");
  }

  @Test
  void readsHeadingsAndTableRowsOfAnOpenDocumentFile() throws Exception {
    Document document = read(OfficeFiles.odt());
    assertThat(document.text()).isEqualTo("The tower\n\nIt is old.\n\nThe lamp\n\nOil | 2 l");
    assertThat(document.headings())
        .extracting(Heading::path)
        .containsExactly(List.of("The tower"), List.of("The tower", "The lamp"));
    assertThat(document.title()).hasValue("Open tower");
  }

  @Test
  void decodesTheEncodingsOfRichText() throws Exception {
    Document document = read(OfficeFiles.rtf());
    assertThat(document.text()).isEqualTo("The tower is old and grå.\n\nIt has a λ lamp.");
    assertThat(document.title()).hasValue("Rich tower");
    assertThat(document.metadata()).containsEntry("doc.author", "Ada Keeper");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {\\rtf1 Hello}                                                   | Hello
          {\\rtf1\\ansi Hello {\\b big {\\i old}} world.}                  | Hello big old world.
          {\\rtf1{\\b Big} world.}                                         | Big world.
          {\\rtf1\\ansi\\ansicpg1252 Gr\\'e5 \\u955? lamp.}                | Grå λ lamp.
          {\\rtf1\\uc1\\u955?}                                            | λ
          {\\rtf1\\ansi \\'93Hi\\'94}                                     | “Hi”
          {\\rtf1 \\ldblquote Hi\\rdblquote}                              | “Hi”
          {\\rtf1 \\{braces\\}}                                           | {braces}
          {\\rtf1 First\\par Second}                                      | First / Second
          {\\rtf1\\pard First\\par Second\\par}                           | First / Second
          {\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\f0 Text}                 | Text
          {\\rtf1{\\fonttbl{\\f0 Arial;}}{\\f0 Text}}                     | Text
          {\\rtf1\\f0\\fs24 Text}                                         | Text
          {\\rtf1{\\fonttbl{\\f0\\fcharset161 A;}}\\deff0 \\'eb}           | λ
          {\\rtf1{\\fonttbl{\\f0 A;}} {\\colortbl;\\red0;} {\\stylesheet{\\s0 N;}} Text} | Text
          {\\rtf1{\\*\\generator Writer 1;}{\\info{\\operator Bo}} Text}   | Text
          {\\rtf1{\\*\\unknown\\bin3 }}}}Text}                             | Text
          {\\rtf1{\\header Page}Text}                                    | Text
          {\\rtf1 {\\field{\\*\\fldinst HYPERLINK "http://x.org"}{\\fldrslt A link}} here} | A link here
          """)
  void readsRichTextWithoutAControlWordBeforeTheText(String source, String text) throws Exception {
    assertThat(read(OfficeFiles.ascii(source)).text().replace("\n\n", " / ")).isEqualTo(text);
  }

  @Test
  void readsRichTextWhoseHeaderIsFollowedDirectlyByText() throws Exception {
    Document document =
        read(
            OfficeFiles.ascii(
                "{\\rtf1{\\fonttbl{\\f0 Arial;}}{\\info{\\title Rich tower}}\r\nText of it.}"));
    assertThat(document.text()).isEqualTo("Text of it.");
    assertThat(document.title()).hasValue("Rich tower");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\\rtf1}",
        "{\\rtf1{\\fonttbl{\\f0 Arial;}}{\\info{\\title T}}{\\*\\generator W;}}",
        "{\\rtf1 x{\\fonttbl{\\f0 Arial;}}}",
        "{\\rtf1 \\'20\\~ }"
      })
  void rejectsARichTextFileWithoutText(String source) {
    assertThatThrownBy(() -> read(OfficeFiles.ascii(source)))
        .isInstanceOf(UnreadableSourceException.class)
        .hasMessageContaining("no text was found in it");
  }

  @Test
  void readsTheBestAlternativeOfAMailAndListsAttachments() throws Exception {
    Document document = read(OfficeFiles.eml());
    assertThat(document.text()).isEqualTo("The lamp on Skarvøy is out.\n\nAttachment: bill.pdf");
    assertThat(document.title()).hasValue("The lamp");
    assertThat(document.metadata())
        .containsEntry("doc.from", "Søren Olsen <olsen@example.org>")
        .containsEntry("doc.to", List.of("Ada <ada@example.org>", "bo@example.org"))
        .containsEntry("doc.date", "2026-11-21T09:00:00Z");
  }

  @Test
  void readsOutlookMessages() throws Exception {
    Document document = read(OfficeFiles.msg());
    assertThat(document.text()).isEqualTo("The lamp is lit. All is well.");
    assertThat(document.title()).hasValue("The lamp again");
    assertThat(document.metadata()).containsEntry("doc.from", "Ada Keeper");
  }

  @Test
  void readsAWebPageThatIsNamedLikeAnOfficeFile() throws Exception {
    Document document =
        read("<html><h1>Tower</h1><p>Old.</p></html>".getBytes(StandardCharsets.UTF_8));
    assertThat(document.text()).isEqualTo("Tower\n\nOld.");
    assertThat(document.headings()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "%PDF-1.7 and so on, rename it to .pdf",
    "just some text, rename it to .txt",
    "Note: a text with a colon, rename it to .txt",
    "'', it is empty",
    "{\"a\":1}, not an office file"
  })
  void namesUnsupportedContentInTheReason(String content, String reason) {
    assertThatThrownBy(() -> read(content.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(UnreadableSourceException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void rejectsOtherZipArchives() throws Exception {
    byte[] zip = OfficeFiles.zip(Map.of("readme.txt", "text"));
    assertThatThrownBy(() -> read(zip))
        .isInstanceOf(UnreadableSourceException.class)
        .hasMessageContaining("zip archive");
  }

  @Test
  void enforcesTheLimits() throws Exception {
    byte[] docx = OfficeFiles.docx();
    TikaParser shortText = new TikaParser(new IngestLimits(1_000_000, 20));
    assertThatThrownBy(() -> shortText.parse("d", new ByteArrayInputStream(OfficeFiles.rtf())))
        .isInstanceOf(UnreadableSourceException.class);
    TikaParser shortFile = new TikaParser(new IngestLimits(100, 1_000_000));
    assertThatThrownBy(() -> shortFile.parse("d", new ByteArrayInputStream(docx)))
        .isInstanceOf(UnreadableSourceException.class)
        .hasMessageContaining("100 bytes");
  }

  @Test
  void stopsOnAnInterruptAndKeepsTheInterruptFlag() throws Exception {
    byte[] docx = OfficeFiles.docx();
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> read(docx)).isInstanceOf(ClosedByInterruptException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void suggestsTheParserInTheReasonIfItIsNotConfigured(@TempDir Path folder) throws Exception {
    Files.write(folder.resolve("a.docx"), OfficeFiles.docx());
    FileIngest plain = FileIngest.of(folder, "f");
    assertThat(reasons(plain)).hasSize(1).first().asString().contains("new TikaParser()");
    assertThat(reasons(plain.parser(new TikaParser()))).isEmpty();
  }

  private static List<String> reasons(FileIngest ingest) throws Exception {
    List<String> reasons = new ArrayList<>();
    try (SourceEntries entries = ingest.open()) {
      for (Optional<SourceEntry> next = entries.next(); next.isPresent(); next = entries.next()) {
        SourceEntry entry = next.get();
        SourceEntry read =
            entry instanceof SourceEntry.Unparsed unparsed ? unparsed.parse() : entry;
        if (read instanceof SourceEntry.Unreadable unreadable) {
          reasons.add(unreadable.skip().reason());
        }
      }
    }
    return reasons;
  }
}
