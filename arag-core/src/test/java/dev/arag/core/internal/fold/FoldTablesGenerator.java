package dev.arag.core.internal.fold;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.lang.UScript;
import com.ibm.icu.text.Normalizer;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.util.VersionInfo;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes {@code unicode.bin} from the Unicode data of the pinned icu4j version. {@link FoldTables}
 * describes the layout of this file. After an update of icu4j, run the main method in the directory
 * of this module and update {@link Folding#UNICODE_VERSION}.
 */
final class FoldTablesGenerator {
  private static final Path TARGET =
      Path.of("src/main/resources/dev/arag/core/internal/fold", FoldTables.RESOURCE);

  private static final int[] UNSPACED_SCRIPTS = {
    UScript.HAN,
    UScript.HIRAGANA,
    UScript.KATAKANA,
    UScript.THAI,
    UScript.LAO,
    UScript.KHMER,
    UScript.MYANMAR
  };

  private static final Normalizer2 NFC = Normalizer2.getNFCInstance();

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(bytes);
  private final Map<Integer, Integer> shifts = new LinkedHashMap<>(Map.of(0, 0));

  private FoldTablesGenerator() {}

  public static void main(String[] arguments) throws IOException {
    Files.createDirectories(TARGET.getParent());
    Files.write(TARGET, generate());
  }

  static byte[] generate() throws IOException {
    FoldTablesGenerator generator = new FoldTablesGenerator();
    generator.write();
    return generator.bytes.toByteArray();
  }

  static String unicodeVersion() {
    VersionInfo version = UCharacter.getUnicodeVersion();
    return version.getMajor() + "." + version.getMinor();
  }

  private void write() throws IOException {
    out.writeInt(FoldTables.MAGIC);
    out.writeInt(FoldTables.VERSION);
    out.writeUTF(unicodeVersion());
    int[] words = new int[UCharacter.MAX_VALUE + 1];
    for (int codePoint = 0; codePoint < words.length; codePoint++) {
      words[codePoint] = word(codePoint);
    }
    writeNumber(shifts.size());
    for (int shift : shifts.keySet()) {
      writeSigned(shift);
    }
    writeWords(words);
    writePairs();
    out.flush();
  }

  private int word(int codePoint) {
    int word = UCharacter.getType(codePoint);
    word |= flag(UScript.getScript(codePoint) == UScript.LATIN, FoldTables.LATIN);
    word |= flag(isUnspaced(codePoint), FoldTables.UNSPACED);
    word |= flag(isInvisible(codePoint), FoldTables.INVISIBLE);
    word |= flag(isJoiner(codePoint), FoldTables.JOINER);
    word |= flag(isWhiteSpace(codePoint), FoldTables.WHITE_SPACE);
    word |= NFC.getCombiningClass(codePoint) << FoldTables.CLASS_SHIFT;
    word |= flag(quickCheck(codePoint) == Normalizer.MAYBE, FoldTables.JOINS);
    word |= flag(quickCheck(codePoint) == Normalizer.NO, FoldTables.DECOMPOSES);
    word |= flag(isInner(codePoint), FoldTables.INNER);
    word |= flag(isAccented(codePoint), FoldTables.ACCENTED);
    int shift = folded(codePoint) - codePoint;
    int index = shifts.computeIfAbsent(shift, unknown -> shifts.size());
    if (index >= 1 << (Integer.SIZE - FoldTables.SHIFT_SHIFT)) {
      throw new IllegalStateException(
          "There are too many different shifts to store their index in a word.");
    }
    return word | index << FoldTables.SHIFT_SHIFT;
  }

  private static int flag(boolean set, int flag) {
    return set ? flag : 0;
  }

  /**
   * Checks script extensions, because the script property of the Japanese sound marks is Common.
   */
  private static boolean isUnspaced(int codePoint) {
    if (UScript.hasScript(codePoint, UScript.LATIN)) {
      return false;
    }
    for (int script : UNSPACED_SCRIPTS) {
      if (UScript.hasScript(codePoint, script)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isInvisible(int codePoint) {
    boolean ignorable =
        UCharacter.hasBinaryProperty(codePoint, UProperty.DEFAULT_IGNORABLE_CODE_POINT);
    boolean annotation = codePoint >= 0xFFF9 && codePoint <= 0xFFFB;
    return (ignorable || annotation) && !isJoiner(codePoint);
  }

  private static boolean isJoiner(int codePoint) {
    return codePoint == 0x200C || codePoint == 0x200D;
  }

  private static boolean isWhiteSpace(int codePoint) {
    return UCharacter.hasBinaryProperty(codePoint, UProperty.WHITE_SPACE);
  }

  private static Normalizer.QuickCheckResult quickCheck(int codePoint) {
    return NFC.quickCheck(Character.toString(codePoint));
  }

  /**
   * Whether normalization may reorder or compose a character, or its decomposition, with preceding
   * characters.
   */
  private static boolean isInner(int codePoint) {
    String decomposition = NFC.getDecomposition(codePoint);
    int first = decomposition == null ? codePoint : decomposition.codePointAt(0);
    return interactsWithPreceding(codePoint) || interactsWithPreceding(first);
  }

  private static boolean interactsWithPreceding(int codePoint) {
    return NFC.getCombiningClass(codePoint) != 0 || quickCheck(codePoint) == Normalizer.MAYBE;
  }

  private static boolean isAccented(int codePoint) {
    String decomposition = NFC.getDecomposition(codePoint);
    return (decomposition == null ? Character.toString(codePoint) : decomposition)
        .codePoints()
        .anyMatch(part -> isDiacritic(part) || PlainLetters.of(part) != null);
  }

  /**
   * Whether a code point is a nonspacing mark with the combining class of an overlay, a nukta, a
   * Hebrew, Arabic or Syriac point, or an accent. Marks with other classes are not diacritics:
   * vowel signs, viramas, tone marks and voicing marks.
   */
  static boolean isDiacritic(int codePoint) {
    int combiningClass = NFC.getCombiningClass(codePoint);
    boolean accent =
        combiningClass == 1
            || combiningClass == 7
            || combiningClass >= 10 && combiningClass <= 36
            || combiningClass >= 200;
    return accent && UCharacter.getType(codePoint) == UCharacterCategory.NON_SPACING_MARK;
  }

  /** Returns the folded form of a single code point. */
  static int folded(int codePoint) {
    if (isWhiteSpace(codePoint)) {
      return ' ';
    }
    return switch (codePoint) {
      case 0x130 -> 'i';
      case 0x2018, 0x2019, 0x201A, 0x201B, 0x2BB, 0x2BC, 0x2032 -> '\'';
      case 0x201C, 0x201D, 0x201E, 0x201F, 0x2033 -> '"';
      case 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015 -> '-';
      case 0x2043, 0x2212, 0x2E3A, 0x2E3B, 0xFE58, 0xFE63, 0xFF0D -> '-';
      default -> UCharacter.foldCase(codePoint, true);
    };
  }

  private void writeWords(int[] words) throws IOException {
    Map<Integer, Integer> distinct = new LinkedHashMap<>();
    List<int[]> runs = new ArrayList<>();
    for (int word : words) {
      int index = distinct.computeIfAbsent(word, unknown -> distinct.size());
      if (runs.isEmpty() || runs.get(runs.size() - 1)[1] != index) {
        runs.add(new int[] {0, index});
      }
      runs.get(runs.size() - 1)[0]++;
    }
    writeNumber(distinct.size());
    for (int word : distinct.keySet()) {
      writeNumber(word);
    }
    writeNumber(runs.size());
    for (int[] run : runs) {
      writeNumber(run[0]);
      writeNumber(run[1]);
    }
  }

  private void writePairs() throws IOException {
    Map<Integer, String> pairs = new LinkedHashMap<>();
    for (int codePoint = 0; codePoint <= UCharacter.MAX_VALUE; codePoint++) {
      String parts = isHangulSyllable(codePoint) ? null : NFC.getRawDecomposition(codePoint);
      if (parts != null) {
        pairs.put(codePoint, parts);
      }
    }
    writeNumber(pairs.size());
    int last = 0;
    for (Map.Entry<Integer, String> pair : pairs.entrySet()) {
      writeNumber(pair.getKey() - last);
      last = pair.getKey();
      int[] parts = pair.getValue().codePoints().toArray();
      writeNumber(parts.length);
      for (int part : parts) {
        writeSigned(part - last);
      }
    }
  }

  private static boolean isHangulSyllable(int codePoint) {
    return codePoint >= 0xAC00 && codePoint <= 0xD7A3;
  }

  private void writeSigned(int number) throws IOException {
    writeSigned(out, number);
  }

  private void writeNumber(int number) throws IOException {
    writeNumber(out, number);
  }

  static void writeSigned(DataOutputStream out, int number) throws IOException {
    writeNumber(out, number << 1 ^ number >> 31);
  }

  static void writeNumber(DataOutputStream out, int number) throws IOException {
    int rest = number;
    while ((rest & ~0x7F) != 0) {
      out.writeByte(rest & 0x7F | 0x80);
      rest >>>= 7;
    }
    out.writeByte(rest);
  }
}
