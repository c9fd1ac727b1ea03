package dev.arag.pdf.internal.text;

import dev.arag.core.text.PageLayout;
import dev.arag.pdf.internal.layout.PageContent;
import dev.arag.pdf.internal.layout.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Records where the words of a text are on its pages, while the text is written. Words that follow
 * each other side by side are a line. Words far outside of the page are left out.
 */
final class WordPlaces {
  /** No page is larger; a hostile file may have any coordinates, in points. */
  private static final float MAX_DISTANCE = 100_000;

  private final StringBuilder text;
  private final List<PageLayout> layouts = new ArrayList<>();
  private final List<Placed> line = new ArrayList<>();
  private @Nullable PageContent page;
  private @Nullable PageContent next;
  private PageLayout.@Nullable Builder layout;
  private float top;
  private float bottom;

  private record Placed(Word word, int start, int end) {}

  /**
   * @param text the text, to which the caller appends
   */
  WordPlaces(StringBuilder text) {
    this.text = text;
  }

  /** Begins a page, to which the next words belong. */
  void page(PageContent next) {
    this.next = next;
  }

  /** Ends the last page and returns the layouts of all pages. */
  List<PageLayout> layouts() {
    endPage(text.length());
    return layouts;
  }

  private void endPage(int end) {
    endLine(end);
    page = next;
    if (layout != null) {
      layouts.add(layout.build());
      layout = null;
    }
  }

  /**
   * Records the words that were appended to the text, in order.
   *
   * @param from the offset after which they were appended
   * @param separator the character that, beside spaces, may be between them
   */
  void add(int from, List<Word> words, char separator) {
    if (Objects.equals(page, next)) {
      endLine(from);
    } else {
      endPage(from);
    }
    int at = from;
    for (Word word : words) {
      while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == separator)) {
        at++;
      }
      int end = Math.min(text.length(), at + word.text().length());
      if (at < end && isOnPage(word)) {
        add(new Placed(word, at, end));
      }
      at = end;
    }
  }

  private static boolean isOnPage(Word word) {
    return word.left() <= word.right()
        && word.top() <= word.bottom()
        && Math.max(-word.left(), -word.top()) < MAX_DISTANCE
        && Math.max(word.right(), word.bottom()) < MAX_DISTANCE;
  }

  private void add(Placed placed) {
    Word word = placed.word();
    float shared = Math.min(bottom, word.bottom()) - Math.max(top, word.top());
    if (!line.isEmpty() && shared < 0.5f * Math.min(bottom - top, word.bottom() - word.top())) {
      endLine(placed.start());
    }
    top = line.isEmpty() ? word.top() : Math.min(top, word.top());
    bottom = line.isEmpty() ? word.bottom() : Math.max(bottom, word.bottom());
    line.add(placed);
  }

  /**
   * Ends the line.
   *
   * @param end the end of its text, which is before the end of the last word if its hyphen was
   *     removed
   */
  private void endLine(int end) {
    if (line.isEmpty() || page == null) {
      return;
    }
    if (layout == null) {
      layout = PageLayout.builder(page.number(), size(page.width()), size(page.height()));
    }
    layout.line(top, bottom);
    for (Placed each : line) {
      if (each.start() < end) {
        layout.word(
            each.start(), Math.min(end, each.end()), each.word().left(), each.word().right());
      }
    }
    line.clear();
  }

  private static float size(float length) {
    return length > 0 ? Math.min(length, MAX_DISTANCE) : 0;
  }
}
