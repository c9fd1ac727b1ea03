package dev.arag.strategies.reply;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.arag.agent.internal.text.SentenceSplitter;
import dev.arag.core.spi.MatchingRules;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads labels, lists, scores, fields and sentences from the replies of models. The methods accept
 * the usual deviations from the requested form, such as Markdown. They never fail because of a
 * reply: if a reply does not contain the value, they return the documented default. Only the first
 * 100,000 UTF-16 units of a reply are read. Words are compared in a normalized form that ignores
 * case.
 */
public final class ReplyText {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** The longest text that is read, in UTF-16 units. Longer replies are cut. */
  private static final int MAX_LENGTH = 100_000;

  private static final int MAX_JSON_ATTEMPTS = 20;

  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}\\p{N}]+");

  /** A bullet or a number, at the start of a line. */
  private static final Pattern BULLET =
      Pattern.compile(
          "^\\s*(?:[-*•–—+>]\\s*|\\(?\\d{1,3}[.):]\\s+|\\(\\d{1,3}\\)\\s*|#+\\s+){1,4}+");

  /** The number of an item, its score, and an optional maximum such as {@code /10}. */
  private static final Pattern SCORE =
      Pattern.compile(
          "^\\W*+(?:\\p{L}++\\W*+)?(\\d{1,6})\\**\\s*[\\].:)=|,–—>-]++[^\\d-]*+(-?\\d{1,6})");

  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,6}");

  /** A character that a list of numbers does not contain. */
  private static final Pattern NOT_LISTED = Pattern.compile("[^\\s,;\\[\\]]");

  private static final String QUOTES = "\"'`“”„‟‘’‚«»‹›*_";

  private ReplyText() {}

  /**
   * Returns the label that occurs first in a reply, as a whole word or sequence of words. If two
   * labels begin at the same word, the one with more words is returned.
   *
   * @param fallback the result if no label occurs
   * @param labels the possible labels
   */
  public static String label(String reply, String fallback, String... labels) {
    requireNonNull(reply, "reply");
    requireNonNull(fallback, "fallback");
    requireNonNull(labels, "labels");
    List<String> words = words(reply);
    String found = fallback;
    int first = words.size();
    int longest = 0;
    for (String label : labels) {
      List<String> wanted = words(requireNonNull(label, "label"));
      int at = wanted.isEmpty() ? -1 : Collections.indexOfSubList(words, wanted);
      if (at >= 0 && (at < first || (at == first && wanted.size() > longest))) {
        found = label;
        first = at;
        longest = wanted.size();
      }
    }
    return found;
  }

  private static List<String> words(String text) {
    return WORD.matcher(key(cut(text))).results().map(MatchResult::group).toList();
  }

  /**
   * Returns the items of a list: the strings of a JSON array, or else the lines that begin with a
   * bullet or a number, or else all lines. Bullets, numbers and quotation marks around an item are
   * removed. Of items that differ only in case, only the first is kept.
   *
   * @param max the maximum number of items, at least 1; later items are dropped
   * @return the items in the order of the reply; empty if there are none
   */
  public static List<String> list(String reply, int max) {
    requireNonNull(reply, "reply");
    if (max < 1) {
      throw new IllegalArgumentException("max must be >= 1, was " + max);
    }
    String text = cut(reply);
    List<String> items = jsonArray(text).orElseGet(() -> lines(text));
    Set<String> known = new HashSet<>();
    return items.stream()
        .map(ReplyText::withoutQuotes)
        .filter(item -> WORD.matcher(item).find() && known.add(key(item)))
        .limit(max)
        .toList();
  }

  /** Returns the strings of the first JSON array that contains only strings. */
  private static Optional<List<String>> jsonArray(String text) {
    int attempts = 0;
    for (int at = text.indexOf('['); at >= 0; at = text.indexOf('[', at + 1)) {
      if (attempts++ == MAX_JSON_ATTEMPTS) {
        break;
      }
      List<String> items = jsonArrayAt(text.substring(at));
      if (!items.isEmpty()) {
        return Optional.of(items);
      }
    }
    return Optional.empty();
  }

  private static List<String> jsonArrayAt(String text) {
    try (JsonParser parser = JSON.createParser(text)) {
      JsonNode array = parser.readValueAsTree();
      List<String> items = new ArrayList<>();
      for (JsonNode item : array) {
        if (item.isTextual()) {
          items.add(item.textValue());
        } else if (item.isObject() && item.size() == 1 && item.iterator().next().isTextual()) {
          items.add(item.iterator().next().textValue());
        } else {
          return List.of();
        }
      }
      return items;
    } catch (IOException e) {
      return List.of();
    }
  }

  private static List<String> lines(String text) {
    List<String> all =
        text.lines().filter(line -> !line.isBlank() && !line.strip().startsWith("```")).toList();
    List<String> listed = all.stream().filter(line -> BULLET.matcher(line).find()).toList();
    return (listed.isEmpty() ? all : listed)
        .stream().map(line -> BULLET.matcher(line).replaceFirst("")).toList();
  }

  private static String withoutQuotes(String item) {
    String text = item.replaceAll("\\s+", " ").strip();
    if (text.endsWith(",")
        && text.length() > 1
        && QUOTES.indexOf(text.charAt(text.length() - 2)) >= 0) {
      text = text.substring(0, text.length() - 1);
    }
    int start = 0;
    int end = text.length();
    while (start < end && QUOTES.indexOf(text.charAt(start)) >= 0) {
      start++;
    }
    while (end > start && QUOTES.indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return text.substring(start, end).strip();
  }

  /**
   * Returns the scores of numbered items. Each line of the reply names an item and its score, such
   * as {@code 3: 7} or {@code [3] 7/10}. A reply that consists of numbers only, one for each item,
   * contains the scores in the order of the items. A score outside of the range is replaced by
   * {@code low} or {@code high}. If the reply names an item twice, its first score counts.
   *
   * @param items the number of items, at least 0; the first one has the number 1
   * @param low the lowest score
   * @param high the highest score
   * @return the score of each item, by its index; the middle of the range, rounded down, for an
   *     item without a score
   */
  public static int[] scores(String reply, int items, int low, int high) {
    requireNonNull(reply, "reply");
    if (items < 0 || low > high) {
      throw new IllegalArgumentException(
          "items must be >= 0 and low <= high, was " + items + ", " + low + " to " + high);
    }
    int[] scores = new int[items];
    Arrays.fill(scores, (int) Math.floorDiv((long) low + high, 2));
    String text = cut(reply);
    List<Integer> numbers = listedNumbers(text);
    if (numbers.size() == items) {
      return numbers.stream().mapToInt(score -> clamp(score, low, high)).toArray();
    }
    boolean[] isKnown = new boolean[items];
    for (String line : text.lines().toList()) {
      Matcher matcher = SCORE.matcher(line);
      if (matcher.find()) {
        int item = Integer.parseInt(matcher.group(1)) - 1;
        if (item >= 0 && item < items && !isKnown[item]) {
          scores[item] = clamp(Integer.parseInt(matcher.group(2)), low, high);
          isKnown[item] = true;
        }
      }
    }
    return scores;
  }

  /** Returns the numbers of a list without numbers of items; empty for any other text. */
  private static List<Integer> listedNumbers(String text) {
    return NOT_LISTED.matcher(NUMBER.matcher(text).replaceAll("")).find()
        ? List.of()
        : NUMBER.matcher(text).results().map(each -> Integer.parseInt(each.group())).toList();
  }

  private static int clamp(int score, int low, int high) {
    return Math.max(low, Math.min(high, score));
  }

  /**
   * Returns the value of the first line {@code KEY: value}. A bullet before the key, and Markdown
   * or quotation marks around the key and the value, are ignored.
   *
   * @param key the key, such as {@code ANSWER}
   * @return the value; empty if no line has the key and a value
   */
  public static Optional<String> line(String reply, String key) {
    requireNonNull(reply, "reply");
    String wanted = key(requireNonNull(key, "key"));
    return cut(reply)
        .lines()
        .flatMap(line -> value(BULLET.matcher(line).replaceFirst(""), wanted).stream())
        .findFirst();
  }

  private static Optional<String> value(String line, String wanted) {
    int colon = line.indexOf(':');
    if (colon < 0 || !key(withoutQuotes(line.substring(0, colon))).equals(wanted)) {
      return Optional.empty();
    }
    String value = withoutQuotes(line.substring(colon + 1));
    return value.isEmpty() ? Optional.empty() : Optional.of(value);
  }

  /**
   * Returns the sentences of a reply in order, without bullets and surrounding white space. A line
   * break ends a sentence.
   *
   * @return the sentences, without those that contain no letter and no digit
   */
  public static List<String> sentences(String reply) {
    requireNonNull(reply, "reply");
    return cut(reply)
        .lines()
        .map(line -> BULLET.matcher(line).replaceFirst(""))
        .flatMap(line -> SentenceSplitter.split(line).stream())
        .filter(sentence -> WORD.matcher(sentence).find())
        .toList();
  }

  private static String key(String text) {
    return MatchingRules.fold(text).strip();
  }

  private static String cut(String text) {
    return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH);
  }
}
