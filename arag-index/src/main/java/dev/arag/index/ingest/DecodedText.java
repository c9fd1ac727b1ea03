package dev.arag.index.ingest;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Text and how it was read.
 *
 * @param text without a byte order mark and without lone surrogates; line breaks as they were
 * @param charset what the bytes were read as
 * @param replaced how many malformed places became U+FFFD
 */
public record DecodedText(String text, Charset charset, int replaced) {
  private static final char REPLACEMENT = '\uFFFD';

  /**
   * Finds out the encoding and reads the bytes: a byte order mark, strict UTF-8, UTF-16 without a
   * mark, GB18030, Latin-1 and other 8-bit encodings, in this order.
   *
   * @throws UnreadableSourceException if the bytes are no text
   */
  public static DecodedText of(byte[] bytes) {
    return of(bytes, null);
  }

  static DecodedText of(byte[] bytes, @Nullable Charset declared) {
    BinaryContent.check(bytes);
    DecodedText decoded = CharsetDetection.decode(bytes, declared);
    BinaryContent.check(decoded.text());
    return decoded;
  }

  /** A text that is already one, with every lone surrogate replaced; its length stays. */
  public static DecodedText of(String text) {
    int first = loneSurrogate(text, 0);
    if (first == text.length()) {
      return new DecodedText(text, StandardCharsets.UTF_16, 0);
    }
    StringBuilder clean = new StringBuilder(text);
    int replaced = 0;
    for (int at = first; at < text.length(); at = loneSurrogate(text, at + 1)) {
      clean.setCharAt(at, REPLACEMENT);
      replaced++;
    }
    return new DecodedText(clean.toString(), StandardCharsets.UTF_16, replaced);
  }

  /** What a user should know of it; empty if all is well. */
  List<String> warnings() {
    if (replaced == 0) {
      return List.of();
    }
    String places = replaced == 1 ? "1 place" : replaced + " places";
    return List.of(
        places + " could not be read as " + charset.name() + " and became U+FFFD in the text");
  }

  private static int loneSurrogate(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (Character.charCount(text.codePointAt(i)) == 1) {
          return i;
        }
        i++;
      }
    }
    return text.length();
  }
}
