package dev.arag.core.find;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.condition.Condition;
import dev.arag.core.internal.fold.FoldedText;
import dev.arag.core.internal.fold.Folding;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A query for the places at which all of several conditions hold: within one sentence, one section
 * or one document. Texts are folded as in a {@link dev.arag.core.corpus.KeywordQuery}; accents are
 * never ignored. Immutable and thread-safe.
 *
 * <pre>{@code
 * FindQuery.in(FindQuery.Unit.SENTENCE).words(List.of("net sales")).pattern("[0-9]+ %").countBy("year")
 * }</pre>
 */
public final class FindQuery {
  /** The maximum number of conditions: of words, sets of near words, and patterns together. */
  public static final int MAX_CONDITIONS = Condition.MAX_CONDITIONS;

  /** The maximum number of characters of a word or a pattern. */
  public static final int MAX_LENGTH = Condition.MAX_LENGTH;

  /** The largest number of other words between near words. */
  public static final int MAX_WITHIN = Condition.MAX_WITHIN;

  private static final Duration TIME_LIMIT = Duration.ofSeconds(10);

  /** The part of a text in which all conditions must hold. */
  public enum Unit {
    /** One sentence, row of a table, or heading line. */
    SENTENCE,
    /** One section of a chunk, including its heading line. */
    SECTION,
    /** One document, including its title line. */
    DOCUMENT
  }

  /**
   * A text without which a condition cannot hold, so that a corpus need not read other chunks.
   *
   * @param text the folded text, at least two characters
   * @param isWord whether the text is one word, which occurs as a whole word
   */
  public record Literal(String text, boolean isWord) {
    public Literal {
      requireNonNull(text, "text");
    }

    /** Whether this text occurs in the folded text of a chunk. */
    public boolean isIn(String folded) {
      requireNonNull(folded, "folded");
      return isWord ? Condition.wholeAt(folded, text, 0) >= 0 : folded.contains(text);
    }
  }

  private final Unit unit;
  private final List<Condition> conditions;
  private final List<Literal> literals;
  private final @Nullable String countBy;
  private final Duration timeLimit;
  private final InstantSource clock;

  private FindQuery(
      Unit unit,
      List<Condition> conditions,
      @Nullable String countBy,
      Duration timeLimit,
      InstantSource clock) {
    this.unit = unit;
    this.conditions = List.copyOf(conditions);
    this.literals =
        conditions.stream()
            .flatMap(condition -> condition.literals().stream())
            .map(each -> new Literal(each.text(), each.isWord()))
            .filter(each -> each.text().codePointCount(0, each.text().length()) > 1)
            .filter(each -> Folding.key(each.text()).equals(each.text()))
            .distinct()
            .toList();
    this.countBy = countBy;
    this.timeLimit = timeLimit;
    this.clock = clock;
  }

  /** Creates a query without conditions, which must be added before it is used. */
  public static FindQuery in(Unit unit) {
    InstantSource clock = () -> Instant.EPOCH.plusNanos(System.nanoTime());
    return new FindQuery(requireNonNull(unit, "unit"), List.of(), null, TIME_LIMIT, clock);
  }

  /**
   * Returns a query with additional words or phrases. Each must occur as {@linkplain
   * dev.arag.core.corpus.KeywordQuery a whole word} somewhere in the unit, a phrase within one
   * sentence.
   *
   * @throws IllegalArgumentException if a word is blank or too long, or if the query has more than
   *     {@value #MAX_CONDITIONS} conditions
   */
  public FindQuery words(Collection<String> words) {
    List<Condition> all = new ArrayList<>();
    requireNonNull(words, "words")
        .forEach(word -> all.add(new Condition.Words(requireNonNull(word, "word"))));
    return with(all);
  }

  /**
   * Returns a query with words or phrases that must occur near each other in one sentence, in any
   * order. The sentence must have consecutive occurrences of the words, among them each word, with
   * a limited number of other words between neighbours. A word here is a run of letters, digits and
   * marks; in scripts without spaces, each character is a word.
   *
   * @param words two or more different words or phrases
   * @param within the maximum number of other words between neighbours, 0 to {@value #MAX_WITHIN}
   * @throws IllegalArgumentException if an argument is out of bounds, a word is blank or too long,
   *     or the query has more than {@value #MAX_CONDITIONS} conditions
   */
  public FindQuery near(Collection<String> words, int within) {
    return with(List.of(new Condition.Near(List.copyOf(requireNonNull(words, "words")), within)));
  }

