package dev.arag.pdf.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.arag.pdf.internal.layout.PageContent;
import dev.arag.pdf.internal.layout.Rule;
import dev.arag.pdf.internal.layout.TextLine;
import dev.arag.pdf.internal.layout.Word;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The pages are drawn as text: each character is 6 points wide, each line 12 points high. */
class PageTablesTest {
  private static final float WIDTH = 6;
  private static final float HEIGHT = 12;

  /** Far more than the work needs. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static PageContent page(String drawing) {
    List<TextLine> lines = new ArrayList<>();
    float top = 0;
    for (String row : drawing.split("\n")) {
      List<Word> words =
          Pattern.compile("\\S+")
              .matcher(row)
              .results()
              .map(word -> word(word, lines.size()))
              .toList();
      float offset = top;
      if (!words.isEmpty()) {
        lines.add(
            new TextLine(
                words.stream()
                    .map(
                        each ->
                            new Word(
                                each.text(),
                                each.left(),
                                offset,
                                each.right(),
                                offset + 9,
                                10,
                                false))
                    .toList()));
      }
      top += HEIGHT;
    }
    return new PageContent(1, 600, 800, lines, List.of());
  }

  private static Word word(MatchResult found, int line) {
    return new Word(
        found.group(), found.start() * WIDTH, line, found.end() * WIDTH, line + 9, 10, false);
  }

  private static List<String> tables(String drawing) {
    return PageTables.find(page(drawing)).stream().map(PageTablesTest::text).toList();
  }

  private static String text(PageTable table) {
    StringBuilder text = new StringBuilder();
    table.header().forEach(row -> text.append("# ").append(text(row)).append('\n'));
    table.rows().forEach(row -> text.append(text(row)).append('\n'));
    return text.toString();
  }

  private static String text(List<Cell> row) {
    return String.join(" | ", row.stream().map(Cell::text).toList());
  }

  @Test
  void aStatementHasUnitsYearsLabelsAndTotals() {
    assertThat(
            tables(
                """
                The statements of cash flows follow. They are audited.

                            Consolidated statements of cash flows
                                                            (Millions)
                                                        Years ended December 31
                                                         2018       2017       2016
                Cash flows from operations:
                  Net sales                          $ 32,765   $ 31,657       $  –
                  Depreciation of property, plant
                    and equipment                       1,488      1,544      1,474
                  Other – net                           (120)        256        76%
                Net cash provided                      34,133     33,457      1,550

                The notes are an integral part of these statements and of the report.
                """))
        .containsExactly(
            """
            # (Millions) |  |  |\s
            #  | Years ended December 31 |  |\s
            #  | 2018 | 2017 | 2016
            Cash flows from operations: |  |  |\s
            Net sales | $ 32,765 | $ 31,657 | $ –
            Depreciation of property, plant and equipment | 1,488 | 1,544 | 1,474
            Other – net | (120) | 256 | 76%
            Net cash provided | 34,133 | 33,457 | 1,550
            """);
  }

  @Test
  void namesOfColumnsOverSeveralLinesAreJoined() {
    assertThat(
            tables(
                """
                                 Fixed asset    Other
                ($ in millions)  related costs  costs  Total
                Balance              $ 97        $ 3   $ 100
                Cash paid             (16)        (1)    (17)
                """))
        .containsExactly(
            """
            # ($ in millions) | Fixed asset related costs | Other costs | Total
            Balance | $ 97 | $ 3 | $ 100
            Cash paid | (16) | (1) | (17)
            """);
  }

  @Test
  void tablesBelowEachOtherHaveHeadersOfTheirOwn() {
    assertThat(
            tables(
                """
                           2018    2017
                Sales        12      14
                Cost          3       5

                           2016    2015    2014
                Profit        1       2       3
                Loss         10      20      30
                """))
        .containsExactly(
            """
            #  | 2018 | 2017
            Sales | 12 | 14
            Cost | 3 | 5
            """,
            """
            #  | 2016 | 2015 | 2014
            Profit | 1 | 2 | 3
            Loss | 10 | 20 | 30
            """);
  }

  @Test
  void textsInThreeColumnsAreATable() {
    assertThat(
            tables(
                """
                Name            Office     Since
                Mira Voss       Director   May
                Jan Berg        Clerk      June
                Ann Lee         Clerk      July
                """))
        .hasSize(1)
        .first()
        .asString()
        .contains("Jan Berg | Clerk | June\n");
  }

  @Test
  void proseListsAndAddressesAreNoTables() {
    assertThat(
            tables(
                """
                1.  The first item has 3 words and goes on until the end of the line
                2.  The second item is from 2018 and cost $ 10 in all of its forms
                (a)  Another one

                The company sold 32 units in 2018 and    then the text has a wide gap, 17
                of them, but it is still a sentence of a paragraph that is set in full

                Delaware                          91-1646860
                (State of incorporation)          (Employer number)
                410 Terry Avenue                  (206) 266-1000

                North Carolina         No number          Another one
                (State of foundation)  (File number)      (Employer number)
                Purchase               New York           Delaware
                """))
        .isEmpty();
  }

  @Test
  void aTableGoesOnWithTheSameColumns() {
    String header = "           2018    2017\n";
    PageTable first =
        PageTables.find(page(header + "Sales        12      14\nCost          3       5")).get(0);
    PageTable rows =
        PageTables.find(page("Rent          2       4\nTax           3       5")).get(0);
    PageTable same =
        PageTables.find(page(header + "Rent          2       4\nTax           3       5")).get(0);
    PageTable other =
        PageTables.find(
                page("           2016    2015\nRent          2       4\nTax           3       5"))
            .get(0);
    PageTable three =
        PageTables.find(page("Rent   1      2       4\nTax    2      3       5")).get(0);

    assertThat(first.isContinuedBy(rows)).isTrue();
    assertThat(first.isContinuedBy(same)).isTrue();
    assertThat(first.isContinuedBy(other)).isFalse();
    assertThat(first.isContinuedBy(three)).isFalse();
  }

  @Test
  void aTitleBetweenRowsAndALabelAtTheEndBelongToTheTable() {
    assertThat(
            tables(
                """
                             First quarter      Second quarter
                             2019     2018      2019     2018
                Sales        2,012    2,014     2,007    2,009
                Cost         1,003    1,005     1,006    1,008


                Growth without purchases
                Sales                              12       14
                Cost                                3        5
                Other costs:
                """))
        .containsExactly(
            """
            #  | First quarter 2019 | First quarter 2018 | Second quarter 2019 | Second quarter 2018
            Sales | 2,012 | 2,014 | 2,007 | 2,009
            Cost | 1,003 | 1,005 | 1,006 | 1,008
            Growth without purchases |  |  |  |\s
            Sales |  |  | 12 | 14
            Cost |  |  | 3 | 5
            Other costs: |  |  |  |\s
            """);
  }

  @Test
  void columnsFromRightToLeftAreInReadingOrder() {
    assertThat(
            tables(
                """
                   2018       2019
                  1,974      2,018                  תוסנכה
                    512        614           תורכמ תולע
                  1,462      1,404                     חוור
                """))
        .containsExactly(
            """
            #  | 2019 | 2018
            תוסנכה | 2,018 | 1,974
            תורכמ תולע | 614 | 512
            חוור | 1,404 | 1,462
            """);
  }

  /** Text in a script without upper case is no title, and its labels go over several lines. */
  @Test
  void textWithoutCaseIsNotInUpperCase() {
    assertThat(
            tables(
                """
                                                      二零一九年度の四半期合計
                                                        2019      2018
                収入の合計額、不動産と設備と船と灯台の収入                  2,018     1,974
                支出の合計額、不動産と設備と船と灯台を含む、
                その他の費用                                   614       512
                利益                                     1,404     1,462
                """))
        .containsExactly(
            """
            #  | 二零一九年度の四半期合計 |\s
            #  | 2019 | 2018
            収入の合計額、不動産と設備と船と灯台の収入 | 2,018 | 1,974
            支出の合計額、不動産と設備と船と灯台を含む、 その他の費用 | 614 | 512
            利益 | 1,404 | 1,462
            """);
  }

