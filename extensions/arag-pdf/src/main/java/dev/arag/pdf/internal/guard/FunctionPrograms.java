package dev.arag.pdf.internal.guard;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.jspecify.annotations.Nullable;

/**
 * The programs of functions of type 4. PDFBox runs them for each pixel of a shading, and for each
 * color of an image in a color space of several colorants.
 */
public final class FunctionPrograms {
  /** ISO 32000 limits the operands of a program to 100, so that no valid program moves more. */
  private static final String OPERANDS = "[0-9]{1,2}|100";

  /** The maximum number of arrays and dictionaries of a shading or a color space. */
  private static final int MAX_PARTS = 10_000;

  private static final int MAX_DEPTH = 20;

  private int parts;
  private long steps;

  private FunctionPrograms() {}

  /**
   * Returns the number of operators and operands of all programs in a shading or a color space.
   *
   * @throws IOException if it has too many parts, or a program is too complex to be run
   */
  public static long steps(COSBase shading) throws IOException {
    FunctionPrograms programs = new FunctionPrograms();
    programs.add(shading, 0);
    return programs.steps;
  }

  private void add(@Nullable COSBase value, int depth) throws IOException {
    if (!(value instanceof COSArray || value instanceof COSDictionary)) {
      return;
    }
    if (++parts > MAX_PARTS || depth > MAX_DEPTH) {
      throw new IOException("a shading or a color space has too many parts");
    }
    if (value instanceof COSArray array) {
      for (int i = 0; i < array.size(); i++) {
        add(array.getObject(i), depth + 1);
      }
    } else if (value instanceof COSDictionary dictionary) {
      if (dictionary instanceof COSStream stream && isProgram(stream)) {
        try (InputStream program = stream.createInputStream()) {
          steps += steps(program.readAllBytes());
        }
      }
      for (COSName key : dictionary.keySet()) {
        add(dictionary.getDictionaryObject(key), depth + 1);
      }
    }
  }

  static boolean isProgram(COSDictionary function) {
    return function.getInt(COSName.FUNCTION_TYPE, -1) == 4;
  }

  /** Counts the operators, and the operands that they move, of a program. */
  static long steps(byte[] program) throws IOException {
    String[] words =
        new String(program, StandardCharsets.ISO_8859_1)
            .replaceAll("%[^\\r\\n]*", " ")
            .split("[\\s\\x00{}]+");
    long steps = words.length;
    for (int i = 0; i < words.length; i++) {
      if (words[i].equals("copy")) {
        steps += operands(words, i - 1);
      } else if (words[i].equals("roll")) {
        steps += operands(words, i - 1) + operands(words, i - 2);
      }
    }
    return steps;
  }

  private static int operands(String[] words, int at) throws IOException {
    String count = at < 0 ? "" : words[at].replaceFirst("^-", "");
    if (!count.matches(OPERANDS)) {
      throw new IOException("a function moves an unknown number of operands, or more than 100");
    }
    return Integer.parseInt(count);
  }
}
