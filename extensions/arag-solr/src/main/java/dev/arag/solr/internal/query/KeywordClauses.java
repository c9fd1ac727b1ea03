package dev.arag.solr.internal.query;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.error.CorpusException;
import dev.arag.core.internal.string.LoneSurrogates;
import dev.arag.solr.internal.layout.Fields;
import dev.arag.solr.internal.layout.WordSegments;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.solr.common.params.ModifiableSolrParams;

/**
 * The clauses by which Solr finds and counts the keywords of a query. Keywords are the values of
 * parameters of their own, so that they need no escaping.
 *
 * <p>Solr cannot count all keywords. It counts overlapping occurrences, and the phrases of long
 * keywords need too much of its memory. Some chunks are therefore {@linkplain #uncounted() not
 * counted} by Solr: all chunks in which occurrences of a keyword overlap, and all chunks that
 * contain the start of a long keyword.
 */
final class KeywordClauses {
  /** Solr needs about 10 KB for each code point of a keyword and each segment of the index. */
  static final int MAX_LENGTH = 128;

  private final Map<String, String> texts = new LinkedHashMap<>();
  private final List<String> occurs = new ArrayList<>();
  private final List<String> whole = new ArrayList<>();
  private final List<String> excluded = new ArrayList<>();
  private final List<String> uncounted = new ArrayList<>();
  private final long[] boosts;

  /**
   * @throws CorpusException if a keyword has a lone surrogate, which UTF-8 cannot encode
   */
  KeywordClauses(KeywordQuery query) {
    requireWellFormed(query.folded());
    requireWellFormed(query.foldedExcluded());
    for (int i = 0; i < query.folded().size(); i++) {
      String text = query.folded().get(i);
      boolean isBare = query.ignoresAccents(i);
      occurs.add(occurs(start(text), isBare));
      whole.add(isLong(text) ? occurs(start(text), isBare) : whole(text, isBare));
      addUncounted(text, isBare);
    }
    for (String text : query.foldedExcluded()) {
      if (!isLong(text)) {
        excluded.add(whole(text, false));
      }
      addUncounted(text, false);
    }
    boosts = boosts(query);
  }

  private static void requireWellFormed(List<String> texts) {
    if (texts.stream().anyMatch(LoneSurrogates::isIn)) {
      throw new CorpusException(
          "A keyword contains an unpaired surrogate, which Solr cannot search for. Remove this"
              + " character.");
    }
  }

  /** The score of each occurrence of a keyword, divided by the greatest common divisor. */
  private static long[] boosts(KeywordQuery query) {
    List<String> folded = query.folded();
    long[] weightedLengths =
        IntStream.range(0, folded.size())
            .mapToLong(i -> (long) length(folded.get(i)) * query.weightInHundredths(i))
            .toArray();
    long divisor = LongStream.of(weightedLengths).reduce(0, KeywordClauses::divisor);
    return LongStream.of(weightedLengths).map(each -> each / divisor).toArray();
  }

  private static long divisor(long left, long right) {
    return right == 0 ? left : divisor(right, left % right);
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private String occurs(String text, boolean isBare) {
    return switch (length(text)) {
      case 1 -> field(Fields.GRAMS_1, Fields.BARE_GRAMS_1, text, isBare);
      case 2 -> field(Fields.GRAMS_2, Fields.BARE_GRAMS_2, text, isBare);
      default -> field(Fields.GRAMS_3, Fields.BARE_GRAMS_3, text, isBare);
    };
  }

  private String whole(String text, boolean isBare) {
    StringBuilder any = new StringBuilder("(");
    for (String phrase : WordSegments.phrases(text)) {
      any.append(field(Fields.SEGMENTS, Fields.BARE_SEGMENTS, phrase, isBare)).append(' ');
    }
    return any.append(')').toString();
  }

  private void addUncounted(String text, boolean isBare) {
    List<String> texts = isLong(text) ? List.of(start(text)) : SelfOverlap.of(text);
    texts.forEach(each -> uncounted.add(occurs(each, isBare)));
  }

  private static boolean isLong(String text) {
    return length(text) > MAX_LENGTH;
  }

  private static String start(String text) {
    return isLong(text) ? text.substring(0, text.offsetByCodePoints(0, MAX_LENGTH)) : text;
  }

  /**
   * Returns a clause whose score is the number of occurrences.
   *
   * @param isBare whether to search in the text without diacritics; if this text does not differ,
   *     only the other field contains it
   */
  private String field(String plainField, String bareField, String text, boolean isBare) {
    String parameter = "keyword" + texts.size();
    texts.put(parameter, text);
    String plain = "{!field f=" + plainField + " v=$" + parameter + "}";
    return isBare
        ? "({!field f="
            + bareField
            + " v=$"
            + parameter
            + "} (+"
            + plain
            + " -"
            + Fields.HAS_BARE_TEXT
            + ":true))"
        : plain;
  }

  /** Sets the parameters that the clauses refer to. */
  void addTo(ModifiableSolrParams params) {
    texts.forEach(params::set);
  }

  int size() {
    return occurs.size();
  }

  /** Matches chunks that contain a keyword, if Solr counts them. */
  String occurs(int keyword) {
    return occurs.get(keyword);
  }

  /** Matches chunks that contain a keyword as a whole word, if Solr counts them. */
  String whole(int keyword) {
    return whole.get(keyword);
  }

  /** Matches chunks that contain any keyword. The score is that of equation 1, divided. */
  String score() {
    return boosted(occurs);
  }

  /** The same as {@link #score} for whole words. */
  String wholeScore() {
    return boosted(whole);
  }

  private String boosted(List<String> clauses) {
    StringBuilder all = new StringBuilder("(");
    for (int i = 0; i < clauses.size(); i++) {
      all.append(clauses.get(i)).append('^').append(boosts[i]).append(' ');
    }
    return all.append(')').toString();
  }

  long boost(int keyword) {
    return boosts[keyword];
  }

  /** Whether Solr perhaps does not count all chunks. */
  boolean hasUncounted() {
    return !uncounted.isEmpty();
  }

  /** Matches chunks that may contain a keyword and that Solr does not count. */
  String uncounted() {
    return "+" + score() + " +(" + String.join(" ", uncounted) + ")";
  }

  /**
   * Removes chunks with excluded keywords and chunks that Solr does not count from the query that
   * precedes it.
   */
  String without() {
    StringBuilder without = new StringBuilder();
    excluded.forEach(each -> without.append(" -").append(each));
    uncounted.forEach(each -> without.append(" -").append(each));
    return without.toString();
  }
}