  /**
   * Returns a query with a regular expression that must match a part of one sentence.
   *
   * @param pattern the expression in the syntax of RE2/J, which has no look-around and no back
   *     references. It is compared with the folded sentence: case is ignored, white space is one
   *     space, and quotes and dashes are ASCII. {@code \b}, {@code \d} and {@code \w} apply only to
   *     ASCII; {@code \pL} is a letter of any script.
   * @throws IllegalArgumentException if the expression is invalid, is too long, needs a program of
   *     about 2,000 instructions or more, or matches an empty text, or if the query has more than
   *     {@value #MAX_CONDITIONS} conditions
   */
  public FindQuery pattern(String pattern) {
    return with(List.of(new Condition.Regex(requireNonNull(pattern, "pattern"))));
  }

  private FindQuery with(List<Condition> more) {
    List<Condition> all = new ArrayList<>(conditions);
    all.addAll(more);
    if (all.size() > MAX_CONDITIONS) {
      throw new IllegalArgumentException(
          "A query takes at most " + MAX_CONDITIONS + " conditions, was " + all.size());
    }
    return new FindQuery(unit, all, countBy, timeLimit, clock);
  }

  /**
   * Returns a query that also counts the matching units by a value of their document.
   *
   * @param key {@code document} for the id, {@code source}, {@code type} for the file name
   *     extension, {@code year}, or a metadata key. The year is the metadata value {@code year} or,
   *     without it, the first number of four digits in {@code date}. A list is one value.
   */
  public FindQuery countBy(String key) {
    if (requireNonNull(key, "key").isBlank()) {
      throw new IllegalArgumentException("The key to count by must not be blank.");
    }
    return new FindQuery(unit, conditions, key, timeLimit, clock);
  }

  /**
   * Returns a query with another time limit. When the time has run out, a search returns what it
   * has found. The default is 10 seconds.
   *
   * @param limit the limit, more than zero
   * @param clock measures the time
   */
  public FindQuery timeLimit(Duration limit, InstantSource clock) {
    if (requireNonNull(limit, "limit").isNegative() || limit.isZero()) {
      throw new IllegalArgumentException("The time limit must be > 0, was " + limit);
    }
    return new FindQuery(unit, conditions, countBy, limit, requireNonNull(clock, "clock"));
  }

  /** The part of a text in which all conditions must hold. */
  public Unit unit() {
    return unit;
  }

  /** The key of the values to count by; empty if the query does not count. */
  public Optional<String> countBy() {
    return Optional.ofNullable(countBy);
  }

  /** The time limit of one search. */
  public Duration timeLimit() {
    return timeLimit;
  }

  /** The clock that measures the time limit. */
  public InstantSource clock() {
    return clock;
  }

  /** The number of conditions, at most {@value #MAX_CONDITIONS}. */
  public int conditions() {
    return conditions.size();
  }

  /**
   * Returns the conditions that hold in a sentence, as a bit set. If the unit is a sentence, the
   * result is 0 unless all hold.
   *
   * @param sentence the text of a sentence
   */
  public int conditionsIn(String sentence) {
    String folded = Folding.fold(requireNonNull(sentence, "sentence")).text();
    int found = 0;
    for (int i = 0; i < conditions.size(); i++) {
      if (conditions.get(i).find(folded) >= 0) {
        found |= 1 << i;
      } else if (unit == Unit.SENTENCE) {
        return 0;
      }
    }
    return found;
  }

  /**
   * Whether a chunk may contain a matching sentence or section.
   *
   * @param folded the folded text of the chunk
   */
  public boolean isPossibleIn(String folded) {
    requireNonNull(folded, "folded");
    return literals().stream().allMatch(literal -> literal.isIn(folded))
        && conditions.stream().allMatch(condition -> condition.isPossibleIn(folded));
  }

  /**
   * Returns where the first condition that holds in a sentence matches, in UTF-16 units; 0 if none
   * holds.
   */
  public int matchStart(String sentence) {
    FoldedText folded = Folding.fold(requireNonNull(sentence, "sentence"));
    return conditions.stream()
        .mapToInt(condition -> condition.find(folded.text()))
        .filter(start -> start >= 0)
        .map(folded::sourceStart)
        .findFirst()
        .orElse(0);
  }

  /** The texts that occur in the chunk of each match or, for whole documents, in its document. */
  public List<Literal> literals() {
    return literals;
  }
}
