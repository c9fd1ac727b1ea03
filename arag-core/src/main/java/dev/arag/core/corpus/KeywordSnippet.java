package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.Sentence;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The sentences to show for a keyword hit.
 *
 * @param sentences the sentences, in text order
 * @param omitted the number of other sentences with a keyword, which are not shown
 */
public record KeywordSnippet(List<Sentence> sentences, int omitted) {
  /** The maximum number of sentences to show. */
  public static final int MAX_SENTENCES = 5;

  public KeywordSnippet {
    sentences = List.copyOf(requireNonNull(sentences, "sentences"));
  }

  /**
   * Selects the sentences with the rarest keywords. If more than {@value #MAX_SENTENCES} sentences
   * match, those with the rarest whole words are selected, then those with the rarest parts of
   * words. Heading lines are not shown. A matching heading line is represented by the first
   * sentence below it if no sentence up to the next heading line matches, or none contains a whole
   * word and the heading line does. A heading line without text below it is shown only if there is
   * nothing else to show. So is the title line of the document, because the title says nothing
   * about the first sentence. A header line of a table is represented by a row of the table in the
   * same way.
   */
  static KeywordSnippet ofRarest(KeywordMatch match, KeywordCounts counts) {
    List<Sentence> all = match.chunk().sentences();
    KeywordMatch.SentenceKeywords bySentence = match.keywordsBySentence();
    int[] keywords = bySentence.any;
    int[] whole = bySentence.whole;
    List<Integer> matching =
        IntStream.range(0, keywords.length)
            .filter(i -> keywords[i] != 0)
            .filter(i -> !isRepeatedBelow(all, i, whole[i] != 0 ? whole : keywords))
            .boxed()
            .sorted(
                Comparator.<Integer>comparingLong(i -> rarest(whole[i], counts.chunksWithWhole()))
                    .thenComparingLong(i -> rarest(keywords[i], counts.chunksWith())))
            .map(i -> all.get(i).offset() < 0 ? i : firstTextFrom(all, i))
            .distinct()
            .toList();
    List<Integer> text = matching.stream().filter(i -> !all.get(i).isLabel()).toList();
    List<Integer> bestFirst = text.isEmpty() ? matching : text;
    return new KeywordSnippet(
        bestFirst.stream().limit(MAX_SENTENCES).sorted().map(all::get).toList(),
        (int) bestFirst.stream().skip(MAX_SENTENCES).filter(i -> keywords[i] != 0).count());
  }

  /**
   * Whether a sentence is a heading line and the text up to the next heading line matches too, or a
   * header line of a table and a row of the table matches too.
   */
  private static boolean isRepeatedBelow(List<Sentence> all, int label, int[] keywords) {
    return all.get(label).isLabel()
        && IntStream.range(firstTextFrom(all, label), all.size())
            .takeWhile(i -> !all.get(i).isHeading() && isBelow(all.get(label), all.get(i)))
            .anyMatch(i -> !all.get(i).isLabel() && keywords[i] != 0);
  }

  /** Whether a label may say what a later sentence is about. */
  private static boolean isBelow(Sentence label, Sentence sentence) {
    return !label.isTableHeader() || Objects.equals(label.table(), sentence.table());
  }

  private static long rarest(int keywords, List<Long> chunksWith) {
    long rarest = Long.MAX_VALUE;
    for (int i = 0; i < chunksWith.size(); i++) {
      if ((keywords & (1 << i)) != 0) {
        rarest = Math.min(rarest, chunksWith.get(i));
      }
    }
    return rarest;
  }

  /**
   * The index of the first sentence from an index on that is not a label. From a header line of a
   * table on, that of the first row of the table. If there is none, the given index.
   */
  private static int firstTextFrom(List<Sentence> all, int from) {
    return IntStream.range(from, all.size())
        .filter(i -> !all.get(i).isLabel() && isBelow(all.get(from), all.get(i)))
        .findFirst()
        .orElse(from);
  }
}
