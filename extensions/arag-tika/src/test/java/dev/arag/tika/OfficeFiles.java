package dev.arag.tika;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.poi.hslf.usermodel.HSLFSlide;
import org.apache.poi.hslf.usermodel.HSLFSlideShow;
import org.apache.poi.hssf.usermodel.HSSFWorkbook;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.CellStyle;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.ss.usermodel.Workbook;
import org.apache.poi.xslf.usermodel.SlideLayout;
import org.apache.poi.xslf.usermodel.XMLSlideShow;
import org.apache.poi.xslf.usermodel.XSLFNotes;
import org.apache.poi.xslf.usermodel.XSLFSlide;
import org.apache.poi.xslf.usermodel.XSLFTextShape;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.apache.poi.xwpf.usermodel.XWPFParagraph;
import org.apache.poi.xwpf.usermodel.XWPFStyle;
import org.apache.poi.xwpf.usermodel.XWPFTable;
import org.openxmlformats.schemas.wordprocessingml.x2006.main.CTStyle;

/** Creates valid sample files in each format. */
public final class OfficeFiles {
  private static final Map<String, byte[]> ALL = new LinkedHashMap<>();

  private OfficeFiles() {}

  /** Returns one file in each format, by file name. */
  public static synchronized Map<String, byte[]> all() throws IOException {
    if (ALL.isEmpty()) {
      create(ALL);
    }
    return Collections.unmodifiableMap(ALL);
  }

  private static void create(Map<String, byte[]> all) throws IOException {
    all.put("good.docx", docx());
    all.put("good.pptx", pptx(3));
    all.put("good.xlsx", sheets(new XSSFWorkbook()));
    all.put("good.xls", sheets(new HSSFWorkbook()));
    all.put("good.ppt", ppt());
    all.put("good.epub", epub());
    all.put("good.odt", odt());
    all.put("good.ods", ods());
    all.put("good.rtf", rtf());
    all.put("good.eml", eml());
    all.put("good.msg", msg());
  }

  public static byte[] docx() throws IOException {
    try (XWPFDocument document = new XWPFDocument();
        ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      document.getProperties().getCoreProperties().setTitle("The lighthouse at Skarvoy");
      document.getProperties().getCoreProperties().setCreator("Ada Keeper");
      document.createStyles();
      heading(document, "Heading1", "heading 1");
      heading(document, "Heading2", "heading 2");
      paragraph(document, "Heading1", "The tower");
      paragraph(document, null, "The tower was built in 1871 of grey stone.");
      paragraph(document, "Heading2", "The lamp");
      paragraph(document, null, "Its lamp burns whale oil.");
      XWPFTable table = document.createTable(2, 2);
      table.getRow(0).getCell(0).setText("Year");
      table.getRow(0).getCell(1).setText("Keeper");
      table.getRow(1).getCell(0).setText("1871");
      table.getRow(1).getCell(1).setText("Olsen");
      paragraph(document, "Heading1", "The island");
      paragraph(document, null, "Nobody else lives there.");
      document.write(out);
      return out.toByteArray();
    }
  }

  private static void heading(XWPFDocument document, String id, String name) {
    CTStyle style = CTStyle.Factory.newInstance();
    style.setStyleId(id);
    style.addNewName().setVal(name);
    document.getStyles().addStyle(new XWPFStyle(style));
  }

  private static void paragraph(XWPFDocument document, String style, String text) {
    XWPFParagraph paragraph = document.createParagraph();
    if (style != null) {
      paragraph.setStyle(style);
    }
    paragraph.createRun().setText(text);
  }

  /** Creates slides that each have a title, a sentence and a note. The second slide is hidden. */
  public static byte[] pptx(int slides) throws IOException {
    try (XMLSlideShow show = new XMLSlideShow();
        ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      show.getProperties().getCoreProperties().setTitle("Lighthouses");
      for (int i = 1; i <= slides; i++) {
        XSLFSlide slide =
            show.createSlide(
                show.getSlideMasters().get(0).getLayout(SlideLayout.TITLE_AND_CONTENT));
        slide.getPlaceholder(0).setText("Tower " + i);
        slide.getPlaceholder(1).setText("Sentence of slide " + i + ".");
        XSLFNotes notes = show.getNotesSlide(slide);
        for (XSLFTextShape shape : notes.getPlaceholders()) {
          if (shape.getTextType() == org.apache.poi.sl.usermodel.Placeholder.BODY) {
            shape.setText("Note of slide " + i + ".");
          }
        }
        slide.setHidden(i == 2);
      }
      show.write(out);
      return out.toByteArray();
    }
  }

