package dev.arag.ocr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Page;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.pdf.PageImage;
import dev.arag.pdf.PdfParser;
import dev.arag.pdf.spi.TextRecognition;
import dev.arag.pdf.spi.TextRecognition.Word;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;
import org.apache.pdfbox.pdmodel.graphics.image.JPEGFactory;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The tests that recognize text are skipped if Tesseract is not installed. */
class TesseractTest {
  private static final BufferedImage BLANK = new BufferedImage(9, 9, BufferedImage.TYPE_INT_RGB);

  @TempDir Path folder;

  @Test
  void readsAScannedFile() throws Exception {
    byte[] scan =
        scan("The keeper lit the old lamp.\nIt burned until morning.", "The sea was calm.");
    assertThatThrownBy(() -> new PdfParser().parse("scan.pdf", in(scan)))
        .isInstanceOf(UnreadableSourceException.class);
    ParsedFile file = new PdfParser().textRecognition(tesseract()).parse("scan.pdf", in(scan));
    Document document = file.document().build();
    assertThat(document.text().replace('\n', ' '))
        .contains("The keeper lit the old lamp. It burned until morning.")
        .endsWith("The sea was calm.");
    assertThat(document.pages())
        .containsExactly(new Page(0, 1), new Page(document.text().indexOf("The sea"), 2));
    assertThat(file.warnings()).isEmpty();
    assertThat(document.metadata()).containsEntry("doc.language", "en");
  }

  @Test
  void placesWordsWhereTheyAre() throws Exception {
    Tesseract tesseract = tesseract();
    PageImage image = new PdfParser().pageImage("", in(text("Tower and harbour")), 1, 150);
    TextRecognition.Result result = tesseract.recognize(image.image(), 150);
    assertThat(result.lines()).hasSize(1);
    assertThat(result.lines().get(0))
        .extracting(Word::text)
        .containsExactly("Tower", "and", "harbour");
    double points = image.width() / image.image().getWidth();
    Word first = result.lines().get(0).get(0);
    assertThat(first.left() * points).isBetween(70.0, 75.0);
    assertThat((first.top() + first.height()) * points).isBetween(90.0, 95.0);
    assertThat(first.confidence()).isBetween(0.8, 1.0);
  }

  @Test
  void reportsAPageOfNoise() throws Exception {
    BufferedImage noise = new BufferedImage(200, 100, BufferedImage.TYPE_BYTE_GRAY);
    java.util.Random random = new java.util.Random(1);
    for (int i = 0; i < 20_000; i++) {
      noise.getRaster().setSample(i % 200, i / 200, 0, random.nextInt(256));
    }
    byte[] pdf;
    try (PDDocument file = new PDDocument()) {
      addImage(file, noise);
      addText(file, "A page with text.");
      pdf = bytes(file);
    }
    ParsedFile file = new PdfParser().textRecognition(tesseract()).parse("scan.pdf", in(pdf));
    assertThat(file.document().build().text()).contains("A page with text.");
    assertThat(file.warnings()).singleElement().asString().startsWith("page 1:");
  }

  @Test
  void saysHowToInstallWhatIsMissing() {
    assertThatThrownBy(() -> Tesseract.find(List.of("no-such-program"), "eng", Duration.ofDays(1)))
        .isInstanceOf(TesseractException.class)
        .hasMessageContaining("apt-get install tesseract-ocr");
    tesseract();
    assertThatThrownBy(() -> Tesseract.find("xyz"))
        .isInstanceOf(TesseractException.class)
        .hasMessageContaining("apt-get install tesseract-ocr-xyz")
        .hasMessageContaining("eng");
  }

