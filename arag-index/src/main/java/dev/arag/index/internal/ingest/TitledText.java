package dev.arag.index.internal.ingest;

import dev.arag.index.internal.ingest.PlainHeadings.Block;
import java.util.ArrayList;
import java.util.List;

/**
 * The text of a record or a ready-made chunk, which may have a title in a field of its own. The
 * title becomes the first line of the text, unless the text begins with the title, and it is the
 * top heading.
 *
 * @param title the title without line breaks; empty if there is none
 * @param text the text with the title
 * @param blocks the blocks below the title, or all blocks if there is no title
 */
public record TitledText(String title, String text, List<Block> blocks) {
  public static TitledText ofRecord(String title, String body) {
    String line = withoutBreaks(title);
    String text = text(line, body);
    return new TitledText(
        line,
        text,
        line.isEmpty()
            ? PlainHeadings.findInRecord(text)
            : PlainHeadings.find(text, below(line, text), text.length()));
  }

  static TitledText ofChunk(String title, String body) {
    String line = withoutBreaks(title);
    String text = text(line, body);
    return new TitledText(
        line,
        text,
        line.isEmpty()
            ? PlainHeadings.findInChunk(text)
            : PlainHeadings.findInParagraphs(text, below(line, text)));
  }

  private static String withoutBreaks(String title) {
    return title.strip().replaceAll("[\\n\\r\\f\\u000B\\u0085\\u2028\\u2029]+", " ");
  }

  private static String text(String title, String body) {
    return title.isEmpty() || body.startsWith(title) ? body : title + "\n" + body;
  }

  /** Returns the start of the second line. */
  private static int below(String title, String text) {
    return TextLines.next(text, title.length(), text.length());
  }

  public boolean hasTitle() {
    return !title.isEmpty();
  }

  /** Returns the headings of a block, outermost first. */
  public List<String> path(Block block) {
    List<String> path = new ArrayList<>();
    if (hasTitle()) {
      path.add(title);
    }
    block.title().ifPresent(path::add);
    return path;
  }
}
