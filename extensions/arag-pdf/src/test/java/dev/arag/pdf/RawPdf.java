package dev.arag.pdf;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/** Writes a PDF object by object, so that tests can create any kind of invalid file. */
final class RawPdf {
  private static final String FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final List<Integer> offsets = new ArrayList<>();

  RawPdf() {
    write("%PDF-1.7\n");
  }

  /**
   * Creates a file with one page. Object 1 is the catalog, object 2 the page tree, object 3 the
   * page and object 4 its content.
   */
  static RawPdf page(String resources, byte[] content, String contentEntries) {
    RawPdf pdf = new RawPdf();
    pdf.object("<</Type/Catalog/Pages 2 0 R>>");
    pdf.object("<</Type/Pages/Kids[3 0 R]/Count 1>>");
    pdf.object(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 "
            + FONT
            + ">>"
            + resources
            + ">>>>");
    pdf.stream(contentEntries, content);
    return pdf;
  }

  static RawPdf page(String content) {
    return page("", ascii(content), "");
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  static byte[] deflated(byte[] bytes) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(packed, new Deflater(9))) {
      deflater.write(bytes);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  /**
   * Compresses a block that is repeated several times. The repeated input is never in memory as a
   * whole.
   */
  static byte[] deflated(byte[] block, int times) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(packed, new Deflater(9))) {
      for (int i = 0; i < times; i++) {
        deflater.write(block);
      }
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  RawPdf object(String body) {
    open();
    write(body);
    write("\nendobj\n");
    return this;
  }

  RawPdf stream(String entries, byte[] bytes) {
    open();
    write("<</Length " + bytes.length + entries + ">>\nstream\n");
    out.writeBytes(bytes);
    write("\nendstream\nendobj\n");
    return this;
  }

  private void open() {
    offsets.add(out.size());
    write(offsets.size() + " 0 obj\n");
  }

  /** Returns the offset of an object, in bytes. */
  int offset(int object) {
    return offsets.get(object - 1);
  }

  int size() {
    return out.size();
  }

  RawPdf write(String text) {
    out.writeBytes(ascii(text));
    return this;
  }

  byte[] bytes() {
    return out.toByteArray();
  }

  byte[] build() {
    return build("");
  }

  byte[] build(String trailer) {
    int start = out.size();
    write("xref\n0 " + (offsets.size() + 1) + "\n0000000000 65535 f \n");
    for (int offset : offsets) {
      write(String.format(java.util.Locale.ROOT, "%010d 00000 n \n", offset));
    }
    write("trailer\n<</Size " + (offsets.size() + 1) + "/Root 1 0 R" + trailer + ">>\n");
    write("startxref\n" + start + "\n%%EOF\n");
    return out.toByteArray();
  }
}
