package dev.arag.core.corpus;

import dev.arag.core.internal.fold.FoldedText;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.internal.fold.WordEdges;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Sentence;
import java.util.List;
import java.util.stream.IntStream;

/** A chunk in which keywords of a query occur. Immutable. */
public final class KeywordMatch {
  private final KeywordQuery query;
  private final Chunk chunk;
  private final FoldedText folded;
  private final Occurrences occurrences;

  /**
   * @param folded the text of the chunk
   */
  KeywordMatch(KeywordQuery query, Chunk chunk, FoldedText folded, Occurrences occurrences) {
    this.query = query;
    this.chunk = chunk;
    this.folded = folded;
    this.occurrences = occurrences;
  }

  /** The chunk. */
  public Chunk chunk() {
    return chunk;
  }

  /** The number of occurrences of each keyword, and how many of them are whole words. */
  public Occurrences occurrences() {
    return occurrences;
  }

  /** All sentences that overlap an occurrence, including heading lines, in text order. */
  public List<Sentence> sentences() {
    int[] keywords = keywordsBySentence();
    return IntStream.range(0, keywords.length)
        .filter(i -> keywords[i] != 0)
        .mapToObj(chunk.sentences()::get)
        .toList();
  }

  /**
   * For each sentence of the chunk, the keywords with an occurrence that overlaps the sentence, as
   * a bit set.
   */
  int[] keywordsBySentence() {
    return bySentence((text, start, end) -> true);
  }

  /**
   * For each sentence of the chunk, the keywords with a whole-word occurrence that overlaps the
   * sentence, as a bit set.
   */
  int[] wholeWordsBySentence() {
    return bySentence(WordEdges::isWhole);
  }

  private interface Filter {
    boolean allows(String folded, int start, int end);
  }

  private int[] bySentence(Filter filter) {
    int[] keywords = new int[chunk.sentences().size()];
    List<KeywordQuery.Keyword> parts = query.parts();
    for (int i = 0; i < parts.size(); i++) {
      if (occurrences.count(i) > 0) {
        mark(keywords, i, parts.get(i), filter);
      }
    }
    return keywords;
  }

  private void mark(int[] keywords, int bit, KeywordQuery.Keyword keyword, Filter filter) {
    FoldedText form = formFor(keyword);
    String text = form.text();
    int length = keyword.folded().length();
    int sentence = 0;
    for (int at = text.indexOf(keyword.folded());
        at >= 0;
        at = text.indexOf(keyword.folded(), at + length)) {
      if (!filter.allows(text, at, at + length)) {
        continue;
      }
      int start = chunk.location().offset() + form.sourceStart(at);
      int end = chunk.location().offset() + form.sourceEnd(at + length);
      sentence = firstEndingAfter(start, sentence);
      for (int i = sentence; i < keywords.length && sentenceStart(i) < end; i++) {
        keywords[i] |= 1 << bit;
      }
    }
  }

  /** The folded form of the text in which to search for the keyword. */
  private FoldedText formFor(KeywordQuery.Keyword keyword) {
    return keyword.ignoresAccents() ? Folding.foldWithoutDiacritics(chunk.text()) : folded;
  }

  private int firstEndingAfter(int offset, int from) {
    int i = from;
    while (i < chunk.sentences().size() && chunk.sentences().get(i).end() <= offset) {
      i++;
    }
    return i;
  }

  private int sentenceStart(int sentence) {
    return chunk.sentences().get(sentence).offset();
  }
}
