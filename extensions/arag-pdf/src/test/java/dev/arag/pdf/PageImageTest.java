package dev.arag.pdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.index.spi.UnreadableSourceException;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.image.CCITTFactory;
import org.apache.pdfbox.pdmodel.graphics.image.JPEGFactory;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageImageTest {
  /** The square of the page that is black, from the lower left corner of the whole page. */
  private static final PDRectangle SQUARE = new PDRectangle(100, 600, 50, 50);

  /** The part that is displayed is 400 points wide and 500 high; the square is at its top left. */
  @ParameterizedTest
  @CsvSource({
    "0, 400, 500, 50, 50",
    "90, 500, 400, 400, 50",
    "180, 400, 500, 300, 400",
    "270, 500, 400, 50, 300"
  })
  void drawsTheDisplayedPartAsItIsTurned(
      int rotation, double width, double height, double left, double top) throws IOException {
    byte[] pdf =
        SamplePdfs.with(
            sample -> {
              PDPage page = new PDPage();
              page.setCropBox(new PDRectangle(50, 200, 400, 500));
              page.setRotation(rotation);
              sample.file().addPage(page);
              try (PDPageContentStream content = new PDPageContentStream(sample.file(), page)) {
                content.addRect(SQUARE.getLowerLeftX(), SQUARE.getLowerLeftY(), 50, 50);
                content.fill();
              }
            });
    PageImage image = PageImage.of(in(pdf), 1);
    assertThat(image.width()).isEqualTo(width);
    assertThat(image.height()).isEqualTo(height);
    assertThat(image.rotation()).isEqualTo(rotation);
    assertThat(image.isComplete()).isTrue();
    double pixels = PageImage.DEFAULT_DPI / 72.0;
    assertThat((double) image.image().getWidth()).isBetween(width * pixels - 1, width * pixels);
    for (double x = 3; x < width; x += 4) {
      for (double y = 3; y < height; y += 4) {
        boolean inside = x > left && x < left + 50 && y > top && y < top + 50;
        assertThat(isDark(image, x, y)).as(x + " " + y).isEqualTo(inside);
      }
    }
  }

  @Test
  void encodesAPagePngAndReadsAFile(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("a.pdf"), SamplePdfs.pages("First.", "Second."));
    PageImage image = PageImage.of(file, 2);
    assertThat(image.page()).isEqualTo(2);
    BufferedImage png = ImageIO.read(new ByteArrayInputStream(image.png()));
    assertThat(png.getWidth()).isEqualTo(935);
    assertThat(png.getHeight()).isEqualTo(1210);
  }

  /** The file contains no font, and system fonts are not used. */
  @ParameterizedTest
  @ValueSource(strings = {"Helvetica", "Courier", "NoSuchFont"})
  void drawsTextInAFontThatTheFileLacks(String font) throws IOException {
    byte[] pdf =
        RawPdf.ascii(
            new String(
                    RawPdf.page("BT /F1 40 Tf 72 700 Td (MMMM) Tj ET").build(),
                    java.nio.charset.StandardCharsets.ISO_8859_1)
                .replace("Helvetica", font));
    PageImage image = PageImage.of(in(pdf), 1);
    int dark = 0;
    for (int x = 75; x < 180; x++) {
      dark += isDark(image, x, 85) ? 1 : 0;
      assertThat(isDark(image, x, 120)).isFalse();
    }
    assertThat(dark).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"jpeg", "fax", "lossless", "inline"})
  void drawsImages(String format) throws IOException {
    BufferedImage black = new BufferedImage(64, 64, BufferedImage.TYPE_BYTE_BINARY);
    byte[] pdf =
        format.equals("inline")
            ? RawPdf.page("q 50 0 0 50 100 700 cm BI /W 1 /H 1 /BPC 8 /CS /G /F /AHx ID 00> EI Q")
                .build()
            : SamplePdfs.with(
                sample -> {
                  PDPage page = new PDPage(new PDRectangle(600, 800));
                  sample.file().addPage(page);
                  PDImageXObject image =
                      switch (format) {
                        case "jpeg" ->
                            JPEGFactory.createFromImage(
                                sample.file(), new BufferedImage(64, 64, 1));
                        case "fax" -> CCITTFactory.createFromImage(sample.file(), black);
                        default -> LosslessFactory.createFromImage(sample.file(), black);
                      };
                  try (PDPageContentStream content = new PDPageContentStream(sample.file(), page)) {
                    content.drawImage(image, 100, 700, 50, 50);
                  }
                });
    PageImage image = PageImage.of(in(pdf), 1);
    assertThat(image.isComplete()).isTrue();
    assertThat(isDark(image, 125, 75)).isTrue();
    assertThat(isDark(image, 125, 110)).isFalse();
  }

  /** The first part of the page tree declares no pages, but has the first page. */
  @Test
  void findsPagesIfTheirDeclaredNumberIsWrong() throws IOException {
    RawPdf pdf = new RawPdf();
    pdf.object("<</Type/Catalog/Pages 2 0 R>>");
    pdf.object("<</Type/Pages/Kids[3 0 R 4 0 R]/Count 3/MediaBox[0 0 600 800]>>");
    pdf.object("<</Type/Pages/Parent 2 0 R/Kids[5 0 R]/Count 0>>");
    pdf.object("<</Type/Page/Parent 2 0 R/Contents 6 0 R>>");
    pdf.object("<</Type/Page/Parent 3 0 R>>");
    pdf.stream("", RawPdf.ascii("100 600 50 50 re f"));
    byte[] bytes = pdf.build();
    assertThat(isDark(PageImage.of(in(bytes), 1), 125, 175)).isFalse();
    assertThat(isDark(PageImage.of(in(bytes), 2), 125, 175)).isTrue();
    assertReason(bytes, 3, "it has no page 3, but 2");
  }

  @Test
  void restoresTheImageCacheOfTheApplication() throws IOException {
    ImageIO.setUseCache(true);
    PageImage.of(in(HostileImages.all().get("a JPEG of 4,000 million pixels")), 1);
    drawsImages("jpeg");
    assertThat(ImageIO.getUseCache()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/S sh", "/Pattern cs /P scn 0 0 600 800 re f"})
  void drawsAShadingWithAProgram(String content) throws IOException {
    byte[] pdf = HostileImages.shading(content, "0 3 1 roll pop 2 copy pop 2 -1 roll pop pop");
    PageImage image = PageImage.of(in(pdf), 1);
    assertThat(image.isComplete()).isTrue();
    assertThat(isDark(image, 300, 400)).isTrue();
  }

  /** Its million pixels have 256 colors. */
  @Test
  void drawsAnImageOfOneColorantWithASlowProgram() throws IOException {
    PageImage image = PageImage.of(in(HostileImages.colorants("/Separation/A", 1)), 1);
    assertThat(image.isComplete()).isTrue();
    assertThat(isDark(image, 300, 400)).isTrue();
  }

  /** The text of the page is drawn. */
  @Test
  void leavesOutPartsThatItCannotDraw() throws IOException {
    Map<String, byte[]> hostile = HostileImages.all();
    for (String name :
        new String[] {
          "a JPEG 2000 image",
          "a JPEG of 4,000 million pixels",
          "a fax of 4,000 million pixels",
          "a form that is a fax of 900 million pixels",
          "a mask of 3,600 million pixels",
          "an inline image in an unknown format",
          "a shading with a function that is never ready",
          "a shading with a slow function",
          "a pattern with a slow function",
          "a shading with a function that doubles its operands 22 times",
          "a million pixels with a slow function"
        }) {
      PageImage image = PageImage.of(in(hostile.get(name)), 1);
      assertThat(image.isComplete()).as(name).isFalse();
      int dark = 0;
      for (int x = 70; x < 130; x++) {
        dark += isDark(image, x, 96) ? 1 : 0;
      }
      assertThat(dark).as(name).isPositive();
    }
  }

  @ParameterizedTest
  @CsvSource({"14400, 14400", "1, 14400", "0.5, 0.5", "1000000, 0.1"})
  void limitsThePixels(float width, float height) throws IOException {
    byte[] pdf =
        SamplePdfs.with(
            sample -> sample.file().addPage(new PDPage(new PDRectangle(width, height))));
    PageImage image = new PdfParser().pageImage("a", in(pdf), 1, 600);
    assertThat(image.image().getWidth() * image.image().getHeight()).isBetween(1, 12_000_000);
    assertThat(image.width()).isEqualTo(width);
  }

  @Test
  void rejectsWhatTheParserRejects() throws IOException {
    byte[] forbidden =
        SamplePdfs.protectedBy(
            SamplePdfs.policy("", false, 128), sample -> sample.addPages("A tower."));
    assertReason(forbidden, 1, "forbid text extraction");
    assertReason(RawPdf.ascii("Just a text."), 1, "not a PDF");
    assertReason(SamplePdfs.pages("One."), 2, "it has no page 2, but 1");
    assertReason(HostileImages.all().get("a page without a height"), 1, "cannot be drawn");
    assertReason(HostileImages.all().get("an image of 300 MB"), 1, "more than 64 MiB");
    assertThatThrownBy(() -> PageImage.of(in(SamplePdfs.pages("One.")), 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void asksForThePassword() throws IOException {
    byte[] locked =
        SamplePdfs.protectedBy(
            SamplePdfs.policy("user", true, 128), sample -> sample.addPages("A tower."));
    assertReason(locked, 1, "password");
    PdfParser parser = new PdfParser().passwords(id -> Optional.of(id.equals("a") ? "user" : "x"));
    assertThat(parser.pageImage("a", in(locked), 1, 72).image().getWidth()).isEqualTo(612);
  }

  @Test
  void stopsOnAnInterrupt() {
    byte[] pdf = SamplePdfs.pages("A tower.");
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> PageImage.of(in(pdf), 1)).isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isFalse();
  }

  private static void assertReason(byte[] pdf, int page, String reason) {
    assertThatThrownBy(() -> PageImage.of(in(pdf), page))
        .isInstanceOf(UnreadableSourceException.class)
        .hasMessageContaining(reason);
  }

  /** The place is in points from the top left corner. */
  private static boolean isDark(PageImage image, double x, double y) {
    int rgb =
        image
            .image()
            .getRGB(
                (int) (x * image.image().getWidth() / image.width()),
                (int) (y * image.image().getHeight() / image.height()));
    return new Color(rgb).getRed() < 128;
  }

  private static ByteArrayInputStream in(byte[] pdf) {
    return new ByteArrayInputStream(pdf);
  }
}
