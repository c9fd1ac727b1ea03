package dev.arag.index.internal.html;

import dev.arag.index.spi.text.HeaderRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table with data. A table is only layout, and its content is prose, if its role says
 * so, if it contains a table, if it has less than two rows or columns, or if no header is marked
 * and its cells contain headings, lists or several paragraphs.
 *
 * @param rows the header, then the other rows. A cell that covers several columns or rows is
 *     followed by empty cells; columns without text are left out
 * @param header the number of rows that are the header
 */
public record HtmlTable(List<List<String>> rows, int header) {
  /** The limits of HTML for the attributes colspan and rowspan. */
  private static final int MAX_COLUMNS = 1_000;

  private static final int MAX_ROWSPAN = 65_534;

  /** The maximum number of empty cells of a table that others cover; then spans are ignored. */
  private static final int MAX_COVERED = 1_000_000;

  /** A cell that is empty for a reader often contains it. */
  private static final char NO_BREAK_SPACE = '\u00A0';

  private static final Set<String> LAYOUT_ROLES = Set.of("presentation", "none");

  /** The groups of rows, in the order in which they are displayed. */
  private static final List<String> GROUPS = List.of("thead", "tbody", "tfoot");

  private static final Set<String> CELLS = Set.of("td", "th", "caption");
  private static final Set<String> BLOCKS =
      Set.of("h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "pre", "blockquote", "hr");

  /**
   * Returns the table, or empty if it is layout.
   *
   * @param text returns the visible text of an element; empty if the element is hidden
   */
  public static Optional<HtmlTable> of(Element table, Function<Element, String> text) {
    Content content = new Content();
    NodeTraversor.filter(content, table);
    if (LAYOUT_ROLES.contains(table.attr("role"))
        || content.isNested
        || content.hasOtherText
        || (content.hasBlocks && !content.isMarked)) {
      return Optional.empty();
    }
    return new Grid(text).read(table);
  }

  /** What a table contains. Stops at the first table in it, so that nested tables cost little. */
  private static final class Content implements NodeFilter {
    private boolean isNested;
    private boolean isMarked;
    private boolean hasBlocks;
    private int paragraphs;
    private int cells;

    /** The name of the last child of the table. */
    private String part = "";

    /** Text outside of the cells of rows, which a parser of files may send. It must not be lost. */
    private boolean hasOtherText;

    @Override
    public FilterResult head(Node node, int depth) {
      String name = node.normalName();
      part = depth == 1 ? name : part;
      hasOtherText |= cells == 0 && node instanceof TextNode text && !text.isBlank();
      cells += isCell(name, depth) ? 1 : 0;
      isNested = depth > 0 && name.equals("table");
      isMarked |= name.equals("th") || name.equals("thead") || name.equals("caption");
      paragraphs = name.equals("td") ? 0 : name.equals("p") ? paragraphs + 1 : paragraphs;
      hasBlocks |= BLOCKS.contains(name) || paragraphs > 1;
      return isNested ? FilterResult.STOP : FilterResult.CONTINUE;
    }

    @Override
    public FilterResult tail(Node node, int depth) {
      cells -= isCell(node.normalName(), depth) ? 1 : 0;
      return FilterResult.CONTINUE;
    }

    private boolean isCell(String name, int depth) {
      return switch (CELLS.contains(name) ? depth : 0) {
        case 1 -> name.equals("caption");
        case 2 -> part.equals("tr");
        case 3 -> GROUPS.contains(part);
        default -> false;
      };
    }
  }

  private static final class Grid {
    private final Function<Element, String> text;
    private final List<List<String>> rows = new ArrayList<>();
    private final List<Boolean> heads = new ArrayList<>();
    private final List<Boolean> bold = new ArrayList<>();

    /** For each column, the first row of the group below the cell that covers it. */
    private final int[] free = new int[MAX_COLUMNS];

    private @Nullable Element group;
    private int index;
    private int captions;
    private int covered;

    Grid(Function<Element, String> text) {
      this.text = text;
    }

    Optional<HtmlTable> read(Element table) {
      for (Element child : table.children()) {
        if (child.normalName().equals("caption")) {
          add(new ArrayList<>(List.of(text.apply(child))), false, false);
          captions = rows.size();
        }
      }
      GROUPS.forEach(part -> addAll(table, part));
      List<List<String>> filled = withoutEmptyColumns();
      boolean isTable = filled.size() > 1 && filled.stream().anyMatch(row -> row.size() > 1);
      return isTable ? Optional.of(new HtmlTable(filled, header(filled))) : Optional.empty();
    }

    private void addAll(Element table, String part) {
      for (Element child : table.children()) {
        if (child.normalName().equals("tr") && part.equals("tbody")) {
          addRow(child, false);
        } else if (child.normalName().equals(part) && HtmlVisibility.isVisible(child)) {
          for (Element row : child.children()) {
            addRow(row, part.equals("thead"));
          }
        }
      }
    }

    private void addRow(Element row, boolean isHead) {
      if (!HtmlVisibility.isVisible(row)) {
        return;
      }
      if (!Objects.equals(row.parent(), group)) {
        group = row.parent();
        Arrays.fill(free, 0);
      }
      List<String> cells = new ArrayList<>();
      boolean hasHead = false;
      boolean hasData = false;
      boolean isBold = true;
      for (Element cell : row.children()) {
        String words = text.apply(cell).replace(NO_BREAK_SPACE, ' ').strip();
        if (CELLS.contains(cell.normalName()) && HtmlVisibility.isVisible(cell)) {
          addCell(cell, words, cells);
          hasHead |= cell.normalName().equals("th");
          hasData |= cell.normalName().equals("td") && !words.isBlank();
          isBold &=
              rows.size() > captions + 1
                  || words.isBlank()
                  || cell.select("b, strong").text().equals(cell.text());
        }
      }
      add(cells, isHead || (hasHead && !hasData), isBold);
      index++;
    }

    private void addCell(Element cell, String words, List<String> cells) {
      while (cells.size() < MAX_COLUMNS && free[cells.size()] > index && covered < MAX_COVERED) {
        cells.add("");
        covered++;
      }
      int max = Math.min(MAX_COLUMNS - cells.size(), MAX_COVERED - covered);
      int span = span(cell.attr("colspan"), max);
      covered += span - 1;
      int rowspan = span(cell.attr("rowspan"), MAX_ROWSPAN);
      for (int i = 0; i < span; i++) {
        if (cells.size() < MAX_COLUMNS) {
          free[cells.size()] = index + rowspan;
        }
        cells.add(i == 0 ? words : "");
      }
    }

    private static int span(String value, int max) {
      boolean isNumber = !value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9');
      int span = !isNumber ? 1 : value.length() > 6 ? max : Integer.parseInt(value);
      return Math.max(1, Math.min(span, max));
    }

    private void add(List<String> cells, boolean isHead, boolean isBold) {
      if (HeaderRows.filled(cells) > 0) {
        rows.add(cells);
        heads.add(isHead);
        bold.add(isBold);
      }
    }

    private List<List<String>> withoutEmptyColumns() {
      BitSet used = new BitSet();
      for (List<String> row : rows) {
        IntStream.range(0, row.size()).filter(i -> !row.get(i).isBlank()).forEach(used::set);
      }
      return rows.stream()
          .map(row -> IntStream.range(0, row.size()).filter(used::get).mapToObj(row::get))
          .map(Stream::toList)
          .toList();
    }

    /**
     * The captions, and then the marked header with title lines above it, or what looks like one.
     */
    private int header(List<List<String>> filled) {
      int start = captions;
      while (start < captions + HeaderRows.MAX_TITLES
          && start < heads.size()
          && !heads.get(start)
          && HeaderRows.filled(filled.get(start)) < 2) {
        start++;
      }
      int end = start;
      while (end < heads.size() && heads.get(end)) {
        end++;
      }
      if (end > start && end < heads.size()) {
        return end;
      }
      int found = HeaderRows.count(filled.subList(captions, filled.size()));
      boolean isBold =
          captions + 1 < filled.size() && bold.get(captions) && !bold.get(captions + 1);
      return captions + (found == 0 && isBold ? 1 : found);
    }
  }
}
