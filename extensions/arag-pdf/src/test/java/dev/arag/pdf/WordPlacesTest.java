package dev.arag.pdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.arag.core.text.Document;
import dev.arag.core.text.Region;
import dev.arag.pdf.internal.guard.BuiltInFonts;
import java.awt.geom.Rectangle2D;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;
import org.apache.pdfbox.text.PDFTextStripperByArea;
import org.apache.pdfbox.util.Matrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests where the words of a document are on its pages. PDFBox extracts the text of the rectangles
 * around random quotes again.
 */
class WordPlacesTest {
  private static final Path REPORTS =
      Path.of(System.getProperty("arag.data", "none"), "financebench_30", "pdfs");
  private static final Pattern WORD = Pattern.compile("\\S+");
  private static final double TOLERANCE = 0.01;

  private static final String PROSE =
      "The keeper of the tower lit the lamp at dusk, and the ships that came from the north saw it"
          + " from afar. In 1893 the commissioners decided that the tower should be raised by 42"
          + " feet; the work took three summers and cost $ 1,250,000. Nobody has ever explained why"
          + " the stones of the upper part are darker than those below.";

  private static Document parse(byte[] file) throws IOException {
    return new PdfParser().parse("a.pdf", new ByteArrayInputStream(file)).document().build();
  }

  private static List<Region> regions(Document document, int from, int to) {
    return document.layouts().stream()
        .flatMap(layout -> layout.regions(from, to).stream())
        .toList();
  }

  private static List<Region> regions(Document document, String words) {
    int from = document.text().indexOf(words);
    assertThat(from).as(document.text()).isNotNegative();
    return regions(document, from, from + words.length());
  }

  /** Draws text from the top left corner of the page as it is displayed. */
  private static void draw(
      PDPageContentStream content, PDFont font, float size, String text, float x, float y)
      throws IOException {
    content.beginText();
    content.setFont(font, size);
    content.newLineAtOffset(x, y);
    content.showText(text);
    content.endText();
  }

  private static final PDFont FONT = new PDType1Font(FontName.TIMES_ROMAN);

