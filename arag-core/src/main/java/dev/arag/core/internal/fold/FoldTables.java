package dev.arag.core.internal.fold;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The Unicode data of this package, read once from the resource {@code unicode.bin}, version 1.
 * Numbers are unsigned LEB128 unless stated otherwise. Signed numbers are zigzag-encoded LEB128.
 *
 * <pre>
 * header   int32 magic | int32 version, both big-endian | UTF of the Unicode version
 * shifts   count | for each: signed difference of folded and original code point; the first is 0
 * words    count | for each: the word; its layout is below
 * runs     count | for each: number of code points, index of their word; all of U+0000..10FFFF
 * pairs    count | for each: difference from the previous code point in the list,
 *                  number of parts (1 or 2), signed difference of each part from the code point
 * </pre>
 *
 * A word contains the properties of a code point. The general category is numbered as in ICU: after
 * category Cf, each number is one less than in {@link Character}. {@code pairs} contains the
 * canonical decompositions, one level deep, in code point order. Hangul syllables are not included,
 * because their decompositions are computed.
 */
final class FoldTables {
  static final FoldTables INSTANCE = load();

  static final int MAGIC = 0x41464C44;
  static final int VERSION = 1;
  static final String RESOURCE = "unicode.bin";

  // The layout of a word, starting with the lowest bit. FoldTablesGenerator writes the same layout.
  static final int CATEGORY_MASK = 0x1F;
  static final int LATIN = 1 << 5;
  static final int UNSPACED = 1 << 6;
  static final int INVISIBLE = 1 << 7;
  static final int JOINER = 1 << 8;
  static final int WHITE_SPACE = 1 << 9;
  static final int CLASS_SHIFT = 10;
  static final int CLASS_MASK = 0xFF << CLASS_SHIFT;

  /** The code point may compose with a preceding character in NFC. */
  static final int JOINS = 1 << 18;

  /** The code point never occurs in NFC text. */
  static final int DECOMPOSES = 1 << 19;

  /**
   * The code point may be reordered or composed with preceding characters, so normalization cannot
   * start at it.
   */
  static final int INNER = 1 << 20;

  /** The code point changes when diacritics are removed. */
  static final int ACCENTED = 1 << 21;

  static final int SHIFT_SHIFT = 22;

  private static final int HANGUL_BASE = 0xAC00;
  private static final int LEADING_BASE = 0x1100;
  private static final int VOWEL_BASE = 0x1161;
  private static final int TRAILING_BASE = 0x11A7;
  private static final int LEADING_COUNT = 19;
  private static final int VOWEL_COUNT = 21;
  private static final int TRAILING_COUNT = 28;
  private static final int HANGUL_COUNT = LEADING_COUNT * VOWEL_COUNT * TRAILING_COUNT;

  private final String unicodeVersion;
  private final int[] shifts;
  private final WordTrie words;
  private final int[] decomposed;
  private final int[][] decompositions;
  private final long[] pairs;
  private final int[] composites;

  private FoldTables(DataInputStream in) throws IOException {
    requireHeader(in.readInt(), in.readInt());
    unicodeVersion = in.readUTF();
    shifts = readSigned(in, readNumber(in));
    words = readWords(in);
    int count = readNumber(in);
    decomposed = new int[count];
    decompositions = new int[count][];
    readDecompositions(in);
    pairs = findPairs();
    composites = new int[pairs.length];
    expandDecompositions();
  }

