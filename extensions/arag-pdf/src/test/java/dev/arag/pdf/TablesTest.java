package dev.arag.pdf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Table;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of drawn PDF files as they are in the text of the document. */
class TablesTest {
  private static final float[] RIGHT = {300, 380, 460, 540};

  private static Document read(byte[] pdf) throws IOException {
    return new PdfParser().parse("a.pdf", new ByteArrayInputStream(pdf)).document().build();
  }

  private static List<String> tables(byte[] pdf) throws IOException {
    Document document = read(pdf);
    return document.tables().stream().map(table -> text(document, table)).toList();
  }

  /** The text of a table, with # before the lines of its header. */
  private static String text(Document document, Table table) {
    String text = document.text().substring(table.offset(), table.end());
    int header = table.body() - table.offset();
    return text.substring(0, header).replaceAll("(?m)^", "# ").replaceAll("# $", "")
        + text.substring(header);
  }

  private static void statement(PageDrawing page) {
    page.text(60, 80, 10, FontName.HELVETICA, "(In millions, except per share data)");
    page.text(235, 110, "Three months ended").text(400, 110, "Nine months ended");
    page.text(245, 122, "September 30,").text(410, 122, "September 30,");
    page.rule(230, 126, 380, 126).rule(390, 126, 540, 126);
    page.right(290, 138, "2019").right(370, 138, "2018").right(450, 138, "2019");
    page.right(530, 138, "2018");
    page.text(60, 156, "Revenue:");
    row(page, 170, "Products", "$", "1,975", "2,255", "6,004", "7,110");
    page.text(60, 184, "Subscription, licensing, and");
    row(page, 196, "  other revenue", "", "(514)", "(545)", "—", "12 %");
    row(page, 212, "Total revenue", "$", "1,461", "1,710", "6,004", "7,110");
  }

  private static void row(
      PageDrawing page, float baseline, String label, String sign, String... values) {
    page.text(60 + (label.startsWith("  ") ? 10 : 0), baseline, label.strip());
    for (int i = 0; i < values.length; i++) {
      if (!sign.isEmpty()) {
        page.text(RIGHT[i] - 55, baseline, sign);
      }
      String value = values[i];
      if (value.endsWith(")")) { // The parenthesis is in a column of its own.
        page.right(RIGHT[i], baseline, value.substring(0, value.length() - 1));
        page.text(RIGHT[i] + 1, baseline, ")");
      } else {
        page.right(RIGHT[i], baseline, value);
      }
    }
  }

  private static final String STATEMENT =
      """
      # (In millions, except per share data)
      # | Three months ended September 30, 2019 | Three months ended September 30, 2018 \
      | Nine months ended September 30, 2019 | Nine months ended September 30, 2018
      Revenue:
      Products | $ 1,975 | $ 2,255 | $ 6,004 | $ 7,110
      Subscription, licensing, and other revenue | (514) | (545) | — | 12 %
      Total revenue | $ 1,461 | $ 1,710 | $ 6,004 | $ 7,110
      """;

  @Test
  void aStatementHasPeriodsYearsAndSigns() throws IOException {
    assertThat(tables(PageDrawing.pages(TablesTest::statement))).containsExactly(STATEMENT);
  }

  @ParameterizedTest
  @ValueSource(ints = {90, 180, 270})
  void aTableOnARotatedPageIsTheSame(int rotation) throws IOException {
    byte[] pdf =
        PageDrawing.rotated(
            rotation,
            page -> {
              page.text(60, 100, "Name").right(300, 100, "2019").right(380, 100, "2018");
              row(page, 114, "Sales", "$", "1,975", "2,255");
              row(page, 128, "Cost", "", "514", "545");
            });
    assertThat(tables(pdf))
        .containsExactly("# Name | 2019 | 2018\nSales | $ 1,975 | $ 2,255\nCost | 514 | 545\n");
  }

  @Test
  void aTableOverAPageIsOneTableWithoutTheRepeatedHeader() throws IOException {
    byte[] pdf =
        PageDrawing.pages(
            page -> {
              page.lines(60, 400, PageDrawing.prose(5, 1));
              half(page, 600, "Sales", "Cost");
            },
            page -> {
              half(page, 80, "Rent", "Tax");
              page.lines(60, 200, PageDrawing.prose(5, 2));
            });
    Document document = read(pdf);
    assertThat(document.tables()).hasSize(1);
    assertThat(text(document, document.tables().get(0)))
        .isEqualTo(
            """
            # (in thousands)
            # | 2019 | 2018
            Sales | 75 | 55
            Cost | 75 | 55
            Rent | 75 | 55
            Tax | 75 | 55
            """);
    assertThat(document.text().substring(document.pages().get(1).offset())).startsWith("Rent | 75");
  }

