package dev.arag.tools;

import dev.arag.core.internal.fold.CharacterForm;
import dev.arag.core.text.ChunkId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * How a chunk id is shown to a model, and which id a model means by what it wrote. An id that is
 * short and unmistakable is shown as it is, a bare number as {@code c110}, any other as an alias
 * made of its hash; the same id always looks the same. On the way back brackets, quotes, the word
 * "chunk", case, spaces and dash variants are forgiven.
 */
public final class ChunkNames {
  private static final int LONGEST_VERBATIM = 16;
  private static final int LONGEST_NUMBER = 15;
  private static final int ALIAS_LENGTH = 7;
  private static final String AROUND = "[]【】(){}<>\"'`“”‘’„«»*.,;: \t\r\n\u00A0";
  private static final String DASHES = "‐‑‒–—―−﹘﹣－";

  private ChunkNames() {}

  /** The form of the id that a model is shown. */
  public static String shown(ChunkId id) {
    String value = id.value();
    if (isVerbatim(value)) {
      return value;
    }
    return isNumber(value) ? "c" + value : alias(id);
  }

  /** {@code x} and seven characters of the id's hash: for ids a model would garble. */
  static String alias(ChunkId id) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] hash = digest.digest(id.value().getBytes(StandardCharsets.UTF_8));
      return "x" + Base32.prefix(hash, ALIAS_LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }

  /**
   * What a model wrote for an id, reduced to what tells ids apart. Two texts that mean the same id
   * have the same normal form.
   *
   * @return may be empty
   */
  public static String normalize(String written) {
    String bare = bare(written);
    StringBuilder out = new StringBuilder(bare.length());
    bare.codePoints()
        .filter(
            character -> !Character.isWhitespace(character) && !Character.isSpaceChar(character))
        .map(character -> DASHES.indexOf(character) >= 0 ? '-' : character)
        .forEach(out::appendCodePoint);
    return inLowerCase(out.toString());
  }

  /** The JDK's rules, and letters of the pinned Unicode version that the JDK may not know. */
  private static String inLowerCase(String text) {
    StringBuilder lower = new StringBuilder(text.length());
    text.toLowerCase(Locale.ROOT)
        .codePoints()
        .map(CharacterForm::lowerCase)
        .forEach(lower::appendCodePoint);
    return lower.toString();
  }

  /** Whether a model that wrote this can mean the chunk, by its id or by the form shown. */
  public static boolean matches(String written, ChunkId id) {
    String normal = normalize(written);
    return normal.equals(normalize(shown(id)))
        || normal.equals(normalize(id.value()))
        || normal.equals(alias(id));
  }

  /**
   * The ids that a model may mean by what it wrote, the likeliest first. An alias names none here:
   * only a tracker that has shown it knows its id.
   */
  public static List<ChunkId> candidates(String written) {
    Set<String> values = new LinkedHashSet<>();
    String bare = bare(written);
    String normal = normalize(written);
    values.add(written.strip());
    values.add(bare);
    values.add(withoutSpaces(bare));
    values.add(normal);
    if (isNumber(normal)) {
      values.add("c" + normal);
    } else if (normal.startsWith("c") && isNumber(normal.substring(1))) {
      values.add(normal.substring(1));
    }
    return values.stream().filter(value -> !value.isBlank()).map(ChunkId::of).toList();
  }

  private static String withoutSpaces(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints().filter(c -> !Character.isWhitespace(c)).forEach(out::appendCodePoint);
    return out.toString();
  }

  /** Without what models put around ids: brackets, quotes, "chunk", "id". */
  private static String bare(String written) {
    String text = strip(insideBrackets(strip(written)));
    for (String word : List.of("chunks", "chunk", "ids", "id")) {
      text = withoutWord(text, word);
    }
    return text;
  }

  private static String withoutWord(String text, String word) {
    boolean leads =
        text.length() > word.length()
            && text.regionMatches(true, 0, word, 0, word.length())
            && AROUND.indexOf(text.charAt(word.length())) >= 0;
    return leads ? strip(text.substring(word.length())) : text;
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
    while (start < end && AROUND.indexOf(text.charAt(start)) >= 0) {
      start++;
    }
    while (end > start && AROUND.indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return text.substring(start, end);
  }

  private static boolean isVerbatim(String value) {
    return value.length() <= LONGEST_VERBATIM
        && isAsciiLetter(value.charAt(0))
        && value.chars().allMatch(c -> isAsciiLetter(c) || isDigit(c) || "_.:#-".indexOf(c) >= 0);
  }

  private static boolean isNumber(String value) {
    return !value.isEmpty()
        && value.length() <= LONGEST_NUMBER
        && value.chars().allMatch(ChunkNames::isDigit);
  }

  private static boolean isAsciiLetter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }
}
