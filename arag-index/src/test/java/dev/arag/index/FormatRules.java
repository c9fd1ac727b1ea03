package dev.arag.index;

import dev.arag.core.internal.fold.Folding;
import dev.arag.core.internal.hash.Sha256;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;

/**
 * Implements the algorithms in docs/index-format.md from their description, independently of the
 * library.
 */
final class FormatRules {
  private static final long GRAM_MULTIPLIER = 0x9e3779b97f4a7c15L;
  private static final int FIRST_OF_TWO = 0x2e80;

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

  /** Returns the grams of a text in the order in which they occur. */
  static List<String> grams(String text) {
    int[] characters = text.codePoints().toArray();
    List<String> grams = new ArrayList<>();
    for (int i = 0; i < characters.length; i++) {
      int length = characters[i] < FIRST_OF_TWO ? 3 : 2;
      if (i + length <= characters.length) {
        grams.add(new String(characters, i, length));
      }
    }
    return grams;
  }

  static long gramHash(String gram) {
    return gram.codePoints()
        .mapToLong(codePoint -> codePoint)
        .reduce(0, (hash, codePoint) -> (hash + codePoint) * GRAM_MULTIPLIER);
  }

  static int gramKind(String gram) {
    return (int) (gramHash(gram) >>> 49);
  }

  static int row(String gram, int rows) {
    return gramKind(gram) * rows / 32_768;
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