  private static float width(String text) {
    try {
      return FONT.getStringWidth(text) / 1000 * 10;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Breaks text into lines of a width; divides long words at the end of a line. */
  private static List<String> lines(String text, float width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (width(line + " " + word) > width) {
        int half = word.length() / 2;
        boolean divides =
            word.chars().allMatch(Character::isLowerCase)
                && word.length() > 7
                && width(line + " " + word.substring(0, half) + "-") <= width;
        String rest = word;
        if (divides) {
          line.append(' ').append(word, 0, half).append('-');
          rest = word.substring(half);
        }
        lines.add(line.toString());
        line = new StringBuilder(rest);
      } else {
        line.append(line.isEmpty() ? "" : " ").append(word);
      }
    }
    lines.add(line.toString());
    return lines;
  }

  /**
   * Writes prose in one or two columns, with a table below, on pages that are rotated or cut.
   *
   * @param rotation the rotation of the pages, in degrees
   */
  private static byte[] report(long seed, int rotation, boolean hasColumns, float cut) {
    Random random = new Random(seed);
    return SamplePdfs.with(
        sample -> {
          for (int number = 0; number < 5; number++) {
            PDPage page = new PDPage(new PDRectangle(612, 792));
            page.setRotation(rotation);
            page.setCropBox(new PDRectangle(cut, cut, 612 - 2 * cut, 792 - 2 * cut));
            sample.file().addPage(page);
            try (PDPageContentStream content = new PDPageContentStream(sample.file(), page)) {
              boolean isTurned = rotation % 180 != 0;
              float height = isTurned ? 612 : 792;
              content.transform(turned(rotation));
              for (int column = 0; column < (hasColumns ? 2 : 1); column++) {
                float y = height - 72;
                for (int paragraph = 0; paragraph < 3; paragraph++) {
                  for (String line : lines(shuffled(random), hasColumns ? 210 : 440)) {
                    draw(content, FONT, 10, line, 72 + 240 * column, y);
                    y -= 12;
                  }
                  y -= 10;
                }
              }
              table(content, random, 172);
            }
          }
        });
  }

  private static Matrix turned(int rotation) {
    return switch (rotation) {
      case 90 -> new Matrix(0, 1, -1, 0, 612, 0);
      case 180 -> new Matrix(-1, 0, 0, -1, 612, 792);
      case 270 -> new Matrix(0, -1, 1, 0, 0, 792);
      default -> new Matrix();
    };
  }

  private static String shuffled(Random random) {
    List<String> words = new ArrayList<>(List.of(PROSE.split(" ")));
    Collections.shuffle(words, random);
    return "Then " + String.join(" ", words).replace(".", "") + ".";
  }

  private static void table(PDPageContentStream content, Random random, float top)
      throws IOException {
    float y = top;
    row(content, y, "(Millions)", "2018", "2017");
    for (String label : List.of("Net sales", "Cost of sales", "Operating expenses", "Income")) {
      y -= 14;
      row(content, y, label, "" + (1_000 + random.nextInt(9_000)), "" + random.nextInt(900));
    }
  }

  private static void row(PDPageContentStream content, float y, String... cells)
      throws IOException {
    draw(content, FONT, 10, cells[0], 72, y);
    for (int i = 1; i < cells.length; i++) {
      draw(content, FONT, 10, cells[i], 250 + 90 * i - width(cells[i]), y);
    }
  }

  /** The text without white space, hyphens and bars. */
  private static String letters(String text) {
    return text.replaceAll("[\\s\\p{Z}|¦\u00ad-]+", "");
  }

  /** A quote of a document, and the text that PDFBox extracts from its regions. */
  private record Quote(String text, List<Region> regions, StringBuilder extracted) {
    boolean isSame() {
      return letters(text).equals(letters(extracted.toString()));
    }
  }

  /** Returns random quotes of a document, whose regions are within lines of the document. */
  private static List<Quote> quotes(Document document, byte[] file, int count, Random random)
      throws IOException {
    List<int[]> words = new ArrayList<>();
    for (Matcher word = WORD.matcher(document.text()); word.find(); ) {
      words.add(new int[] {word.start(), word.end()});
    }
    Map<Integer, List<Region>> lines = new TreeMap<>();
    regions(document, 0, document.text().length())
        .forEach(line -> lines.computeIfAbsent(line.page(), unused -> new ArrayList<>()).add(line));
    List<Quote> quotes = new ArrayList<>();
    while (quotes.size() < count) {
      int first = random.nextInt(words.size());
      int last = Math.min(words.size() - 1, first + random.nextInt(14));
      int from = words.get(first)[0];
      int to = words.get(last)[1];
      List<Region> regions = regions(document, from, to);
      String text = document.text().substring(from, to);
      if (letters(text).isEmpty()) {
        continue;
      }
      assertThat(regions).as(text).isNotEmpty();
      for (Region region : regions) {
        assertThat(lines.get(region.page())).as(text).anyMatch(line -> contains(line, region));
      }
      quotes.add(new Quote(text, regions, new StringBuilder()));
    }
    extract(file, quotes);
    return quotes;
  }

  private static boolean contains(Region line, Region part) {
    return part.x() > line.x() - TOLERANCE
        && part.x() + part.width() < line.x() + line.width() + TOLERANCE
        && part.y() == line.y()
        && part.height() == line.height();
  }

  private static void extract(byte[] file, List<Quote> quotes) throws IOException {
    BuiltInFonts.during(
        () -> {
          try (PDDocument document = Loader.loadPDF(file)) {
            Map<Integer, PDFTextStripperByArea> areas = new TreeMap<>();
            for (Quote quote : quotes) {
              for (int i = 0; i < quote.regions().size(); i++) {
                Region region = quote.regions().get(i);
                int page = region.page();
                PDFTextStripperByArea area = areas.get(page);
                if (area == null) {
                  area = new PDFTextStripperByArea();
                  area.setSuppressDuplicateOverlappingText(false); // Regions may overlap.
                  areas.put(page, area);
                }
                area.addRegion(quotes.indexOf(quote) + " " + i, rectangle(region));
              }
            }
            for (Map.Entry<Integer, PDFTextStripperByArea> each : areas.entrySet()) {
              each.getValue().extractRegions(document.getPage(each.getKey() - 1));
            }
            for (Quote quote : quotes) {
              for (int i = 0; i < quote.regions().size(); i++) {
                String name = quotes.indexOf(quote) + " " + i;
                quote
                    .extracted()
                    .append(areas.get(quote.regions().get(i).page()).getTextForRegion(name));
              }
            }
            return null;
          }
        });
  }

  private static Rectangle2D rectangle(Region region) {
    return new Rectangle2D.Double(region.x(), region.y(), region.width(), region.height());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 90, 180, 270})
  void theWordsInTheRegionsOfAQuoteAreTheQuotedWords(int rotation) throws IOException {
    for (int kind = 0; kind < 4; kind++) {
      byte[] file = report(rotation + kind, rotation, kind % 2 == 1, kind < 2 ? 0 : 18.5f);
      Document document = parse(file);
      assertThat(kind > 0 || document.tables().size() == 5).isTrue();
      assertThat(document.layouts()).hasSize(5);
      Region first = regions(document, "Then").get(0);
      boolean isTurned = rotation % 180 != 0;
      double cut = kind < 2 ? 0 : 37;
      assertThat(first.pageWidth()).isEqualTo((isTurned ? 792 : 612) - cut);
      assertThat(first.pageHeight()).isEqualTo((isTurned ? 612 : 792) - cut);
      assertThat(first.x()).isCloseTo(72 - cut / 2, within(0.1));
      assertThat(quotes(document, file, 65, new Random(kind)))
          .allSatisfy(
              quote ->
                  assertThat(letters(quote.extracted().toString()))
                      .isEqualTo(letters(quote.text())));
    }
  }

