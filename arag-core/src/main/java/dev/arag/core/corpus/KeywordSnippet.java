package dev.arag.core.corpus;

import dev.arag.core.text.Sentence;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The sentences to show for a keyword hit, in text order. If more than five sentences match, those
 * with the rarest whole words are selected, then those with the rarest parts of words. Heading
 * lines are not shown. If no other sentence matches, or none contains a whole word, each matching
 * heading line is represented by the first sentence below it.
 */
record KeywordSnippet(List<Sentence> sentences, int omitted) {
  private static final int SHOWN = 5;

  static KeywordSnippet of(KeywordMatch match, KeywordCounts counts) {
    List<Sentence> all = match.chunk().sentences();
    int[] keywords = match.keywordsBySentence();
    int[] whole = match.wholeWordsBySentence();
    boolean hasWhole = IntStream.of(whole).anyMatch(bits -> bits != 0);
    boolean usesHeadings = !occursInText(all, hasWhole ? whole : keywords);
    List<Integer> bestFirst =
        IntStream.range(0, keywords.length)
            .filter(i -> keywords[i] != 0 && (usesHeadings || !all.get(i).isHeading()))
            .boxed()
            .sorted(
                Comparator.<Integer>comparingLong(i -> rarest(whole[i], counts.chunksWithWhole()))
                    .thenComparingLong(i -> rarest(keywords[i], counts.chunksWith())))
            .map(i -> firstTextFrom(all, i))
            .distinct()
            .toList();
    return new KeywordSnippet(
        bestFirst.stream().limit(SHOWN).sorted().map(all::get).toList(),
        (int) bestFirst.stream().skip(SHOWN).filter(i -> keywords[i] != 0).count());
  }

  /** Whether any keyword occurs in a sentence that is not a heading line. */
  private static boolean occursInText(List<Sentence> all, int[] keywords) {
    return IntStream.range(0, keywords.length)
        .anyMatch(i -> keywords[i] != 0 && !all.get(i).isHeading());
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
   * The index of the first sentence from an index on that is not a heading line. If there is none,
   * the given index.
   */
  private static int firstTextFrom(List<Sentence> all, int from) {
    return IntStream.range(from, all.size())
        .filter(i -> !all.get(i).isHeading())
        .findFirst()
        .orElse(from);
  }
}
