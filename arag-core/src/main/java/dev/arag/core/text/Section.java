package dev.arag.core.text;

import static java.util.Objects.requireNonNull;

import dev.arag.core.token.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The consecutive sentences of one chunk that are under one heading, including the heading line. A
 * table is a section of its own. The first section begins at the start of the chunk. Another begins
 * at each heading line and at each sentence whose heading or table differs from that of the
 * previous sentence, unless the previous sentence is a heading line. Consecutive heading lines are
 * therefore in one section. The texts of all sections of a chunk, concatenated in order, are the
 * text of the chunk.
 *
 * @param id the id of the section
 * @param count the number of sections in the chunk, at least 1
 * @param heading the titles of the headings that the text is under, outermost first, including the
 *     last heading line of the text; may be empty
 * @param text the text, exactly as in the document, including the heading line
 * @param offset the start of the text in the document, in UTF-16 units; negative if the text begins
 *     in the {@linkplain Document#title() title line}
 * @param sentences the sentences of the text, in order; empty only if the chunk has no sentences
 */
public record Section(
    SectionId id,
    int count,
    List<String> heading,
    String text,
    int offset,
    List<Sentence> sentences) {
  public Section {
    requireNonNull(id, "id");
    heading = List.copyOf(requireNonNull(heading, "heading"));
    requireNonNull(text, "text");
    sentences = List.copyOf(requireNonNull(sentences, "sentences"));
    if (id.number() >= count) {
      throw new IllegalArgumentException(
          "The section " + id + " cannot be in a chunk with " + count + " sections.");
    }
  }

  /** Divides a chunk into its sections. The list is not empty. */
  static List<Section> of(Chunk chunk) {
    List<Sentence> sentences = chunk.sentences();
    List<Integer> firsts = firstSentences(sentences);
    List<Section> sections = new ArrayList<>();
    int end = 0;
    for (int i = 0; i < firsts.size(); i++) {
      int start = end;
      boolean isLast = i + 1 == firsts.size();
      int endSentence = isLast ? sentences.size() : firsts.get(i + 1);
      end = isLast ? chunk.text().length() : startOf(sentences.get(endSentence), chunk);
      List<Sentence> own = sentences.subList(firsts.get(i), endSentence);
      sections.add(
          new Section(
              new SectionId(chunk.id(), i),
              firsts.size(),
              headingOf(own, chunk),
              chunk.text().substring(start, end),
              chunk.location().offset() + start,
              own));
    }
    return List.copyOf(sections);
  }

  /** Returns the index of the first sentence of each section. */
  private static List<Integer> firstSentences(List<Sentence> sentences) {
    List<Integer> firsts = new ArrayList<>(List.of(0));
    for (int i = 1; i < sentences.size(); i++) {
      if (isFirst(sentences.get(i), sentences.get(i - 1))) {
        firsts.add(i);
      }
    }
    return firsts;
  }

  private static boolean isFirst(Sentence sentence, Sentence previous) {
    return !previous.isHeading()
        && (sentence.isHeading()
            || !sentence.heading().equals(previous.heading())
            || !Objects.equals(sentence.table(), previous.table()));
  }

  private static int startOf(Sentence sentence, Chunk chunk) {
    return sentence.offset() - chunk.location().offset();
  }

  private static List<String> headingOf(List<Sentence> sentences, Chunk chunk) {
    if (sentences.isEmpty()) {
      return chunk.location().heading();
    }
    Sentence last = sentences.get(sentences.size() - 1);
    return last.isHeading() ? withTitle(last) : last.heading();
  }

  private static List<String> withTitle(Sentence headingLine) {
    List<String> path = new ArrayList<>(headingLine.heading());
    path.add(headingLine.text());
    return path;
  }

  /** The length of the text in o200k tokens. */
  public int tokens() {
    return TokenCounter.o200k().count(text);
  }

  /**
   * The header of the table that this section shows or continues; empty if its text is not a table.
   * If the table began in an earlier chunk, the text of this section has no header lines.
   */
  public Optional<TableHeader> table() {
    return sentences.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(sentences.get(sentences.size() - 1).table());
  }

  /** The sentences that are not heading lines, in order. */
  public List<Sentence> body() {
    return sentences.stream().filter(sentence -> !sentence.isHeading()).toList();
  }
}
