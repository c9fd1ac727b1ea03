package dev.arag.tika;

/** Parts of office files and e-books, for {@link HostileOffice}. */
final class OfficeMarkup {
  static final String TYPES_START =
      "<?xml version=\"1.0\"?>"
          + "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
          + "<Default Extension=\"rels\""
          + " ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
          + "<Default Extension=\"xml\" ContentType=\"application/xml\"/>";

  static final String OFFICE = "application/vnd.openxmlformats-officedocument.";
  static final String RELATIONS =
      "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  static final String PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships";
  static final String SHEET =
      "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>";
  static final String SHEET_END = "</sheetData></worksheet>";
  static final String SHEET_1 = "xl/worksheets/sheet1.xml";

  static final String WORD =
      "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">"
          + "<w:body>";

  static final String WORD_END = "</w:body></w:document>";

  private OfficeMarkup() {}

  static String relation(String id, String type, String target) {
    return "<Relationship Id=\""
        + id
        + "\" Type=\""
        + RELATIONS
        + type
        + "\" Target=\""
        + target
        + "\"/>";
  }

  static String nested(String name, int depth) {
    return ("<" + name + ">").repeat(depth) + "deep" + ("</" + name + ">").repeat(depth);
  }

  static String paragraph(String text) {
    return "<w:p><w:r><w:t>" + text + "</w:t></w:r></w:p>";
  }

  static RawZip docx() {
    return new RawZip()
        .add(
            "[Content_Types].xml",
            TYPES_START
                + "<Override PartName=\"/word/document.xml\" ContentType=\""
                + OFFICE
                + "wordprocessingml.document.main+xml\"/></Types>")
        .add(
            "_rels/.rels",
            "<Relationships xmlns=\""
                + PACKAGE
                + "\">"
                + relation("r", "/officeDocument", "word/document.xml")
                + "</Relationships>");
  }

  static RawZip book(String spine) {
    return new RawZip()
        .add("mimetype", "application/epub+zip")
        .add(
            "META-INF/container.xml",
            "<container><rootfiles><rootfile full-path=\"b.opf\"/></rootfiles></container>")
        .addNoisy(
            "b.opf",
            "<package><manifest><item id=\"c\" href=\"c.xhtml\""
                + " media-type=\"application/xhtml+xml\"/></manifest><spine>"
                + spine
                + "</spine></package>");
  }

  static String row(int row, String cell) {
    return "<row r=\"" + row + "\"><c r=\"" + cell + "\"><v>1</v></c></row>";
  }

  static RawZip xlsx(int sheets) {
    StringBuilder names = new StringBuilder();
    for (int i = 1; i <= sheets; i++) {
      names.append("<sheet name=\"s").append(i).append("\" sheetId=\"").append(i);
      names.append("\" r:id=\"s1\"/>");
    }
    String main = OFFICE + "spreadsheetml.";
    return new RawZip()
        .add(
            "[Content_Types].xml",
            TYPES_START
                + override("/xl/workbook.xml", main + "sheet.main+xml")
                + override("/xl/worksheets/sheet1.xml", main + "worksheet+xml")
                + override("/xl/sharedStrings.xml", main + "sharedStrings+xml")
                + override("/xl/styles.xml", main + "styles+xml")
                + "</Types>")
        .add(
            "_rels/.rels",
            "<Relationships xmlns=\""
                + PACKAGE
                + "\">"
                + relation("r", "/officeDocument", "xl/workbook.xml")
                + "</Relationships>")
        .add(
            "xl/_rels/workbook.xml.rels",
            "<Relationships xmlns=\""
                + PACKAGE
                + "\">"
                + relation("s1", "/worksheet", "worksheets/sheet1.xml")
                + relation("s2", "/sharedStrings", "sharedStrings.xml")
                + relation("s3", "/styles", "styles.xml")
                + "</Relationships>")
        .add(
            "xl/workbook.xml",
            "<workbook xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\""
                + " xmlns:r=\""
                + RELATIONS
                + "\"><sheets>"
                + names
                + "</sheets></workbook>");
  }

  static String override(String part, String type) {
    return "<Override PartName=\"" + part + "\" ContentType=\"" + type + "\"/>";
  }
}
