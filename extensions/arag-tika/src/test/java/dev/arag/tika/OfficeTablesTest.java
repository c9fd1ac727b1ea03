package dev.arag.tika;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Heading;
import dev.arag.index.ingest.HtmlParser;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.poi.hssf.usermodel.HSSFWorkbook;
import org.apache.poi.ss.usermodel.CellStyle;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.ss.usermodel.Workbook;
import org.apache.poi.ss.util.CellRangeAddress;
import org.apache.poi.xslf.usermodel.XMLSlideShow;
import org.apache.poi.xslf.usermodel.XSLFTable;
import org.apache.poi.xslf.usermodel.XSLFTableRow;
import org.apache.poi.xssf.streaming.SXSSFWorkbook;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.apache.poi.xwpf.usermodel.XWPFParagraph;
import org.apache.poi.xwpf.usermodel.XWPFStyle;
import org.apache.poi.xwpf.usermodel.XWPFTable;
import org.junit.jupiter.api.Test;
import org.openxmlformats.schemas.wordprocessingml.x2006.main.CTStyle;
import org.openxmlformats.schemas.wordprocessingml.x2006.main.STMerge;

class OfficeTablesTest {
  private static final String[][] CASH = {
    {"(Millions)", "2018", "2017"},
    {"Net income", "5,363", "4,869"},
    {"Other | net", "(120)", "—"},
    {"Total", "5,243", "4,869"}
  };

  private static Document read(byte[] bytes) throws IOException {
    return new TikaParser().parse("d", new ByteArrayInputStream(bytes)).document().build();
  }

  private static String table(Document document, int index) {
    Document.Table table = document.tables().get(index);
    return document.text().substring(table.offset(), table.body())
        + "--\n"
        + document.text().substring(table.body(), table.end());
  }

  private static byte[] bytes(Workbook workbook) throws IOException {
    try (workbook;
        ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      workbook.write(out);
      return out.toByteArray();
    }
  }

  private static byte[] bytes(XWPFDocument document) throws IOException {
    try (document;
        ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      document.write(out);
      return out.toByteArray();
    }
  }

  private static Row row(Sheet sheet, int index, Object... values) {
    Row row = sheet.createRow(index);
    for (int i = 0; i < values.length; i++) {
      if (values[i] instanceof Number number) {
        row.createCell(i).setCellValue(number.doubleValue());
      } else if (values[i] instanceof String text) {
        row.createCell(i).setCellValue(text);
      }
    }
    return row;
  }

  @Test
  void writesTheSameTableFromEachFormat() throws Exception {
    String expected =
        """
        (Millions) | 2018 | 2017
        --
        Net income | 5,363 | 4,869
        Other ¦ net | (120) | —
        Total | 5,243 | 4,869
        """;
    StringBuilder page = new StringBuilder("<table>");
    StringBuilder odf = new StringBuilder("<table:table>");
    XWPFDocument word = new XWPFDocument();
    XWPFTable wordTable = word.createTable(4, 3);
    Workbook workbook = new XSSFWorkbook();
    Workbook old = new HSSFWorkbook();
    Sheet sheet = workbook.createSheet("Cash");
    Sheet oldSheet = old.createSheet("Cash");
    XMLSlideShow show = new XMLSlideShow();
    XSLFTable slideTable = show.createSlide().createTable();
    for (int i = 0; i < CASH.length; i++) {
      page.append("<tr>");
      odf.append("<table:table-row>");
      XSLFTableRow slideRow = slideTable.addRow();
      for (int j = 0; j < 3; j++) {
        String cell = CASH[i][j];
        page.append(i == 0 ? "<th>" : "<td>").append(cell);
        odf.append("<table:table-cell><text:p>" + cell + "</text:p></table:table-cell>");
        wordTable.getRow(i).getCell(j).setText(cell);
        slideRow.addCell().setText(cell);
      }
      odf.append("</table:table-row>");
      row(sheet, i, (Object[]) CASH[i]);
      row(oldSheet, i, (Object[]) CASH[i]);
    }
    ByteArrayOutputStream slides = new ByteArrayOutputStream();
    show.write(slides);
    show.close();
    byte[] html = page.append("</table>").toString().getBytes(StandardCharsets.UTF_8);
    Map<String, Document> all = new LinkedHashMap<>();
    all.put("html", new HtmlParser().parse("d", new ByteArrayInputStream(html)).document().build());
    all.put("docx", read(bytes(word)));
    all.put("xlsx", read(bytes(workbook)));
    all.put("xls", read(bytes(old)));
    all.put("pptx", read(slides.toByteArray()));
    all.put("odt", read(OfficeFiles.odt(odf + "</table:table>")));
    all.forEach(
        (format, document) -> {
          assertThat(document.tables()).as(format).hasSize(1);
          assertThat(table(document, 0)).as(format).isEqualTo(expected);
        });
    assertThat(all.get("xlsx").headings()).containsExactly(new Heading(0, List.of("Cash")));
  }

