package dev.arag.evaluation.internal.metric;

import static java.util.Objects.requireNonNull;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Normalizes answers, so that spelling variants compare equal. */
public final class AnswerNormalizer {
  private static final Pattern ASCII_PUNCTUATION = Pattern.compile("\\p{Punct}");
  private static final Pattern ARTICLE =
      Pattern.compile("\\b(?:a|an|the)\\b", Pattern.UNICODE_CHARACTER_CLASS);
  private static final Pattern WHITE_SPACE =
      Pattern.compile("\\s+", Pattern.UNICODE_CHARACTER_CLASS);

  /**
   * Punctuation that does not separate words: apostrophes as in O'Neill, commas between digits as
   * in 1,000, and full stops as in U.S., but not between digits as in 1.5.
   */
  private static final Pattern INNER_PUNCTUATION =
      Pattern.compile("['\u2018\u2019\u02BC]|(?<=\\p{N}),(?=\\p{N})|(?<!\\p{N})\\.|\\.(?!\\p{N})");

  /** A character of a script that does not separate words by spaces. */
  private static final Pattern UNSPACED =
      Pattern.compile(
          "[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsThai}\\p{IsLao}\\p{IsKhmer}\\p{IsMyanmar}]");

  private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{M}\\p{N}.]+");
  private static final Set<String> ARTICLES = Set.of("a", "an", "the");

  private AnswerNormalizer() {}

  /**
   * Normalizes a text as the evaluation script of SQuAD does: lower case, ASCII punctuation
   * deleted, the words a, an and the deleted, white space collapsed.
   */
  public static String squad(String text) {
    String lower = requireNonNull(text, "text").toLowerCase(Locale.ROOT);
    String bare = ASCII_PUNCTUATION.matcher(lower).replaceAll("");
    String words = ARTICLE.matcher(bare).replaceAll(" ");
    return WHITE_SPACE.matcher(words).replaceAll(" ").strip();
  }

  /** The words of a text that {@link #squad} normalized. */
  public static List<String> squadWords(String text) {
    String normalized = squad(text);
    return normalized.isEmpty() ? List.of() : List.of(normalized.split(" "));
  }

  /**
   * Divides a text into words: Unicode compatibility form, lower case; apostrophes, commas between
   * digits and full stops that are not between digits deleted; every other character that is no
   * letter or digit separates words. Each character of a script without spaces, such as Han or
   * Thai, is a word. The words a, an and the are deleted, unless the text has no other word.
   */
  public static List<String> words(String text) {
    List<String> all = allWords(text);
    List<String> words = all.stream().filter(word -> !ARTICLES.contains(word)).toList();
    return words.isEmpty() ? all : words;
  }

  /** The words of a text, articles included. */
  public static List<String> allWords(String text) {
    String form = Normalizer.normalize(requireNonNull(text, "text"), Normalizer.Form.NFKC);
    String lower = INNER_PUNCTUATION.matcher(form.toLowerCase(Locale.ROOT)).replaceAll("");
    String spaced = UNSPACED.matcher(lower).replaceAll(" $0 ");
    return Stream.of(NO_WORD.split(spaced)).filter(word -> !word.isEmpty()).toList();
  }
}
