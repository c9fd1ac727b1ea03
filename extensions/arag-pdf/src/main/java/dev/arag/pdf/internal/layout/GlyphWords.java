package dev.arag.pdf.internal.layout;

import dev.arag.core.internal.fold.CharacterClass;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDFontDescriptor;
import org.apache.pdfbox.text.TextPosition;

/** Makes words with boxes from the glyphs of a page. */
final class GlyphWords {
  private static final char REPLACEMENT = '\uFFFD';
  private static final float ASCENT = 0.75f;
  private static final float DESCENT = 0.22f;
  private static final int BOLD_WEIGHT = 600;
  private static final Pattern ITALIC = Pattern.compile("ital|obliq");
  private static final Pattern BOLD = Pattern.compile("bold|black|heavy|demi(?!r)");

  private final int rotation;
  private final Map<PDFont, Style> styles = new IdentityHashMap<>();
  private int unknown;

  private record Style(boolean bold, boolean italic) {}

  /**
   * @param rotation the rotation of the page, in degrees
   */
  GlyphWords(int rotation) {
    this.rotation = rotation;
  }

  /** Returns the number of control characters in the text. */
  int unknown() {
    return unknown;
  }

  /** Whether a glyph is not upright on the page as displayed. */
  boolean isTurned(TextPosition glyph) {
    return turn(glyph) != 0;
  }

  private int turn(TextPosition glyph) {
    return Math.floorMod(Math.round(glyph.getDir()) - rotation, 360);
  }

  /**
   * Adds the words of a text.
   *
   * @param text the text in logical order
   * @param glyphs the glyphs of the text in drawing order; a glyph may be several characters
   */
  void addWords(String text, List<TextPosition> glyphs, List<Word> words) {
    List<String> tokens = tokens(text);
    List<Box> boxes = boxes(glyphs);
    if (tokens.size() != boxes.size()) {
      boxes = shares(boxes, tokens);
    }
    boolean reversed = !tokens.isEmpty() && isReversed(tokens, boxes);
    for (int i = 0; i < tokens.size(); i++) {
      Box box = boxes.get(reversed ? tokens.size() - 1 - i : i);
      words.add(box.word(tokens.get(i)));
    }
  }

  private List<String> tokens(String text) {
    List<String> tokens = new ArrayList<>();
    StringBuilder token = new StringBuilder();
    for (int i = 0; i <= text.length(); i++) {
      char unit = i < text.length() ? text.charAt(i) : ' ';
      if (CharacterClass.isWhiteSpace(unit)) {
        if (!token.isEmpty()) {
          tokens.add(token.toString());
          token.setLength(0);
        }
      } else if (Character.getType(unit) == Character.CONTROL) {
        token.append(REPLACEMENT);
        unknown++;
      } else {
        token.append(unit);
      }
    }
    return tokens;
  }

  private List<Box> boxes(List<TextPosition> glyphs) {
    List<Box> boxes = new ArrayList<>();
    Box open = null;
    for (TextPosition glyph : glyphs) {
      if (isSpace(glyph.getUnicode())) {
        open = null;
      } else {
        if (open == null) {
          open = new Box();
          boxes.add(open);
        }
        open.add(glyph);
      }
    }
    return boxes;
  }

  private static boolean isSpace(String text) {
    return text.chars().allMatch(unit -> CharacterClass.isWhiteSpace((char) unit));
  }

  /** Divides the box around all glyphs by the lengths of the words. */
  private List<Box> shares(List<Box> boxes, List<String> tokens) {
    Box whole = new Box();
    boxes.forEach(whole::add);
    float length = tokens.stream().mapToInt(String::length).sum();
    List<Box> shares = new ArrayList<>();
    int before = 0;
    for (String token : tokens) {
      shares.add(whole.part(before / length, (before + token.length()) / length));
      before += token.length();
    }
    return shares;
  }

  /** Whether the first words are the last ones as displayed, as in a line from right to left. */
  private static boolean isReversed(List<String> tokens, List<Box> boxes) {
    String first = boxes.get(0).text.toString();
    return tokens.size() > 1
        && !first.equals(tokens.get(0))
        && tokens.get(0).codePoints().anyMatch(Word::isRightToLeft)
        && !new StringBuilder(first).reverse().toString().equals(tokens.get(0));
  }

  private Style style(PDFont font) {
    return styles.computeIfAbsent(
        font,
        each -> {
          String name = each.getName() == null ? "" : each.getName().toLowerCase(Locale.ROOT);
          PDFontDescriptor descriptor = each.getFontDescriptor();
          boolean heavy =
              descriptor != null
                  && (descriptor.isForceBold() || descriptor.getFontWeight() >= BOLD_WEIGHT);
          boolean slanted = descriptor != null && descriptor.isItalic();
          return new Style(
              heavy || BOLD.matcher(name).find(), slanted || ITALIC.matcher(name).find());
        });
  }

  private final class Box {
    private final StringBuilder text = new StringBuilder();
    private float left = Float.MAX_VALUE;
    private float top = Float.MAX_VALUE;
    private float right = -Float.MAX_VALUE;
    private float bottom = -Float.MAX_VALUE;
    private float fontSize;
    private int boldGlyphs;
    private int italicGlyphs;
    private int glyphs;

    void add(TextPosition glyph) {
      text.append(glyph.getUnicode());
      float size = Math.abs(glyph.getYScale());
      float x = glyph.getX();
      float y = glyph.getY();
      float width = glyph.getWidthDirAdj();
      float up = ASCENT * size;
      float down = DESCENT * size;
      switch (turn(glyph)) {
        case 0 -> include(x, y - up, x + width, y + down);
        case 90 -> include(x - up, y - width, x + down, y);
        case 180 -> include(x - width, y - down, x, y + up);
        default -> include(x - down, y, x + up, y + width);
      }
      fontSize = Math.max(fontSize, size);
      glyphs++;
      Style style = style(glyph.getFont());
      boldGlyphs += style.bold() ? 1 : 0;
      italicGlyphs += style.italic() ? 1 : 0;
    }

    void add(Box other) {
      include(other.left, other.top, other.right, other.bottom);
      fontSize = Math.max(fontSize, other.fontSize);
      glyphs += other.glyphs;
      boldGlyphs += other.boldGlyphs;
      italicGlyphs += other.italicGlyphs;
    }

    private void include(float left, float top, float right, float bottom) {
      this.left = Math.min(this.left, left);
      this.top = Math.min(this.top, top);
      this.right = Math.max(this.right, right);
      this.bottom = Math.max(this.bottom, bottom);
    }

    Box part(float from, float to) {
      Box part = new Box();
      part.add(this);
      part.left = left + (right - left) * from;
      part.right = left + (right - left) * to;
      return part;
    }

    Word word(String word) {
      boolean bold = 2 * boldGlyphs > glyphs;
      boolean italic = 2 * italicGlyphs > glyphs;
      return new Word(word, left, top, right, bottom, fontSize, bold, italic);
    }
  }
}
