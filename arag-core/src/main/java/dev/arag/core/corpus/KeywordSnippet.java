package dev.arag.core.corpus;

import dev.arag.core.text.Sentence;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The sentences to show for a keyword hit, in text order. If more than five sentences match, those
 * with the rarest keywords are selected. Heading lines are not shown. If only heading lines match,
 * the first sentence below each of these headings is shown.
 */
record KeywordSnippet(List<Sentence> sentences, int omitted) {
  private static final int SHOWN = 5;

  /**
   * @param chunksWith for each keyword of the query, the number of chunks that contain it
   */
  static KeywordSnippet of(KeywordMatch match, List<Long> chunksWith) {
    List<Sentence> all = match.chunk().sentences();
    int[] keywords = match.keywordsBySentence();
    List<Integer> matching =
        IntStream.range(0, keywords.length)
            .filter(i -> keywords[i] != 0 && !all.get(i).isHeading())
            .boxed()
            .sorted(Comparator.comparingLong(i -> rarest(keywords[i], chunksWith)))
            .toList();
    if (matching.isEmpty()) {
      return new KeywordSnippet(belowHeadings(all, keywords), 0);
    }
    List<Sentence> shown = matching.stream().limit(SHOWN).sorted().map(all::get).toList();
    return new KeywordSnippet(shown, matching.size() - shown.size());
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

  private static List<Sentence> belowHeadings(List<Sentence> all, int[] keywords) {
    return IntStream.range(0, keywords.length)
        .filter(i -> keywords[i] != 0)
        .map(i -> firstBelow(all, i))
        .distinct()
        .limit(SHOWN)
        .mapToObj(all::get)
        .toList();
  }

  /**
   * The index of the first sentence after a heading line that is not a heading line itself. If
   * there is none, the index of the heading line.
   */
  private static int firstBelow(List<Sentence> all, int heading) {
    return IntStream.range(heading, all.size())
        .filter(i -> !all.get(i).isHeading())
        .findFirst()
        .orElse(heading);
  }
}
