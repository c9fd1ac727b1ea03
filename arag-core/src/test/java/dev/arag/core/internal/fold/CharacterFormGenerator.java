package dev.arag.core.internal.fold;

import static dev.arag.core.internal.fold.FoldTablesGenerator.writeNumber;
import static dev.arag.core.internal.fold.FoldTablesGenerator.writeSigned;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.text.Normalizer2;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Writes {@code forms.bin} from the Unicode data of the pinned icu4j version. {@link CharacterForm}
 * describes the layout of this file. After an update of icu4j, run the main method in the directory
 * of this module.
 */
final class CharacterFormGenerator {
  private static final Path TARGET =
      Path.of("src/main/resources/dev/arag/core/internal/fold", CharacterForm.RESOURCE);

  private static final Normalizer2 NFKC = Normalizer2.getNFKCInstance();

  private CharacterFormGenerator() {}

  public static void main(String[] arguments) throws IOException {
    Files.write(TARGET, generate());
  }

  static byte[] generate() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(CharacterForm.MAGIC);
    out.writeInt(CharacterForm.VERSION);
    out.writeUTF(FoldTablesGenerator.unicodeVersion());
    writeCompatible(out);
    writeLower(out);
    writeLowercase(out);
    out.flush();
    return bytes.toByteArray();
  }

  /** Returns the compatibility form of a character according to ICU. */
  static String compatible(int codePoint) {
    return NFKC.normalize(Character.toString(codePoint));
  }

  static boolean isLowercase(int codePoint) {
    return UCharacter.hasBinaryProperty(codePoint, UProperty.LOWERCASE);
  }

  private static void writeCompatible(DataOutputStream out) throws IOException {
    int[] all = where(c -> !compatible(c).equals(Character.toString(c)));
    writeNumber(out, all.length);
    int last = 0;
    for (int codePoint : all) {
      int[] parts = compatible(codePoint).codePoints().toArray();
      writeNumber(out, codePoint - last);
      writeNumber(out, parts.length);
      for (int part : parts) {
        writeSigned(out, part - codePoint);
      }
      last = codePoint;
    }
  }

  private static void writeLower(DataOutputStream out) throws IOException {
    int[] all = where(c -> UCharacter.toLowerCase(c) != c);
    writeNumber(out, all.length);
    int last = 0;
    for (int codePoint : all) {
      writeNumber(out, codePoint - last);
      writeSigned(out, UCharacter.toLowerCase(codePoint) - codePoint);
      last = codePoint;
    }
  }

  private static void writeLowercase(DataOutputStream out) throws IOException {
    int[] edges = where(c -> c > 0 && isLowercase(c) != isLowercase(c - 1));
    writeNumber(out, edges.length);
    int last = 0;
    for (int edge : edges) {
      writeNumber(out, edge - last);
      last = edge;
    }
  }

  private static int[] where(IntPredicate holds) {
    return IntStream.rangeClosed(0, UCharacter.MAX_VALUE).filter(holds).toArray();
  }
}