  @Test
  void rejectsWhatIsNotALanguage() {
    for (String language : List.of("", "-psm", "eng+", "../eng", "eng deu", "e;ls")) {
      assertThatThrownBy(() -> Tesseract.find(language))
          .as(language)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void killsAProcessThatTakesTooLong() throws Exception {
    Tesseract slow = script("exec sleep 300", Duration.ofMillis(200));
    assertThatThrownBy(() -> slow.recognize(BLANK, 300))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("took longer than");
    assertNoProcess();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void killsTheProcessOnAnInterrupt() throws Exception {
    Tesseract slow = script("sleep 300", Duration.ofMinutes(5));
    Thread reader = Thread.currentThread();
    Thread interrupter =
        new Thread(
            () -> {
              try {
                while (Files.notExists(folder.resolve("started"))) {
                  Thread.sleep(5);
                }
              } catch (InterruptedException e) {
                return;
              }
              reader.interrupt();
            });
    interrupter.start();
    assertThatThrownBy(() -> slow.recognize(BLANK, 300)).isInstanceOf(InterruptedIOException.class);
    interrupter.join();
    assertNoProcess();
  }

  /** The other pages of the file are read. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void reportsAFailedPage() throws Exception {
    Tesseract failing = script("echo broken image; exit 3", Duration.ofMinutes(1));
    byte[] pdf;
    try (PDDocument file = new PDDocument()) {
      addImage(file, BLANK);
      addText(file, "A page with text.");
      pdf = bytes(file);
    }
    ParsedFile file = new PdfParser().textRecognition(failing).parse("scan.pdf", in(pdf));
    assertThat(file.document().build().text()).isEqualTo("A page with text.");
    assertThat(file.warnings())
        .singleElement()
        .asString()
        .startsWith("page 1: no text; text recognition failed")
        .contains("broken image");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void rejectsOutputThatIsNoTable() throws Exception {
    String row = "5\\t1\\t1\\t1\\t1\\t1\\tx\\t1\\t1\\t1\\t90\\tword";
    Tesseract odd = script("printf '" + row + "' > \"$2.tsv\"", Duration.ofMinutes(1));
    assertThatThrownBy(() -> odd.recognize(BLANK, 300))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be read");
  }

  @Test
  void fingerprintNamesVersionAndLanguage() {
    assertThat(tesseract().fingerprint()).matches("tesseract .* eng");
    assertThat(new PdfParser().textRecognition(tesseract()).fingerprint())
        .isNotEqualTo(new PdfParser().fingerprint());
  }

  private static Tesseract tesseract() {
    try {
      return Tesseract.find();
    } catch (TesseractException e) {
      assumeThat(false).as("Tesseract is installed").isTrue();
      throw e;
    }
  }

  /** A program that answers questions about itself as Tesseract does. */
  private Tesseract script(String commands, Duration pageTime) throws IOException {
    Path script = folder.resolve("tesseract.sh");
    Files.writeString(
        script,
        "case \"$1\" in --version) echo tesseract 9; exit;; --list-langs) echo eng; exit;; esac\n"
            + "touch "
            + folder.resolve("started")
            + "\n"
            + commands
            + "\n");
    return Tesseract.find(List.of("sh", script.toString()), "eng", pageTime);
  }

  private static void assertNoProcess() {
    try (Stream<ProcessHandle> children = ProcessHandle.current().descendants()) {
      assertThat(children.filter(each -> each.info().command().orElse("").endsWith("sleep")))
          .isEmpty();
    }
  }

  private static byte[] scan(String... pages) throws IOException {
    try (PDDocument file = new PDDocument()) {
      for (String page : pages) {
        PageImage image = new PdfParser().pageImage("", in(text(page)), 1, 200);
        addImage(file, image.image());
      }
      return bytes(file);
    }
  }

  private static byte[] text(String text) throws IOException {
    try (PDDocument file = new PDDocument()) {
      addText(file, text);
      return bytes(file);
    }
  }

  private static void addText(PDDocument file, String text) throws IOException {
    PDPage page = new PDPage(new PDRectangle(612, 200));
    file.addPage(page);
    try (PDPageContentStream content = new PDPageContentStream(file, page)) {
      content.beginText();
      content.setFont(new PDType1Font(FontName.HELVETICA), 16);
      content.setLeading(20);
      content.newLineAtOffset(72, 108);
      for (String line : text.split("\n")) {
        content.showText(line);
        content.newLine();
      }
      content.endText();
    }
  }

  private static void addImage(PDDocument file, BufferedImage image) throws IOException {
    PDPage page = new PDPage(new PDRectangle(612, 200));
    file.addPage(page);
    try (PDPageContentStream content = new PDPageContentStream(file, page)) {
      boolean isPhoto = image.getWidth() > 900;
      content.drawImage(
          isPhoto
              ? JPEGFactory.createFromImage(file, image)
              : LosslessFactory.createFromImage(file, image),
          0,
          0,
          page.getMediaBox().getWidth(),
          page.getMediaBox().getHeight());
    }
  }

  private static byte[] bytes(PDDocument file) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    file.save(out);
    return out.toByteArray();
  }

  private static ByteArrayInputStream in(byte[] pdf) {
    return new ByteArrayInputStream(pdf);
  }
}
