package dev.arag.agent.internal.grounding;

import dev.arag.agent.internal.text.NumberWords;
import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.CharacterForm;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The possible values of a written number. A point or comma before three digits may be a group
 * separator or a decimal separator, so both values are kept. Groups of digits that cannot form one
 * number, as in 9.5.1881, are separate numbers. Groups separated by spaces may be one number or
 * several numbers.
 *
 * @param values all possible values of the text as one number, each without redundant zeros
 * @param parts the runs of digits in the text
 * @param mayBeSeveral whether each part may be a separate number
 */
record NumericValue(Set<String> values, List<String> parts, boolean mayBeSeveral) {
  private static final int MAX_LENGTH = 40;

  static NumericValue of(String written) {
    List<String> parts = parts(written);
    Set<String> values = new LinkedHashSet<>();
    if (parts.size() > 1) {
      addGrouped(values, parts);
      addFraction(values, parts, written);
    } else if (parts.size() == 1) {
      values.add(plain(parts.get(0)));
    }
    boolean mayBeSeveral = values.isEmpty() || written.indexOf(' ') >= 0;
    return new NumericValue(values, parts.stream().map(NumericValue::plain).toList(), mayBeSeveral);
  }

  /** Returns the runs of digits in the text. Digits of any script are converted to ASCII digits. */
  private static List<String> parts(String written) {
    List<String> parts = new ArrayList<>();
    StringBuilder digits = new StringBuilder();
    written
        .codePoints()
        .forEach(
            character -> {
              if (CharacterClass.isDigit(character)) {
                digits.append(CharacterForm.digit(character));
              } else if (!digits.isEmpty()) {
                parts.add(digits.toString());
                digits.setLength(0);
              }
            });
    if (!digits.isEmpty()) {
      parts.add(digits.toString());
    }
    return parts;
  }

  private static void addGrouped(Set<String> values, List<String> parts) {
    if (areGroups(parts)) {
      values.add(plain(String.join("", parts)));
    }
  }

  private static boolean areGroups(List<String> parts) {
    return parts.get(0).length() <= 3
        && parts.stream().skip(1).allMatch(part -> part.length() == 3);
  }

  private static void addFraction(Set<String> values, List<String> parts, String written) {
    List<String> whole = parts.subList(0, parts.size() - 1);
    String fraction = parts.get(parts.size() - 1);
    char mark = written.charAt(written.length() - fraction.length() - 1);
    // If the same mark occurs twice, it separates groups and cannot also start a fraction.
    boolean isOneKind = whole.size() > 1 && written.indexOf(mark) < written.lastIndexOf(mark);
    if (".,".indexOf(mark) >= 0 && areGroups(whole) && !isOneKind) {
      values.add(plain(String.join("", whole) + "." + fraction));
    }
  }

  private static String plain(String number) {
    if (number.length() > MAX_LENGTH) {
      return number;
    }
    BigDecimal value = new BigDecimal(number);
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  /**
   * Returns this number multiplied by the following word, as in "1.5 million". Returns this number
   * unchanged if the word is not a scale word such as "million".
   */
  NumericValue scaledBy(String word) {
    Integer zeros = NumberWords.zeros(word.toLowerCase(Locale.ROOT));
    if (zeros == null) {
      return this;
    }
    Set<String> scaled = new LinkedHashSet<>();
    values.stream()
        .filter(value -> value.length() <= MAX_LENGTH)
        .map(value -> new BigDecimal(value).scaleByPowerOfTen(zeros).toPlainString())
        .forEach(value -> scaled.add(plain(value)));
    return new NumericValue(scaled, parts, mayBeSeveral);
  }
}
