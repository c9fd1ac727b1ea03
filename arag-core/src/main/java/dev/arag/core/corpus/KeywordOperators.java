package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the operators of a keyword search from a text that an LLM or a user wrote. The text is a
 * list of terms, separated by white space:
 *
 * <table>
 * <caption>Terms</caption>
 * <tr><td>{@code Sorbonne}, {@code "Marie Curie"}</td><td>{@linkplain KeywordQuery#extend adds} a
 *     word, or a phrase in quotation marks, to the keywords</td></tr>
 * <tr><td>{@code Sorbonne^2}, {@code "Marie Curie"^0.5}</td><td>adds the keyword if necessary and
 *     {@linkplain KeywordQuery#emphasize gives it a weight}, which is rounded to two
 *     decimals</td></tr>
 * <tr><td>{@code -film}, {@code -"feature film"}</td><td>{@linkplain KeywordQuery#exclude excludes}
 *     chunks with the keyword</td></tr>
 * </table>
 *
 * If the text breaks these rules or the limits of {@link KeywordQuery}, none of its operators
 * apply. Its words that are not in an excluded term are then added as single keywords without a
 * weight, until the query has {@value KeywordQuery#MAX_KEYWORDS} keywords.
 *
 * @param query the query to search with
 * @param problem what was wrong with the operators, as a sentence; empty if they were applied
 */
public record KeywordOperators(KeywordQuery query, Optional<String> problem) {
  private static final Pattern TERM =
      Pattern.compile(
          "(?<minus>-?+)(?:\"(?<phrase>[^\"]*)\"|(?<word>[^\\s\"^]+))(?:\\^(?<weight>[^\\s\"]*))?"
              + "(?=\\s|$)");

  private static final Pattern EXCLUDED_PHRASE = Pattern.compile("(?<!\\S)-\"[^\"]*\"");
  private static final Pattern WEIGHT = Pattern.compile("\\d{1,9}(?:\\.\\d{1,9})?");
  private static final Set<String> UNSUPPORTED = Set.of("AND", "OR", "NOT");
  private static final int MAX_SHOWN = 40;

  public KeywordOperators {
    requireNonNull(query, "query");
    requireNonNull(problem, "problem");
  }

  private record Term(boolean isExcluded, String keyword, Optional<Double> weight) {
    KeywordQuery applyTo(KeywordQuery query) {
      if (isExcluded) {
        return query.exclude(List.of(keyword));
      }
      KeywordQuery extended = query.extend(keyword);
      return weight.map(value -> extended.emphasize(keyword, value)).orElse(extended);
    }
  }

  /**
   * Applies operators to a query. Never throws an exception because of the text.
   *
   * @param operators the terms; may be blank
   */
  public static KeywordOperators parse(String operators, KeywordQuery query) {
    requireNonNull(operators, "operators");
    requireNonNull(query, "query");
    String text = normalize(operators);
    try {
      KeywordQuery applied = query;
      for (Term term : terms(text)) {
        applied = term.applyTo(applied);
      }
      return new KeywordOperators(applied, Optional.empty());
    } catch (IllegalArgumentException e) {
      return new KeywordOperators(withPlainWords(query, text), Optional.of(sentence(e)));
    }
  }

  private static String sentence(IllegalArgumentException failure) {
    String message = String.valueOf(failure.getMessage());
    return message.endsWith(".") ? message : message + ".";
  }

  /** Replaces typographic quotation marks and minus signs, which models write. */
  private static String normalize(String operators) {
    return operators.replaceAll("[“”„«»]", "\"").replaceAll("[−–]", "-").strip();
  }

  private static List<Term> terms(String text) {
    List<Term> terms = new ArrayList<>();
    Matcher matcher = TERM.matcher(text);
    int at = 0;
    while (at < text.length()) {
      matcher.region(at, text.length());
      if (!matcher.lookingAt()) {
        throw new IllegalArgumentException("Cannot read the operators from " + shown(text, at));
      }
      terms.add(term(matcher));
      at = matcher.end();
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
    }
    return terms;
  }

  private static Term term(Matcher matcher) {
    String phrase = matcher.group("phrase");
    String keyword = phrase == null ? matcher.group("word") : phrase;
    boolean isExcluded = !matcher.group("minus").isEmpty();
    if (phrase == null && UNSUPPORTED.contains(keyword)) {
      throw new IllegalArgumentException(
          keyword + " is not an operator: each keyword is optional, and -keyword excludes one");
    }
    String weight = matcher.group("weight");
    if (weight == null) {
      return new Term(isExcluded, keyword, Optional.empty());
    }
    if (isExcluded || !WEIGHT.matcher(weight).matches()) {
      throw new IllegalArgumentException(
          isExcluded
              ? "An excluded keyword has no weight: " + shown(matcher.group(), 0)
              : "The weight after ^ must be a number: " + shown(matcher.group(), 0));
    }
    return new Term(false, keyword, Optional.of(Double.valueOf(weight)));
  }

  private static String shown(String text, int from) {
    int end = Math.min(text.length(), from + MAX_SHOWN);
    return text.substring(from, end) + (end < text.length() ? "…" : "");
  }

  private static KeywordQuery withPlainWords(KeywordQuery query, String text) {
    KeywordQuery plain = query;
    for (String word : EXCLUDED_PHRASE.matcher(text).replaceAll(" ").split("\\s+", -1)) {
      int weight = word.indexOf('^');
      String bare = (weight < 0 ? word : word.substring(0, weight)).replace("\"", "");
      if (!bare.startsWith("-") && !UNSUPPORTED.contains(bare)) {
        plain = extendIfPossible(plain, bare);
      }
    }
    return plain;
  }

  private static KeywordQuery extendIfPossible(KeywordQuery query, String word) {
    try {
      return query.extend(word);
    } catch (IllegalArgumentException e) {
      // The word is too short to be a keyword, or there are enough keywords.
      return query;
    }
  }
}
