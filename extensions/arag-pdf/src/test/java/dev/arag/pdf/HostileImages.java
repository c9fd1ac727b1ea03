package dev.arag.pdf;

import static dev.arag.pdf.PdfStructures.FLATE;
import static dev.arag.pdf.PdfStructures.MIB;
import static dev.arag.pdf.RawPdf.ascii;
import static dev.arag.pdf.RawPdf.deflated;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Creates PDFs whose text is harmless, and whose first page is hostile to draw. */
final class HostileImages {
  private static final String GRAY = "/ColorSpace/DeviceGray/BitsPerComponent 8";
  private static final String HUGE = "/Width 60000/Height 60000";

  private HostileImages() {}

  static Map<String, byte[]> all() {
    Map<String, byte[]> all = new LinkedHashMap<>();
    byte[] zeros = deflated(new byte[MIB], 300);
    all.put("an image of 300 MB", image("/Width 20000/Height 15000" + GRAY + FLATE, zeros));
    all.put("an image of 3,600 million pixels and no data", image(HUGE + GRAY, new byte[9]));
    all.put(
        "a mask of 3,600 million pixels",
        image(HUGE + "/ImageMask true/BitsPerComponent 1", new byte[9]));
    all.put(
        "an image with a mask that is long where it is wide",
        page("/X Do", "/Width 60000/Height 1/SMask 6 0 R" + GRAY, new byte[9]).stream(
                "/Type/XObject/Subtype/Image/Width 1/Height 60000" + GRAY, new byte[9])
            .build());
    all.put(
        "a JPEG of 4,000 million pixels",
        image("/Width 9/Height 9" + GRAY + "/Filter/DCTDecode", jpegHeader()));
    all.put(
        "a fax of 4,000 million pixels",
        image(
            HUGE
                + "/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/CCITTFaxDecode"
                + "/DecodeParms<</K -1/Columns 60000/Rows 60000>>",
            new byte[100]));
    all.put(
        "a form that is a fax of 900 million pixels",
        RawPdf.page("/XObject<</X 5 0 R>>", ascii(PdfStructures.TEXT + " /X Do"), "").stream(
                "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/H 15000/Filter/CCITTFaxDecode"
                    + "/DecodeParms<</K -1/Columns 60000>>",
                new byte[100])
            .build());
    all.put(
        "an inline image that unpacks to 1,000 MB",
        inline("/W 9/H 9/BPC 8/CS/G/F/Fl", deflated(new byte[MIB], 1000)));
    all.put("an inline image in an unknown format", inline("/W 9/H 9/BPC 8/CS/G/F/X", new byte[9]));
    all.put("a JPEG 2000 image", image("/Width 9/Height 9/Filter/JPXDecode", new byte[99]));
    all.put(
        "an image drawn 1,000 times larger than the page",
        page("1e6 0 0 1e6 0 0 cm /X Do", "/Width 5000/Height 5000" + GRAY, new byte[25_000_000])
            .build());
    all.put(
        "tiny dashes",
        RawPdf.page("[0.0001] 0 d 0 0 m 600 800 l S [1] 0 d 0 0 m 1e9 1e9 l S").build());
    all.put(
        "a page of 10^12 square points",
        text(RawPdf.page(PdfStructures.TEXT).build(), "[0 0 600 800]", "[0 0 1000000 1000000]"));
    all.put(
        "a page without a height",
        text(RawPdf.page(PdfStructures.TEXT).build(), "[0 0 600 800]", "[0 0 600 0]"));
    all.put(
        "a page turned by 45 degrees",
        text(RawPdf.page(PdfStructures.TEXT).build(), "/MediaBox", "/Rotate 45/MediaBox"));
    all.put(
        "fills of the whole page",
        RawPdf.page("", deflated(ascii("q 0 0 600 800 re f Q ".repeat(50_000)), 40), FLATE)
            .build());
    all.put(
        "a shading with a function that is never ready",
        shading("/S sh", "dup mul ".repeat(100_000)));
    all.put("a shading with a slow function", shading("/S sh", "dup ln ".repeat(1_100)));
    all.put(
        "a pattern with a slow function",
        shading("/Pattern cs /P scn 0 0 600 800 re f", "dup ln ".repeat(1_100)));
    all.put(
        "a shading with a function that doubles its operands 22 times",
        shading("0 0 9 9 re W n /S sh", doubled(22)));
    all.put("a million pixels with a slow function", colorants("/DeviceN[/A/B/C]", 3));
    return all;
  }

  /** An image of a million pixels, whose color for most values is black. */
  static byte[] colorants(String space, int count) {
    return page(
            "600 0 0 800 0 0 cm /X Do",
            "/Width 1000/Height 1000/BitsPerComponent 8/ColorSpace["
                + space
                + "/DeviceGray 6 0 R]"
                + FLATE,
            deflated(noise(count * 1_000_000)))
        .stream(
            "/FunctionType 4/Domain[" + "0 1 ".repeat(count) + "]/Range[0 1]",
            ascii("{" + "pop ".repeat(count - 1) + "dup ln pop ".repeat(700) + "0 mul}"))
        .build();
  }

  private static String doubled(int times) {
    StringBuilder program = new StringBuilder();
    for (int i = 1; i <= times; i++) {
      program.append(1L << i).append(" copy ");
    }
    return program.toString();
  }

  private static byte[] noise(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  static byte[] shading(String content, String program) {
    String shading = "<</ShadingType 1/ColorSpace/DeviceGray/Domain[0 1e9 0 1e9]/Function 5 0 R>>";
    return RawPdf.page(
            "/Shading<</S "
                + shading
                + ">>/Pattern<</P<</PatternType 2/Shading "
                + shading
                + ">>>>",
            ascii(PdfStructures.TEXT + content),
            "")
        .stream("/FunctionType 4/Domain[0 1 0 1]/Range[0 1]", ascii("{" + program + "}"))
        .build();
  }

  private static byte[] image(String entries, byte[] data) {
    return page("600 0 0 800 0 0 cm /X Do", entries, data).build();
  }

  private static RawPdf page(String content, String entries, byte[] data) {
    return RawPdf.page(
        "/XObject<</X 5 0 R>>", ascii(PdfStructures.TEXT + " q " + content + " Q"), "")
        .stream("/Type/XObject/Subtype/Image" + entries, data);
  }

  private static byte[] inline(String entries, byte[] data) {
    byte[] begin = ascii("q BI " + entries + " ID ");
    byte[] end = ascii("\nEI Q " + PdfStructures.TEXT);
    byte[] all = new byte[begin.length + data.length + end.length];
    System.arraycopy(begin, 0, all, 0, begin.length);
    System.arraycopy(data, 0, all, begin.length, data.length);
    System.arraycopy(end, 0, all, begin.length + data.length, end.length);
    return RawPdf.page("", all, "").build();
  }

  /**
   * The first segments of a JPEG: the size of the image, one component, and the start of a scan.
   */
  private static byte[] jpegHeader() {
    return new byte[] {
      (byte) 0xFF,
      (byte) 0xD8,
      (byte) 0xFF,
      (byte) 0xC0,
      0,
      11,
      8,
      (byte) 0xFF,
      (byte) 0xDC,
      (byte) 0xFF,
      (byte) 0xDC,
      1,
      1,
      0x11,
      0,
      (byte) 0xFF,
      (byte) 0xDA,
      0,
      8,
      1,
      1,
      0,
      0,
      63,
      0
    };
  }

  private static byte[] text(byte[] pdf, String part, String instead) {
    return ascii(
        new String(pdf, java.nio.charset.StandardCharsets.ISO_8859_1).replace(part, instead));
  }
}