  @Test
  void aBookmarkOverTheTitleAndTheFirstLineOfATableKeepsTheTables() throws IOException {
    byte[] pdf =
        SamplePdfs.with(
            sample -> {
              PageDrawing.draw(
                  sample.file(),
                  0,
                  page -> {
                    page.text(60, 80, "Sales of the harbour");
                    half(page, 120, "Sales", "Cost");
                    page.lines(60, 220, PageDrawing.prose(5, 1));
                    half(page, 320, "Rent", "Tax");
                  });
              sample.bookmarks("1|Sales of the harbour (in thousands)|1");
            });
    Document document = read(pdf);
    assertThat(document.text())
        .startsWith("Sales of the harbour\n\n(in thousands)\n| 2019 | 2018\nSales | 75 | 55\n");
    assertThat(document.headings())
        .containsExactly(new Document.Heading(0, List.of("Sales of the harbour (in thousands)")));
    assertThat(document.tables()).hasSize(2);
  }

  private static void half(PageDrawing page, float top, String... labels) {
    page.text(60, top, "(in thousands)");
    page.right(300, top + 14, "2019").right(380, top + 14, "2018");
    for (int i = 0; i < labels.length; i++) {
      row(page, top + 28 + 14 * i, labels[i], "", "75", "55");
    }
  }

  @Test
  void linesAroundCellsKeepTextsOverSeveralLines() throws IOException {
    byte[] pdf =
        PageDrawing.pages(
            page -> {
              grid(page, 60, 100, new float[] {100, 200, 180}, new float[] {20, 34, 34, 20});
              page.text(65, 114, 10, FontName.HELVETICA_BOLD, "Part");
              page.text(165, 114, 10, FontName.HELVETICA_BOLD, "Duty of the supplier");
              page.text(365, 114, 10, FontName.HELVETICA_BOLD, "Deadline");
              page.text(65, 134, "Lamp").lines(165, 134, "Cleans the glass and", "trims the wick");
              page.text(365, 134, "each day");
              page.text(65, 168, "Tower");
              page.lines(365, 168, "each year, before", "the winter");
              page.text(65, 202, "Boat").text(165, 202, "Paints it").text(365, 202, "each May");
            });
    assertThat(tables(pdf))
        .containsExactly(
            """
            # Part | Duty of the supplier | Deadline
            Lamp | Cleans the glass and trims the wick | each day
            Tower |  | each year, before the winter
            Boat | Paints it | each May
            """);
  }

  @Test
  void aCellOverSeveralColumnsIsInTheFirstOne() throws IOException {
    byte[] pdf =
        PageDrawing.pages(
            page -> {
              for (float y : new float[] {100, 120, 140, 160, 180}) {
                page.rule(60, y, 360, y);
              }
              page.rule(60, 100, 60, 180).rule(360, 100, 360, 180);
              page.rule(160, 100, 160, 180).rule(260, 120, 260, 180);
              page.text(65, 114, "Item").text(220, 114, "Quarter");
              page.text(165, 134, "First").text(265, 134, "Second");
              page.text(65, 154, "Oil").text(165, 154, "12").text(265, 154, "14");
              page.text(65, 174, "Wick").text(165, 174, "3").text(265, 174, "5");
            });
    assertThat(tables(pdf))
        .containsExactly("# Item | Quarter\n# | First | Second\nOil | 12 | 14\nWick | 3 | 5\n");
  }

  @Test
  void aNameOverSomeColumnsOfARowWithOneRuleNamesOnlyThese() throws IOException {
    byte[] pdf =
        PageDrawing.pages(
            page -> {
              page.text(60, 110, "Q4").text(385, 110, "% Change");
              page.rule(58, 114, 530, 114);
              page.text(60, 126, "($ in millions)");
              float[] right = {230, 290, 360, 430, 500};
              String[] names = {"2022", "2021", "Reported", "Adjusted", "Currency"};
              for (int i = 0; i < names.length; i++) {
                page.right(right[i], 126, names[i]).right(right[i], 144, "1" + i + ".9");
                page.right(right[i], 158, "2" + i + ".7");
              }
              page.text(60, 144, "Europe").text(60, 158, "Other");
            });
    assertThat(tables(pdf))
        .containsExactly(
            "# Q4 ($ in millions) | 2022 | 2021 | % Change Reported | % Change Adjusted"
                + " | % Change Currency\n"
                + "Europe | 10.9 | 11.9 | 12.9 | 13.9 | 14.9\n"
                + "Other | 20.7 | 21.7 | 22.7 | 23.7 | 24.7\n");
  }

