package dev.arag.strategies.internal.name;

import dev.arag.agent.internal.strategy.StrategyGrammar;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The options of one strategy in a name: {@code k=10,rounds=3}. The factory of the strategy asks
 * for each option that exists; {@link #requireAllKnown()} then rejects the others. The name of a
 * strategy as a value is in parentheses if it contains {@code +} or {@code ,}.
 */
public final class Options {
  private final String part;
  private final Map<String, String> values;
  private final Set<String> known = new LinkedHashSet<>();

  private Options(String part, Map<String, String> values) {
    this.part = part;
    this.values = values;
  }

  /**
   * Reads the options of a part such as {@code naive-rag:k=10}.
   *
   * @throws IllegalArgumentException if an option has no value or occurs twice
   */
  public static Options of(String part) {
    Map<String, String> values = new LinkedHashMap<>();
    int colon = part.indexOf(':');
    if (colon >= 0) {
      for (String option : StrategyGrammar.split(part.substring(colon + 1), ',')) {
        int equals = option.indexOf('=');
        if (equals < 1 || equals == option.length() - 1) {
          throw new IllegalArgumentException(
              "Options have the form name=value, but '" + part + "' contains '" + option + "'.");
        }
        if (values.put(option.substring(0, equals), value(option.substring(equals + 1))) != null) {
          throw new IllegalArgumentException("'" + part + "' has an option twice: " + option);
        }
      }
    }
    return new Options(part, values);
  }

  private static String value(String text) {
    boolean isEnclosed = text.startsWith("(") && text.endsWith(")");
    return isEnclosed ? text.substring(1, text.length() - 1) : text;
  }

  /** Returns a number from {@code min} to {@code max}. */
  public int number(String name, int fallback, int min, int max) {
    known.add(name);
    String value = values.get(name);
    if (value == null) {
      return fallback;
    }
    try {
      int number = Integer.parseInt(value);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The message below is the same for text and for numbers that are out of range.
    }
    throw new IllegalArgumentException(
        "In '" + part + "', " + name + " must be a number from " + min + " to " + max + ".");
  }

  /** Returns one of the given words. */
  public String word(String name, String fallback, String... words) {
    String value = text(name, fallback);
    if (List.of(words).contains(value)) {
      return value;
    }
    throw new IllegalArgumentException(
        "In '" + part + "', " + name + " must be one of " + String.join(", ", words) + ".");
  }

  /** Returns any text, such as the name of another strategy. */
  public String text(String name, String fallback) {
    known.add(name);
    return values.getOrDefault(name, fallback);
  }

  /**
   * Rejects the options that nothing asked for.
   *
   * @throws IllegalArgumentException if there is one; the message lists the options that exist
   */
  public void requireAllKnown() {
    for (String name : values.keySet()) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "'"
                + part
                + "' has an unknown option: "
                + name
                + ". "
                + (known.isEmpty()
                    ? "This strategy has no options."
                    : "The options are " + String.join(", ", known) + "."));
      }
    }
  }
}
