package dev.arag.core.spi;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.internal.corpus.IsoText;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.internal.fold.WordEdges;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Objects;
import java.util.Optional;

/**
 * The rules by which a keyword search compares texts, and a scope reads dates. A corpus on a search
 * server stores folded texts, word boundaries and dates, so that the server needs no rules of its
 * own. The rules are the same on every JDK.
 */
public final class MatchingRules {
  /**
   * The version of these rules. A corpus that stores folded texts must also store this value, and
   * must reject texts that were folded by rules of another version.
   */
  public static final String VERSION = Folding.RULES;

  private MatchingRules() {}

  /**
   * Folds a text: normalizes it to NFC, applies simple case folding, replaces each run of white
   * space with one space, and converts quotes and dashes to ASCII. A keyword occurs in a text if
   * its {@linkplain KeywordQuery#folded term} occurs in the folded text. Occurrences do not
   * overlap; they are counted from the start of the text.
   */
  public static String fold(String text) {
    return Folding.fold(requireNonNull(text, "text")).text();
  }

  /**
   * Removes the diacritics from a text that is already folded. Keywords whose accents are
   * {@linkplain KeywordQuery#ignoresAccents(int) ignored} are searched in the result.
   */
  public static String dropDiacritics(String folded) {
    return Folding.dropDiacritics(requireNonNull(folded, "folded"));
  }

  /**
   * Whether a whole word can begin at an offset of a folded text. An occurrence is a whole word if
   * a word can begin at its start and {@linkplain #isWordEnd end} at its end.
   *
   * @param offset an offset in UTF-16 units, less than the length of the text
   */
  public static boolean isWordStart(String folded, int offset) {
    Objects.checkIndex(offset, requireNonNull(folded, "folded").length());
    return WordEdges.startIsFree(folded, offset);
  }

  /**
   * Whether a whole word can end at an offset of a folded text.
   *
   * @param offset the offset after the last character of the word, in UTF-16 units, from 1 to the
   *     length of the text
   */
  public static boolean isWordEnd(String folded, int offset) {
    Objects.checkIndex(offset - 1, requireNonNull(folded, "folded").length());
    return WordEdges.endIsFree(folded, offset);
  }

  /**
   * Returns the date at the start of a text in ISO 8601 format, without the time and the zone that
   * may follow. A scope with a range of dates compares this date. Empty if the text does not start
   * with a date.
   */
  public static Optional<LocalDate> date(String text) {
    return IsoText.date(requireNonNull(text, "text"));
  }

  /**
   * Returns the point in time that a text in ISO 8601 format states. A scope with a range of
   * instants compares this point. Empty if the text is not a date and a time with an offset or
   * {@code Z}.
   */
  public static Optional<Instant> instant(String text) {
    return IsoText.instant(requireNonNull(text, "text"));
  }
}
