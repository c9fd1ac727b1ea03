package dev.arag.pdf.internal.text;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.pdf.internal.layout.PageContent;
import dev.arag.pdf.internal.layout.TextLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds running heads, running feet and page numbers: the outermost lines of a page that other
 * pages repeat at the same height, with other digits. A number below the text of a page is also a
 * page number if it counts the pages. Lines with units or several numbers are never running lines,
 * because they may belong to a table.
 */
final class RunningLines {
  /** Fewer pages with the same line are no repetition. */
  private static final int MIN_PAGES = 3;

  /** The part of the height of a page at its top and at its bottom that may have running lines. */
  private static final float ZONE = 0.15f;

  /** The maximum number of running lines at the top of a page, and at its bottom. */
  private static final int MAX_LINES = 5;

  /** The maximum distance between the heights of repeated lines, in points. */
  private static final float TOLERANCE = 5;

  /** The longest running line, in UTF-16 units. */
  private static final int MAX_LENGTH = 200;

  private static final Pattern NUMBER = Pattern.compile("\\p{Nd}+");
  private static final Pattern PAGE_NUMBER =
      Pattern.compile("(?:page )?[-–—|]? ?(?:#|[ivxl]{1,6}) ?[-–—|]?(?: of #)?|[a-z]{1,2}-#");
  private static final Pattern COUNT = Pattern.compile("(?:[A-Z]{1,2}-)?([0-9]{1,5})");
  private static final int NO_NUMBER = Integer.MIN_VALUE;
  private static final Pattern TABLE_HEAD =
      Pattern.compile(
          "\\(?(?:amounts |dollars |shares )?in (?:millions|thousands|billions).*"
              + "|.*\\b(?:ended|months|weeks|millions|thousands)\\b.*"
              + "|as of\\b.*|.*[$€£%].*");

  private record Key(boolean isHead, String text) {}

  private final Map<Key, TreeMap<Float, Integer>> heights = new HashMap<>();

  /** The number of pages by the difference between their printed number and their position. */
  private final Map<Integer, Integer> differences = new HashMap<>();

  private RunningLines() {}

  /** Returns the running lines of all pages. The first page of a document has no running heads. */
  static Set<TextLine> of(List<PageContent> pages) {
    RunningLines known = new RunningLines();
    for (PageContent page : pages) {
      known.count(page);
    }
    Set<TextLine> found = new HashSet<>();
    boolean first = true;
    for (PageContent page : pages) {
      if (!first) {
        known.addRepeated(page, true, found);
      }
      known.addRepeated(page, false, found);
      first &= page.lines().isEmpty();
    }
    return found;
  }

  private void count(PageContent page) {
    differences.merge(difference(page), 1, Integer::sum);
    Set<Key> seen = new HashSet<>();
    for (boolean isHead : new boolean[] {true, false}) {
      for (TextLine line : outermost(page, isHead)) {
        Key key = key(line, isHead);
        if (seen.add(key)) {
          heights
              .computeIfAbsent(key, each -> new TreeMap<>())
              .merge(height(page, line, isHead), 1, Integer::sum);
        }
      }
    }
  }

  private void addRepeated(PageContent page, boolean isHead, Set<TextLine> found) {
    for (TextLine line : outermost(page, isHead)) {
      if (!isRepeated(page, line, isHead) && !(line.equals(lowest(page)) && isCounted(page))) {
        return;
      }
      found.add(line);
    }
  }

  private boolean isCounted(PageContent page) {
    int difference = difference(page);
    return difference != NO_NUMBER && differences.getOrDefault(difference, 0) >= MIN_PAGES;
  }

  private static int difference(PageContent page) {
    TextLine lowest = lowest(page);
    Matcher number = COUNT.matcher(lowest == null ? "" : lowest.text());
    return number.matches() ? Integer.parseInt(number.group(1)) - page.number() : NO_NUMBER;
  }

  private static @Nullable TextLine lowest(PageContent page) {
    return page.lines().stream().max(Comparator.comparingDouble(TextLine::bottom)).orElse(null);
  }

  private boolean isRepeated(PageContent page, TextLine line, boolean isHead) {
    Key key = key(line, isHead);
    float height = height(page, line, isHead);
    if (height > ZONE * page.height()) {
      return false;
    }
    Iterator<Integer> counts =
        heights
            .getOrDefault(key, new TreeMap<>())
            .subMap(height - TOLERANCE, true, height + TOLERANCE, true)
            .values()
            .iterator();
    int pages = 0;
    while (pages < MIN_PAGES && counts.hasNext()) {
      pages += counts.next();
    }
    return pages >= MIN_PAGES && mayRun(key.text());
  }

  private static boolean mayRun(String text) {
    if (PAGE_NUMBER.matcher(text).matches()) {
      return true;
    }
    long numbers = text.chars().filter(unit -> unit == '#').count();
    return numbers < MIN_PAGES
        && text.codePoints().filter(CharacterClass::isLetter).count() > 2 * numbers
        && !TABLE_HEAD.matcher(text).matches();
  }

  /**
   * Returns the lines in the zone at the top or the bottom of the page, outermost first. At the
   * bottom, the lowest line is one of them even if it is above the zone.
   */
  private static List<TextLine> outermost(PageContent page, boolean isHead) {
    List<TextLine> lines = new ArrayList<>();
    TextLine lowest = isHead ? null : lowest(page);
    for (TextLine line : page.lines()) {
      boolean inZone = height(page, line, isHead) < ZONE * page.height() || line.equals(lowest);
      if (inZone && line.text().length() <= MAX_LENGTH) {
        lines.add(line);
      }
    }
    lines.sort(Comparator.comparingDouble(line -> height(page, line, isHead)));
    return lines.subList(0, Math.min(MAX_LINES, lines.size()));
  }

  /** Returns the distance of a line from the top or from the bottom of the page, in points. */
  private static float height(PageContent page, TextLine line, boolean isHead) {
    return isHead ? line.top() : page.height() - line.bottom();
  }

  private static Key key(TextLine line, boolean isHead) {
    String text = CharacterClass.toLowerCase(line.text());
    return new Key(isHead, NUMBER.matcher(text).replaceAll("#"));
  }
}
