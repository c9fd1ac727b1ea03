package dev.arag.agent.internal.text;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.internal.query.TextKeywords;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The words of a question that a keyword search can use. Function words of other languages than
 * English are kept; the search ranks them low, because they occur in many chunks.
 */
public final class QuestionKeywords {
  private static final Pattern WORD =
      Pattern.compile("[\\p{L}\\p{M}\\p{N}]++(?:['’.-](?!s\\b)[\\p{L}\\p{M}\\p{N}]++)*+");

  private QuestionKeywords() {}

  /** Returns at most {@link KeywordQuery#MAX_KEYWORDS} words in the order of the question. */
  public static List<String> of(String question) {
    Map<String, String> words = new LinkedHashMap<>();
    WORD.matcher(question)
        .results()
        .map(MatchResult::group)
        .filter(QuestionKeywords::isKeyword)
        .forEach(word -> words.putIfAbsent(word.toLowerCase(Locale.ROOT), word));
    return TextKeywords.best(words.values(), TextKeywords.MOST_SPECIFIC, KeywordQuery.MAX_KEYWORDS);
  }

  private static boolean isKeyword(String word) {
    boolean isLong = word.codePointCount(0, word.length()) > 1;
    boolean isIdeograph = Character.isIdeographic(word.codePointAt(0));
    return (isLong || isIdeograph) && !TextKeywords.isStopWord(word) && isAccepted(word);
  }

  /** The search rejects a letter with a combining accent, which it normalizes to one character. */
  private static boolean isAccepted(String word) {
    try {
      KeywordQuery.of(List.of(word));
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
