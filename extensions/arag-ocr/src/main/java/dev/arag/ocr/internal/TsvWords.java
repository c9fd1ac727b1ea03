package dev.arag.ocr.internal;

import dev.arag.pdf.spi.TextRecognition.Word;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the words of Tesseract's TSV output. The columns are level, page, block, paragraph, line,
 * word, left, top, width, height, confidence in percent, and text. Rows of level 4 begin a line,
 * and rows of level 5 are words.
 */
public final class TsvWords {
  private static final int MAX_BYTES = 32 * 1024 * 1024;
  private static final int COLUMNS = 12;

  private TsvWords() {}

  /** Returns the words of each line. */
  public static List<List<Word>> read(Path file) throws IOException {
    List<List<Word>> lines = new ArrayList<>();
    for (String row : text(file).split("\n")) {
      String[] cells = row.split("\t", COLUMNS);
      if (cells[0].equals("4")) {
        lines.add(new ArrayList<>());
      } else if (cells[0].equals("5") && cells.length == COLUMNS && !cells[11].isBlank()) {
        if (lines.isEmpty()) {
          lines.add(new ArrayList<>());
        }
        lines.get(lines.size() - 1).add(word(cells, row));
      }
    }
    lines.removeIf(List::isEmpty);
    return lines;
  }

  private static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new IOException("tesseract returned more than " + MAX_BYTES + " bytes for a page");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private static Word word(String[] cells, String row) throws IOException {
    try {
      double confidence = Double.parseDouble(cells[10]) / 100;
      return new Word(
          cells[11].strip(),
          Integer.parseInt(cells[6]),
          Integer.parseInt(cells[7]),
          Math.max(0, Integer.parseInt(cells[8])),
          Math.max(0, Integer.parseInt(cells[9])),
          Math.max(0, Math.min(1, confidence)));
    } catch (IllegalArgumentException e) {
      throw new IOException("tesseract returned a row that cannot be read: " + row, e);
    }
  }
}