  @Test
  void readsTitlesFormatsFormulasAndSeveralTablesOfASheet() throws Exception {
    for (Workbook workbook : List.of(new XSSFWorkbook(), new HSSFWorkbook())) {
      workbook.createSheet("Empty");
      Sheet sheet = workbook.createSheet("Sales");
      CellStyle date = style(workbook, "yyyy-mm-dd");
      CellStyle money = style(workbook, "#,##0.00");
      row(sheet, 0, "Sales by day");
      row(sheet, 2, "Day", "Shop", "Revenue", "Tax");
      sheet.addMergedRegion(new CellRangeAddress(3, 4, 1, 1));
      for (int i = 3; i < 5; i++) {
        Row row = row(sheet, i, null, i == 3 ? "North" : null, 1000.5 * i);
        row.createCell(0).setCellValue(new Date(1_767_225_600_000L + 86_400_000L * i));
        row.getCell(0).setCellStyle(date);
        row.getCell(2).setCellStyle(money);
        row.createCell(3).setCellFormula("C" + (i + 1) + "*0.2");
        row.getCell(3).setCellStyle(money);
      }
      workbook.getCreationHelper().createFormulaEvaluator().evaluateAll();
      row(sheet, 5, "hidden", "South", 7).setZeroHeight(true);
      row(sheet, 8, "Code", "Name");
      row(sheet, 9, 7, "Fram");
      row(sheet, 12, "Name", "Role");
      row(sheet, 13, "Olsen", "keeper");
      row(sheet, 14, "Berg", "cook");
      row(sheet, 17, "Checked by Ada.");
      Document document = read(bytes(workbook));
      assertThat(document.text())
          .isEqualTo(
              """
              Empty

              Sales

              Sales by day
              Day | Shop | Revenue | Tax
              2026-01-04 | North | 3,001.50 | 600.30
              2026-01-05 |  | 4,002.00 | 800.40
              hidden | South | 7

              Code | Name
              7 | Fram

              Name | Role
              Olsen | keeper
              Berg | cook

              Checked by Ada.\
              """);
      assertThat(document.tables()).hasSize(3);
      assertThat(table(document, 2)).startsWith("Name | Role\n--\nOlsen");
      assertThat(table(document, 0)).contains("| Tax\n--\n2026");
      assertThat(table(document, 1)).isEqualTo("Code | Name\n--\n7 | Fram\n");
      assertThat(document.headings())
          .extracting(Heading::path)
          .containsExactly(List.of("Empty"), List.of("Sales"));
    }
  }

  private static CellStyle style(Workbook workbook, String format) {
    CellStyle style = workbook.createCellStyle();
    style.setDataFormat(workbook.createDataFormat().getFormat(format));
    return style;
  }

  @Test
  void readsALongSheetAndAWideOne() throws Exception {
    SXSSFWorkbook workbook = new SXSSFWorkbook(100);
    Sheet rows = workbook.createSheet("Long");
    row(rows, 0, "Number", "Half");
    for (int i = 1; i <= 100_000; i++) {
      row(rows, i, i, i / 2.0);
    }
    Sheet columns = workbook.createSheet("Wide");
    for (int i = 0; i < 3; i++) {
      Object[] cells = new Object[300];
      for (int j = 0; j < cells.length; j++) {
        cells[j] = i == 0 ? "Column " + j : (Object) (i * j);
      }
      row(columns, i, cells);
    }
    row(columns, 900_000, "far");
    Document document = read(bytes(workbook));
    assertThat(document.tables()).hasSize(2);
    assertThat(document.text().lines()).hasSize(2 + 100_001 + 1 + 2 + 3 + 2);
    assertThat(document.text()).contains("\n100000 | 50000\n\nWide\n\nColumn 0 | ").endsWith("far");
    assertThat(table(document, 1)).contains("Column 299\n--\n0 | 1 | ").endsWith("| 598\n");
  }

