package dev.arag.cli.internal;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes a minimal PDF file with one line of text on each page. */
final class MinimalPdf {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final List<Integer> offsets = new ArrayList<>();

  private MinimalPdf() {}

  static byte[] of(String... lines) {
    MinimalPdf pdf = new MinimalPdf();
    pdf.write("%PDF-1.4\n");
    pdf.object("<</Type/Catalog/Pages 2 0 R>>");
    StringBuilder kids = new StringBuilder();
    for (int i = 0; i < lines.length; i++) {
      kids.append(3 + 2 * i).append(" 0 R ");
    }
    pdf.object(
        "<</Type/Pages/MediaBox[0 0 600 800]/Count " + lines.length + "/Kids[" + kids + "]>>");
    for (int i = 0; i < lines.length; i++) {
      pdf.page(4 + 2 * i, lines[i]);
    }
    return pdf.end();
  }

  private void page(int contents, String line) {
    object(
        "<</Type/Page/Parent 2 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont"
            + "/Times-Roman>>>>>>/Contents "
            + contents
            + " 0 R>>");
    String text = "BT /F 12 Tf 72 700 Td (" + line + ") Tj ET";
    object("<</Length " + text.length() + ">>\nstream\n" + text + "\nendstream");
  }

  private void object(String body) {
    offsets.add(out.size());
    write(offsets.size() + " 0 obj\n" + body + "\nendobj\n");
  }

  private byte[] end() {
    int table = out.size();
    write("xref\n0 " + (offsets.size() + 1) + "\n0000000000 65535 f \n");
    offsets.forEach(offset -> write(String.format(Locale.ROOT, "%010d 00000 n \n", offset)));
    write("trailer\n<</Root 1 0 R/Size " + (offsets.size() + 1) + ">>\nstartxref\n" + table);
    write("\n%%EOF\n");
    return out.toByteArray();
  }

  private void write(String text) {
    out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }
}
