package dev.arag.pdf;

import static dev.arag.pdf.PageDrawing.HEIGHT;
import static dev.arag.pdf.PageDrawing.prose;
import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Heading;
import dev.arag.core.text.Document.Page;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text and the headings that the parser makes of the positions of words. */
class LayoutTest {
  private static final FontName PLAIN = FontName.HELVETICA;
  private static final FontName BOLD = FontName.HELVETICA_BOLD;
  private static final FontName ITALIC = FontName.HELVETICA_OBLIQUE;

  @Test
  void readsColumnsThatAreDrawnRowByRow() throws IOException {
    String[] left = prose(8, 1);
    String[] right = prose(8, 2);
    byte[] pdf =
        PageDrawing.pages(
            page -> {
              page.text(60, 60, 18, BOLD, "A title across both of the columns");
              for (int i = 0; i < left.length; i++) {
                page.text(60, 100 + 12 * i, left[i].substring(0, 40));
                page.text(330, 100 + 12 * i, right[i].substring(0, 40));
              }
            });
    assertThat(flat(read(pdf)))
        .containsSubsequence(
            "A title",
            left[0].substring(0, 40),
            left[7].substring(0, 40),
            right[0].substring(0, 40));
  }

  @Test
  void readsLinesThatAreDrawnFromBottomToTop() throws IOException {
    byte[] pdf =
        PageDrawing.pages(
            page -> {
              for (int i = 5; i >= 1; i--) {
                page.text(60, 100 + 12 * i, "Line " + i + " of this text.");
              }
            });
    assertThat(flat(read(pdf)))
        .containsSubsequence("Line 1", "Line 2", "Line 3", "Line 4", "Line 5");
  }

  @Test
  void keepsTheDrawingOrderOfASidebar() throws IOException {
    byte[] pdf =
        PageDrawing.pages(
            page -> {
              page.lines(60, 100, prose(6, 1));
              page.text(60, 190, "The text ends here.");
              page.lines(400, 100, "Sidebar of the page", "is short.");
            });
    assertThat(flat(read(pdf))).containsSubsequence("ends here.", "Sidebar of the page is short.");
  }

