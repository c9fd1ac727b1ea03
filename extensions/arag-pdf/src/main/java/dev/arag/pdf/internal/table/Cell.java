package dev.arag.pdf.internal.table;

import dev.arag.pdf.internal.layout.Word;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A cell of a table.
 *
 * @param words in reading order; empty if the cell is empty
 */
public record Cell(List<Word> words) {
  static final Cell EMPTY = new Cell(List.of());

  public Cell {
    words = List.copyOf(words);
  }

  /** The words, separated by spaces. */
  public String text() {
    return words.stream().map(Word::text).collect(Collectors.joining(" "));
  }

  Cell without(Set<Word> others) {
    return new Cell(words.stream().filter(word -> !others.contains(word)).toList());
  }

  boolean isEmpty() {
    return words.isEmpty();
  }
}
