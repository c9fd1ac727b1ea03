package dev.arag.tika.internal.zip;

import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.apache.tika.parser.microsoft.WordExtractor;
import org.apache.tika.parser.microsoft.ooxml.OOXMLWordAndPowerPointTextHandler;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;

/**
 * The heading levels and lists of the paragraph styles of a document. A style inherits both from
 * the style that it is based on. The names of styles may be translated; outline levels are not.
 */
final class WordStyles extends DefaultHandler {
  private static final String WORD = OOXMLWordAndPowerPointTextHandler.W_NS;

  /** The maximum number of styles that a style is based on; the references may be a cycle. */
  private static final int MAX_BASES = 20;

  private final Map<String, Style> styles = new HashMap<>();
  private @Nullable Style current;

  private static final class Style {
    private @Nullable String base;

    /** The level of a heading; 0 for body text, and -1 if the style inherits it. */
    private int level = -1;

    private int list = -1;
    private int listLevel = -1;
  }

  @Override
  public void startElement(String uri, String local, String name, Attributes attributes) {
    String value = attributes.getValue(WORD, "val");
    if (local.equals("style")) {
      current = new Style();
      styles.put(String.valueOf(attributes.getValue(WORD, "styleId")), current);
    } else if (current != null) {
      switch (local) {
        case "name" -> current.level = levelOfName(value);
        case "basedOn" -> current.base = value;
        case "outlineLvl" -> current.level = number(value) > 8 ? 0 : number(value) + 1;
        case "numId" -> current.list = number(value);
        case "ilvl" -> current.listLevel = number(value);
        default -> {}
      }
    }
  }

  @Override
  public void endElement(String uri, String local, String name) {
    current = local.equals("style") ? null : current;
  }

  private static int levelOfName(@Nullable String name) {
    String tag = WordExtractor.buildParagraphTagAndStyle(name, false).getTag();
    return tag.matches("h[1-6]") ? tag.charAt(1) - '0' : -1;
  }

  /** Returns a number that is not negative, or -1. */
  static int number(@Nullable String value) {
    return value != null && value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : -1;
  }

  /** Returns the level of the heading, from 1 to 9; 0 if the style is not one of headings. */
  int level(@Nullable String style) {
    return Math.max(0, inherited(style, each -> each.level));
  }

  /**
   * Returns the id of the list that numbers the paragraphs of a style; -1 or 0 if there is none.
   */
  int list(@Nullable String style) {
    return inherited(style, each -> each.list);
  }

  /** Returns the level in the list, from 0; -1 if the style has none. */
  int listLevel(@Nullable String style) {
    return inherited(style, each -> each.listLevel);
  }

  private int inherited(@Nullable String id, ToIntFunction<Style> property) {
    Style style = id == null ? null : styles.get(id);
    int value = -1;
    for (int i = 0; i < MAX_BASES && style != null && value < 0; i++) {
      value = property.applyAsInt(style);
      style = style.base == null ? null : styles.get(style.base);
    }
    return value;
  }
}
