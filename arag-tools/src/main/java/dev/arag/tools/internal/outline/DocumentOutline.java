package dev.arag.tools.internal.outline;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Section;
import dev.arag.core.text.SectionId;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The headings of a document or of a part of it. Each section belongs to exactly one row.
 *
 * @param rows the rows in text order
 * @param level the depth to which headings are shown
 * @param deepest the depth at which each section is a row
 * @param sections the number of sections
 * @param tokens the length of their text, in o200k tokens
 */
public record DocumentOutline(List<Row> rows, int level, int deepest, int sections, int tokens) {
  /** The number of rows up to which deeper levels are shown by default. */
  public static final int MAX_ROWS = 40;

  /**
   * The consecutive sections under one heading.
   *
   * @param first the first of the sections
   * @param path the headings, outermost first, down to the level of the outline
   * @param page the page on which the first section begins; empty if there are no pages
   * @param sections the number of the sections
   * @param tokens the length of their text, in o200k tokens
   */
  public record Row(Section first, List<String> path, OptionalInt page, int sections, int tokens) {
    private Row and(Row next) {
      return new Row(first, path, page, sections + 1, tokens + next.tokens);
    }
  }

  /**
   * @param chunks the chunks of the document, in text order
   * @param below restricts the outline to the sections under the heading of this section; null for
   *     the whole document
   * @param level the depth of headings to show, at least 1; 0 for the deepest one with at most
   *     {@value #MAX_ROWS} rows
   */
  public static DocumentOutline of(List<Chunk> chunks, @Nullable SectionId below, int level) {
    List<Row> all = new ArrayList<>();
    for (Chunk chunk : chunks) {
      for (Section section : chunk.sections()) {
        OptionalInt page = chunk.pageAt(section.offset());
        all.add(new Row(section, section.heading(), page, 1, section.tokens()));
      }
    }
    List<Row> sections = under(below, all);
    int deepest = 1 + sections.stream().mapToInt(row -> row.path().size()).max().orElse(0);
    int top = below == null ? 1 : Math.min(deepest, 1 + depthOf(below, all));
    int shown = level == 0 ? bestLevel(sections, top, deepest) : Math.min(level, deepest);
    int tokens = sections.stream().mapToInt(Row::tokens).sum();
    return new DocumentOutline(
        group(sections, shown, deepest), shown, deepest, sections.size(), tokens);
  }

  private static int depthOf(SectionId section, List<Row> all) {
    return all.stream()
        .filter(row -> row.first().id().equals(section))
        .mapToInt(row -> row.path().size())
        .findFirst()
        .orElse(0);
  }

  /** Returns the sections around a section that are under the same heading. */
  private static List<Row> under(@Nullable SectionId section, List<Row> all) {
    List<SectionId> ids = all.stream().map(row -> row.first().id()).toList();
    int start = section == null ? -1 : ids.indexOf(section);
    if (start < 0) {
      return all;
    }
    List<String> heading = all.get(start).path();
    int end = start + 1;
    while (start > 0 && isUnder(heading, all.get(start - 1))) {
      start--;
    }
    while (end < all.size() && isUnder(heading, all.get(end))) {
      end++;
    }
    return all.subList(start, end);
  }

  private static boolean isUnder(List<String> heading, Row row) {
    return commonDepth(heading, row.path()) == heading.size();
  }

  /** Returns the number of headings that two paths share. */
  static int commonDepth(List<String> one, List<String> other) {
    int depth = 0;
    while (depth < Math.min(one.size(), other.size()) && one.get(depth).equals(other.get(depth))) {
      depth++;
    }
    return depth;
  }

  /** Returns the deepest level with few rows, or the first one with more than one row. */
  private static int bestLevel(List<Row> sections, int top, int deepest) {
    for (int level = deepest; level > top; level--) {
      int rows = group(sections, level, deepest).size();
      if (rows <= MAX_ROWS) {
        return rows > 1 ? level : Math.min(level + 1, deepest);
      }
    }
    return group(sections, top, deepest).size() > 1 ? top : Math.min(top + 1, deepest);
  }

  private static List<Row> group(List<Row> sections, int level, int deepest) {
    if (level == deepest) {
      return List.copyOf(sections);
    }
    List<Row> rows = new ArrayList<>();
    for (Row section : sections) {
      List<String> path = section.path().subList(0, Math.min(level, section.path().size()));
      int last = rows.size() - 1;
      if (last >= 0 && rows.get(last).path().equals(path)) {
        rows.set(last, rows.get(last).and(section));
      } else {
        rows.add(new Row(section.first(), path, section.page(), 1, section.tokens()));
      }
    }
    return rows;
  }
}
