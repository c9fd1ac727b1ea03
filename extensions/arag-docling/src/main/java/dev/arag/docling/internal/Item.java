package dev.arag.docling.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** An item of a DoclingDocument, as read so far. References are JSON pointers. */
final class Item {
  private static final Set<String> LAYERS = Set.of("body", "notes");
  private static final Set<String> FURNITURE = Set.of("page_header", "page_footer");

  String label = "";
  String text = "";
  String original = "";
  String marker = "";
  String layer = "body";
  int level = 1;

  /** The number of the page on which it begins; 0 if unknown. */
  int page;

  final List<String> children = new ArrayList<>();
  final List<String> captions = new ArrayList<>();
  final List<String> footnotes = new ArrayList<>();
  final List<Cell> cells = new ArrayList<>();

  /** The text, or the text before Docling has cleaned it if there is no other. */
  String content() {
    return (text.isBlank() ? original : text).strip();
  }

  boolean isShown() {
    return LAYERS.contains(layer) && !FURNITURE.contains(label);
  }
}
