package dev.arag.tika;

import static dev.arag.tika.OfficeMarkup.PACKAGE;
import static dev.arag.tika.OfficeMarkup.SHEET;
import static dev.arag.tika.OfficeMarkup.SHEET_1;
import static dev.arag.tika.OfficeMarkup.SHEET_END;
import static dev.arag.tika.OfficeMarkup.WORD;
import static dev.arag.tika.OfficeMarkup.WORD_END;
import static dev.arag.tika.OfficeMarkup.book;
import static dev.arag.tika.OfficeMarkup.docx;
import static dev.arag.tika.OfficeMarkup.nested;
import static dev.arag.tika.OfficeMarkup.paragraph;
import static dev.arag.tika.OfficeMarkup.relation;
import static dev.arag.tika.OfficeMarkup.row;
import static dev.arag.tika.OfficeMarkup.xlsx;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import org.apache.poi.hssf.usermodel.HSSFWorkbook;

/**
 * Creates hostile office files, e-books and mail messages. Public, because tests of other modules
 * use this class.
 */
public final class HostileOffice {
  private static final int DEEP = 100_000;

  private HostileOffice() {}

  /**
   * Passes the name and bytes of each file to the action, one file at a time, because all files
   * together would not fit into a small heap.
   */
  public static void forEach(BiConsumer<String, byte[]> action) throws IOException {
    forEachQuick(action);
    slow(action);
  }

  /** The same without the files that take longest to create or to parse. */
  static void forEachQuick(BiConsumer<String, byte[]> action) throws IOException {
    archives(action);
    markup(action);
    sheets(action);
    others(action);
    otherFileTypes(action);
  }

  private static void archives(BiConsumer<String, byte[]> action) throws IOException {
    String blanks = " ".repeat(1 << 20);
    action.accept(
        "ten-gigabytes.docx",
        docx().addRepeated("word/document.xml", WORD, blanks, 10_240, WORD_END).bytes());
    action.accept(
        "bomb.odt",
        new RawZip()
            .add("mimetype", "application/vnd.oasis.opendocument.text")
            .addRepeated("content.xml", "<a>", blanks, 500, "</a>")
            .bytes());
    action.accept(
        "bomb.epub",
        book("<itemref idref=\"c\"/>")
            .addRepeated("c.xhtml", "<html><p>", "words ".repeat(100_000), 500, "</p></html>")
            .bytes());
    action.accept(
        "bomb-in-types.docx",
        new RawZip()
            .addRepeated("[Content_Types].xml", "<T>", "<a/>".repeat(50_000), 500, "</T>")
            .bytes());
    action.accept(
        "duplicates.odt",
        new RawZip().add("content.xml", "<a/>").add("content.xml", "<b/>").bytes());
    action.accept(
        "parent.odt",
        new RawZip().add("../../content.xml", "<a/>").add("content.xml", "<a/>").bytes());
    action.accept(
        "absolute.odt",
        new RawZip().add("/etc/content.xml", "<a/>").add("content.xml", "<a/>").bytes());
    action.accept("false-sizes.docx", falseSizes());
    RawZip many = new RawZip().add("content.xml", "<a/>");
    for (int i = 0; i < 60_000; i++) {
      many.add("p" + i, "");
    }
    action.accept("many-parts.odt", many.bytes());
    action.accept("no-end.docx", Arrays.copyOf(OfficeFiles.docx(), 900));
    action.accept("no-parts.docx", new RawZip().bytes());
  }

  private static byte[] falseSizes() {
    return docx().add("word/document.xml", new byte[] {3, 0}, 0x12345678, 4_000_000_000L).bytes();
  }