  public static byte[] sheets(Workbook workbook) throws IOException {
    try (workbook;
        ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      Sheet keepers = workbook.createSheet("Keepers");
      row(keepers, 0, "Name", "Since");
      row(keepers, 1, "Olsen", 1871.0);
      Sheet ships = workbook.createSheet("Ships");
      row(ships, 0, "Fram", 0.25);
      CellStyle percent = workbook.createCellStyle();
      percent.setDataFormat(workbook.createDataFormat().getFormat("0%"));
      ships.getRow(0).getCell(1).setCellStyle(percent);
      Sheet hidden = workbook.createSheet("Codes");
      row(hidden, 0, "K7", "kept");
      workbook.setSheetHidden(2, true);
      workbook.write(out);
      return out.toByteArray();
    }
  }

  private static void row(Sheet sheet, int index, Object... values) {
    Row row = sheet.createRow(index);
    for (int i = 0; i < values.length; i++) {
      Cell cell = row.createCell(i);
      if (values[i] instanceof Double number) {
        cell.setCellValue(number);
      } else {
        cell.setCellValue(values[i].toString());
      }
    }
  }

  public static byte[] ppt() throws IOException {
    try (HSLFSlideShow show = new HSLFSlideShow();
        ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      for (int i = 1; i <= 2; i++) {
        HSLFSlide slide = show.createSlide();
        slide.addTitle().setText("Old tower " + i);
        slide.createTextBox().setText("Old sentence " + i + ".");
      }
      show.write(out);
      return out.toByteArray();
    }
  }

  public static byte[] epub() throws IOException {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("mimetype", "application/epub+zip");
    parts.put(
        "META-INF/container.xml",
        """
        <?xml version="1.0"?>
        <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
        <rootfiles><rootfile full-path="OEBPS/book.opf"
            media-type="application/oebps-package+xml"/></rootfiles></container>
        """);
    parts.put(
        "OEBPS/book.opf",
        """
        <?xml version="1.0"?>
        <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
        <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
        <dc:title>A book of towers</dc:title><dc:creator>Ada Keeper</dc:creator>
        <dc:language>en</dc:language></metadata>
        <manifest>
        <item id="b" href="text/two.xhtml" media-type="application/xhtml+xml"/>
        <item id="a" href="text/one%20a.xhtml" media-type="application/xhtml+xml"/>
        <item id="p" href="cover.png" media-type="image/png"/></manifest>
        <spine><itemref idref="a"/><itemref idref="b"/></spine></package>
        """);
    parts.put("OEBPS/text/two.xhtml", chapter("The second", "It came after."));
    parts.put("OEBPS/text/one a.xhtml", chapter("The first", "A caf&eacute; in the tower."));
    parts.put("OEBPS/cover.png", "no picture");
    return zip(parts);
  }

  private static String chapter(String title, String text) {
    return "<?xml version=\"1.0\"?><html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>x"
        + "</title></head><body><h1>"
        + title
        + "</h1><p>"
        + text
        + "</p></body></html>";
  }

  public static byte[] odt() throws IOException {
    return odt(
        "<text:h text:outline-level=\"1\">The tower</text:h>"
            + "<text:p>It is <text:span>old</text:span>.</text:p>"
            + "<text:h text:outline-level=\"2\">The lamp</text:h>"
            + "<table:table><table:table-row>"
            + "<table:table-cell><text:p>Oil</text:p></table:table-cell>"
            + "<table:table-cell><text:p>2 l</text:p></table:table-cell>"
            + "</table:table-row></table:table>");
  }

  static byte[] odt(String body) throws IOException {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("mimetype", "application/vnd.oasis.opendocument.text");
    parts.put("content.xml", openDocument(body));
    parts.put(
        "meta.xml",
        "<office:document-meta xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\""
            + " xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><office:meta>"
            + "<dc:title>Open tower</dc:title></office:meta></office:document-meta>");
    return zip(parts);
  }

