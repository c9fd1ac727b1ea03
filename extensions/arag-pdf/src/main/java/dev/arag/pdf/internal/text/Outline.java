package dev.arag.pdf.internal.text;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.string.Truncation;
import dev.arag.pdf.internal.guard.WorkBudget;
import dev.arag.pdf.internal.layout.PageContent;
import dev.arag.pdf.internal.layout.TextLine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDDocumentOutline;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDOutlineItem;
import org.jspecify.annotations.Nullable;

/**
 * The bookmarks of a file. Each bookmark is assigned to the line with the same text on its target
 * page.
 */
final class Outline {
  private static final int MAX_ITEMS = 10_000;
  private static final int MAX_DEPTH = 32;
  private static final int MAX_TITLE = 300;

  /** The maximum number of lines that titles are compared with. */
  private static final int MAX_COMPARISONS = 100_000_000;

  /** The maximum number of lines in a heading. */
  private static final int MAX_LINES = 3;

  /**
   * The maximum number of letters and digits that the page may show before the title, such as the
   * section number {@code 12.3}.
   */
  private static final int MAX_NUMBER = 8;

  /** The same if the title follows letters. */
  private static final int MAX_MARK = 4;

  private final PDDocument file;
  private final WorkBudget budget;
  private final Map<COSDictionary, PageContent> pages;
  private final Set<COSDictionary> seen = new HashSet<>();
  private final Map<TextLine, Bookmark> bookmarks = new HashMap<>();
  private int comparisons;

  /** The letters of the lines of the pages that have bookmarks. */
  private final Map<PageContent, List<String>> letters = new IdentityHashMap<>();

  /**
   * A bookmark and its heading.
   *
   * @param above the headings of the bookmarks around it, outermost first; the title of a bookmark
   *     if its page does not show it
   * @param lines the number of lines of the heading
   */
  record Bookmark(List<String> above, int lines) {}

  private Outline(PDDocument file, WorkBudget budget, Map<COSDictionary, PageContent> pages) {
    this.file = file;
    this.budget = budget;
    this.pages = pages;
  }

  /**
   * Returns the bookmarks by the first lines of their headings. Bookmarks that cannot be read, or
   * whose title is not on the page, are ignored.
   *
   * @param pages the pages by page dictionary
   */
  static Map<TextLine, Bookmark> of(
      PDDocument file, WorkBudget budget, Map<COSDictionary, PageContent> pages) {
    Outline outline = new Outline(file, budget, pages);
    PDDocumentOutline root = file.getDocumentCatalog().getDocumentOutline();
    if (root != null) {
      outline.add(root.getFirstChild(), List.of());
    }
    return outline.bookmarks;
  }

  private void add(@Nullable PDOutlineItem first, List<String> above) {
    PDOutlineItem item = first;
    while (item != null && seen.size() < MAX_ITEMS && seen.add(item.getCOSObject())) {
      budget.addObjectBytes(0);
      List<String> path = new ArrayList<>(above);
      path.add(heading(item, above));
      if (path.size() < MAX_DEPTH) {
        add(item.getFirstChild(), path);
      }
      item = item.getNextSibling();
    }
  }

  private static String title(PDOutlineItem item) {
    return Truncation.prefix(PdfProperties.clean(item.getTitle()), MAX_TITLE);
  }

  /** Returns the text of the heading of a bookmark; its title if its page does not show it. */
  private String heading(PDOutlineItem item, List<String> above) {
    String title = title(item);
    String wanted = letters(title);
    PageContent page = wanted.isEmpty() ? null : page(item);
    if (page == null) {
      return title;
    }
    List<String> shown =
        letters.computeIfAbsent(
            page, each -> each.lines().stream().map(line -> letters(line.text())).toList());
    for (int i = 0; i < shown.size() && comparisons < MAX_COMPARISONS; i++) {
      comparisons++;
      int count = count(shown, i, wanted);
      if (count > 0 && !bookmarks.containsKey(page.lines().get(i))) {
        bookmarks.put(page.lines().get(i), new Bookmark(List.copyOf(above), count));
        return page.lines().subList(i, i + count).stream()
            .map(TextLine::text)
            .collect(Collectors.joining(" "));
      }
    }
    return title;
  }

  private @Nullable PageContent page(PDOutlineItem item) {
    try {
      PDPage page = item.findDestinationPage(file);
      return page == null ? null : pages.get(page.getCOSObject());
    } catch (IOException | IndexOutOfBoundsException | IllegalStateException e) {
      return null;
    }
  }

  /**
   * Returns the number of lines from the line {@code from} on that are the title, optionally
   * preceded by a section number; 0 if they are not.
   *
   * @param lines the letters of the lines
   */
  private static int count(List<String> lines, int from, String title) {
    StringBuilder joined = new StringBuilder();
    int end = Math.min(lines.size(), from + MAX_LINES);
    for (int i = from; i < end && joined.length() < title.length() + MAX_NUMBER; i++) {
      joined.append(lines.get(i));
      int more = joined.length() - title.length();
      if (more >= 0 && more <= MAX_NUMBER && joined.indexOf(title, more) == more) {
        boolean isNumber = CharacterClass.isDigit(joined.charAt(Math.max(0, more - 1)));
        return more < MAX_MARK || isNumber ? i - from + 1 : 0;
      }
    }
    return 0;
  }

  private static String letters(String text) {
    StringBuilder letters = new StringBuilder(text.length());
    text.codePoints().filter(CharacterClass::isLetterOrDigit).forEach(letters::appendCodePoint);
    return CharacterClass.toLowerCase(letters.toString());
  }
}