  private static void markup(BiConsumer<String, byte[]> action) throws IOException {
    StringBuilder laughs = new StringBuilder("<!DOCTYPE w:document [<!ENTITY a0 \"ha\">");
    for (int i = 1; i < 12; i++) {
      laughs.append("<!ENTITY a").append(i).append(" \"");
      laughs.append(("&a" + (i - 1) + ";").repeat(10)).append("\">");
    }
    String laughing = laughs + "]>" + WORD + paragraph("&a11;") + WORD_END;
    action.accept("laughs.docx", docx().add("word/document.xml", laughing).bytes());
    action.accept(
        "laughs.odt",
        new RawZip()
            .add("mimetype", "application/vnd.oasis.opendocument.text")
            .add("content.xml", laughs.toString().replace("w:document", "x") + "]><x>&a11;</x>")
            .bytes());
    String long1 = "<!DOCTYPE w:document [<!ENTITY a \"" + "y".repeat(100_000) + "\">]>";
    action.accept(
        "quadratic.docx",
        docx()
            .add("word/document.xml", long1 + WORD + paragraph("&a;".repeat(50_000)) + WORD_END)
            .bytes());
    for (String name : List.of("span", "list", "section")) {
      String content = OfficeFiles.openDocument(nested("text:" + name, DEEP));
      action.accept("deep-" + name + ".odt", new RawZip().addNoisy("content.xml", content).bytes());
    }
    action.accept(
        "deep-types.docx",
        new RawZip().addNoisy("[Content_Types].xml", nested("Types", DEEP)).bytes());
    action.accept(
        "deep.epub",
        book("<itemref idref=\"c\"/>").addNoisy("c.xhtml", "<html>" + nested("div", DEEP)).bytes());
    action.accept(
        "repeated-chapter.epub",
        book("<itemref idref=\"c\"/>".repeat(300_000))
            .add("c.xhtml", "<html><p>" + "words ".repeat(10_000))
            .bytes());
  }

  private static byte[] repeatedHeader() {
    StringBuilder relations =
        new StringBuilder("<Relationships xmlns=\"").append(PACKAGE).append("\">");
    for (int i = 0; i < 40_000; i++) {
      relations.append(relation("h" + i, "/header", "header1.xml"));
    }
    return docx()
        .add("word/_rels/document.xml.rels", relations + "</Relationships>")
        .add("word/header1.xml", WORD + paragraph("again") + WORD_END)
        .add("word/document.xml", WORD + paragraph("text") + WORD_END)
        .bytes();
  }

  private static void sheets(BiConsumer<String, byte[]> action) throws IOException {
    action.accept(
        "far-cell.xlsx",
        xlsx(1).add(SHEET_1, SHEET + row(1_048_576, "XFD1048576") + SHEET_END).bytes());
    action.accept(
        "empty-cells.xlsx",
        xlsx(1)
            .addRepeated(SHEET_1, SHEET, "<c r=\"A1\" s=\"1\"/>".repeat(50_000), 200, SHEET_END)
            .bytes());
    action.accept(
        "repeated-sheet.xlsx",
        xlsx(100_000).add(SHEET_1, SHEET + row(1, "A1") + SHEET_END).bytes());
    String cell = "<table:table-cell table:number-columns-repeated=\"1000\">%s</table:table-cell>";
    String cells = cell.formatted("") + cell.formatted("<text:p>x</text:p>");
    String row = "<table:table-row table:number-rows-repeated=\"1000\">";
    String end = "</table:table-row>";
    action.accept("repeated-cells.ods", ods(row + cells.repeat(50_000) + end));
    action.accept("repeated-rows.ods", ods((row + cells + end).repeat(10_000)));
  }

  private static byte[] ods(String rows) {
    return new RawZip()
        .add("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        .addNoisy(
            "content.xml", OfficeFiles.openDocument("<table:table>" + rows + "</table:table>"))
        .bytes();
  }

  private static byte[] variedCells() {
    Random random = new Random(7);
    StringBuilder cells = new StringBuilder(SHEET).append("<row>");
    for (int i = 0; i < 1_000_000; i++) {
      cells.append("<c r=\"A").append(random.nextInt(1_000_000)).append("\" s=\"1\"/>");
    }
    return xlsx(1).add(SHEET_1, cells + "</row>" + SHEET_END).bytes();
  }

