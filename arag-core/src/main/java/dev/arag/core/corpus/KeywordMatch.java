package dev.arag.core.corpus;

import dev.arag.core.internal.fold.FoldedText;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.internal.fold.WordEdges;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Section;
import dev.arag.core.text.Sentence;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A chunk in which keywords of a query occur. Immutable. */
public final class KeywordMatch {
  /** The additional weight of a whole word in the heading of a section. */
  static final double HEADING_WEIGHT = 0.5;

  private final KeywordQuery query;
  private final Chunk chunk;
  private final FoldedText folded;
  private final FoldedText bare;
  private final Occurrences occurrences;

  /**
   * @param folded the text of the chunk
   * @param bare the text without diacritics; may be {@code folded} if no keyword ignores accents
   */
  KeywordMatch(
      KeywordQuery query,
      Chunk chunk,
      FoldedText folded,
      FoldedText bare,
      Occurrences occurrences) {
    this.query = query;
    this.chunk = chunk;
    this.folded = folded;
    this.bare = bare;
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

  /** The rules of the query. */
  RankingRules rules() {
    return query.rules();
  }

  /**
   * Whether a sentence by itself contains a keyword. The characters {@code .!?} and white space at
   * the ends of the sentence are ignored. An occurrence that is only partly in the sentence does
   * not count. A keyword whose accents the query {@linkplain KeywordQuery#ignoresAccents() ignores}
   * occurs only where the sentence has no accents, either.
   */
  public boolean isIn(Sentence sentence) {
    String own = Folding.fold(sentence.textWithoutEndMarks()).text();
    return query.folded().stream().anyMatch(own::contains);
  }

  /** All sentences that overlap an occurrence, including heading lines, in text order. */
  public List<Sentence> sentences() {
    int[] keywords = keywordsBySentence().any;
    return IntStream.range(0, keywords.length)
        .filter(i -> keywords[i] != 0)
        .mapToObj(chunk.sentences()::get)
        .toList();
  }

  /**
   * The highest rarity of a section: the sum of the rarities of the keywords that occur as whole
   * words in the section or its heading, plus {@value #HEADING_WEIGHT} times the sum of those in
   * its heading.
   *
   * @param rarities the rarity of each keyword
   */
  double sectionRarity(double[] rarities) {
    int[] whole = keywordsBySentence().whole;
    Map<String, Integer> wholeInTitle = new HashMap<>();
    double best = 0;
    int sentence = 0;
    for (Section section : chunk.sections()) {
      int inHeading = 0;
      for (String title : section.heading()) {
        inHeading |= wholeInTitle.computeIfAbsent(title, this::wholeWords);
      }
      int inSection = inHeading;
      for (int end = sentence + section.sentences().size(); sentence < end; sentence++) {
        inSection |= whole[sentence];
      }
      double rarity =
          KeywordRanking.rarity(inSection, rarities)
              + HEADING_WEIGHT * KeywordRanking.rarity(inHeading, rarities);
      best = Math.max(best, rarity);
    }
    return best;
  }

  /** The keywords that occur as whole words in a title, as a bit set. */
  private int wholeWords(String title) {
    Occurrences inTitle = new Occurrences(query.parts().size());
    query.countAll(Folding.fold(title).text(), inTitle);
    return inTitle.whole();
  }

  /**
   * For each sentence of the chunk, the keywords that occur in it, as bit sets. An occurrence
   * belongs to each sentence that it overlaps.
   */
  static final class SentenceKeywords {
    /** The keywords with an occurrence. */
    final int[] any;

    /** The keywords with a whole-word occurrence. */
    final int[] whole;

    private SentenceKeywords(int sentences) {
      any = new int[sentences];
      whole = new int[sentences];
    }
  }

  SentenceKeywords keywordsBySentence() {
    SentenceKeywords keywords = new SentenceKeywords(chunk.sentences().size());
    List<KeywordQuery.Keyword> parts = query.parts();
    for (int i = 0; i < parts.size(); i++) {
      if (occurrences.count(i) > 0) {
        mark(keywords, 1 << i, parts.get(i));
      }
    }
    return keywords;
  }

  private void mark(SentenceKeywords keywords, int bit, KeywordQuery.Keyword keyword) {
    FoldedText form = keyword.ignoresAccents() ? bare : folded;
    String text = form.text();
    int length = keyword.folded().length();
    int sentence = 0;
    for (int at = text.indexOf(keyword.folded());
        at >= 0;
        at = text.indexOf(keyword.folded(), at + length)) {
      int wholeBit = WordEdges.isWhole(text, at, at + length) ? bit : 0;
      int start = chunk.location().offset() + form.sourceStart(at);
      int end = chunk.location().offset() + form.sourceEnd(at + length);
      sentence = firstEndingAfter(start, sentence);
      for (int i = sentence; i < keywords.any.length && sentenceStart(i) < end; i++) {
        keywords.any[i] |= bit;
        keywords.whole[i] |= wholeBit;
      }
    }
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
