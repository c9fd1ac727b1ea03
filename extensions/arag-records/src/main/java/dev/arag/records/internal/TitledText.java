package dev.arag.records.internal;

import dev.arag.index.internal.ingest.PlainHeadings;
import dev.arag.index.internal.ingest.PlainHeadings.Block;
import dev.arag.index.internal.ingest.TextLines;
import java.util.ArrayList;
import java.util.List;

/**
 * The text of a predefined chunk, which may have a title in a field of its own. The title becomes
 * the first line of the text, unless the text begins with the title, and it is the top heading.
 *
 * @param title the title without line breaks; empty if there is none
 * @param text the text with the title
 * @param blocks the blocks below the title, or all blocks if there is no title
 */
record TitledText(String title, String text, List<Block> blocks) {
  static TitledText of(String title, String body) {
    String line = withoutBreaks(title);
    if (line.isEmpty()) {
      return new TitledText("", body, PlainHeadings.findInChunk(body));
    }
    String text = body.startsWith(line) ? body : line + "\n" + body;
    int secondLine = TextLines.next(text, line.length(), text.length());
    return new TitledText(line, text, PlainHeadings.findInParagraphs(text, secondLine));
  }

  private static String withoutBreaks(String title) {
    return title.strip().replaceAll("\\v+", " ");
  }

  boolean hasTitle() {
    return !title.isEmpty();
  }

  /** Returns the headings of a block, outermost first. */
  List<String> path(Block block) {
    List<String> path = new ArrayList<>();
    if (hasTitle()) {
      path.add(title);
    }
    block.title().ifPresent(path::add);
    return path;
  }
}