  private static String variedFormats() {
    Random random = new Random(8);
    StringBuilder formats = new StringBuilder();
    while (formats.length() < 7_500_000) {
      formats.append("<xf numFmtId=\"").append(random.nextInt(100_000)).append("\"/>");
    }
    return formats.toString();
  }

  private static void others(BiConsumer<String, byte[]> action) throws IOException {
    action.accept(
        "open-groups.rtf", OfficeFiles.ascii("{\\rtf1 " + "{\\b ".repeat(1_000_000) + "x"));
    action.accept(
        "closed-groups.rtf", OfficeFiles.ascii("{\\rtf1 " + "{\\b x}".repeat(1_000_000) + "}"));
    action.accept("binary.rtf", OfficeFiles.ascii("{\\rtf1 {\\*\\objdata \\bin2147483647 x}"));
    action.accept(
        "object.rtf",
        OfficeFiles.ascii("{\\rtf1 {\\object{\\*\\objdata " + "ff".repeat(500_000) + "}}text}"));
    action.accept(
        "lists.rtf",
        OfficeFiles.ascii(
            "{\\rtf1 {\\*\\listtable" + "{\\list{\\listlevel}".repeat(200_000) + "x"));
    oldOffice(action);
    mail(action);
  }

  private static void oldOffice(BiConsumer<String, byte[]> action) throws IOException {
    byte[] xls = OfficeFiles.sheets(new HSSFWorkbook());
    ByteBuffer header = ByteBuffer.wrap(xls).order(ByteOrder.LITTLE_ENDIAN);
    int table = 512 * (1 + header.getInt(0x4C));
    int directory = 512 * (1 + header.getInt(0x30));
    action.accept("table-loop.xls", changed(xls, table, 128, i -> 0));
    action.accept("table-self-reference.xls", changed(xls, table, 128, i -> i));
    action.accept("huge-table.xls", changed(xls, 0x2C, 1, i -> 0x7FFFFFFF));
    action.accept("table-chain.xls", changed(xls, 0x44, 2, i -> i == 0 ? 0 : 0x7FFFFFFF));
    action.accept("small-loop.xls", changed(xls, 0x3C, 2, i -> i == 0 ? 0 : 0x7FFFFFFF));
    action.accept("directory-loop.xls", changed(xls, directory + 0x44, 3, i -> 0));
    action.accept("huge-stream.xls", changed(xls, directory + 128 + 0x78, 1, i -> 0x7FFFFFF0));
    byte[] ppt = OfficeFiles.ppt();
    action.accept("huge-records.ppt", changed(ppt, 1024 + 4, 1, i -> 0x7FFFFFFF));
  }