  @Test
  void aWordThatIsDividedByAPageBreakIsOnBothPages() throws IOException {
    byte[] file =
        SamplePdfs.pages(
            "The keeper of the tower lit the lamp, and the commis-",
            "sioners decided that the tower should be raised.");
    Document document = parse(file);
    assertThat(document.text()).contains("the commissioners decided");
    List<Region> regions = regions(document, "commissioners");
    assertThat(regions).extracting(Region::page).containsExactly(1, 2);
    assertThat(regions(document, "decided")).hasSize(1);
  }

  @Test
  void wordsOfRunningHeadsAreOnNoPage() throws IOException {
    Random random = new Random(1);
    String[] pages = new String[6];
    for (int i = 0; i < pages.length; i++) {
      String text = String.join("\n", lines(shuffled(random), 400));
      pages[i] = "Annual report of the tower\n\n\n" + text;
    }
    Document document = parse(SamplePdfs.pages(pages));
    List<Region> all = regions(document, 0, document.text().length());
    assertThat(all).anyMatch(region -> region.page() == 1 && region.y() < 80);
    assertThat(all).anyMatch(region -> region.page() == 2);
    assertThat(all).noneMatch(region -> region.page() > 1 && region.y() < 80);
  }

  @Test
  void measuresTextThatIsTurnedWordByWord() throws IOException {
    byte[] file =
        SamplePdfs.with(
            sample -> {
              PDPage page = new PDPage(new PDRectangle(612, 792));
              sample.file().addPage(page);
              try (PDPageContentStream content = new PDPageContentStream(sample.file(), page)) {
                draw(content, FONT, 10, "The text of the page is here.", 72, 700);
                content.transform(Matrix.getRotateInstance(Math.PI / 2, 560, 100));
                draw(content, FONT, 10, "Printed in 1893 by the keeper", 0, 0);
              }
            });
    Document document = parse(file);
    List<Region> words = regions(document, "in 1893 by");
    assertThat(words).hasSize(3);
    assertThat(words).allMatch(word -> word.width() < 12 && word.x() > 540);
    assertThat(words.get(1).y()).isLessThan(words.get(0).y());
  }

  @Test
  void wordsAtImpossiblePlacesAreLeftOut() throws IOException {
    byte[] file =
        SamplePdfs.with(
            sample -> {
              PDPage page = new PDPage(new PDRectangle(-1e9f, -1e9f, 2e9f, 2e9f));
              sample.file().addPage(page);
              try (PDPageContentStream content = new PDPageContentStream(sample.file(), page)) {
                draw(content, FONT, 10, "A word far away.", 9e8f, 3e8f);
                draw(content, FONT, 10, "And one more.", 0, 0);
              }
            });
    Document document = parse(file);
    assertThat(document.text()).contains("far away");
    assertThat(regions(document, 0, document.text().length()))
        .allMatch(region -> region.pageWidth() <= 100_000);
  }

  /** 2,000 pages of 60 lines with 12 words have 6 million numbers or less. */
  @Test
  void aPageNeedsFewNumbers() throws IOException {
    Document document = parse(report(1, 0, false, 0));
    int words = document.text().split("\\s+").length;
    int values = document.layouts().stream().mapToInt(layout -> layout.values().length).sum();
    assertThat(values).isLessThan(5 * words);
  }

  /**
   * A few words of reports are drawn in pieces, between which PDFBox finds other words in the same
   * place.
   */
  @ParameterizedTest
  @ValueSource(strings = {"AMCOR_2022_8K_dated-2022-07-01.pdf", "AMCOR_2023Q4_EARNINGS.pdf"})
  void theWordsInTheRegionsOfQuotesOfAReportAreTheQuotedWords(String name) throws IOException {
    assumeThat(REPORTS.resolve(name)).exists();
    byte[] file = Files.readAllBytes(REPORTS.resolve(name));
    List<Quote> quotes = quotes(parse(file), file, 300, new Random(1));
    assertThat(quotes).filteredOn(quote -> !quote.isSame()).hasSizeLessThan(6);
  }
}