  @Test
  void labelsBesideNumbersAtAnotherHeightStayInTheirRow() {
    List<TextLine> lines =
        List.of(
            line(0, "Year", 300, "2019", 360, "2018"),
            line(20, "Sales of all the parts", -1, "", -1, ""),
            line(26, "", 300, "12", 360, "14"),
            line(32, "and of services", -1, "", -1, ""),
            line(50, "Cost", 300, "3", 360, "5"));
    PageContent page = new PageContent(1, 600, 800, lines, List.of());
    assertThat(PageTables.find(page)).hasSize(1);
    assertThat(text(PageTables.find(page).get(0)))
        .isEqualTo(
            "# Year | 2019 | 2018\nSales of all the parts and of services | 12 | 14\nCost | 3 | 5\n");
  }

  @Test
  void theHeaderLosesALineOnlyIfItHasAllItsWords() {
    Word title = new Word("Sales", 10, 0, 40, 9, 10, false);
    Word other = new Word("of", 43, 0, 55, 9, 10, false);
    List<Cell> twice = List.of(new Cell(List.of(title)), new Cell(List.of(title)));
    PageTable table = new PageTable(0, 5, List.of(twice), List.of(), List.of());
    assertThat(table.without(List.of(new TextLine(List.of(title, other))))).isEmpty();
    assertThat(table.without(List.of(new TextLine(List.of(title, title)))).orElseThrow().header())
        .isEmpty();
  }