  @Test
  void skipsTwoBillionMissingRows() throws Exception {
    String rows =
        OfficeMarkup.row(1, "A1") + OfficeMarkup.row(2_000_000_000, "A1") + OfficeMarkup.SHEET_END;
    Document document =
        read(OfficeMarkup.xlsx(1).add(OfficeMarkup.SHEET_1, OfficeMarkup.SHEET + rows).bytes());
    assertThat(document.text().lines()).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void readsSheetsOfOpenDocumentFiles() throws Exception {
    String cell = "<table:table-cell><text:p>%s</text:p></table:table-cell>";
    String row =
        "<table:table-row>%s%s<table:table-cell"
            + " table:number-columns-repeated=\"16382\"/></table:table-row>";
    String empty =
        "<table:table-row table:number-rows-repeated=\"9\"><table:table-cell/></table:table-row>";
    String body =
        "<table:table table:name=\"Keepers\">"
            + row.formatted(cell.formatted("Name"), cell.formatted("Since"))
            + row.formatted(cell.formatted("Olsen"), cell.formatted("1871"))
            + empty
            + row.formatted(cell.formatted("Code"), cell.formatted("Depth"))
            + row.formatted(cell.formatted("K"), cell.formatted("12 m"))
            + "</table:table><table:table table:name=\"Empty\"/>";
    Document document = read(OfficeFiles.ods(body));
    assertThat(document.text())
        .isEqualTo("Keepers\n\nName | Since\nOlsen | 1871\n\nCode | Depth\nK | 12 m\n\nEmpty");
    assertThat(document.tables()).hasSize(2);
    assertThat(document.headings())
        .extracting(Heading::path)
        .containsExactly(List.of("Keepers"), List.of("Empty"));
    assertThat(document.title()).hasValue("d");
  }

  @Test
  void readsRepeatedAndCoveredCellsAndShapesOfOpenDocumentSheets() throws Exception {
    String body =
        """
        <table:table table:name="Depths">
        <table:shapes><draw:frame><draw:text-box><text:p>By <text:span>A</text:span>da.</text:p>
        </draw:text-box><svg:title>A chart</svg:title><svg:desc>of depths</svg:desc></draw:frame>
        </table:shapes>
        <table:table-column table:number-columns-repeated="16384"/>
        <table:table-header-rows><table:table-row>
        <table:table-cell><text:p>Place</text:p></table:table-cell>
        <table:table-cell><text:p>Day</text:p></table:table-cell>
        <table:table-cell><text:p>Low</text:p><text:p>(m)</text:p></table:table-cell>
        <table:table-cell><text:p>High<text:s/>(<text:span>m</text:span>)</text:p></table:table-cell>
        </table:table-row></table:table-header-rows>
        <table:table-row>
        <table:table-cell table:number-rows-spanned="2"><text:p>North</text:p></table:table-cell>
        <table:table-cell><text:p>Monday</text:p></table:table-cell>
        <table:table-cell table:number-columns-repeated="2"><text:p>0</text:p></table:table-cell>
        <table:table-cell table:number-columns-repeated="16380"/>
        </table:table-row>
        <table:table-row>
        <table:covered-table-cell><text:p>hidden</text:p></table:covered-table-cell>
        <table:table-cell><office:annotation><dc:date>2026</dc:date><text:p>Rain</text:p>
        </office:annotation><text:p>Tuesday</text:p></table:table-cell>
        <table:table-cell/>
        <table:table-cell><text:p>7</text:p><draw:frame><svg:title>Photo</svg:title></draw:frame>
        </table:table-cell>
        </table:table-row>
        <table:table-row table:number-rows-repeated="2" table:visibility="collapse">
        <table:table-cell table:number-columns-spanned="2"><text:p>South</text:p></table:table-cell>
        <table:covered-table-cell/>
        <table:table-cell><text:p>1<text:line-break/>2</text:p></table:table-cell>
        <table:table-cell><text:p>3</text:p></table:table-cell>
        </table:table-row>
        <table:table-row table:number-rows-repeated="1048571">
        <table:table-cell table:number-columns-repeated="16384"/>
        </table:table-row>
        </table:table>
        """;
    Document document = read(OfficeFiles.ods(body));
    assertThat(document.text())
        .isEqualTo(
            """
            Depths

            By Ada.

            A chart

            of depths

            Place | Day | Low (m) | High (m)
            North | Monday | 0 | 0
            | Rain Tuesday |  | 7 Photo
            South |  | 1 2 | 3
            South |  | 1 2 | 3
            """);
    assertThat(table(document, 0)).contains("High (m)\n--\nNorth");
  }

  @Test
  void copiesARepeatedRowOfASheetAThousandTimes() throws Exception {
    String row =
        "<table:table table:name=\"Zeros\"><table:table-row"
            + " table:number-rows-repeated=\"999999999\"><table:table-cell"
            + " table:number-columns-repeated=\"999999999\"><text:p>0</text:p></table:table-cell>"
            + "</table:table-row></table:table>";
    assertThat(read(OfficeFiles.ods(row)).text().lines())
        .hasSize(2 + 1_000)
        .endsWith("0 | ".repeat(999) + "0");
  }

  @Test
  void readsHeadingsByOutlineLevelAndTheirNumbers() throws Exception {
    XWPFDocument document = new XWPFDocument();
    document.createStyles();
    BigInteger list = numbering(document);
    style(document, "Kapitel", "Kapitel", null, 0, list, null);
    style(document, "Abschnitt", "Abschnitt", "Kapitel", 1, null, BigInteger.ONE);
    style(document, "Inhalt", "Inhaltsverzeichnis", "Kapitel", 9, BigInteger.ZERO, null);
    paragraph(document, "Inhalt", "Not a heading");
    paragraph(document, "Kapitel", "Tower");
    paragraph(document, null, "It is old.");
    paragraph(document, "Abschnitt", "Lamp");
    document.createParagraph();
    paragraph(document, "Abschnitt", "Oil");
    paragraph(document, "Kapitel", "Island");
    XWPFParagraph direct = paragraph(document, null, "Direct");
    direct.getCTP().addNewPPr().addNewOutlineLvl().setVal(BigInteger.TWO);
    Document read = read(bytes(document));
    assertThat(read.headings())
        .extracting(Heading::path)
        .containsExactly(
            List.of("1. Tower"),
            List.of("1. Tower", "1.1. Lamp"),
            List.of("1. Tower", "1.2. Oil"),
            List.of("2. Island"),
            List.of("2. Island", "Direct"));
    assertThat(read.text()).startsWith("Not a heading\n\n1. Tower\n\nIt is old.\n\n1.1. Lamp");
  }

  private static BigInteger numbering(XWPFDocument document) {
    var abstractList =
        org.openxmlformats.schemas.wordprocessingml.x2006.main.CTAbstractNum.Factory.newInstance();
    abstractList.setAbstractNumId(BigInteger.ZERO);
    for (int i = 0; i < 2; i++) {
      var level = abstractList.addNewLvl();
      level.setIlvl(BigInteger.valueOf(i));
      level.addNewStart().setVal(BigInteger.ONE);
      level.addNewLvlText().setVal(i == 0 ? "%1." : "%1.%2.");
    }
    BigInteger id =
        document
            .createNumbering()
            .addAbstractNum(new org.apache.poi.xwpf.usermodel.XWPFAbstractNum(abstractList));
    return document.getNumbering().addNum(id);
  }

  private static void style(
      XWPFDocument document,
      String id,
      String name,
      String base,
      int outline,
      BigInteger list,
      BigInteger level) {
    CTStyle style = CTStyle.Factory.newInstance();
    style.setStyleId(id);
    style.addNewName().setVal(name);
    if (base != null) {
      style.addNewBasedOn().setVal(base);
    }
    style.addNewPPr().addNewOutlineLvl().setVal(BigInteger.valueOf(outline));
    var numbers = style.getPPr().addNewNumPr();
    if (list != null) {
      numbers.addNewNumId().setVal(list);
    }
    if (level != null) {
      numbers.addNewIlvl().setVal(level);
    }
    document.getStyles().addStyle(new XWPFStyle(style));
  }

  private static XWPFParagraph paragraph(XWPFDocument document, String style, String text) {
    XWPFParagraph paragraph = document.createParagraph();
    if (style != null) {
      paragraph.setStyle(style);
    }
    paragraph.createRun().setText(text);
    return paragraph;
  }

  @Test
  void readsHeadersAndSpansOfWordTablesNotesAndBoxes() throws Exception {
    XWPFDocument document = new XWPFDocument();
    paragraph(document, null, "Oil").addFootnoteReference(note(document, "Whale oil."));
    XWPFTable table = document.createTable(4, 3);
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 3; j++) {
        table.getRow(i).getCell(j).setText(i + "" + j);
      }
    }
    table.getRow(0).setRepeatHeader(true);
    table.getRow(1).setRepeatHeader(true);
    table.getRow(0).removeCell(2);
    table.getRow(0).getCell(1).getCTTc().addNewTcPr().addNewGridSpan().setVal(BigInteger.TWO);
    table.getRow(2).getCell(0).getCTTc().addNewTcPr().addNewVMerge().setVal(STMerge.RESTART);
    table.getRow(3).getCell(0).getCTTc().addNewTcPr().addNewVMerge();
    table.getRow(3).getCell(0).getParagraphs().get(0).removeRun(0);
    table.getRow(3).getCell(2).addParagraph().createRun().setText("more");
    XWPFTable box = document.createTable(1, 1);
    box.getRow(0).getCell(0).setText("A box.");
    box.getRow(0).getCell(0).addParagraph().createRun().setText("Its second line.");
    paragraph(document, null, "End.");
    Document read = read(bytes(document));
    assertThat(read.text())
        .isEqualTo(
            """
            Oil[1]

            00 | 01
            10 | 11 | 12
            20 | 21 | 22
            | 31 | 32 more

            A box.

            Its second line.

            End.

            [1] Whale oil.\
            """);
    assertThat(table(read, 0)).contains("10 | 11 | 12\n--\n20");
  }

  @Test
  void ignoresThePropertiesBeforeATrackedChange() throws Exception {
    String level = "<w:outlineLvl w:val=\"%d\"/>";
    String styles =
        "<w:style w:styleId=\"H\">"
            + changed("pPr", level.formatted(0), level.formatted(9))
            + "</w:style></w:styles>";
    String cell = "<w:tc>%s<w:p><w:r><w:t>%s</w:t></w:r></w:p></w:tc>";
    String span = "<w:gridSpan w:val=\"%d\"/>";
    String body =
        "<w:p>"
            + changed("pPr", "<w:pStyle w:val=\"H\"/>", "<w:pStyle w:val=\"Text\"/>")
            + "<w:r><w:t>Tower</w:t></w:r></w:p><w:p>"
            + changed("pPr", level.formatted(1), level.formatted(9))
            + "<w:r><w:t>Lamp</w:t></w:r></w:p><w:tbl><w:tr>"
            + changed("trPr", "<w:tblHeader/>", "<w:tblHeader w:val=\"0\"/>")
            + cell.formatted(changed("tcPr", span.formatted(2), span.formatted(1)), "Oil")
            + cell.formatted("", "Wick")
            + "</w:tr><w:tr>"
            + cell.formatted("", "whale")
            + cell.formatted("", "seed")
            + cell.formatted("", "cotton")
            + "</w:tr></w:tbl>";
    String relations = "<Relationships xmlns=\"" + OfficeMarkup.PACKAGE + "\">";
    Document document =
        read(
            OfficeMarkup.docx()
                .add(
                    "word/_rels/document.xml.rels",
                    relations
                        + OfficeMarkup.relation("s", "/styles", "styles.xml")
                        + "</Relationships>")
                .add(
                    "word/styles.xml",
                    OfficeMarkup.WORD.replace("document", "styles").replace("<w:body>", "")
                        + styles)
                .add("word/document.xml", OfficeMarkup.WORD + body + OfficeMarkup.WORD_END)
                .bytes());
    assertThat(document.headings())
        .extracting(Heading::path)
        .containsExactly(List.of("Tower"), List.of("Tower", "Lamp"));
    assertThat(table(document, 0)).isEqualTo("Oil |  | Wick\n--\nwhale | seed | cotton\n");
  }

  /** The properties of an element, with those before a tracked change. */
  private static String changed(String name, String now, String before) {
    return "<w:%1$s>%2$s<w:%1$sChange w:id=\"1\"><w:%1$s>%3$s</w:%1$s></w:%1$sChange></w:%1$s>"
        .formatted(name, now, before);
  }

  private static org.apache.poi.xwpf.usermodel.XWPFFootnote note(
      XWPFDocument document, String text) {
    var note = document.createFootnote();
    note.createParagraph().createRun().setText(text);
    return note;
  }

  @Test
  void readsTheFirstRowOfASlidesTableAsHeader() throws Exception {
    try (XMLSlideShow show = new XMLSlideShow();
        ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      XSLFTable table = show.createSlide().createTable(2, 2);
      table.getCTTable().getTblPr().setFirstRow(true);
      for (int i = 0; i < 4; i++) {
        table.getCell(i / 2, i % 2).setText("c" + i);
      }
      show.write(out);
      Document document = read(out.toByteArray());
      assertThat(table(document, 0)).isEqualTo("c0 | c1\n--\nc2 | c3\n");
    }
  }
}
