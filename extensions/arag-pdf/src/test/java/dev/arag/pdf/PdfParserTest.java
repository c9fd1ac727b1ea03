package dev.arag.pdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Heading;
import dev.arag.core.text.Document.Page;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.index.spi.text.FileTitle;
import dev.arag.pdf.internal.guard.BuiltInFonts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.FontMapper;
import org.apache.pdfbox.pdmodel.font.FontMappers;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PdfParserTest {
  /** PDFBox logs a warning for each fallback font of each page. */
  @Test
  void usesNoFallbackFonts() throws IOException {
    BuiltInFonts.during(
        () -> {
          FontMapper fonts = FontMappers.instance();
          assertThat(fonts.getFontBoxFont("Planted", null).isFallback()).isFalse();
          assertThat(fonts.getTrueTypeFont("Planted", null).isFallback()).isFalse();
          assertThat(fonts.getCIDFont("Planted", null, null).isFallback()).isFalse();
          return "";
        });
  }

  private static final String FIRST =
      """
      The Old Tower

      The tower stands on the hill above the harbour and has stood there since the
      Keeper came. It was built of stone that was brought over the sea by ship, and
      nobody has moved it.

      It has a lamp.""";

  private static final String SECOND =
      """
      The Lamp

      The lamp is lit each night at eight.""";

  @Test
  void joinsTheLinesOfAParagraphAndRecordsPages() throws Exception {
    Document document = read(SamplePdfs.pages(FIRST, SECOND));
    assertThat(document.text())
        .isEqualTo(
            "The Old Tower\n\nThe tower stands on the hill above the harbour and has stood there"
                + " since the Keeper came. It was built of stone that was brought over the sea by"
                + " ship, and nobody has moved it.\n\nIt has a lamp.\n\nThe Lamp\n\nThe lamp is"
                + " lit each night at eight.");
    assertThat(document.pages())
        .containsExactly(new Page(0, 1), new Page(document.text().indexOf("The Lamp"), 2));
  }

  @Test
  void continuesASentenceOnTheNextPage() throws Exception {
    Document document = read(SamplePdfs.pages("The keeper went up to the", "lamp and lit it."));
    assertThat(document.text()).isEqualTo("The keeper went up to the\nlamp and lit it.");
    assertThat(document.pages()).containsExactly(new Page(0, 1), new Page(26, 2));
  }

  @Test
  void countsPagesWithoutText() throws Exception {
    Document document = read(SamplePdfs.pages("", "Second.", "", "Fourth."));
    assertThat(document.pages()).containsExactly(new Page(0, 2), new Page(9, 4));
  }

  @Test
  void keepsIntendedLineBreaks() throws Exception {
    String rows = "Lamps 12 pieces\nOil 7 barrels\nRope 300 feet";
    assertThat(read(SamplePdfs.pages(rows)).text()).isEqualTo(rows);
    String items =
        "What he needs, each day of the week:\n- oil for the lamp, a barrel of it, and\n"
            + "- rope.";
    assertThat(read(SamplePdfs.pages(items)).text()).isEqualTo(items);
  }

  @ParameterizedTest
  @CsvSource({
    // The other text contains the word without a hyphen, with a hyphen, or not at all.
    "an example of it, an exam-|ple of it., example of it.",
    "a well-known one here, a well-|known one., well-known one.",
    "a known one is well, a well-|known one., well-known one.",
    "nothing of it, some obfus-|cated word., obfuscated word.",
    "nothing of it, the year 2020-|second part., 2020-"
  })
  void removesHyphensAccordingToOtherOccurrences(String before, String cut, String expected)
      throws Exception {
    String text = "So there is " + before + " on it.\nAnd " + cut.replace('|', '\n');
    assertThat(read(SamplePdfs.pages(text)).text()).contains(expected);
  }

  @Test
  void joinsAHyphenatedWordAcrossAGap() throws Exception {
    String text = "What was seen of the obser-\n\n\n\nvation is not known.";
    assertThat(read(SamplePdfs.pages(text)).text())
        .isEqualTo("What was seen of the observation is not known.");
  }

  @Test
  void readsColumnsOneAfterTheOther() throws Exception {
    byte[] pdf =
        SamplePdfs.with(
            sample -> {
              PDPage page = new PDPage();
              sample.file().addPage(page);
              PDFont font = new PDType1Font(FontName.HELVETICA);
              try (PDPageContentStream content = new PDPageContentStream(sample.file(), page)) {
                for (int column = 0; column < 2; column++) {
                  for (int line = 0; line < 3; line++) {
                    String text = "column " + column + " line " + line + " goes on";
                    SamplePdfs.draw(content, font, text, 72 + 250 * column, 700 - 14 * line);
                  }
                }
              }
            });
    assertThat(read(pdf).text().replace('\n', ' '))
        .containsSubsequence("column 0 line 2 goes on", "column 1 line 0 goes on");
  }

  @Test
  void readsALineThatIsDrawnTwiceOnlyOnce() throws Exception {
    String twice =
        "BT /F1 12 Tf 72 700 Td (All bold) Tj ET BT /F1 12 Tf 72.3 700 Td (All bold) Tj ET";
    assertThat(read(RawPdf.page(twice).build()).text()).isEqualTo("All bold");
  }

  @Test
  void makesBookmarksSectionsAtTheirHeadings() throws Exception {
    byte[] pdf =
        SamplePdfs.with(
            sample -> {
              sample.addPages(
                  "1 The Tower\nThe tower stands on the hill and nobody moved it.\n\n1.1 Its walls\n"
                      + "They are of stone.",
                  "2 The Lamp\nIt is lit each night.");
              sample.bookmarks("1|The Tower|1", "2|Its walls|1", "1|Nowhere|2", "1|The Lamp|2");
            });
    Document document = read(pdf);
    String text = document.text();
    assertThat(document.headings())
        .containsExactly(
            new Heading(0, List.of("1 The Tower")),
            new Heading(text.indexOf("1.1"), List.of("1 The Tower", "1.1 Its walls")),
            new Heading(text.indexOf("2 The"), List.of("2 The Lamp")));
    assertThat(text).contains("1.1 Its walls\n\nThey are of stone.");
  }

  @Test
  void makesFilePropertiesMetadata() throws Exception {
    byte[] pdf =
        SamplePdfs.with(
            sample -> {
              sample.addPages("A tower.");
              sample.describe("The Old\nTower", "A. Keeper", "en-GB");
            });
    Document document = read(pdf);
    assertThat(document.title()).hasValue("The Old Tower");
    assertThat(document.metadata())
        .containsEntry("doc.author", "A. Keeper")
        .containsEntry("doc.keywords", "tower, keeper")
        .containsEntry("doc.created", "2023-11-14T22:13:20Z")
        .containsEntry("doc.language", "en-GB")
        .doesNotContainKey("doc.modified");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Microsoft Word - report.doc",
        "untitled",
        "Untitled-3",
        "report final.docx2.docx",
        "  ",
        "PowerPoint Presentation",
        "Document1",
        "book.indd",
        "123"
      })
  void dropsGeneratedTitles(String title) {
    assertThat(FileTitle.isTitle(title.replace(" final", ""))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"The Old Tower", "A title", "Word for Word", "What is a .doc", "Node.js"})
  void keepsMeaningfulTitles(String title) {
    assertThat(FileTitle.isTitle(title)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "reports/AMAZON_2019_10K.pdf, AMAZON 2019 10K",
    "Travel rules.v2.PDF, Travel rules.v2",
    "name, name",
    ".pdf, ",
    "reports/123.pdf, ",
    "reports/Document_3.pdf, ",
  })
  void aFileWithoutATitleHasItsName(String id, String title) throws Exception {
    assertThat(FileTitle.of("", id)).isEqualTo(title);
    assertThat(FileTitle.of("Untitled", id)).isEqualTo(title);
    assertThat(FileTitle.of("The Old Tower", id)).isEqualTo("The Old Tower");
    byte[] pdf = SamplePdfs.pages("A tower.");
    ParsedFile parsed = new PdfParser().parse(id, in(pdf));
    assertThat(parsed.document().build().title()).isEqualTo(Optional.ofNullable(title));
  }

  @Test
  void suggestsTextRecognitionInTheReasonForAScan() {
    byte[] scan =
        RawPdf.page("/XObject<</I 5 0 R>>", RawPdf.ascii("q 600 0 0 800 0 0 cm /I Do Q"), "")
            .stream("/Type/XObject/Subtype/Image/Width 1/Height 1/Filter/DCTDecode", new byte[9])
            .build();
    assertThatThrownBy(() -> read(scan))
        .isInstanceOf(UnreadableSourceException.class)
        .hasMessageContaining("no text")
        .hasMessageContaining("OCR");
    assertThatThrownBy(() -> read(SamplePdfs.pages("", "")))
        .isInstanceOf(UnreadableSourceException.class)
        .hasMessage("its pages have no text");
  }

  @Test
  void reportsAPageWithoutTextInAWarning() throws Exception {
    byte[] pdf =
        RawPdf.page(
                "/XObject<</I 5 0 R>>",
                RawPdf.ascii("/I Do BT /F1 12 Tf 72 700 Td (Some text.) Tj ET"),
                "")
            .stream("/Type/XObject/Subtype/Image/Width 1/Height 1/Filter/DCTDecode", new byte[9])
            .build();
    assertThat(ingest(pdf).warnings()).isEmpty();
    byte[] two =
        SamplePdfs.with(
            sample -> {
              sample.addPages("Text.", "");
              try (PDPageContentStream content =
                  new PDPageContentStream(sample.file(), sample.file().getPage(1))) {
                content.drawImage(
                    org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory.createFromImage(
                        sample.file(),
                        new java.awt.image.BufferedImage(
                            2, 2, java.awt.image.BufferedImage.TYPE_INT_RGB)),
                    0,
                    0);
              }
            });
    assertThat(ingest(two).warnings()).singleElement().asString().startsWith("page 2: no text");
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 128, 256})
  void readsAnEncryptedFileWithoutAUserPassword(int bits) throws Exception {
    byte[] pdf =
        SamplePdfs.protectedBy(
            SamplePdfs.policy("", true, bits), sample -> sample.addPages("A secret tower."));
    assertThat(read(pdf).text()).isEqualTo("A secret tower.");
  }

  @Test
  void rejectsFilesWithAPasswordOrForbiddenExtraction() throws Exception {
    byte[] locked =
        SamplePdfs.protectedBy(
            SamplePdfs.policy("user", true, 128), sample -> sample.addPages("A tower."));
    assertThatThrownBy(() -> read(locked))
        .isInstanceOf(UnreadableSourceException.class)
        .hasMessageContaining("password");
    byte[] forbidden =
        SamplePdfs.protectedBy(
            SamplePdfs.policy("", false, 128), sample -> sample.addPages("A tower."));
    assertThatThrownBy(() -> read(forbidden))
        .isInstanceOf(UnreadableSourceException.class)
        .hasMessageContaining("forbid text extraction");
  }

  @Test
  void asksForAPasswordOnce() throws Exception {
    byte[] locked =
        SamplePdfs.protectedBy(
            SamplePdfs.policy("user", true, 256), sample -> sample.addPages("A secret tower."));
    List<String> asked = new ArrayList<>();
    PdfParser parser =
        new PdfParser()
            .passwords(
                id -> {
                  asked.add(id);
                  return Optional.of("user");
                });
    assertThat(parser.parse("tower.pdf", in(locked)).document().build().text())
        .isEqualTo("A secret tower.");
    parser.parse("open.pdf", in(SamplePdfs.pages("An open tower.")));
    assertThat(asked).containsExactly("tower.pdf");
  }

  @Test
  void saysWhyAPasswordDoesNotOpenAFile() throws Exception {
    byte[] locked =
        SamplePdfs.protectedBy(
            SamplePdfs.policy("user", true, 128), sample -> sample.addPages("A tower."));
    assertReason(locked, id -> Optional.of("wrong"), "does not open it");
    assertReason(locked, id -> Optional.empty(), "give it by PdfParser.passwords");
    assertReason(locked, id -> Map.<String, Optional<String>>of().get(id), "function of");
    byte[] forbidden =
        SamplePdfs.protectedBy(
            SamplePdfs.policy("user", false, 128), sample -> sample.addPages("A tower."));
    assertReason(forbidden, id -> Optional.of("user"), "forbid text extraction");
  }

  private static void assertReason(
      byte[] pdf, Function<String, Optional<String>> passwords, String reason) {
    assertThatThrownBy(() -> new PdfParser().passwords(passwords).parse("t", in(pdf)))
        .isInstanceOf(UnreadableSourceException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void reportsAFailedPageAndKeepsTheOthers() throws Exception {
    RawPdf pdf = new RawPdf();
    pdf.object("<</Type/Catalog/Pages 2 0 R>>");
    pdf.object("<</Type/Pages/Kids[3 0 R 4 0 R 5 0 R]/Count 3/MediaBox[0 0 600 800]>>");
    for (int page = 0; page < 3; page++) {
      pdf.object(
          "<</Type/Page/Parent 2 0 R/Contents "
              + (6 + page)
              + " 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>>>>>");
    }
    pdf.stream("", RawPdf.ascii("BT /F1 12 Tf 72 700 Td (First page.) Tj ET"));
    pdf.stream("/Filter/JPXDecode", RawPdf.ascii("BT /F1 12 Tf 72 700 Td (Lost.) Tj ET"));
    pdf.stream("", RawPdf.ascii("BT /F1 12 Tf 72 700 Td (Third page.) Tj ET"));
    ParsedFile ingested = ingest(pdf.build());
    Document document = ingested.document().build();
    assertThat(document.text()).isEqualTo("First page.\n\nThird page.");
    assertThat(document.pages()).containsExactly(new Page(0, 1), new Page(13, 3));
    assertThat(ingested.warnings()).singleElement().asString().startsWith("page 2: a part is");
  }

  @Test
  void enforcesTheLimits() {
    byte[] pdf = SamplePdfs.pages("A tower on a hill.");
    assertThatThrownBy(
            () -> new PdfParser(new IngestLimits(pdf.length - 1, 100)).parse("t", in(pdf)))
        .isInstanceOf(UnreadableSourceException.class)
        .hasMessageContaining("longer than");
    assertThatThrownBy(() -> new PdfParser(new IngestLimits(pdf.length, 10)).parse("t", in(pdf)))
        .isInstanceOf(UnreadableSourceException.class)
        .hasMessageContaining("longer than 10 characters");
  }

  @Test
  void stopsOnAnInterrupt() {
    byte[] pdf = SamplePdfs.pages("A tower.", "A lamp.");
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> read(pdf)).isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void rejectsContentThatIsNotAPdf() {
    assertThatThrownBy(() -> read(RawPdf.ascii("Just a text.")))
        .isInstanceOf(UnreadableSourceException.class)
        .hasMessageContaining("not a PDF");
  }

  private static Document read(byte[] pdf) throws IOException {
    return ingest(pdf).document().build();
  }

  private static ParsedFile ingest(byte[] pdf) throws IOException {
    return new PdfParser().parse("tower.pdf", in(pdf));
  }

  private static ByteArrayInputStream in(byte[] pdf) {
    return new ByteArrayInputStream(pdf);
  }
}
