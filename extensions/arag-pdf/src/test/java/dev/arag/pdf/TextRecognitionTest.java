package dev.arag.pdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.arag.core.text.Document;
import dev.arag.core.text.Region;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.pdf.spi.TextRecognition;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code arag-ocr} tests the recognition itself. */
class TextRecognitionTest {
  private static final double SURE = 0.9;

  private final List<BufferedImage> seen = new ArrayList<>();

  @Test
  void recognizesOnlyPagesThatAreImages() throws Exception {
    ParsedFile file = read(recognition("A recognized line.", SURE, "de"), "Text.", "", "End.");
    assertThat(file.document().build().text()).isEqualTo("Text.\n\nA recognized line.\n\nEnd.");
    assertThat(file.document().build().pages()).extracting("number").containsExactly(1, 2, 3);
    assertThat(file.document().build().metadata()).containsEntry("doc.language", "de");
    assertThat(file.warnings()).isEmpty();
    Region word = file.document().build().layouts().get(1).regions(7, 8).get(0);
    assertThat(word.page()).isEqualTo(2);
    assertThat(word.pageWidth()).isEqualTo(400);
    assertThat(word.x()).isCloseTo(24, within(0.2));
    assertThat(word.y()).isCloseTo(24, within(0.2));
    assertThat(word.width()).isCloseTo(12, within(0.3));
    assertThat(word.height()).isCloseTo(4.8, within(0.3));
    assertThat(seen).hasSize(1);
    assertThat(seen.get(0).getWidth()).isEqualTo(400 * 300 / 72);
    assertThat(seen.get(0).getRGB(800, 800) & 255).isEqualTo(255);
    assertThat(seen.get(0).getRGB(20, 820) & 255).isZero();
  }

  /** The image of a turned page is upright as displayed. */
  @Test
  void recognizesATurnedPage() throws Exception {
    byte[] pdf = pages(90, "");
    new PdfParser().textRecognition(recognition("A line.", SURE, null)).parse("a", in(pdf));
    assertThat(seen.get(0).getWidth()).isEqualTo(200 * 300 / 72);
  }

  @Test
  void reportsTextThatIsUncertain() throws Exception {
    ParsedFile file = read(recognition("A lime.", 0.4, null), "", "Text.", "");
    assertThat(file.document().build().text()).isEqualTo("A lime.\n\nText.\n\nA lime.");
    assertThat(file.document().build().metadata()).doesNotContainKey("doc.language");
    assertThat(file.warnings())
        .singleElement()
        .asString()
        .startsWith("pages 1, 3: text recognition is unsure");
  }

