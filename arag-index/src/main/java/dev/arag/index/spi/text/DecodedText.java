package dev.arag.index.spi.text;

import dev.arag.core.internal.string.LoneSurrogates;
import dev.arag.index.internal.ingest.BinaryContent;
import dev.arag.index.internal.ingest.CharsetDetection;
import dev.arag.index.spi.UnreadableSourceException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text that was decoded from bytes.
 *
 * @param text the text, without a byte order mark or lone surrogates; line breaks are unchanged
 * @param charset the charset of the bytes
 * @param replaced the number of malformed byte sequences or lone surrogates, each of which was
 *     replaced with U+FFFD
 */
public record DecodedText(String text, Charset charset, int replaced) {

  private DecodedText(CharsetDetection.Decoded decoded) {
    this(decoded.text(), decoded.charset(), decoded.replaced());
  }

  /** Decodes text whose format requires UTF-8, such as JSON. */
  public static DecodedText utf8(byte[] bytes) {
    return new DecodedText(CharsetDetection.utf8(bytes));
  }

  /**
   * Detects the charset of bytes and decodes them. A byte order mark determines the charset.
   * Without one, this method tries UTF-16 and UTF-8 first, and then a charset that a statistical
   * detector suggests. It uses Windows-1252 or Latin-1 if no other charset fits.
   *
   * @throws UnreadableSourceException if the bytes are not text
   */
  public static DecodedText of(byte[] bytes) {
    return of(bytes, null);
  }

  /**
   * Decodes the bytes of a file that may declare its charset.
   *
   * @param declared the declared charset; null if there is none
   */
  public static DecodedText of(byte[] bytes, @Nullable Charset declared) {
    BinaryContent.check(bytes);
    CharsetDetection.Decoded decoded = CharsetDetection.decode(bytes, declared);
    BinaryContent.check(decoded.text());
    return new DecodedText(decoded);
  }

  /** Replaces every lone surrogate in a text with U+FFFD; the length does not change. */
  public static DecodedText of(String text) {
    int replaced = 0;
    for (int at = LoneSurrogates.indexIn(text, 0);
        at < text.length();
        at = LoneSurrogates.indexIn(text, at + 1)) {
      replaced++;
    }
    return new DecodedText(LoneSurrogates.replace(text), StandardCharsets.UTF_16, replaced);
  }

  /** Returns warnings for the user; empty if nothing was replaced. */
  public List<String> warnings() {
    if (replaced == 0) {
      return List.of();
    }
    String places = replaced == 1 ? "1 place" : replaced + " places";
    return List.of(
        places + " could not be read as " + charset.name() + "; U+FFFD was used instead");
  }
}
