package dev.arag.tools;

import dev.arag.core.internal.fold.CharacterForm;
import dev.arag.core.internal.hash.Sha256;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.internal.text.Base32;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Names under which a model sees chunk ids.
 *
 * <ul>
 *   <li>A short id of ASCII letters, digits and {@code _.:#-} that starts with a letter is its own
 *       name.
 *   <li>A number gets a prefix: 110 becomes {@code c110}.
 *   <li>Any other id gets an alias made from its hash.
 * </ul>
 *
 * The same id always has the same name. When a model writes a name, brackets, quotes, the word
 * "chunk", case, spaces and dash variants are ignored.
 */
public final class ChunkNames {
  private static final int MAX_VERBATIM_LENGTH = 16;
  private static final int MAX_NUMBER_LENGTH = 15;
  private static final int ALIAS_LENGTH = 7;
  private static final String DECORATION = "[]【】(){}<>\"'`“”‘’„«»*.,;: \t\r\n\u00A0";
  private static final String DASHES = "‐‑‒–—―−﹘﹣－";

  private ChunkNames() {}

  /** The name of the chunk in texts for a model. */
  public static String of(ChunkId id) {
    String value = id.value();
    if (isVerbatim(value)) {
      return value;
    }
    return isNumber(value) ? "c" + value : alias(id);
  }

  /** {@code x} and seven characters of the id's hash, for ids a model would copy incorrectly. */
  static String alias(ChunkId id) {
    return "x" + Base32.prefix(Sha256.of(id.value()), ALIAS_LENGTH);
  }

  /**
   * Normalizes a chunk name written by a model. Two spellings of the same name have the same normal
   * form.
   *
   * @return may be empty
   */
  public static String normalize(String written) {
    String bare = stripDecoration(written);
    StringBuilder out = new StringBuilder(bare.length());
    bare.codePoints()
        .filter(
            character -> !Character.isWhitespace(character) && !Character.isSpaceChar(character))
        .map(character -> DASHES.indexOf(character) >= 0 ? '-' : character)
        .forEach(out::appendCodePoint);
    return toLowerCase(out.toString());
  }

  /** Uses the JDK's rules, then the pinned Unicode version for letters the JDK may not support. */
  private static String toLowerCase(String text) {
    StringBuilder lower = new StringBuilder(text.length());
    text.toLowerCase(Locale.ROOT)
        .codePoints()
        .map(CharacterForm::lowerCase)
        .forEach(lower::appendCodePoint);
    return lower.toString();
  }

  /** Whether the text is a spelling of the id or of the name of the chunk. */
  public static boolean matches(String written, ChunkId id) {
    String normal = normalize(written);
    return normal.equals(normalize(of(id)))
        || normal.equals(normalize(id.value()))
        || normal.equals(alias(id));
  }

  /**
   * Returns the ids that the text may refer to, most likely first. An alias gives no id here: only
   * the tracker that has shown it can resolve it.
   */
  public static List<ChunkId> candidates(String written) {
    Set<String> values = new LinkedHashSet<>();
    String bare = stripDecoration(written);
    String normal = normalize(written);
    values.add(written.strip());
    values.add(bare);
    values.add(removeSpaces(bare));
    values.add(normal);
    if (isNumber(normal)) {
      values.add("c" + normal);
    } else if (normal.startsWith("c") && isNumber(normal.substring(1))) {
      values.add(normal.substring(1));
    }
    return values.stream().filter(value -> !value.isBlank()).map(ChunkId::of).toList();
  }

  private static String removeSpaces(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints().filter(c -> !Character.isWhitespace(c)).forEach(out::appendCodePoint);
    return out.toString();
  }

  /** Removes what models add to ids: brackets, quotes, "chunk", "id". */
  private static String stripDecoration(String written) {
    String text = strip(insideBrackets(strip(written)));
    for (String word : List.of("chunks", "chunk", "ids", "id")) {
      text = removePrefix(text, word);
    }
    return text;
  }

  private static String removePrefix(String text, String word) {
    boolean isPrefix =
        text.length() > word.length()
            && text.regionMatches(true, 0, word, 0, word.length())
            && DECORATION.indexOf(text.charAt(word.length())) >= 0;
    return isPrefix ? strip(text.substring(word.length())) : text;
  }

  /** The id of a copied result line such as {@code [q7k2m#12] Heading}. */
  private static String insideBrackets(String text) {
    for (int i = 1; i < text.length(); i++) {
      if (text.charAt(i) == ']' || text.charAt(i) == '】') {
        return text.substring(0, i);
      }
    }
    return text;
  }

  private static String strip(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && DECORATION.indexOf(text.charAt(start)) >= 0) {
      start++;
    }
    while (end > start && DECORATION.indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return text.substring(start, end);
  }

  private static boolean isVerbatim(String value) {
    return value.length() <= MAX_VERBATIM_LENGTH
        && isAsciiLetter(value.charAt(0))
        && value.chars().allMatch(c -> isAsciiLetter(c) || isDigit(c) || "_.:#-".indexOf(c) >= 0);
  }

  private static boolean isNumber(String value) {
    return !value.isEmpty()
        && value.length() <= MAX_NUMBER_LENGTH
        && value.chars().allMatch(ChunkNames::isDigit);
  }

  private static boolean isAsciiLetter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }
}
