package dev.arag.pdf.internal.table;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.pdf.internal.layout.PageContent;
import dev.arag.pdf.internal.layout.Rule;
import dev.arag.pdf.internal.layout.TextLine;
import dev.arag.pdf.internal.layout.Word;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A page with text from right to left as seen in a mirror, so that its labels are on the left and
 * its columns are in reading order from left to right.
 */
final class Mirror {
  private final PageContent page;
  private final Map<Word, Word> originals = new IdentityHashMap<>();
  private final Map<Word, Integer> order = new IdentityHashMap<>();

  Mirror(PageContent page) {
    List<TextLine> lines = new ArrayList<>();
    for (TextLine line : page.lines()) {
      lines.add(new TextLine(line.words().stream().map(each -> word(page.width(), each)).toList()));
    }
    List<Rule> rules =
        page.rules().stream()
            .map(
                each ->
                    new Rule(
                        page.width() - each.right(),
                        each.top(),
                        page.width() - each.left(),
                        each.bottom()))
            .toList();
    this.page = new PageContent(page.number(), page.width(), page.height(), lines, rules);
  }

  private Word word(float width, Word word) {
    Word mirrored =
        new Word(
            word.text(),
            width - word.right(),
            word.top(),
            width - word.left(),
            word.bottom(),
            word.fontSize(),
            word.bold());
    originals.put(mirrored, word);
    order.put(word, order.size());
    return mirrored;
  }

  /** Whether most words of a page run from right to left. Numbers do not count. */
  static boolean isNeeded(PageContent page) {
    int words = 0;
    int reversed = 0;
    for (TextLine line : page.lines()) {
      for (Word word : line.words()) {
        int first = word.text().codePointAt(0);
        words += CharacterClass.isLetter(first) ? 1 : 0;
        reversed += Word.isRightToLeft(first) ? 1 : 0;
      }
    }
    return 2 * reversed > words;
  }

  PageContent page() {
    return page;
  }

  /** Returns a table of the mirrored page with the words of the page itself. */
  PageTable original(PageTable table) {
    return new PageTable(
        table.firstLine(),
        table.lastLine(),
        originals(table.header()),
        originals(table.rows()),
        table.columns());
  }

  private List<List<Cell>> originals(List<List<Cell>> rows) {
    return rows.stream().map(row -> row.stream().map(this::original).toList()).toList();
  }

  private Cell original(Cell cell) {
    return new Cell(
        cell.words().stream()
            .map(originals::get)
            .sorted(Comparator.comparing(order::get))
            .toList());
  }
}
