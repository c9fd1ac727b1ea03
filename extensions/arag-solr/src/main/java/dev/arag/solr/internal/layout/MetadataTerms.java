package dev.arag.solr.internal.layout;

import dev.arag.core.spi.MatchingRules;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * The terms by which a scope finds metadata. A term consists of the hash of the key, a letter for
 * the type, and the value. The order of the terms of a type is the order of the values, so a range
 * of terms is a range of values. Terms consist of ASCII letters and digits only.
 *
 * <table>
 * <caption>Types</caption>
 * <tr><td>k</td><td>the key is present</td></tr>
 * <tr><td>s, e</td><td>a string, an element of a list: the hexadecimal digits of UTF-8; a long
 *     string is cut and ends with x</td></tr>
 * <tr><td>S, E</td><td>a long string, a long element: a hash</td></tr>
 * <tr><td>L</td><td>a whole number</td></tr>
 * <tr><td>l, d</td><td>a whole number as a double, a fraction</td></tr>
 * <tr><td>b</td><td>a boolean</td></tr>
 * <tr><td>t, i</td><td>the date and the instant that a string contains</td></tr>
 * <tr><td>r</td><td>a principal that may read the document: a hash; no metadata has this type</td></tr>
 * </table>
 */
public final class MetadataTerms {
  /** The maximum length of a string in a term, in bytes of UTF-8. Longer strings are cut. */
  public static final int MAX_BYTES = 8_000;

  private static final int KEY_DIGITS = 16;
  private static final HexFormat HEX = HexFormat.of();

  private MetadataTerms() {}

  /** Returns the terms of the metadata of a document. */
  public static List<String> of(Map<String, Object> metadata) {
    List<String> terms = new ArrayList<>();
    metadata.forEach(
        (key, value) -> {
          terms.add(present(key));
          add(terms, key, value);
        });
    return terms;
  }

  private static void add(List<String> terms, String key, Object value) {
    if (value instanceof String text) {
      terms.add(string(key, text));
      if (isLong(text)) {
        terms.add(prefix(key, 's') + cut(text));
      }
      MatchingRules.date(text).ifPresent(date -> terms.add(date(key, date)));
      MatchingRules.instant(text).ifPresent(instant -> terms.add(instant(key, instant)));
    } else if (value instanceof List<?> list) {
      list.forEach(element -> terms.add(element(key, (String) element)));
    } else if (value instanceof Long number) {
      terms.add(whole(key, number));
      terms.add(wholeAsDouble(key, number));
    } else if (value instanceof Double number) {
      terms.add(fraction(key, number));
    } else {
      terms.add(bool(key, (Boolean) value));
    }
  }

  /** The term of all documents that have a key. */
  public static String present(String key) {
    return prefix(key, 'k');
  }

  /** The term of a string that is the whole value. */
  public static String string(String key, String value) {
    return isLong(value) ? prefix(key, 'S') + Keys.of(value) : prefix(key, 's') + Keys.hex(value);
  }

  /** The term of an element of a list of strings. */
  public static String element(String key, String value) {
    return isLong(value) ? prefix(key, 'E') + Keys.of(value) : prefix(key, 'e') + Keys.hex(value);
  }

  /** The term of a whole number. */
  public static String whole(String key, long value) {
    return prefix(key, 'L') + sortable(value);
  }

  /** The term of a whole number that is compared with a fraction. */
  public static String wholeAsDouble(String key, double value) {
    return prefix(key, 'l') + sortable(value);
  }

  /** The term of a fraction. */
  public static String fraction(String key, double value) {
    return prefix(key, 'd') + sortable(value);
  }

  /** The term of a boolean. */
  public static String bool(String key, boolean value) {
    return prefix(key, 'b') + value;
  }

  /** The term of the date at the start of a string. */
  public static String date(String key, LocalDate value) {
    return prefix(key, 't') + sortable(value.toEpochDay());
  }

  /** The term of the instant that a string contains. */
  public static String instant(String key, Instant value) {
    return prefix(key, 'i') + sortable(value.getEpochSecond()) + HEX.toHexDigits(value.getNano());
  }

  /** The term of a principal that may read a document. */
  public static String reader(String principal) {
    return prefix("readableBy", 'r') + Keys.of(principal);
  }

  /** The start of all terms of a key and a type. */
  public static String prefix(String key, char type) {
    return Keys.of(key).substring(0, KEY_DIGITS) + type;
  }

  /** Whether a string is longer than {@link #MAX_BYTES}. */
  public static boolean isLong(String value) {
    return value.length() > MAX_BYTES || value.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES;
  }

  private static String cut(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    return HEX.formatHex(Arrays.copyOf(bytes, MAX_BYTES)) + 'x';
  }

  private static String sortable(long value) {
    return HEX.toHexDigits(value ^ Long.MIN_VALUE);
  }

  /** The order is that of {@link Double#compare}. */
  private static String sortable(double value) {
    long bits = Double.doubleToLongBits(value);
    return HEX.toHexDigits(bits < 0 ? ~bits : bits ^ Long.MIN_VALUE);
  }
}
