package dev.arag.core.internal.fold;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Maps single characters to other forms in the pinned Unicode version. Every method accepts all
 * code points, including surrogates. Thread-safe.
 *
 * <p>The data is read once from the resource {@code forms.bin}. Numbers are encoded as in {@link
 * FoldTables}. A "distance" is the difference from the previous code point in the list.
 *
 * <pre>
 * header      int32 magic | int32 version, both big-endian | UTF of the Unicode version
 * compatible  count | for each: distance, length of the form,
 *                     signed difference of each part of the form from the code point
 * lower       count | for each: distance, signed difference of the lower case from the code point
 * lowercase   count | distances: alternating starts and ends of runs with the property Lowercase
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
        throw new IllegalStateException(
            "The arag-core JAR is incomplete: it does not contain the resource " + RESOURCE);
      }
      return new CharacterForm(new DataInputStream(new BufferedInputStream(in)));
    } catch (IOException e) {
      throw new IllegalStateException(
          "The arag-core JAR is corrupt: cannot read the resource " + RESOURCE, e);
    }
  }

  private static void requireHeader(DataInputStream in) throws IOException {
    int magic = in.readInt();
    int version = in.readInt();
    String unicode = in.readUTF();
    if (magic != MAGIC || version != VERSION || !unicode.equals(Folding.UNICODE_VERSION)) {
      throw new IOException(
          "not a version " + VERSION + " table: " + magic + ", " + version + ", " + unicode);
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

  /**
   * Returns the compatibility form (NFKC) of a character, or the character itself if it has none.
   */
  public static String compatible(int codePoint) {
    int index = Arrays.binarySearch(INSTANCE.incompatible, codePoint);
    return index < 0 ? Character.toString(codePoint) : INSTANCE.compatible[index];
  }

  /**
   * Returns the simple lower-case mapping of a character, or the character itself if it has none.
   */
  public static int lowerCase(int codePoint) {
    int index = Arrays.binarySearch(INSTANCE.cased, codePoint);
    return index < 0 ? codePoint : INSTANCE.lower[index];
  }

  /**
   * Whether a code point has the property Lowercase. In addition to lower-case letters, modifier
   * letters, Roman numerals and circled letters may have this property.
   */
  public static boolean isLowercase(int codePoint) {
    int index = Arrays.binarySearch(INSTANCE.lowercaseEdges, codePoint);
    int edges = index < 0 ? -index - 1 : index + 1;
    return edges % 2 == 1;
  }

  /**
   * Returns the value of a decimal digit of any script. In Unicode, the ten digits of a script are
   * consecutive and in ascending order. If the digits of two scripts are adjacent, each set has ten
   * digits, so the remainder of a division by ten is the value.
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