  public static byte[] ods() throws IOException {
    return ods(
        "<table:table table:name=\"Depths\"><table:table-row>"
            + "<table:table-cell table:number-columns-repeated=\"2\"><text:p>0</text:p>"
            + "</table:table-cell></table:table-row></table:table>");
  }

  static byte[] ods(String body) throws IOException {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("mimetype", "application/vnd.oasis.opendocument.spreadsheet");
    parts.put("content.xml", openDocument(body));
    return zip(parts);
  }

  static String openDocument(String body) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?><office:document-content"
        + " xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\""
        + " xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\""
        + " xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\""
        + " xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\""
        + " xmlns:svg=\"urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0\""
        + " xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
        + "<office:body><office:text>"
        + body
        + "</office:text></office:body></office:document-content>";
  }

  public static byte[] rtf() {
    return ascii(
        "{\\rtf1\\ansi\\ansicpg1252{\\info{\\title Rich tower}{\\author Ada Keeper}}"
            + "{\\fonttbl{\\f0 Arial;}}\\pard The tower is \\b old\\b0  and gr\\'e5.\\par"
            + " It has a \\u955? lamp.\\par}");
  }

  public static byte[] eml() {
    return ascii(
        """
        Received: from a by b; Sat, 21 Nov 2026 10:00:00 +0100
        From: =?ISO-8859-1?Q?S=F8ren?= Olsen <olsen@example.org>
        To: Ada <ada@example.org>, bo@example.org
        Subject: =?UTF-8?B?VGhlIGxhbXA=?=
        Date: Sat, 21 Nov 2026 10:00:00 +0100
        MIME-Version: 1.0
        Content-Type: multipart/mixed; boundary=outer

        --outer
        Content-Type: multipart/alternative; boundary=inner

        --inner
        Content-Type: text/plain; charset=iso-8859-1
        Content-Transfer-Encoding: quoted-printable

        The plain form.
        --inner
        Content-Type: text/html; charset=iso-8859-1
        Content-Transfer-Encoding: quoted-printable

        <html><body><p>The lamp on Skarv=F8y is out.</p><script>x()</script></body></html>
        --inner--
        --outer
        Content-Type: application/pdf; name="bill.pdf"
        Content-Disposition: attachment; filename="bill.pdf"
        Content-Transfer-Encoding: base64

        JVBERi0=
        --outer--
        """
            .replace("\n", "\r\n"));
  }

  /** Creates an Outlook message with only the entries that the format requires. */
  public static byte[] msg() throws IOException {
    try (POIFSFileSystem files = new POIFSFileSystem();
        ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      property(files, "001A001F", "IPM.Note");
      property(files, "0037001F", "The lamp again");
      property(files, "0C1A001F", "Ada Keeper");
      property(files, "1000001F", "The lamp is lit.\r\nAll is well.");
      files.createDocument(
          new java.io.ByteArrayInputStream(new byte[32]), "__properties_version1.0");
      files.writeFilesystem(out);
      return out.toByteArray();
    }
  }

  private static void property(POIFSFileSystem files, String tag, String value) throws IOException {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_16LE);
    files.createDocument(new java.io.ByteArrayInputStream(bytes), "__substg1.0_" + tag);
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] zip(Map<String, String> parts) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, String> part : parts.entrySet()) {
        byte[] bytes = part.getValue().getBytes(StandardCharsets.UTF_8);
        zip.putNextEntry(entry(part.getKey(), bytes));
        zip.write(bytes);
        zip.closeEntry();
      }
    }
    return out.toByteArray();
  }

  /**
   * Creates an entry. EPUB and OpenDocument require that the part {@code mimetype} is not
   * compressed.
   */
  private static ZipEntry entry(String name, byte[] bytes) {
    ZipEntry entry = new ZipEntry(name);
    if (name.equals("mimetype")) {
      CRC32 sum = new CRC32();
      sum.update(bytes);
      entry.setMethod(ZipEntry.STORED);
      entry.setSize(bytes.length);
      entry.setCrc(sum.getValue());
    }
    return entry;
  }
}
