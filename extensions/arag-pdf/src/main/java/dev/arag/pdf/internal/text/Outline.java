package dev.arag.pdf.internal.text;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.string.Truncation;
import dev.arag.pdf.internal.guard.WorkBudget;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  /** The maximum number of lines in a heading. */
  private static final int MAX_LINES = 3;

  /**
   * The maximum number of letters and digits that the page may show before the title, such as the
   * section number {@code 12.3}.
   */
  private static final int MAX_NUMBER = 8;

  private final PDDocument file;
  private final WorkBudget budget;
  private final Map<COSDictionary, PageText> pages;
  private final Set<COSDictionary> seen = new HashSet<>();
  private final Map<Line, List<String>> headings = new HashMap<>();

  private Outline(PDDocument file, WorkBudget budget, Map<COSDictionary, PageText> pages) {
    this.file = file;
    this.budget = budget;
    this.pages = pages;
  }

  /**
   * Returns the section path of each line that is a heading. Bookmarks that cannot be read, or
   * whose title is not on the page, are ignored.
   *
   * @param pages the page texts, keyed by page dictionary
   */
  static Map<Line, List<String>> headings(
      PDDocument file, WorkBudget budget, Map<COSDictionary, PageText> pages) {
    Outline outline = new Outline(file, budget, pages);
    PDDocumentOutline root = file.getDocumentCatalog().getDocumentOutline();
    if (root != null) {
      outline.add(root.getFirstChild(), List.of());
    }
    return outline.headings;
  }

  private void add(@Nullable PDOutlineItem first, List<String> above) {
    PDOutlineItem item = first;
    while (item != null && seen.size() < MAX_ITEMS && seen.add(item.getCOSObject())) {
      budget.addObjectBytes(0);
      List<String> path = new ArrayList<>(above);
      path.add(title(item));
      mark(item, path);
      if (path.size() < MAX_DEPTH) {
        add(item.getFirstChild(), path);
      }
      item = item.getNextSibling();
    }
  }

  private static String title(PDOutlineItem item) {
    return Truncation.prefix(PdfProperties.clean(item.getTitle()), MAX_TITLE);
  }

  private void mark(PDOutlineItem item, List<String> path) {
    String title = letters(path.get(path.size() - 1));
    PageText page = title.isEmpty() ? null : page(item);
    if (page == null) {
      return;
    }
    for (int i = 0; i < page.lines().size(); i++) {
      Line line = page.lines().get(i);
      if (!headings.containsKey(line) && matches(page.lines(), i, title)) {
        headings.put(line, path);
        return;
      }
    }
  }

  private @Nullable PageText page(PDOutlineItem item) {
    try {
      PDPage page = item.findDestinationPage(file);
      return page == null ? null : pages.get(page.getCOSObject());
    } catch (IOException | IndexOutOfBoundsException | IllegalStateException e) {
      return null;
    }
  }

  /**
   * Whether the title, optionally preceded by a section number, starts at the line {@code from}.
   */
  private static boolean matches(List<Line> lines, int from, String title) {
    StringBuilder joined = new StringBuilder();
    int end = Math.min(lines.size(), from + MAX_LINES);
    for (int i = from; i < end && joined.length() < title.length() + MAX_NUMBER; i++) {
      joined.append(letters(lines.get(i).text()));
      int more = joined.length() - title.length();
      if (more >= 0 && more <= MAX_NUMBER && joined.indexOf(title, more) == more) {
        return more == 0 || CharacterClass.isDigit(joined.charAt(more - 1)) || more < 4;
      }
    }
    return false;
  }

  private static String letters(String text) {
    StringBuilder letters = new StringBuilder(text.length());
    text.codePoints().filter(CharacterClass::isLetterOrDigit).forEach(letters::appendCodePoint);
    return CharacterClass.toLowerCase(letters.toString());
  }
}
