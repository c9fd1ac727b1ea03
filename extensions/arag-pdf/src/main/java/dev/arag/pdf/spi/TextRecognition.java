package dev.arag.pdf.spi;

import static java.util.Objects.requireNonNull;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes the text of an image of a page (OCR). Implementations are safe for use by several
 * threads. {@code Tesseract} of {@code arag-ocr} is an implementation.
 */
public interface TextRecognition {
  /**
   * Recognizes the text of one page. The implementation limits its time and memory.
   *
   * @param page an RGB image of at most 12 million pixels, upright as displayed
   * @param dpi the resolution of the image, in pixels per inch
   * @throws InterruptedIOException if the thread is interrupted; no more pages of the file are read
   * @throws IOException if the page cannot be recognized. A warning with the message names the
   *     page, and the other pages are read
   */
  Result recognize(BufferedImage page, int dpi) throws IOException;

  /**
   * Identifies the implementation, its version and its settings. Two implementations with the same
   * fingerprint must recognize the same text in the same image. A sync reads files again if the
   * fingerprint has changed.
   */
  String fingerprint();

  /**
   * The text of a page.
   *
   * @param lines the lines in reading order, each with its words in logical order; empty if the
   *     page has no text
   * @param language the language of the text as an IETF BCP 47 tag, such as {@code en}; null if
   *     unknown. It becomes the metadata {@code doc.language} of a document that names none
   */
  record Result(List<List<Word>> lines, @Nullable String language) {
    public Result {
      requireNonNull(lines, "lines");
      lines = lines.stream().map(List::copyOf).toList();
    }
  }

  /**
   * A word and its box, in pixels from the top left corner of the image.
   *
   * @param text the word; if it contains white space, it counts as several words
   * @param width at least 0; likewise the height
   * @param confidence how likely the word is right, from 0 to 1
   */
  record Word(String text, int left, int top, int width, int height, double confidence) {
    public Word {
      requireNonNull(text, "text");
      if (width < 0 || height < 0 || !(confidence >= 0 && confidence <= 1)) {
        throw new IllegalArgumentException(
            "width and height must be >= 0 and confidence 0 to 1, were "
                + width
                + ", "
                + height
                + " and "
                + confidence);
      }
    }
  }
}