  @Test
  void readsFootnotesAfterTheColumns() throws IOException {
    byte[] pdf =
        PageDrawing.pages(
            page -> {
              page.lines(60, 100, prose(30, 1));
              page.text(60, 700, 7, PLAIN, "1 A note below the left column.");
              page.lines(330, 100, prose(30, 2));
              page.text(330, 460, "The right column ends here.");
            });
    assertThat(flat(read(pdf))).containsSubsequence("column ends here.", "1 A note below");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 90, 180, 270})
  void readsRotatedPages(int rotation) throws IOException {
    byte[] pdf =
        PageDrawing.rotated(
            rotation,
            page -> {
              page.text(60, 60, 16, BOLD, "The Old Tower");
              page.lines(60, 100, "The tower stands on the hill above the harbour since", "1850.");
            });
    Document document = read(pdf);
    assertThat(document.text())
        .isEqualTo("The Old Tower\n\nThe tower stands on the hill above the harbour since 1850.");
    assertThat(document.headings()).containsExactly(new Heading(0, List.of("The Old Tower")));
  }

  @Test
  void leavesOutRunningLinesButNotTheTitleAndNoTable() throws IOException {
    List<PageDrawing.Drawing> pages = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      int number = i;
      pages.add(
          page -> {
            page.text(60, 40, "Annual report of the harbour " + (2000 + number % 2));
            page.text(60, 60, "(in thousands, except lamps)");
            page.lines(60, 300, "Text of page number " + number + " is here.");
            page.text(60, 320, "This line is on each page.");
            page.text(300, HEIGHT - 30, "Page " + number + " of 4");
          });
    }
    Document document = read(PageDrawing.pages(pages.toArray(new PageDrawing.Drawing[0])));
    assertThat(document.text())
        .containsOnlyOnce("Annual report")
        .doesNotContain("of 4")
        .contains("Text of page number 4 is here.");
    assertThat(document.text().split("in thousands", -1)).hasSize(5);
    assertThat(document.text().split("on each page", -1)).hasSize(5);
    assertThat(document.pages()).hasSize(4);
    assertThat(document.metadata()).containsEntry(Document.OMITTED_LINES, 7L);
  }

  @Test
  void keepsTheTextIfEveryLineIsRepeated() throws IOException {
    PageDrawing.Drawing drawing = page -> page.text(60, HEIGHT - 40, "Draft");
    assertThat(read(PageDrawing.pages(drawing, drawing, drawing)).text())
        .isEqualTo("Draft\n\nDraft\n\nDraft");
  }

  @Test
  void keepsLinesThatTwoPagesRepeat() throws IOException {
    PageDrawing.Drawing drawing =
        page -> page.text(60, 40, "The same head").lines(60, 300, "Some text.");
    assertThat(read(PageDrawing.pages(drawing, drawing)).text().split("The same head", -1))
        .hasSize(3);
  }

  /** Pages that are converted from HTML have their number below the text. */
  @Test
  void leavesOutPageNumbersBelowTheTextOfShortPages() throws IOException {
    List<PageDrawing.Drawing> pages = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      int number = i;
      pages.add(
          page -> {
            page.lines(60, 60, prose(5 * number, number));
            page.text(300, 100 + 60 * number, String.valueOf(number + 10));
          });
    }
    assertThat(read(PageDrawing.pages(pages.toArray(new PageDrawing.Drawing[0]))).text())
        .doesNotContainPattern("[0-9]");
  }

  @Test
  void joinsWordsOverAPageAndAColumn() throws IOException {
    byte[] pdf =
        PageDrawing.pages(
            page -> {
              page.lines(60, 100, prose(10, 1));
              page.text(60, 240, "It was seen from the obser-");
              page.text(330, 100, "vation deck of the light-");
            },
            page -> page.text(60, 100, "house at night."));
    Document document = read(pdf);
    assertThat(document.text())
        .endsWith("It was seen from the observation deck of the lighthouse at night.");
    assertThat(document.pages())
        .containsExactly(new Page(0, 1), new Page(document.text().indexOf("house at"), 2));
  }

  @Test
  void findsHeadingsWithLevels() throws IOException {
    byte[] pdf =
        PageDrawing.pages(
            page -> {
              page.text(60, 60, 10, BOLD, "PART II");
              page.text(
                  60,
                  76,
                  10,
                  BOLD,
                  "Item 7. Management's Discussion and Analysis of Financial Condition and Results");
              page.text(60, 88, 10, BOLD, "of Operations in the Year");
              float next = page.lines(60, 116, prose(4, 1));
              page.text(60, next + 20, 10, BOLD, "Overview");
              next = page.lines(60, next + 44, prose(4, 2));
              page.text(60, next + 20, 10, ITALIC, "Lamps and Oil");
              next = page.lines(60, next + 44, prose(4, 3));
              page.text(60, next + 20, 10, BOLD, "Run-in phrase.");
              page.text(140, next + 20, "The text goes on in the same line and is no heading.");
              page.text(60, next + 60, 10, BOLD, "Figure 3: The lamp of the tower");
              page.text(60, next + 90, "By: /s/ A. Keeper");
              page.text(60, next + 120, 10, BOLD, "Chief Executive Officer");
            });
    String item =
        "Item 7. Management's Discussion and Analysis of Financial Condition and Results of Operations in the Year";
    Document document = read(pdf);
    assertThat(document.headings())
        .extracting(Heading::path)
        .containsExactly(
            List.of("PART II"),
            List.of("PART II", item),
            List.of("PART II", item, "Overview"),
            List.of("PART II", item, "Overview", "Lamps and Oil"));
    for (Heading heading : document.headings()) {
      String title = heading.path().get(heading.path().size() - 1);
      assertThat(document.text().substring(heading.offset())).startsWith(title + "\n\n");
    }
  }

  @Test
  void itemsHaveTheSameLevelInDifferentStyles() throws IOException {
    byte[] pdf =
        PageDrawing.pages(
            page -> {
              page.text(60, 60, 10, BOLD, "PART II");
              page.text(60, 86, 12, BOLD, "ITEM 7A. MARKET RISK");
              float next = page.lines(60, 116, prose(4, 1));
              page.text(60, next + 20, 10, BOLD, "Item 8. Statements of the Tower");
              page.lines(60, next + 44, prose(4, 2));
            });
    assertThat(read(pdf).headings())
        .extracting(Heading::path)
        .containsExactly(
            List.of("PART II"),
            List.of("PART II", "ITEM 7A. MARKET RISK"),
            List.of("PART II", "Item 8. Statements of the Tower"));
  }

  @Test
  void aHeadingThatIsContinuedIsRepeatedText() throws IOException {
    List<PageDrawing.Drawing> pages = new ArrayList<>();
    for (String title :
        List.of("Lamps", "Lamps - Continued", "Lamps, continued", "Dis", "Discontinued")) {
      pages.add(
          page -> {
            page.text(60, 60, 14, BOLD, title);
            page.lines(60, 90, prose(4, title.length()));
          });
    }
    assertThat(read(PageDrawing.pages(pages.toArray(new PageDrawing.Drawing[0]))).headings())
        .extracting(Heading::path)
        .containsExactly(List.of("Lamps"), List.of("Dis"), List.of("Discontinued"));
  }

  @Test
  void findsNoHeadingsInPlainText() throws IOException {
    byte[] pdf =
        PageDrawing.pages(
            page -> {
              float next = page.lines(60, 60, "A. Keeper", "12 Harbour Road", "Seatown");
              next = page.lines(60, next + 20, prose(4, 1));
              next = page.lines(60, next + 20, "1. oil for the lamp", "2. a rope of 300 feet");
              page.lines(60, next + 20, prose(4, 2));
            });
    assertThat(read(pdf).headings()).isEmpty();
  }

  @Test
  void keepsTheLogicalOrderOfTextFromRightToLeft() throws IOException {
    byte[] pdf =
        SamplePdfs.with(
            sample -> {
              org.apache.pdfbox.pdmodel.PDPage page = new org.apache.pdfbox.pdmodel.PDPage();
              sample.file().addPage(page);
              String font = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";
              try (java.io.InputStream in = PdfParser.class.getResourceAsStream(font);
                  org.apache.pdfbox.pdmodel.PDPageContentStream content =
                      new org.apache.pdfbox.pdmodel.PDPageContentStream(sample.file(), page)) {
                content.beginText();
                content.setFont(PDType0Font.load(sample.file(), in), 12);
                content.newLineAtOffset(100, 600);
                content.showText(new StringBuilder("שלום עולם גדול").reverse().toString());
                content.endText();
              }
            });
    assertThat(read(pdf).text()).isEqualTo("שלום עולם גדול");
  }

  /** Documents of known headings in several styles. */
  @Test
  void findsTheHeadingsOfTwentyDocuments() throws IOException {
    int right = 0;
    int wrong = 0;
    int missed = 0;
    for (long seed = 1; seed <= 20; seed++) {
      Set<String> expected = new HashSet<>();
      byte[] pdf = headed(seed, expected);
      for (Heading heading : read(pdf).headings()) {
        boolean isRight = expected.remove(heading.path().get(heading.path().size() - 1));
        right += isRight ? 1 : 0;
        wrong += isRight ? 0 : 1;
      }
      missed += expected.size();
    }
    double precision = right / (double) (right + wrong);
    double recall = right / (double) (right + missed);
    System.out.printf(
        "headings of 20 documents: %d right, %d wrong, %d missed; precision %.3f, recall %.3f%n",
        right, wrong, missed, precision, recall);
    assertThat(precision).isGreaterThan(0.98);
    assertThat(recall).isGreaterThan(0.95);
  }

  /** The style of headings depends on the seed: larger, bold, numbered or in upper case. */
  private static byte[] headed(long seed, Set<String> expected) {
    Random random = new Random(seed);
    List<PageDrawing.Drawing> pages = new ArrayList<>();
    int[] number = {0};
    for (int i = 0; i < 4; i++) {
      pages.add(
          page -> {
            float next = 60;
            while (next < 600) {
              String title = title(seed, random, ++number[0]);
              expected.add(title);
              float size = seed % 4 == 0 ? 14 : 10;
              page.text(60, next, size, seed % 4 == 3 ? PLAIN : BOLD, title);
              next = page.lines(60, next + 24, prose(2 + random.nextInt(5), random.nextLong()));
              next = page.lines(60, next + 12, prose(2 + random.nextInt(5), random.nextLong()));
              next = page.lines(80, next + 12, "• a first thing that", "• a second one") + 12;
              page.text(60, next, 10, BOLD, "Bold start.");
              page.text(125, next, "The paragraph goes on without a heading.");
              page.text(60, next + 12, "It has a second line.");
              next += 48;
            }
          });
    }
    return PageDrawing.pages(pages.toArray(new PageDrawing.Drawing[0]));
  }

  private static String title(long seed, Random random, int number) {
    String[] words = {"Lamp", "Tower", "Harbour", "Ship", "Rope", "Storm", "Keeper", "Island"};
    String title =
        words[random.nextInt(8)] + " and " + words[random.nextInt(8)] + " of the " + number + "th";
    return switch ((int) (seed % 4)) {
      case 1 -> number + ". " + title;
      case 2 -> "Note " + number + " - " + title;
      case 3 -> title.toUpperCase(java.util.Locale.ROOT);
      default -> title;
    };
  }

  private static String flat(Document document) {
    return document.text().replaceAll("\\s+", " ");
  }

  private static Document read(byte[] pdf) throws IOException {
    return new PdfParser().parse("t.pdf", new ByteArrayInputStream(pdf)).document().build();
  }
}
