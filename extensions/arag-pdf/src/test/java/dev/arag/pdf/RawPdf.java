package dev.arag.pdf;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Adler32;
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

  /** Compresses a block once and repeats the result, which is much faster than the compression. */
  static byte[] deflated(byte[] block, int times) {
    Deflater deflater = new Deflater(9, true);
    deflater.setInput(block);
    byte[] packed = new byte[2 * block.length + 64];
    int length = deflater.deflate(packed, 0, packed.length, Deflater.FULL_FLUSH);
    deflater.end();
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(new byte[] {0x78, (byte) 0xDA});
    for (int i = 0; i < times; i++) {
      all.write(packed, 0, length);
    }
    byte[] end = {3, 0};
    all.writeBytes(ByteBuffer.allocate(6).put(end).putInt(checksum(block, times)).array());
    return all.toByteArray();
  }

  /** The checksum of a repeated block, from that of one block. */
  private static int checksum(byte[] block, int times) {
    Adler32 once = new Adler32();
    once.update(block);
    long units = (once.getValue() & 0xFFFF) - 1;
    long sums = (once.getValue() >> 16) - block.length;
    long low = 1;
    long high = 0;
    for (int i = 0; i < times; i++) {
      high = Math.floorMod(high + low * block.length + sums, 65521L);
      low = Math.floorMod(low + units, 65521L);
    }
    return (int) (high << 16 | low);
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
      write((10_000_000_000L + offset + " 00000 n \n").substring(1));
    }
    write("trailer\n<</Size " + (offsets.size() + 1) + "/Root 1 0 R" + trailer + ">>\n");
    write("startxref\n" + start + "\n%%EOF\n");
    return out.toByteArray();
  }
}