  private static byte[] changed(
      byte[] good, int at, int numbers, java.util.function.IntUnaryOperator number) {
    byte[] bytes = good.clone();
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < numbers; i++) {
      buffer.putInt(at + 4 * i, number.applyAsInt(i));
    }
    return bytes;
  }

  private static void mail(BiConsumer<String, byte[]> action) {
    StringBuilder nested = new StringBuilder("From: a\r\n");
    for (int i = 0; i < 5_000; i++) {
      nested.append("Content-Type: multipart/mixed; boundary=b").append(i);
      nested.append("\r\n\r\n--b").append(i).append("\r\n");
    }
    action.accept("deep.eml", OfficeFiles.ascii(nested.toString()));
    action.accept(
        "headers.eml", OfficeFiles.ascii("Received: b\r\n".repeat(1_000_000) + "\r\ntext"));
    action.accept("long-line.eml", OfficeFiles.ascii("To: " + "a,".repeat(5_000_000)));
    action.accept(
        "addresses.eml", OfficeFiles.ascii("To: " + "(".repeat(400_000) + "\r\n\r\ntext"));
  }

  private static void slow(BiConsumer<String, byte[]> action) throws IOException {
    action.accept(
        "deep.docx",
        docx()
            .addNoisy(
                "word/document.xml",
                WORD
                    + "<w:tbl><w:tr><w:tc>".repeat(DEEP)
                    + paragraph("deep")
                    + "</w:tc></w:tr></w:tbl>".repeat(DEEP)
                    + WORD_END)
            .bytes());
    action.accept("repeated-header.docx", repeatedHeader());
    StringBuilder wide = new StringBuilder(SHEET);
    for (int i = 1; i <= 100_000; i++) {
      wide.append(row(i, "XFD" + i));
    }
    action.accept("wide-rows.xlsx", xlsx(1).add(SHEET_1, wide + SHEET_END).bytes());
    action.accept("varied-empty-cells.xlsx", variedCells());
    action.accept(
        "shared-strings.xlsx",
        xlsx(1)
            .addNoisy(
                "xl/sharedStrings.xml",
                "<sst xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\""
                    + " count=\"2000000000\" uniqueCount=\"2000000000\"><si><t>"
                    + "word ".repeat(200_000)
                    + "</t></si></sst>")
            .add(
                SHEET_1,
                SHEET + "<row>" + "<c t=\"s\"><v>0</v></c>".repeat(1_000) + "</row>" + SHEET_END)
            .bytes());
    action.accept(
        "large-styles.xlsx",
        xlsx(1)
            .add(
                "xl/styles.xml",
                "<styleSheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">"
                    + "<cellXfs>"
                    + variedFormats()
                    + "</cellXfs></styleSheet>")
            .add(SHEET_1, SHEET + row(1, "A1") + SHEET_END)
            .bytes());
    action.accept(
        "messages.eml",
        OfficeFiles.ascii("From: a\r\n" + "Content-Type: message/rfc822\r\n\r\n".repeat(50_000)));
    action.accept(
        "parts.eml",
        OfficeFiles.ascii(
            "Content-Type: multipart/mixed; boundary=b\r\n\r\n"
                + "--b\r\n\r\nx\r\n".repeat(100_000)));
  }

  private static void otherFileTypes(BiConsumer<String, byte[]> action) {
    action.accept("a-pdf.docx", OfficeFiles.ascii("%PDF-1.7\n1 0 obj"));
    action.accept("a-page.doc", OfficeFiles.ascii("<html><body><p>text</p></body></html>"));
    action.accept("text.xlsx", OfficeFiles.ascii("name,age\nolsen,70\n"));
    action.accept("empty.docx", new byte[0]);
    action.accept("zeros.doc", new byte[100_000]);
    byte[] noise = new byte[100_000];
    new Random(3).nextBytes(noise);
    System.arraycopy("PK\u0003\u0004".getBytes(StandardCharsets.ISO_8859_1), 0, noise, 0, 4);
    action.accept("noise.pptx", noise);
  }

  /**
   * Returns damaged copies of valid files by name. Each copy is truncated or has flipped bits. The
   * same seed gives the same damage.
   */
  public static Map<String, byte[]> damaged(int each, long seed) throws IOException {
    Random random = new Random(seed);
    Map<String, byte[]> damaged = new LinkedHashMap<>();
    for (Map.Entry<String, byte[]> good : OfficeFiles.all().entrySet()) {
      for (int i = 0; i < each; i++) {
        damaged.put(i + "-" + good.getKey(), damage(good.getValue(), random, i % 4 == 0));
      }
    }
    return damaged;
  }

  private static byte[] damage(byte[] good, Random random, boolean cut) {
    if (cut) {
      return Arrays.copyOf(good, random.nextInt(good.length));
    }
    byte[] bytes = good.clone();
    for (int i = random.nextInt(8); i >= 0; i--) {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return bytes;
  }
}
