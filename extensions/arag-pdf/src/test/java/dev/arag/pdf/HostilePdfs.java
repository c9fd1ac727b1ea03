package dev.arag.pdf;

import static dev.arag.pdf.PdfStructures.FLATE;
import static dev.arag.pdf.PdfStructures.MIB;
import static dev.arag.pdf.PdfStructures.TEXT;
import static dev.arag.pdf.PdfStructures.active;
import static dev.arag.pdf.PdfStructures.bombOnEachPage;
import static dev.arag.pdf.PdfStructures.bookmarks;
import static dev.arag.pdf.PdfStructures.closeGlyphs;
import static dev.arag.pdf.PdfStructures.contents;
import static dev.arag.pdf.PdfStructures.crossReferences;
import static dev.arag.pdf.PdfStructures.cyclicTables;
import static dev.arag.pdf.PdfStructures.deep;
import static dev.arag.pdf.PdfStructures.deepBookmarks;
import static dev.arag.pdf.PdfStructures.deepPages;
import static dev.arag.pdf.PdfStructures.doublingForms;
import static dev.arag.pdf.PdfStructures.embedded;
import static dev.arag.pdf.PdfStructures.flood;
import static dev.arag.pdf.PdfStructures.font;
import static dev.arag.pdf.PdfStructures.form;
import static dev.arag.pdf.PdfStructures.manyBookmarks;
import static dev.arag.pdf.PdfStructures.manyObjects;
import static dev.arag.pdf.PdfStructures.mapped;
import static dev.arag.pdf.PdfStructures.names;
import static dev.arag.pdf.PdfStructures.objectStream;
import static dev.arag.pdf.PdfStructures.ones;
import static dev.arag.pdf.PdfStructures.plain;
import static dev.arag.pdf.PdfStructures.selfReferencingLength;
import static dev.arag.pdf.RawPdf.ascii;
import static dev.arag.pdf.RawPdf.deflated;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/**
 * Creates hostile PDFs. The parser must either return text or reject the file with a reason,
 * quickly and in little memory. Public, because tests of other modules use this class.
 */
public final class HostilePdfs {
  private final Map<String, byte[]> all = new LinkedHashMap<>();

  private HostilePdfs() {}

  /**
   * Returns all files by name. Each call returns the same files. Most have a few hundred KiB; one
   * has 12 MiB.
   */
  public static Map<String, byte[]> all() {
    HostilePdfs hostile = new HostilePdfs();
    hostile.addBombs();
    hostile.addFloods();
    hostile.addLoops();
    hostile.addTables();
    hostile.addFonts();
    hostile.addActive();
    hostile.addBroken();
    return hostile.all;
  }

  private void add(String name, RawPdf pdf) {
    all.put(name, pdf.build());
  }

  private void addBombs() {
    byte[] spaces = filled(MIB, ' ');
    add("flate bomb in a page", RawPdf.page("", deflated(spaces, 1000), FLATE));
    byte[] twice = deflated(deflated(spaces, 150));
    add("flate in flate", RawPdf.page("", twice, "/Filter[/FlateDecode/FlateDecode]"));
    byte[] hex = deflated(deflatedHex(spaces));
    add(
        "flate in hexadecimal in flate",
        RawPdf.page("", hex, "/Filter[/FlateDecode/ASCIIHexDecode/Fl]"));
    add("lzw bomb", RawPdf.page("", lzw(300_000), "/Filter/LZWDecode"));
    byte[] runs = deflated(ones(MIB, (byte) 129), 60);
    add("run lengths in flate", RawPdf.page("", runs, "/Filter[/FlateDecode/RunLengthDecode]"));
    add("a thousand bombs on a page", contents(1000, deflated(spaces, 60)));
    add("a bomb on each page", bombOnEachPage(deflated(spaces, 60)));
    add(
        "predictor with lines of 2 GB",
        RawPdf.page(
            "", deflated(spaces, 8), FLATE + "/DecodeParms<</Predictor 12/Columns 2147483647>>"));
    add("object stream bomb", objectStream(deflated(spaces, 150)));
    add(
        "object stream of small arrays",
        objectStream(deflated(ascii("5 0 [" + "[]".repeat(500_000)), 60)));
    add(
        "cross-reference stream bomb",
        crossReferences("/W[1 2 1]/Size 2000000000", deflated(ones(MIB, (byte) 1), 100)));
    add(
        "cross-reference entries without a length",
        crossReferences("/W[0 0 0]/Size 2000000000", deflated(spaces)));
    add(
        "cross-reference entries of 2 GB",
        crossReferences("/W[1 2000000000 1]/Size 9", deflated(spaces)));
  }

