package dev.arag.index;

import dev.arag.core.internal.fold.Folding;
import dev.arag.core.internal.hash.Sha256;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;

/**
 * Implements the algorithms in docs/index-format.md from their description, independently of the
 * library.
 */
final class FormatRules {
  /** Enough for the texts of the tests; the page lists all scripts without spaces. */
  private static final String UNSPACED = "\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsThai}";

  private static final String IN_WORD = "[[\\p{L}\\p{N}\\p{M}]&&[^" + UNSPACED + "]]";
  private static final String OTHER = "[[^ \\p{L}\\p{N}\\p{M}]" + UNSPACED + "]";
  private static final Pattern PARTS = Pattern.compile("(" + IN_WORD + "+)|" + OTHER + "+");

  private FormatRules() {}

  static int crc(byte[] bytes, int start, int count) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, start, count);
    return (int) crc.getValue();
  }

  static int crc(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return crc(bytes, 0, bytes.length);
  }

  /** Returns the key of an id. */
  static long key(String id) {
    return ByteBuffer.wrap(Sha256.of(id)).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  /** Returns the keys of a folded text without diacritics, each as often as it counts. */
  static List<String> keys(String folded) {
    List<String> keys = new ArrayList<>();
    Matcher parts = PARTS.matcher(folded);
    while (parts.find()) {
      if (parts.group(1) != null) {
        keys.add(parts.group());
      } else {
        int[] others = parts.group().codePoints().toArray();
        for (int i = 0; i < others.length; i++) {
          addOnce(new String(others, i, 1), keys);
          if (i > 0) {
            addOnce(new String(others, i - 1, 2), keys);
          }
        }
      }
    }
    return keys;
  }

  /** Returns the keys of the spaces of a text. */
  static Set<String> spaceKeys(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return IntStream.range(2, utf8.length - 2)
        .filter(i -> utf8[i] == ' ')
        .mapToObj(i -> spaceKey(utf8[i - 2], utf8[i - 1], utf8[i + 1], utf8[i + 2]))
        .collect(Collectors.toSet());
  }

  private static String spaceKey(int a, int b, int c, int d) {
    int number = ((a & 0xff) * 256 + (b & 0xff)) * 65_536 + (c & 0xff) * 256 + (d & 0xff);
    int hash = (number * 0x9e3779b1) >>> 22;
    return "  " + (char) (hash / 32) + (char) (hash % 32);
  }

  /** Returns the rows of bits of groups of keys. */
  static byte[] rows(List<byte[]> groups) {
    int rowBytes = groups.size() < 16 ? 0 : (groups.size() + 7) / 8;
    byte[] rows = new byte[2_048 * rowBytes];
    for (int group = 0; group < groups.size() && rowBytes > 0; group++) {
      byte[] keys = groups.get(group);
      for (int i = -1; i + 2 < keys.length; i++) {
        int triple = row(i < 0 ? 0xff : keys[i] & 0xff, keys[i + 1] & 0xff, keys[i + 2] & 0xff);
        rows[triple * rowBytes + group / 8] |= (byte) (1 << (group % 8));
      }
    }
    return rows;
  }

  static int row(int first, int second, int third) {
    return ((first * 65_536 + second * 256 + third) * 0x9e3779b1) >>> 21;
  }

  private static void addOnce(String key, List<String> keys) {
    if (!keys.contains(key)) {
      keys.add(key);
    }
  }

  /** Returns all code points that fold to the given text on their own, except surrogates. */
  static IntStream foldedTo(String folded) {
    return codePoints(each -> fold(each).equals(folded));
  }

  static IntStream codePoints(IntPredicate condition) {
    return IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
        .filter(each -> each < 0xd800 || each > 0xdfff)
        .filter(condition);
  }

  static String fold(int codePoint) {
    return Folding.fold(Character.toString(codePoint)).text();
  }

  static String foldWithoutDiacritics(int codePoint) {
    return Folding.foldWithoutDiacritics(Character.toString(codePoint)).text();
  }

  /**
   * Returns the letters that become ASCII when diacritics are removed, although Unicode defines no
   * decomposition for them.
   */
  static IntStream plainLetters() {
    return codePoints(
        each -> {
          String letter = Character.toString(each);
          return each >= 0x80
              && fold(each).equals(letter)
              && Normalizer.normalize(letter, Normalizer.Form.NFD).equals(letter)
              && foldWithoutDiacritics(each).chars().anyMatch(unit -> unit < 0x80);
        });
  }

  /** Returns the marks that are removed from decomposed text. */
  static IntStream diacritics() {
    return codePoints(each -> Folding.dropDiacritics(Character.toString(each)).isEmpty());
  }

  /**
   * Maps each code point on its own and returns a checksum of the results. A line feed follows each
   * result.
   */
  static int crcOfAll(IntFunction<String> form) {
    CRC32C crc = new CRC32C();
    codePoints(any -> true)
        .forEach(each -> crc.update((form.apply(each) + "\n").getBytes(StandardCharsets.UTF_8)));
    return (int) crc.getValue();
  }
}
