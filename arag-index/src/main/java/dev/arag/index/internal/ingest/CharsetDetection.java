package dev.arag.index.internal.ingest;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mozilla.universalchardet.UniversalDetector;

/** Detects the charset of bytes and decodes them. */
public final class CharsetDetection {
  private static final Charset GB18030 = Charset.forName("GB18030");
  private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

  /**
   * The minimum number of valid multi-byte characters per malformed byte sequence. Bytes with fewer
   * valid characters are not UTF-8.
   */
  private static final int GOOD_PER_BAD = 4;

  /** The maximum number of bytes that the detector reads. */
  private static final int MAX_DETECTED = 1 << 20;

  /** A byte order mark. Each character of {@code bytes} is one byte of the mark. */
  private record ByteOrderMark(Charset charset, String bytes) {}

  /** UTF-32 precedes UTF-16, because the UTF-32LE mark begins with the UTF-16LE mark. */
  private static final List<ByteOrderMark> MARKS =
      List.of(
          new ByteOrderMark(StandardCharsets.UTF_8, "\u00EF\u00BB\u00BF"),
          new ByteOrderMark(Charset.forName("UTF-32LE"), "\u00FF\u00FE\u0000\u0000"),
          new ByteOrderMark(Charset.forName("UTF-32BE"), "\u0000\u0000\u00FE\u00FF"),
          new ByteOrderMark(StandardCharsets.UTF_16LE, "\u00FF\u00FE"),
          new ByteOrderMark(StandardCharsets.UTF_16BE, "\u00FE\u00FF"),
          new ByteOrderMark(GB18030, "\u00841\u00953"));

  private CharsetDetection() {}

  /**
   * A decoded text without a byte order mark.
   *
   * @param replaced the number of malformed byte sequences, each replaced with U+FFFD
   */
  public record Decoded(String text, Charset charset, int replaced) {}

  /** Decodes text whose format requires UTF-8. */
  public static Decoded utf8(byte[] bytes) {
    return decodeLeniently(bytes, 0, StandardCharsets.UTF_8);
  }

  /**
   * Decodes bytes by their byte order mark, or by the first charset that fits.
   *
   * @param declared the charset that the file declares; null if it declares none
   */
  public static Decoded decode(byte[] bytes, @Nullable Charset declared) {
    String head = new String(bytes, 0, Math.min(4, bytes.length), StandardCharsets.ISO_8859_1);
    for (ByteOrderMark mark : MARKS) {
      if (head.startsWith(mark.bytes())) {
        return decodeLeniently(bytes, mark.bytes().length(), mark.charset());
      }
    }
    Decoded decodeUtf16 = decodeUtf16(bytes);
    if (decodeUtf16 != null) {
      return decodeUtf16;
    }
    Decoded utf8 = decodeLeniently(bytes, 0, StandardCharsets.UTF_8);
    if (utf8.replaced() == 0 || isMostlyUtf8(bytes, utf8)) {
      return utf8;
    }
    Decoded asDeclared = declared == null ? null : decodeStrictly(bytes, declared);
    return asDeclared == null ? decodeByDetection(bytes) : asDeclared;
  }

  /**
   * Decodes UTF-16 without a byte order mark, or returns null. Most UTF-16 text contains zero bytes
   * but no NUL characters.
   */
  private static @Nullable Decoded decodeUtf16(byte[] bytes) {
    if (bytes.length % 2 != 0 || !hasZero(bytes)) {
      return null;
    }
    Decoded little = decodeStrictly(bytes, StandardCharsets.UTF_16LE);
    Decoded big = decodeStrictly(bytes, StandardCharsets.UTF_16BE);
    int littleShare = little == null ? 0 : commonPercent(little.text());
    int bigShare = big == null ? 0 : commonPercent(big.text());
    return Math.max(littleShare, bigShare) < 1 ? null : littleShare >= bigShare ? little : big;
  }

  private static boolean hasZero(byte[] bytes) {
    for (byte each : bytes) {
      if (each == 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the percentage of white space and of punctuation that is common in many scripts.
   * Returns 0 if the text contains a NUL character.
   */
  private static int commonPercent(String text) {
    long common = 0;
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit == 0) {
        return 0;
      }
      common += " \n\r\t,.。，、！？ー".indexOf(unit) >= 0 ? 1 : 0;
    }
    return (int) (common * 100 / text.length());
  }

  private static boolean isMostlyUtf8(byte[] bytes, Decoded utf8) {
    long leads = 0;
    for (byte each : bytes) {
      leads += (each & 0xC0) == 0xC0 ? 1 : 0;
    }
    return leads - utf8.replaced() >= (long) GOOD_PER_BAD * utf8.replaced();
  }

  private static Decoded decodeByDetection(byte[] bytes) {
    UniversalDetector detector = new UniversalDetector();
    detector.handleData(bytes, 0, Math.min(bytes.length, MAX_DETECTED));
    detector.dataEnd();
    Charset charset = charsetOf(detector.getDetectedCharset());
    Decoded text = charset == null ? null : decodeStrictly(bytes, charset);
    if (text == null) {
      text = decodeStrictly(bytes, WINDOWS_1252);
    }
    return text == null ? decodeLeniently(bytes, 0, StandardCharsets.ISO_8859_1) : text;
  }

  /**
   * Returns the charset with this name, or null if it is unknown. Returns GB18030 for older GB
   * encodings and Windows-1252 for Latin-1 and ASCII, because each is a superset of those charsets.
   */
  public static @Nullable Charset charsetOf(@Nullable String name) {
    if (name == null) {
      return null;
    }
    String upper = name.strip().toUpperCase(Locale.ROOT);
    if (upper.startsWith("GB") || upper.startsWith("HZ-GB")) {
      return GB18030;
    }
    if (upper.equals("ISO-8859-1") || upper.equals("US-ASCII")) {
      return WINDOWS_1252;
    }
    try {
      return Charset.forName(upper);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      return null;
    }
  }

  private static @Nullable Decoded decodeStrictly(byte[] bytes, Charset charset) {
    try {
      CharsetDecoder decoder =
          charset
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT);
      return new Decoded(decoder.decode(ByteBuffer.wrap(bytes)).toString(), charset, 0);
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /**
   * Decodes bytes and replaces malformed input. The decoder's own replacement is not used, because
   * it does not count the replaced places.
   */
  private static Decoded decodeLeniently(byte[] bytes, int from, Charset charset) {
    CharsetDecoder decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes, from, bytes.length - from);
    CharBuffer part = CharBuffer.allocate(8192);
    StringBuilder text = new StringBuilder(bytes.length - from);
    int replaced = 0;
    while (true) {
      CoderResult result = decoder.decode(in, part, true);
      text.append(part.flip());
      part.clear();
      if (result.isError()) {
        in.position(in.position() + malformedLength(result, charset));
        text.append('\uFFFD');
        replaced++;
      } else if (result.isUnderflow()) {
        return new Decoded(text.toString(), charset, replaced);
      }
    }
  }

  /**
   * Returns the number of bytes to replace. In UTF-16, the JDK also reports the unit after a lone
   * surrogate as malformed. That unit is valid and must be kept.
   */
  private static int malformedLength(CoderResult result, Charset charset) {
    boolean utf16 = charset.name().startsWith("UTF-16");
    return utf16 ? Math.min(2, result.length()) : result.length();
  }
}
