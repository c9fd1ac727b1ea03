package dev.arag.tools.call;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.fold.CharacterForm;
import dev.arag.core.internal.hash.Sha256;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.internal.text.Base32;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names that are shown to a model instead of chunk ids.
 *
 * <ul>
 *   <li>An id of at most 16 ASCII letters, digits and {@code _.:#-} that starts with a letter is
 *       used as the name, unless it ends with a dot and digits as the id of a section does.
 *   <li>A number of at most 15 digits gets the prefix {@code c}: 110 becomes {@code c110}.
 *   <li>Any other id gets an {@link #alias}.
 * </ul>
 *
 * The same id always gets the same name. When a name that a model wrote is resolved, differences in
 * case, spaces and dashes are ignored, as are brackets, quotes and the word "chunk".
 */
public final class ChunkNames {
  private static final int MAX_VERBATIM_LENGTH = 16;
  private static final int MAX_NUMBER_LENGTH = 15;
  private static final int ALIAS_LENGTH = 7;
  private static final Pattern SECTION_ID = Pattern.compile("(.+)\\.([0-9]{1,9})");
  private static final String DECORATION = "[]【】(){}<>\"'`“”‘’„«»*.,;: \t\r\n\u00A0";
  private static final String KEPT_MARKS = "_.:#/@+=~-";
  private static final List<String> WORDS = List.of("chunks", "chunk", "ids", "id");
  private static final String DASHES = "‐‑‒–—―−﹘﹣－";

  private ChunkNames() {}

  /** Returns the name of a chunk in texts for a model, by the rules above. */
  public static String of(ChunkId id) {
    requireNonNull(id, "id");
    String value = id.value();
    if (isVerbatim(value)) {
      return value;
    }
    return isNumber(value) ? "c" + value : alias(id);
  }

  /**
   * Returns the alias of an id: {@code x}, followed by seven characters of the hash of the id.
   * Aliases replace ids that a model would probably copy incorrectly. Only a {@link ContextTracker}
   * whose {@code nameOf} has returned an alias can resolve it.
   */
  public static String alias(ChunkId id) {
    return "x" + Base32.prefix(Sha256.of(requireNonNull(id, "id").value()), ALIAS_LENGTH);
  }

  /**
   * Returns the id in a form that every {@link ContextTracker} can resolve. All characters except
   * letters, digits and some punctuation marks are percent-encoded. A punctuation mark is also
   * encoded if it is the first or last character, if it follows a word such as "chunk" at the
   * start, or if it is the dot before digits at the end.
   */
  public static String encoded(ChunkId id) {
    String value = requireNonNull(id, "id").value();
    Set<Integer> always = new HashSet<>();
    always.add(0);
    always.add(value.length() - 1);
    WORDS.stream().filter(word -> hasPrefix(value, word)).map(String::length).forEach(always::add);
    if (SECTION_ID.matcher(value).matches()) {
      always.add(value.lastIndexOf('.'));
    }
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < value.length(); i += Character.charCount(value.codePointAt(i))) {
      int character = value.codePointAt(i);
      boolean isMark = KEPT_MARKS.indexOf(character) >= 0 && !always.contains(i);
      name.append(
          Character.isLetterOrDigit(character) || isMark
              ? Character.toString(character)
              : percentEncoded(character));
    }
    return name.toString();
  }

  private static boolean hasPrefix(String text, String word) {
    return text.length() > word.length()
        && text.regionMatches(true, 0, word, 0, word.length())
        && DECORATION.indexOf(text.charAt(word.length())) >= 0;
  }

  private static String percentEncoded(int character) {
    return URLEncoder.encode(Character.toString(character), StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("-", "%2D")
        .replace(".", "%2E")
        .replace("_", "%5F");
  }

  /** Returns the text without percent-encoding; empty if there is none, or it is invalid. */
  private static Optional<String> percentDecoded(String text) {
    if (text.indexOf('%') < 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * Normalizes a chunk name written by a model. Two spellings of the same name have the same normal
   * form.
   *
   * @return the normal form, which may be empty
   */
  public static String normalize(String written) {
    requireNonNull(written, "written");
    String bare = stripDecoration(written);
    StringBuilder out = new StringBuilder(bare.length());
    bare.codePoints()
        .filter(
            character -> !Character.isWhitespace(character) && !Character.isSpaceChar(character))
        .map(character -> DASHES.indexOf(character) >= 0 ? '-' : character)
        .forEach(out::appendCodePoint);
    return toLowerCase(out.toString());
  }

  /**
   * Converts a text to lower case with the rules of the JDK. Letters that the JDK does not know are
   * then converted with the pinned Unicode version.
   */
  private static String toLowerCase(String text) {
    StringBuilder lower = new StringBuilder(text.length());
    text.toLowerCase(Locale.ROOT)
        .codePoints()
        .map(CharacterForm::lowerCase)
        .forEach(lower::appendCodePoint);
    return lower.toString();
  }

  /**
   * The name of a section as a model wrote it, in two parts.
   *
   * @param chunk the name of the chunk
   * @param number the number of the section
   */
  public record SectionName(String chunk, int number) {
    public SectionName {
      requireNonNull(chunk, "chunk");
    }
  }

  /**
   * Splits a text written by a model at its last dot into the name of a chunk and the number of a
   * section, if only digits follow the dot. Such a text can also be the id of a chunk, so look it
   * up as an id first.
   *
   * @return the name of a section; empty if the text does not have this form
   */
  public static Optional<SectionName> section(String written) {
    requireNonNull(written, "written");
    Matcher parts = SECTION_ID.matcher(removeSpaces(stripDecoration(written)));
    return parts.matches()
        ? Optional.of(new SectionName(parts.group(1), Integer.parseInt(parts.group(2))))
        : Optional.empty();
  }

  /**
   * Returns the ids that a text written by a model may refer to, most likely first. The id of an
   * alias is not included, because only the {@link ContextTracker} that showed the alias can
   * resolve it.
   */
  public static List<ChunkId> candidates(String written) {
    requireNonNull(written, "written");
    Set<String> values = new LinkedHashSet<>();
    String bare = stripDecoration(written);
    String normal = normalize(written);
    // First, so that an id that looks like the encoded name of another id cannot replace it.
    percentDecoded(removeSpaces(bare)).ifPresent(values::add);
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

  /** Removes the brackets, quotes and words such as "chunk" or "id" that models add to ids. */
  private static String stripDecoration(String written) {
    String text = strip(insideBrackets(strip(written)));
    for (String word : WORDS) {
      text = removePrefix(text, word);
    }
    return text;
  }

  private static String removePrefix(String text, String word) {
    return hasPrefix(text, word) ? strip(text.substring(word.length())) : text;
  }

  /**
   * Returns the text before a closing bracket, because models copy result lines such as {@code
   * [q7k2m#12] Heading}.
   */
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
        && !SECTION_ID.matcher(value).matches()
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
