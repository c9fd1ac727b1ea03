package dev.arag.index.ingest;

import dev.arag.index.internal.ingest.BinaryContent;
import dev.arag.index.internal.ingest.CharsetDetection;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decoded text, with its charset and the number of malformed places.
 *
 * @param text without a byte order mark and lone surrogates; line breaks are unchanged
 * @param charset the charset of the bytes
 * @param replaced the number of malformed places, which became U+FFFD
 */
public record DecodedText(String text, Charset charset, int replaced) {
  private static final char REPLACEMENT = '\uFFFD';

  /**
   * Detects the charset of bytes and decodes them: a byte order mark, strict UTF-8, UTF-16 without
   * a mark, GB18030, Latin-1 and other 8-bit encodings, in this order.
   *
   * @throws UnreadableSourceException if the bytes are not text
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

  /** Replaces every lone surrogate of a text; the length is unchanged. */
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

  /** Warnings for the user; empty if nothing was replaced. */
  public List<String> warnings() {
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
