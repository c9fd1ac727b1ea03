package dev.arag.pdf.internal.guard;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.pdfbox.contentstream.operator.OperatorName;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSNumber;
import org.apache.pdfbox.pdmodel.PDResources;
import org.jspecify.annotations.Nullable;

/**
 * Checks a font before PDFBox loads it. A font can declare a width for two billion glyphs in three
 * numbers, and PDFBox would add a map entry for each. Such width tables are removed; text
 * extraction does not need them. Use one instance per file. Not thread-safe.
 */
public final class FontGuard {
  private static final long MAX_WIDTHS = 300_000;

  private final Set<COSDictionary> seen = new HashSet<>();

  /** Checks the font that an operator is about to use. */
  public void before(String operator, List<COSBase> operands, @Nullable PDResources resources) {
    if (resources == null || operands.isEmpty() || !(operands.get(0) instanceof COSName name)) {
      return;
    }
    if (operator.equals(OperatorName.SET_FONT_AND_SIZE)) {
      check(entry(resources, COSName.FONT, name));
    } else if (operator.equals(OperatorName.SET_GRAPHICS_STATE_PARAMS)) {
      COSDictionary state = entry(resources, COSName.EXT_G_STATE, name);
      COSArray font = state == null ? null : state.getCOSArray(COSName.FONT);
      if (font != null && font.size() > 0 && font.getObject(0) instanceof COSDictionary inner) {
        check(inner);
      }
    }
  }

  private static @Nullable COSDictionary entry(PDResources resources, COSName kind, COSName name) {
    COSDictionary all = resources.getCOSObject().getCOSDictionary(kind);
    return all == null ? null : all.getCOSDictionary(name);
  }

  private void check(@Nullable COSDictionary font) {
    COSArray inner = font == null ? null : font.getCOSArray(COSName.DESCENDANT_FONTS);
    if (font == null || !seen.add(font) || inner == null || inner.size() == 0) {
      return;
    }
    if (inner.getObject(0) instanceof COSDictionary descendant) {
      checkWidths(descendant, COSName.W, 1);
      checkWidths(descendant, COSName.W2, 3);
    }
  }

  private static void checkWidths(COSDictionary font, COSName key, int numbers) {
    COSArray widths = font.getCOSArray(key);
    if (widths != null && count(widths, numbers) > MAX_WIDTHS) {
      font.removeItem(key);
    }
  }

  /**
   * Counts the glyphs that a table declares widths for. Its entries are {@code first [width ...]}
   * or {@code first last width}.
   *
   * @param numbers the number of values per glyph: 1 in {@code W}, 3 in {@code W2}
   */
  private static long count(COSArray widths, int numbers) {
    long count = 0;
    int at = 0;
    while (at + 1 < widths.size()) {
      COSBase second = widths.getObject(at + 1);
      if (second instanceof COSArray list) {
        count += list.size();
        at += 2;
      } else {
        count += 1 + Math.max(0, number(second) - number(widths.getObject(at)));
        at += 2 + numbers;
      }
    }
    return count;
  }

  private static long number(COSBase value) {
    return value instanceof COSNumber number ? number.longValue() : 0;
  }
}