  private static FoldTables load() {
    try (InputStream in = FoldTables.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(
            "The arag-core JAR is incomplete: it does not contain the resource " + RESOURCE);
      }
      return new FoldTables(new DataInputStream(new BufferedInputStream(in)));
    } catch (IOException e) {
      throw new IllegalStateException(
          "The arag-core JAR is corrupt: cannot read the resource " + RESOURCE, e);
    }
  }

  private static void requireHeader(int magic, int version) throws IOException {
    if (magic != MAGIC || version != VERSION) {
      throw new IOException("not a version " + VERSION + " table: " + magic + ", " + version);
    }
  }

  String unicodeVersion() {
    return unicodeVersion;
  }

  /** Returns the properties of a code point or lone surrogate. */
  int word(int codePoint) {
    return words.word(codePoint);
  }

  /** Returns the folded form of a single code point: folds case, white space, quotes and dashes. */
  int fold(int codePoint, int word) {
    return codePoint + shifts[word >>> SHIFT_SHIFT];
  }

  int combiningClass(int codePoint) {
    return combiningClassOf(word(codePoint));
  }

  static int combiningClassOf(int word) {
    return (word & CLASS_MASK) >>> CLASS_SHIFT;
  }

  /** Returns the full canonical decomposition, or null if the code point has none. */
  int @Nullable [] decomposition(int codePoint) {
    int hangul = codePoint - HANGUL_BASE;
    if (hangul >= 0 && hangul < HANGUL_COUNT) {
      return decomposeHangul(hangul);
    }
    int index = Arrays.binarySearch(decomposed, codePoint);
    return index < 0 ? null : decompositions[index];
  }

  private static int[] decomposeHangul(int syllable) {
    int leading = LEADING_BASE + syllable / (VOWEL_COUNT * TRAILING_COUNT);
    int vowel = VOWEL_BASE + syllable / TRAILING_COUNT % VOWEL_COUNT;
    int trailing = syllable % TRAILING_COUNT;
    return trailing == 0
        ? new int[] {leading, vowel}
        : new int[] {leading, vowel, TRAILING_BASE + trailing};
  }

  /** Returns the canonical composition of two characters, or -1 if they do not compose. */
  int compose(int first, int second) {
    if ((word(second) & JOINS) == 0) {
      return -1;
    }
    int hangul = composeHangul(first, second);
    if (hangul >= 0) {
      return hangul;
    }
    int index = Arrays.binarySearch(pairs, pair(first, second));
    return index < 0 ? -1 : composites[index];
  }

  private static int composeHangul(int first, int second) {
    int leading = first - LEADING_BASE;
    int vowel = second - VOWEL_BASE;
    if (leading >= 0 && leading < LEADING_COUNT && vowel >= 0 && vowel < VOWEL_COUNT) {
      return HANGUL_BASE + (leading * VOWEL_COUNT + vowel) * TRAILING_COUNT;
    }
    int syllable = first - HANGUL_BASE;
    int trailing = second - TRAILING_BASE;
    boolean open = syllable >= 0 && syllable < HANGUL_COUNT && syllable % TRAILING_COUNT == 0;
    return open && trailing > 0 && trailing < TRAILING_COUNT ? first + trailing : -1;
  }

  private static long pair(int first, int second) {
    return ((long) first << 32) | second;
  }

  private static WordTrie readWords(DataInputStream in) throws IOException {
    int[] distinct = readNumbers(in, readNumber(in));
    WordTrie words = new WordTrie();
    for (int runs = readNumber(in); runs > 0; runs--) {
      int count = readNumber(in);
      words.append(distinct[readNumber(in)], count);
    }
    if (!words.isComplete()) {
      throw new IOException("the runs do not cover all code points");
    }
    return words;
  }

  private void readDecompositions(DataInputStream in) throws IOException {
    int codePoint = 0;
    for (int i = 0; i < decomposed.length; i++) {
      codePoint += readNumber(in);
      decomposed[i] = codePoint;
      decompositions[i] = readSigned(in, readNumber(in));
      for (int k = 0; k < decompositions[i].length; k++) {
        decompositions[i][k] += codePoint;
      }
    }
  }

  private long[] findPairs() {
    long[] found = new long[decomposed.length];
    int count = 0;
    for (int i = 0; i < decomposed.length; i++) {
      if (composes(i)) {
        found[count++] = pair(decompositions[i][0], decompositions[i][1]);
      }
    }
    long[] sorted = Arrays.copyOf(found, count);
    Arrays.sort(sorted);
    return sorted;
  }

  private boolean composes(int index) {
    return decompositions[index].length == 2 && (word(decomposed[index]) & DECOMPOSES) == 0;
  }

  /** Records the composition of each pair, then expands the decompositions fully. */
  private void expandDecompositions() {
    for (int i = 0; i < decomposed.length; i++) {
      if (composes(i)) {
        int[] parts = decompositions[i];
        composites[Arrays.binarySearch(pairs, pair(parts[0], parts[1]))] = decomposed[i];
      }
    }
    for (int i = 0; i < decomposed.length; i++) {
      decompositions[i] = expand(decompositions[i]);
    }
  }

  /** Expands a decomposition fully. In Unicode, only the first part can decompose further. */
  private int[] expand(int[] parts) {
    int index = Arrays.binarySearch(decomposed, parts[0]);
    if (index < 0) {
      return parts;
    }
    int[] first = expand(decompositions[index]);
    int[] all = Arrays.copyOf(first, first.length + parts.length - 1);
    System.arraycopy(parts, 1, all, first.length, parts.length - 1);
    return all;
  }

  static int[] readNumbers(DataInputStream in, int count) throws IOException {
    int[] numbers = new int[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = readNumber(in);
    }
    return numbers;
  }

  static int[] readSigned(DataInputStream in, int count) throws IOException {
    int[] numbers = readNumbers(in, count);
    for (int i = 0; i < count; i++) {
      numbers[i] = (numbers[i] >>> 1) ^ -(numbers[i] & 1);
    }
    return numbers;
  }

  static int readNumber(DataInputStream in) throws IOException {
    int number = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int next = in.readUnsignedByte();
      number |= (next & 0x7F) << shift;
      if (next < 0x80) {
        return number;
      }
    }
    throw new IOException("a number is longer than five bytes");
  }
}