  @Test
  void reportsPagesThatCannotBeRecognized() throws Exception {
    ParsedFile file = read(failing(new IOException("no more memory")), "", "Text.");
    assertThat(file.document().build().text()).isEqualTo("Text.");
    assertThat(file.warnings())
        .containsExactly("page 1: no text; text recognition failed: no more memory");
    assertThat(read(failing(new IllegalStateException("x")), "", "Text.").warnings()).hasSize(1);
    assertThat(read(recognition("", SURE, null), "", "Text.").warnings())
        .containsExactly("page 1: no text; text recognition found none in its images");
    assertThatThrownBy(() -> read(recognition("", SURE, null), ""))
        .isInstanceOf(UnreadableSourceException.class)
        .hasMessageContaining("found none");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void stopsIfRecognitionIsInterrupted(boolean restoresFlag) {
    TextRecognition interrupted =
        new TextRecognition() {
          @Override
          public Result recognize(BufferedImage page, int dpi) throws IOException {
            if (restoresFlag) {
              Thread.currentThread().interrupt();
            }
            throw new InterruptedIOException("stop");
          }

          @Override
          public String fingerprint() {
            return "interrupted";
          }
        };
    assertThatThrownBy(() -> read(interrupted, "", "Text."))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isFalse();
  }

  /** A recognition may give each line as one word. */
  @Test
  void keepsLongLinesThatAreOneWord() throws Exception {
    String line = "tower ".repeat(1000).strip();
    ParsedFile file = read(recognition(line.replace(' ', '\t'), SURE, null), "");
    assertThat(file.document().build().text()).isEqualTo(line);
  }

  @Test
  void aPageWithTooManyRecognizedCharactersHasAWarning() throws Exception {
    String line = ("w".repeat(900) + " ").repeat(300);
    ParsedFile file = read(recognition(line, SURE, null), "Text.", "", "End.");
    assertThat(file.document().build().text()).isEqualTo("Text.\n\nEnd.");
    assertThat(file.warnings())
        .containsExactly(
            "page 2: no text; text recognition failed: it has more than 250000 characters");
  }

  @Test
  void cleansTheWordsOfARecognition() throws Exception {
    ParsedFile file = read(recognition("two\u00a0words\u0000 \ud800 ", SURE, null), "");
    assertThat(file.document().build().text()).isEqualTo("two words \ufffd");
  }

  @Test
  void keepsBoxesWithinThePage() throws Exception {
    TextRecognition odd =
        new TextRecognition() {
          @Override
          public Result recognize(BufferedImage page, int dpi) {
            int far = Integer.MAX_VALUE;
            Word left = new Word("far", -far, -far, 10, 10, 1);
            return new Result(
                List.of(List.of(left, new Word("away", far, far, far, far, 1))), null);
          }

          @Override
          public String fingerprint() {
            return "odd";
          }
        };
    Document document = read(odd, "").document().build();
    assertThat(document.text()).isEqualTo("far away");
    assertThat(document.layouts().get(0).regions(0, 8))
        .allMatch(each -> each.x() >= 0 && each.x() + each.width() <= 400.1)
        .allMatch(each -> each.y() >= 0 && each.y() + each.height() <= 200.1);
  }

  @Test
  void onlyAParserWithRecognitionTakesMoreTime() {
    Duration minute = Duration.ofMinutes(1);
    Duration hour = Duration.ofHours(1);
    PdfParser plain = new PdfParser(IngestLimits.defaults().withParseTime(hour));
    assertThat(plain.parseTime(minute)).isEqualTo(minute);
    TextRecognition recognition = recognition("", SURE, null);
    PdfParser recognizing = plain.textRecognition(recognition);
    assertThat(recognizing.parseTime(minute)).isEqualTo(hour);
    assertThat(recognizing.parseTime(hour.multipliedBy(2))).isEqualTo(hour.multipliedBy(2));
    assertThat(new PdfParser().textRecognition(recognition).parseTime(Duration.ofSeconds(1)))
        .isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void fingerprintDependsOnTheRecognition() {
    PdfParser plain = new PdfParser();
    assertThat(plain.textRecognition(recognition("", SURE, null)).fingerprint())
        .isEqualTo(plain.fingerprint() + ", fixed")
        .isEqualTo(
            plain
                .textRecognition(recognition("", SURE, null))
                .passwords(id -> java.util.Optional.empty())
                .fingerprint());
  }

  private static ParsedFile read(TextRecognition recognition, String... pages) throws IOException {
    return new PdfParser().textRecognition(recognition).parse("scan.pdf", in(pages(0, pages)));
  }

  /** Recognizes the same line on each page. */
  private TextRecognition recognition(String line, double confidence, String language) {
    return new TextRecognition() {
      @Override
      public Result recognize(BufferedImage page, int dpi) {
        seen.add(page);
        assertThat(dpi).isEqualTo(300);
        List<Word> words =
            Arrays.stream(line.split(" "))
                .map(word -> new Word(word, 100, 100, 50, 20, confidence))
                .toList();
        return new Result(List.of(words), language);
      }

      @Override
      public String fingerprint() {
        return "fixed";
      }
    };
  }

  private static TextRecognition failing(Exception failure) {
    return new TextRecognition() {
      @Override
      public Result recognize(BufferedImage page, int dpi) throws IOException {
        if (failure instanceof IOException e) {
          throw e;
        }
        throw (RuntimeException) failure;
      }

      @Override
      public String fingerprint() {
        return "failing";
      }
    };
  }

  /** A page without a text has a black square at the lower left. */
  private static byte[] pages(int rotation, String... texts) {
    return SamplePdfs.with(
        sample -> {
          for (String text : texts) {
            if (!text.isEmpty()) {
              sample.addPages(text);
              continue;
            }
            PDPage page = new PDPage(new PDRectangle(400, 200));
            page.setRotation(rotation);
            sample.file().addPage(page);
            PDImageXObject image =
                LosslessFactory.createFromImage(sample.file(), new BufferedImage(2, 2, 1));
            try (PDPageContentStream content = new PDPageContentStream(sample.file(), page)) {
              content.drawImage(image, 0, 0, 50, 50);
            }
          }
        });
  }

  private static ByteArrayInputStream in(byte[] pdf) {
    return new ByteArrayInputStream(pdf);
  }
}
