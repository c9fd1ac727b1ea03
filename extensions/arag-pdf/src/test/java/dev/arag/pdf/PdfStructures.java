package dev.arag.pdf;

import static dev.arag.pdf.RawPdf.ascii;
import static dev.arag.pdf.RawPdf.deflated;

import java.util.Arrays;

/** PDFs whose objects are deep, cyclic, numerous or large, for {@link HostilePdfs}. */
final class PdfStructures {
  static final int MIB = 1024 * 1024;
  static final String FLATE = "/Filter/FlateDecode";
  static final String TEXT = "BT /F1 12 Tf 72 700 Td (A tower.) Tj ET ";

  private PdfStructures() {}

  static byte[] ones(int length, byte unit) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, unit);
    return bytes;
  }

  static RawPdf contents(int times, byte[] packed) {
    RawPdf pdf = new RawPdf();
    pdf.object("<</Type/Catalog/Pages 2 0 R>>");
    pdf.object("<</Type/Pages/Kids[3 0 R]/Count 1>>");
    pdf.object(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents["
            + "4 0 R ".repeat(times)
            + "]>>");
    return pdf.stream(FLATE, packed);
  }

  static RawPdf bombOnEachPage(byte[] packed) {
    RawPdf pdf = new RawPdf();
    pdf.object("<</Type/Catalog/Pages 2 0 R>>");
    StringBuilder kids = new StringBuilder();
    for (int page = 0; page < 200; page++) {
      kids.append(4 + page).append(" 0 R ");
    }
    pdf.object("<</Type/Pages/Kids[" + kids + "]/Count 200/MediaBox[0 0 600 800]>>");
    pdf.stream(FLATE, packed);
    for (int page = 0; page < 200; page++) {
      pdf.object("<</Type/Page/Parent 2 0 R/Contents 3 0 R>>");
    }
    return pdf;
  }

  /**
   * Creates a PDF whose page tree is in an object stream, so that the parser must decompress the
   * stream.
   */
  static RawPdf objectStream(byte[] packed) {
    RawPdf pdf = new RawPdf();
    pdf.object("<</Type/Catalog/Pages 5 0 R>>");
    pdf.object("<</Type/Page/Parent 5 0 R/MediaBox[0 0 600 800]/Contents 3 0 R>>");
    pdf.stream("", ascii(TEXT));
    pdf.stream("/Type/ObjStm/N 1/First 4" + FLATE, packed);
    int start = pdf.size();
    byte[] rows = new byte[6 * 4];
    for (int i = 1; i < 5; i++) {
      rows[4 * i] = 1;
      rows[4 * i + 1] = (byte) (pdf.offset(i) >> 8);
      rows[4 * i + 2] = (byte) pdf.offset(i);
    }
    rows[20] = 2;
    rows[22] = 4;
    pdf.stream("/Type/XRef/W[1 2 1]/Size 6/Root 1 0 R", rows);
    pdf.write("startxref\n" + start + "\n%%EOF\n");
    return pdf;
  }

  static RawPdf crossReferences(String entries, byte[] packed) {
    RawPdf pdf = RawPdf.page(TEXT);
    int start = pdf.size();
    pdf.stream("/Type/XRef/Root 1 0 R" + entries + FLATE, packed);
    pdf.write("startxref\n" + start + "\n%%EOF\n");
    return pdf;
  }

  static RawPdf flood(String part) {
    byte[] block = ascii(part.repeat(MIB / part.length()));
    return RawPdf.page("", deflated(block, 40), FLATE);
  }

  static RawPdf names() {
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < 700_000; i++) {
      names.append("/n").append(i);
    }
    return RawPdf.page("", deflated(ascii(names.toString())), FLATE);
  }

  static byte[] closeGlyphs() {
    StringBuilder content = new StringBuilder("BT /F1 500 Tf ");
    for (int i = 0; i < 100_000; i++) {
      content.append("1 0 0 1 ").append(i / 1000.0).append(' ').append(i).append(" Tm (a) Tj ");
    }
    return ascii(content.append("ET").toString());
  }

  static RawPdf plain(String pages) {
    RawPdf pdf = new RawPdf();
    pdf.object("<</Type/Catalog/Pages 2 0 R>>");
    pdf.object(pages);
    pdf.object(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R"
            + "/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>>>>>");
    return pdf.stream("", ascii(TEXT));
  }

  static RawPdf deepPages() {
    RawPdf pdf = new RawPdf();
    pdf.object("<</Type/Catalog/Pages 2 0 R>>");
    for (int level = 2; level < 100_000; level++) {
      pdf.object(
          "<</Type/Pages/Count 1/Parent " + (level - 1) + " 0 R/Kids[" + (level + 1) + " 0 R]>>");
    }
    return pdf.object("<</Type/Page/MediaBox[0 0 600 800]/Parent 99999 0 R>>");
  }

  static RawPdf form(String content) {
    return RawPdf.page("/XObject<</X 5 0 R>>", ascii("/X Do " + TEXT), "").stream(
        "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>",
        ascii(content));
  }

  static RawPdf doublingForms() {
    RawPdf pdf = RawPdf.page("/XObject<</X 5 0 R>>", ascii("/X Do " + TEXT), "");
    for (int level = 0; level < 48; level++) {
      String next = "/Resources<</XObject<</X " + (6 + level) + " 0 R>>>>";
      pdf.stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]" + next, ascii("/X Do /X Do"));
    }
    return pdf.stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", ascii(TEXT));
  }

  static RawPdf deep(String open, String close) {
    return RawPdf.page("/Deep 5 0 R", ascii(TEXT + "/Deep gs"), "")
        .object(open.repeat(100_000) + close.repeat(100_000))
        .object("<</Type/Page/Contents 5 0 R>>");
  }

  static RawPdf selfReferencingLength() {
    RawPdf pdf = plain("<</Type/Pages/Kids[3 0 R]/Count 1>>");
    return pdf.object("<</Length 5 0 R>>\nstream\nBT ET\nendstream");
  }

  static byte[] cyclicTables() {
    RawPdf pdf = RawPdf.page(TEXT);
    int start = pdf.size();
    return pdf.build("/Prev " + start + "/XRefStm " + start);
  }

  static RawPdf bookmarks() {
    return active("/Outlines 5 0 R")
        .object("<</First 6 0 R/Last 6 0 R/Count 1>>")
        .object("<</Title(A tower.)/Parent 5 0 R/Next 6 0 R/First 6 0 R/Dest[3 0 R/Fit]>>");
  }

  static RawPdf deepBookmarks() {
    RawPdf pdf = active("/Outlines 5 0 R");
    for (int i = 5; i < 50_000; i++) {
      pdf.object("<</Title(A tower.)/Dest[3 0 R/Fit]/First " + (i + 1) + " 0 R>>");
    }
    return pdf;
  }

  /** No title of a bookmark is on the page, whose lines have one letter each. */
  static RawPdf manyBookmarks() {
    RawPdf pdf = new RawPdf();
    pdf.object("<</Type/Catalog/Pages 2 0 R/Outlines 5 0 R>>");
    pdf.object("<</Type/Pages/Kids[3 0 R]/Count 1>>");
    pdf.object(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R"
            + "/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>>>>>");
    StringBuilder text = new StringBuilder("BT /F1 1 Tf ");
    for (int i = 0; i < 240_000; i++) {
      text.append("1 0 0 1 9 ").append(2 * i).append(" Tm (a) Tj ");
    }
    pdf.stream("", ascii(text + "ET"));
    pdf.object("<</First 6 0 R>>");
    for (int i = 6; i < 10_006; i++) {
      pdf.object("<</Title(No line " + i + ")/Dest[3 0 R/Fit]/Next " + (i + 1) + " 0 R>>");
    }
    return pdf;
  }

  static byte[] manyObjects() {
    RawPdf pdf = RawPdf.page(TEXT);
    for (int i = 0; i < 300_000; i++) {
      pdf.object("1");
    }
    return pdf.build();
  }

  /** Creates a page whose text uses the given font. The font is object 5. */
  static RawPdf font(String font) {
    RawPdf pdf = new RawPdf();
    pdf.object("<</Type/Catalog/Pages 2 0 R>>");
    pdf.object("<</Type/Pages/Kids[3 0 R]/Count 1>>");
    pdf.object(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R"
            + "/Resources<</Font<</F1 5 0 R>>>>>>");
    pdf.stream("", ascii("BT /F1 12 Tf 72 700 Td (A tower.) Tj <004100420043> Tj ET"));
    return pdf.object(font);
  }

  static RawPdf mapped(String map) {
    String whole =
        "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange"
            + " <00><FF> endcodespacerange "
            + map
            + " endcmap";
    return font("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>").stream(
        "", ascii(whole));
  }

  static RawPdf embedded(String kind, byte[] program) {
    String type = kind.equals("FontFile2") ? "TrueType" : "Type1";
    byte[] packed = program.length == 0 ? deflated(ones(MIB, (byte) 1), 150) : deflated(program);
    return font(
        "<</Type/Font/Subtype/"
            + type
            + "/BaseFont/X/FirstChar 65/LastChar 65/Widths[500]"
            + "/FontDescriptor<</Type/FontDescriptor/FontName/X/Flags 4/"
            + kind
            + " 6 0 R>>>>")
        .stream(
            FLATE + "/Subtype/Type1C/Length1 " + program.length + "/Length2 0/Length3 0", packed);
  }

  static RawPdf active(String entries) {
    RawPdf pdf = new RawPdf();
    pdf.object("<</Type/Catalog/Pages 2 0 R" + entries + ">>");
    pdf.object("<</Type/Pages/Kids[3 0 R]/Count 1>>");
    pdf.object(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>>>>>");
    return pdf.stream("", ascii(TEXT));
  }
}
