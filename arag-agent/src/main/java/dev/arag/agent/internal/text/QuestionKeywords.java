package dev.arag.agent.internal.text;

import dev.arag.core.corpus.KeywordQuery;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The words of a question that a keyword search can use. Function words of other languages than
 * English are kept; the search ranks them low, because they occur in many chunks.
 */
public final class QuestionKeywords {
  private static final Pattern WORD =
      Pattern.compile("[\\p{L}\\p{M}\\p{N}]++(?:['’.-](?!s\\b)[\\p{L}\\p{M}\\p{N}]++)*+");

  private static final Set<String> STOP_WORDS =
      Set.of(
          ("a about after all also am an and any are as at be been before being between both but by"
                  + " can could did do does doing during each for from had has have he her here him"
                  + " his how i if in into is it its me more most my no nor not of on or other our"
                  + " she should so some such than that the their them then there these they this"
                  + " those through to under was we were what when where which while who whom whose"
                  + " why will with would you your")
              .split(" "));

  private QuestionKeywords() {}

  /** Returns at most {@link KeywordQuery#MAX_KEYWORDS} words in the order of the question. */
  public static List<String> of(String question) {
    Map<String, String> words = new LinkedHashMap<>();
    WORD.matcher(question)
        .results()
        .map(MatchResult::group)
        .filter(QuestionKeywords::isKeyword)
        .forEach(word -> words.putIfAbsent(word.toLowerCase(Locale.ROOT), word));
    List<String> longest =
        words.values().stream()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .limit(KeywordQuery.MAX_KEYWORDS)
            .toList();
    return words.values().stream().filter(longest::contains).toList();
  }

  private static boolean isKeyword(String word) {
    boolean isLong = word.codePointCount(0, word.length()) > 1;
    boolean isIdeograph = Character.isIdeographic(word.codePointAt(0));
    boolean isStopWord = STOP_WORDS.contains(word.toLowerCase(Locale.ROOT));
    return (isLong || isIdeograph) && !isStopWord && isAccepted(word);
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