  private void addFloods() {
    add("operands without an operator", flood("1.1 "));
    add("arrays without an operator", flood("[]"));
    add("dictionaries without an operator", flood("<<>>"));
    add("strings without an operator", flood("()"));
    add("endless distinct names", names());
    add("endless operators", flood("q Q "));
    add("endless saved graphics states", flood("q "));
    add("endless marked content", flood("/P BMC "));
    add(
        "endless glyphs",
        RawPdf.page(
            "", deflated(ascii("BT /F1 12 Tf (" + "a".repeat(MIB) + ") Tj ET "), 40), FLATE));
    add(
        "one letter drawn repeatedly in one place",
        RawPdf.page(
            "",
            deflated(ascii("BT /F1 12 Tf 1 0 0 1 72 700 Tm (a) Tj ET ".repeat(10_000)), 40),
            FLATE));
    add("letters almost in one place", RawPdf.page("", deflated(closeGlyphs()), FLATE));
    add(
        "endless inline image",
        RawPdf.page("", deflated(joined(ascii("BI /W 1 /H 1 ID "), filled(40 * MIB, 'x'))), FLATE));
    add("endless comments", flood("% nothing\n"));
  }

  private void addLoops() {
    add("cyclic page tree", plain("<</Type/Pages/Kids[2 0 R 3 0 R]/Count 9/Parent 2 0 R>>"));
    add("page tree 100,000 deep", deepPages());
    add(
        "a page 100,000 times",
        plain("<</Type/Pages/Kids[" + "3 0 R ".repeat(100_000) + "]/Count 100000>>"));
    add("a form that draws itself", form("/X Do /X Do " + TEXT));
    add("forms that double 50 times", doublingForms());
    add("arrays 100,000 deep", deep("[", "]"));
    add("dictionaries 100,000 deep", deep("<</A", ">>"));
    add(
        "operands 100,000 deep",
        RawPdf.page("[".repeat(100_000) + "]".repeat(100_000) + " 0 d " + TEXT));
    add(
        "an object that refers to itself",
        RawPdf.page(TEXT).object("5 0 R").object("7 0 R").object("6 0 R"));
    add("stream length that refers to the stream", selfReferencingLength());
    all.put("cyclic cross-reference tables", cyclicTables());
    add("cyclic bookmarks", bookmarks());
    add("bookmarks 50,000 deep", deepBookmarks());
    add("10,000 bookmarks to a page of 240,000 lines", manyBookmarks());
  }

  private void addTables() {
    byte[] good = RawPdf.page(TEXT).build();
    all.put(
        "cross-reference offset beyond the end",
        text(good, "startxref\n", "startxref\n99999999999"));
    all.put("negative cross-reference offset", text(good, "startxref\n", "startxref\n-5 "));
    all.put(
        "cross-reference table of 2,000 million entries",
        text(good, "xref\n0 5", "xref\n0 2000000000"));
    all.put("300,000 small objects", manyObjects());
    all.put("only obj", ascii("%PDF-1.4\n" + "1 0 obj\n".repeat(200_000)));
    all.put(
        "only endstream", ascii("%PDF-1.4\n1 0 obj <<>> stream\n" + "endstrea".repeat(200_000)));
    all.put("only trailer", ascii("%PDF-1.4\n" + "trailer <<".repeat(100_000)));
    all.put("only startxref", ascii("%PDF-1.4\n" + "startxref\n9\n".repeat(100_000)));
  }

  private void addFonts() {
    String wide =
        "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[<</Type/Font"
            + "/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>";
    add("widths for 2,000 million glyphs", font(wide + "/W[0 2000000000 500]>>]>>"));
    add("a million widths", font(wide + "/W[" + "1[500 500]".repeat(100_000) + "]>>]>>"));
    add(
        "character codes up to 2,000 million",
        font("<</Type/Font/Subtype/Type1/BaseFont/X/FirstChar 0/LastChar 2000000000/Widths[1]>>"));
    add(
        "a map of 4,000 million characters",
        mapped("1 beginbfrange <00000000> <FFFFFFFF> <00000000> endbfrange"));
    add(
        "a map of 4,000 million codes",
        mapped("1 begincidrange <00000000> <FFFFFFFF> 0 endcidrange"));
    add("endless ranges", mapped("99999999 beginbfrange " + "<0000><FFFE><0000>".repeat(50_000)));
    add("a map that refers to itself", mapped("/Self usecmap 1 beginbfchar <01> <0041> endbfchar"));
    add(
        "a character mapped to 100,000 letters",
        mapped("1 beginbfchar <41> <" + "0041".repeat(100_000) + "> endbfchar"));
    add(
        "a font that contains itself",
        font("<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[5 0 R]>>"));
    add(
        "a glyph that draws itself",
        font(
            "<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 4 0 R>>/Encoding<</Differences[65/a]>>/FirstChar 65/LastChar 65/Widths[1]>>"));
    for (String kind : new String[] {"FontFile", "FontFile2", "FontFile3"}) {
      add("a broken " + kind, embedded(kind, noise(40_000)));
      add("a bomb as " + kind, embedded(kind, new byte[0]));
    }
    add(
        "an endless font program",
        embedded(
            "FontFile",
            ascii("%!PS-AdobeFont-1.0\n/Subrs 2000000000 array " + "dup 5 array ".repeat(10_000))));
  }