  /** The texts are not centered over their columns, so that only the rules tell their width. */
  @Test
  void aRuleMayBeDrawnInParts() throws IOException {
    byte[] pdf =
        PageDrawing.pages(
            page -> {
              page.text(230, 110, "Three Months Ended").text(392, 110, "Six Months Ended");
              for (float x = 230; x < 380; x += 3) {
                page.rule(x, 114, x + 3, 114).rule(x + 160, 114, x + 163, 114);
              }
              page.right(290, 126, "July 2, 2023").right(370, 126, "July 3, 2022");
              page.right(450, 126, "July 2, 2023").right(530, 126, "July 3, 2022");
              row(page, 144, "Interest income", "", "(316)", "(30)", "(493)", "(44)");
              row(page, 158, "Interest expense", "", "508", "293", "826", "614");
            });
    assertThat(tables(pdf))
        .containsExactly(
            "# | Three Months Ended July 2, 2023 | Three Months Ended July 3, 2022"
                + " | Six Months Ended July 2, 2023 | Six Months Ended July 3, 2022\n"
                + "Interest income | (316) | (30) | (493) | (44)\n"
                + "Interest expense | 508 | 293 | 826 | 614\n");
  }

  private static void grid(PageDrawing page, float left, float top, float[] widths, float[] rows) {
    float right = left;
    for (float width : widths) {
      right += width;
    }
    float bottom = top;
    page.rule(left, top, right, top);
    for (float height : rows) {
      bottom += height;
      page.rule(left, bottom, right, bottom);
    }
    float at = left;
    page.rule(left, top, left, bottom);
    for (float width : widths) {
      at += width;
      page.rule(at, top, at, bottom);
    }
  }

  @Test
  void boxesInBoxesAreNoTable() throws IOException {
    byte[] pdf =
        PageDrawing.pages(
            page -> {
              grid(page, 60, 100, new float[] {400}, new float[] {200});
              grid(page, 70, 110, new float[] {300}, new float[] {100});
              grid(page, 80, 120, new float[] {200}, new float[] {50});
              page.text(90, 140, "A note in three boxes,").text(90, 152, "over two lines.");
            });
    assertThat(tables(pdf)).isEmpty();
    assertThat(read(pdf).text()).contains("A note in three boxes,");
  }

  @Test
  void contentsWithDotsAndProseInColumnsKeepTheirText() throws IOException {
    List<String> left = parts(3);
    List<String> right = parts(4);
    byte[] pdf =
        PageDrawing.pages(
            page -> {
              page.lines(60, 100, left.toArray(new String[0]));
              page.lines(330, 100, right.toArray(new String[0]));
            },
            page -> {
              page.text(60, 100, "Business ...................................... 5");
              page.text(60, 114, "Risk factors ................................. 12");
              page.text(60, 128, "Properties .................................... 46");
            });
    Document document = read(pdf);
    assertThat(document.headings()).isEmpty();
    assertThat(document.tables()).hasSize(1);
    assertThat(document.text())
        .isEqualTo(
            String.join("\n", left)
                + "\n"
                + String.join("\n", right)
                + "\n\nBusiness | 5\nRisk factors | 12\nProperties | 46\n");
  }

  private static List<String> parts(long seed) {
    return Arrays.stream(PageDrawing.prose(8, seed))
        .map(line -> line.substring(0, 40).strip())
        .toList();
  }

  @Test
  void aTableOf300ColumnsKeepsEachNumberInItsColumn() throws IOException {
    byte[] pdf =
        PageDrawing.pages(
            page -> {
              for (int row = 0; row < 4; row++) {
                page.text(2, 100 + 2 * row, 1, FontName.HELVETICA, "row");
                for (int column = 0; column < 290; column++) {
                  int digit = (row + column) % 10;
                  page.text(
                      8 + 2 * column, 100 + 2 * row, 1, FontName.HELVETICA, String.valueOf(digit));
                }
              }
            });
    String text = tables(pdf).get(0);
    String[] cells = text.split("\n")[3].split(" \\| ");
    assertThat(cells).hasSize(291);
    assertThat(cells[1]).isEqualTo("3");
    assertThat(cells[290]).isEqualTo("2");
  }
}
