package dev.arag.pdf.internal.text;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.pdf.internal.layout.FontSizes;
import dev.arag.pdf.internal.layout.PageContent;
import dev.arag.pdf.internal.layout.TextLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The headings of a document and their section paths. Bookmarks come first; below them, the kind of
 * number, the size, the weight and the case of the headings decide which is above which.
 */
final class Headings {
  /** Later headings are ignored. */
  private static final int MAX_HEADINGS = 10_000;

  private static final int MAX_DEPTH = 8;

  /** The end of a heading that is repeated, such as {@code (continued)}. */
  private static final Pattern CONTINUED =
      Pattern.compile("(?<![ ,:–—(\\[-])[ ,:–—(\\[-]++(?:continued|cont['’]?d\\.?)[)\\]]? *+$");

  /**
   * A heading.
   *
   * @param lines the number of its lines, which the text of the document joins
   * @param path the titles of the sections around it and its own text, outermost first
   */
  record Heading(int lines, List<String> path) {}

  /** How a heading looks. A heading is below the headings whose style precedes its own. */
  private record Style(HeadingText.Kind kind, float size, int weight, int depth)
      implements Comparable<Style> {
    private static final Comparator<Style> ORDER =
        Comparator.comparing(
                (Style style) ->
                    Math.min(style.kind.ordinal(), HeadingText.Kind.NUMBERED.ordinal()))
            .thenComparing(Style::size, Comparator.reverseOrder())
            .thenComparing(Style::weight, Comparator.reverseOrder())
            .thenComparing(Style::depth);

    @Override
    public int compareTo(Style other) {
      return ORDER.compare(this, other);
    }
  }

  private record Open(Style style, String text) {}

  private final Map<TextLine, Heading> found = new HashMap<>();
  private final Map<TextLine, Outline.Bookmark> bookmarks;
  private List<String> bookmark = List.of();
  private final List<Open> open = new ArrayList<>();

  private Headings(Map<TextLine, Outline.Bookmark> bookmarks) {
    this.bookmarks = bookmarks;
  }

  /**
   * Returns the headings by their first lines.
   *
   * @param pages the pages without running lines
   */
  static Map<TextLine, Heading> of(
      List<PageContent> pages, HeadingLines lines, Map<TextLine, Outline.Bookmark> bookmarks) {
    Headings headings = new Headings(bookmarks);
    for (PageContent page : pages) {
      headings.addPage(page.lines(), lines.counts(page, bookmarks));
    }
    return headings.found;
  }

  private void addPage(List<TextLine> lines, int[] counts) {
    for (int i = 0; i < lines.size() && found.size() < MAX_HEADINGS; i++) {
      TextLine line = lines.get(i);
      Outline.Bookmark marked = bookmarks.get(line);
      if (marked != null) {
        addBookmark(line, text(lines, i, marked.lines()), marked);
        i += marked.lines() - 1;
      } else if (counts[i] > 0) {
        add(line, text(lines, i, counts[i]), counts[i]);
        i += counts[i] - 1;
      }
    }
  }

  private static String text(List<TextLine> lines, int first, int count) {
    return lines.subList(first, first + count).stream()
        .map(TextLine::text)
        .collect(Collectors.joining(" "));
  }

  private void addBookmark(TextLine line, String text, Outline.Bookmark marked) {
    List<String> path = new ArrayList<>(marked.above());
    path.add(text);
    bookmark = List.copyOf(path);
    open.clear();
    found.put(line, new Heading(marked.lines(), bookmark));
  }

  private void add(TextLine line, String text, int lines) {
    if (isOpen(text)) {
      return;
    }
    HeadingText form = HeadingText.of(text);
    int weight = (form.isUpperCase() ? 1 : 0) + (HeadingLines.isBold(line) ? 2 : 0);
    // "ITEM 7A" and "Item 8" have the same level, however they are printed.
    boolean isNamed = form.kind().compareTo(HeadingText.Kind.NUMBERED) < 0;
    Style style =
        isNamed
            ? new Style(form.kind(), 0, 0, 0)
            : new Style(form.kind(), FontSizes.rounded(line.fontSize()), weight, form.depth());
    while (!open.isEmpty() && open.get(open.size() - 1).style().compareTo(style) >= 0) {
      open.remove(open.size() - 1);
    }
    if (bookmark.size() + open.size() < MAX_DEPTH) {
      open.add(new Open(style, text));
    }
    List<String> path = new ArrayList<>(bookmark);
    open.forEach(each -> path.add(each.text()));
    if (open.isEmpty() || !open.get(open.size() - 1).text().equals(text)) {
      path.add(text);
    }
    found.put(line, new Heading(lines, List.copyOf(path)));
  }

  /** Whether the heading is repeated because its section goes on on another page. */
  private boolean isOpen(String text) {
    String plain = plain(text);
    return open.stream().anyMatch(each -> plain(each.text()).equals(plain))
        || bookmark.stream().anyMatch(each -> plain(each).equals(plain));
  }

  private static String plain(String text) {
    return CONTINUED.matcher(CharacterClass.toLowerCase(text)).replaceFirst("");
  }
}