  private static TextLine line(
      float top, String label, float first, String one, float second, String other) {
    List<Word> words = new ArrayList<>();
    float left = 10;
    for (String word : label.split(" ")) {
      if (!word.isEmpty()) {
        words.add(new Word(word, left, top, left + 6 * word.length(), top + 9, 10, false));
        left += 6 * word.length() + 3;
      }
    }
    if (first > 0) {
      words.add(new Word(one, first, top, first + 6 * one.length(), top + 9, 10, false));
      words.add(new Word(other, second, top, second + 6 * other.length(), top + 9, 10, false));
    }
    return new TextLine(words);
  }

  /** Rules that touch no other rule are all compared with each other. */
  @Test
  void manyLinesAndRulesAreBounded() {
    List<Rule> rules = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      rules.add(new Rule(4 * i, 0, 4 * i, 800));
    }
    List<TextLine> lines = page("label  100  200\n".repeat(6_000)).lines();
    PageContent page = new PageContent(1, 20_000, 800, lines, rules);
    List<PageTable> tables = assertTimeoutPreemptively(LIMIT, () -> PageTables.find(page));
    assertThat(tables).singleElement().extracting(each -> each.rows().size()).isEqualTo(6_000);
    for (int i = 0; i < 100_000; i++) {
      rules.add(new Rule(i % 600, i / 200f, i % 600 + 9, i / 200f));
    }
    assertThat(
            assertTimeoutPreemptively(
                LIMIT, () -> PageTables.find(new PageContent(1, 600, 800, lines, rules))))
        .hasSize(1);
  }

  /** Each word is half a height lower than the word at its left. */
  @Test
  void aStaircaseOfWordsIsBounded() {
    List<TextLine> lines = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      lines.add(
          new TextLine(
              List.of(new Word("a", 20 * i, 4.5f * i, 20 * i + 5, 4.5f * i + 9, 10, false))));
    }
    PageContent page = new PageContent(1, 400_000, 90_009, lines, List.of());
    List<Row> rows = assertTimeoutPreemptively(LIMIT, () -> PageRows.of(page));
    assertThat(rows).singleElement().extracting(row -> row.segments().size()).isEqualTo(20_000);
  }

  @Test
  void manyWordsAndColumnsAreBounded() {
    StringBuilder wide = new StringBuilder();
    for (int row = 0; row < 30; row++) {
      wide.append("label ");
      for (int column = 0; column < 300; column++) {
        wide.append("  ").append(100 + column);
      }
      wide.append('\n');
    }
    PageTable table = PageTables.find(page(wide.toString())).get(0);
    assertThat(table.columns()).hasSize(301);
    assertThat(table.rows().get(7).get(300).text()).isEqualTo("399");

    assertThat(PageTables.find(page("1  2  3\n".repeat(20_000)))).isEmpty();
    assertThat(PageTables.find(page(""))).isEmpty();
  }
}
