package dev.arag.core.internal.fold;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Mappings of single characters to other forms in the pinned Unicode version. Every method accepts
 * any int from 0 to U+10FFFF, including surrogates. Safe for use by several threads.
 *
 * <p>The data is read once from the resource {@code forms.bin}. Numbers are encoded as in {@link
 * FoldTables}; a distance is relative to the previous code point.
 *
 * <pre>
 * header      int32 magic | int32 version, both big-endian | UTF of the Unicode version
 * compatible  count | distance, length, and that many signed distances from the code point
 * lower       count | distance and signed distance from the code point
 * lowercase   count | distances: where runs with the property Lowercase begin and end, in turn
 * </pre>
 */
public final class CharacterForm {
  static final int MAGIC = 0x41464D46;
  static final int VERSION = 1;
  static final String RESOURCE = "forms.bin";

  private static final CharacterForm INSTANCE = load();

  private final int[] incompatible;
  private final String[] compatible;
  private final int[] cased;
  private final int[] lower;
  private final int[] lowercaseEdges;

  private CharacterForm(DataInputStream in) throws IOException {
    requireHeader(in);
    incompatible = new int[FoldTables.readNumber(in)];
    compatible = new String[incompatible.length];
    readCompatible(in);
    cased = new int[FoldTables.readNumber(in)];
    lower = new int[cased.length];
    readLower(in);
    lowercaseEdges = FoldTables.readNumbers(in, FoldTables.readNumber(in));
    Arrays.parallelPrefix(lowercaseEdges, Integer::sum);
  }

  private static CharacterForm load() {
    try (InputStream in = CharacterForm.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("arag-core is incomplete: no resource " + RESOURCE);
      }
      return new CharacterForm(new DataInputStream(new BufferedInputStream(in)));
    } catch (IOException e) {
      throw new IllegalStateException("arag-core is damaged: cannot read " + RESOURCE, e);
    }
  }

  private static void requireHeader(DataInputStream in) throws IOException {
    int magic = in.readInt();
    int version = in.readInt();
    String unicode = in.readUTF();
    if (magic != MAGIC || version != VERSION || !unicode.equals(Folding.UNICODE_VERSION)) {
      throw new IOException(
          "not version " + VERSION + ": " + magic + ", " + version + ", " + unicode);
    }
  }

  private void readCompatible(DataInputStream in) throws IOException {
    int codePoint = 0;
    for (int i = 0; i < incompatible.length; i++) {
      codePoint += FoldTables.readNumber(in);
      incompatible[i] = codePoint;
      int[] parts = FoldTables.readSigned(in, FoldTables.readNumber(in));
      for (int k = 0; k < parts.length; k++) {
        parts[k] += codePoint;
      }
      compatible[i] = new String(parts, 0, parts.length);
    }
  }

  private void readLower(DataInputStream in) throws IOException {
    int codePoint = 0;
    for (int i = 0; i < cased.length; i++) {
      codePoint += FoldTables.readNumber(in);
      cased[i] = codePoint;
      lower[i] = codePoint + FoldTables.readSigned(in, 1)[0];
    }
  }

  /** The compatibility form (NFKC) of a character; the character itself if it has none. */
  public static String compatible(int codePoint) {
    int index = Arrays.binarySearch(INSTANCE.incompatible, codePoint);
    return index < 0 ? Character.toString(codePoint) : INSTANCE.compatible[index];
  }

  /** The simple lower-case mapping of a character; the character itself if it has none. */
  public static int lowerCase(int codePoint) {
    int index = Arrays.binarySearch(INSTANCE.cased, codePoint);
    return index < 0 ? codePoint : INSTANCE.lower[index];
  }

  /**
   * The property Lowercase: lower-case letters, including modifiers, numerals and circled letters.
   */
  public static boolean isLowercase(int codePoint) {
    int index = Arrays.binarySearch(INSTANCE.lowercaseEdges, codePoint);
    int edges = index < 0 ? -index - 1 : index + 1;
    return edges % 2 == 1;
  }

  /**
   * The value of a decimal digit of any script. The ten digits of a script are consecutive and in
   * order; adjacent sets have ten digits each.
   *
   * @param codePoint a digit according to {@link CharacterClass#isDigit}
   */
  public static int digit(int codePoint) {
    int first = codePoint;
    while (CharacterClass.isDigit(first - 1)) {
      first--;
    }
    return (codePoint - first) % 10;
  }
}
