package dev.arag.core.internal.query;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.Folding;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The keywords in a text that a user typed. Linear in the length of the text. */
public final class TextKeywords {
  private static final Set<String> STOP_WORDS =
      Set.of(
          ("a about after all also am an and any are as at be been before being between both but by"
                  + " can could did do does doing during each for from had has have he her here him"
                  + " his how i if in into is it its me more most my no nor not of on or other our"
                  + " she should so some such than that the their them then there these they this"
                  + " those through to under was we were what when where which while who whom whose"
                  + " why will with would you your")
              .split(" "));

  /** Words that say more come first: names and numbers, then the longest words. */
  public static final Comparator<String> MOST_SPECIFIC =
      Comparator.comparing(TextKeywords::isNameOrNumber).thenComparing(String::length).reversed();

  private static final String QUOTE = "\"“”„‟«»";
  private static final String START = "[\\p{L}\\p{N}]";

  /** A part of a word. Format characters, such as the zero-width joiner, disappear by folding. */
  private static final String PART = START + "[\\p{L}\\p{M}\\p{N}\\p{Cf}]*+";

  /**
   * A phrase or a word. A quotation mark after a letter or digit does not open a phrase, because it
   * may be an inch sign or part of a Hebrew acronym; in scripts without spaces it does.
   */
  private static final Pattern TERM =
      Pattern.compile(
          ("(?<![\\p{L}\\p{N}&&[^\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsThai}]])"
                  + "[QUOTE](?<phrase>[^QUOTE]*+)[QUOTE]"
                  + "|(?:(?<![\\p{L}\\p{M}\\p{N}.#])[.#])?+PART"
                  + "(?:(?:['’](?![sS](?!START))|[._&@\\u2010\\u2011-]"
                  + "|(?<=\\p{N})[,:/–](?=\\p{N})|(?:\\+\\+|#)(?=\\p{N}))PART)*+"
                  + "(?:(?:\\+++|#)(?!START))?+")
              .replace("QUOTE", QUOTE)
              .replace("PART", PART)
              .replace("START", START));

  private static final Pattern CONTROLS = Pattern.compile("[\\p{Cc}\\p{Cs}]");
  private static final String END_OF_PHRASE = ",.;:!?… ";

  private TextKeywords() {}

  private record Term(String text, boolean isPhrase) {
    boolean isStopWord() {
      return !isPhrase && TextKeywords.isStopWord(text);
    }
  }

  /**
   * Returns the keywords of a text, in its order, without duplicates after folding.
   *
   * @param isSearchable whether a folded keyword can be searched
   * @param max the maximum number of keywords
   */
  public static List<String> of(String text, Predicate<String> isSearchable, int max) {
    Map<String, Term> terms = new LinkedHashMap<>();
    Matcher matcher = TERM.matcher(CONTROLS.matcher(text).replaceAll(" "));
    while (matcher.find()) {
      String phrase = matcher.group("phrase");
      Term term =
          phrase == null
              ? new Term(matcher.group(), false)
              : new Term(withoutEnd(phrase).strip(), true);
      String folded = Folding.key(term.text());
      if (isSearchable.test(folded)) {
        terms.putIfAbsent(folded, term);
      }
    }
    List<Term> content = terms.values().stream().filter(term -> !term.isStopWord()).toList();
    Comparator<Term> order =
        Comparator.comparing((Term term) -> !term.isPhrase())
            .thenComparing(Term::text, MOST_SPECIFIC);
    return best(content.isEmpty() ? terms.values() : content, order, max).stream()
        .map(Term::text)
        .toList();
  }

  private static String withoutEnd(String phrase) {
    int end = phrase.length();
    while (end > 0 && END_OF_PHRASE.indexOf(phrase.charAt(end - 1)) >= 0) {
      end--;
    }
    return phrase.substring(0, end);
  }

  private static boolean isNameOrNumber(String word) {
    return word.codePoints()
        .anyMatch(each -> CharacterClass.isUpperCase(each) || CharacterClass.isDigit(each));
  }

  /** Whether a word is an English function word, in any case. */
  public static boolean isStopWord(String word) {
    return STOP_WORDS.contains(word.toLowerCase(Locale.ROOT));
  }

  /** Returns the first items of an order, in the order in which they were given. */
  public static <T> List<T> best(Collection<T> distinct, Comparator<T> order, int max) {
    Set<T> best = distinct.stream().sorted(order).limit(max).collect(Collectors.toSet());
    return distinct.stream().filter(best::contains).toList();
  }
}