  private void addActive() {
    add("a script run at opening", active("/OpenAction<</S/JavaScript/JS(while(true){})>>"));
    add(
        "a form loaded from the network",
        active("/AcroForm<</XFA(http://127.0.0.1:9/x.xml)/Fields[]>>"));
    add(
        "contents in another file",
        RawPdf.page("", ascii(TEXT), "/F(/etc/passwd)/FFilter/FlateDecode"));
    add(
        "an embedded file",
        active(
            "/Names<</EmbeddedFiles<</Names[(x.pdf)<</Type/Filespec/F(x.pdf)/EF<</F 4 0 R>>>>]>>>>"));
  }

  private void addBroken() {
    byte[] good = RawPdf.page(TEXT).build();
    all.put("only a header", ascii("%PDF-1.7\n"));
    for (int part = 1; part < 8; part++) {
      all.put("truncated at " + part + " of 8", Arrays.copyOf(good, good.length * part / 8));
    }
    all.put("noise after a header", joined(ascii("%PDF-1.7\n"), noise(200_000)));
    all.put(
        "unknown encryption",
        text(good, "/Root 1 0 R", "/Root 1 0 R/Encrypt<</Filter/Standard/V 99/R 99/O()/U()/P 0>>"));
    all.put(
        "encrypted with certificates",
        text(
            good,
            "/Root 1 0 R",
            "/Root 1 0 R/Encrypt<</Filter/Adobe.PubSec/SubFilter/adbe.pkcs7.s4/V 1/Recipients[(x)]>>"));
    all.put("no pages", text(good, "/Kids[3 0 R]/Count 1", "/Kids[]/Count 0"));
    all.put(
        "numbers of 100,000 digits", RawPdf.page("9".repeat(100_000) + " 0 Td " + TEXT).build());
    all.put(
        "extreme coordinates",
        RawPdf.page("BT /F1 1e38 Tf 1e38 0 0 1e38 -1e38 1e38 Tm (A tower) Tj (NaN) Tj ET").build());
  }

  /** Returns a copy of a valid file with some bits flipped. The same seed gives the same copy. */
  static byte[] flipped(byte[] good, long seed) {
    Random random = new Random(seed);
    byte[] bad = good.clone();
    int flips = 1 + random.nextInt(8);
    for (int i = 0; i < flips; i++) {
      bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return bad;
  }

  private static byte[] filled(int length, char unit) {
    return ones(length, (byte) unit);
  }

  private static byte[] noise(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static byte[] text(byte[] pdf, String part, String instead) {
    String whole = new String(pdf, java.nio.charset.StandardCharsets.ISO_8859_1);
    if (!whole.contains(part)) {
      throw new IllegalArgumentException(part);
    }
    return ascii(whole.replace(part, instead));
  }

  private static byte[] deflatedHex(byte[] block) {
    return ascii(HexFormat.of().formatHex(deflated(block, 150)) + '>');
  }

  /**
   * Writes LZW codes. Each code stands for a string one byte longer than the previous one. The
   * table is reset at code 4,000.
   */
  private static byte[] lzw(int codes) {
    BitWriter bits = new BitWriter();
    int next = 4096;
    int width = 9;
    for (int i = 0; i < codes; i++) {
      if (next >= 4000) {
        bits.write(256, width);
        width = 9;
        bits.write(' ', width);
        next = 258;
      } else {
        bits.write(next == 258 ? ' ' : next - 1, width);
        next++;
        width = next < 511 ? 9 : next < 1023 ? 10 : next < 2047 ? 11 : 12;
      }
    }
    bits.write(257, width);
    return bits.bytes();
  }

  private static final class BitWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int held;
    private int count;

    void write(int code, int width) {
      for (int bit = width - 1; bit >= 0; bit--) {
        held = held << 1 | (code >> bit & 1);
        if (++count == 8) {
          out.write(held);
          held = 0;
          count = 0;
        }
      }
    }

    byte[] bytes() {
      write(0, 7);
      return out.toByteArray();
    }
  }
}
