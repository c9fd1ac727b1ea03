package dev.arag.agent.internal.strategy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names of the built-in strategies, and the grammar of names. */
public final class StrategyGrammar {
  public static final String DIRECT = "direct";
  public static final String NAIVE_RAG = "naive-rag";
  public static final String HYBRID_RAG = "hybrid-rag";
  public static final String ALL_IN = "all-in";
  public static final String ARAG = "arag";

  /** Describes the option that {@link #chunks} reads. */
  public static final String CHUNKS_HINT =
      "naive-rag and hybrid-rag take a number of chunks from 1 to "
          + RankedStrategy.MAX_CHUNKS
          + ", such as naive-rag:k=10";

  private static final int DEFAULT_CHUNKS = 5;
  private static final Pattern NAME = Pattern.compile("[^+:,=()]*[^+:,=()\\s][^+:,=()]*");
  private static final Pattern CHUNKS = Pattern.compile("[^:]+(?::k=([1-9][0-9]{0,3}))?");

  private StrategyGrammar() {}

  /** Returns the number of chunks in a name such as {@code naive-rag:k=10}; empty if invalid. */
  public static OptionalInt chunks(String name) {
    Matcher matcher = CHUNKS.matcher(name);
    if (!matcher.matches()) {
      return OptionalInt.empty();
    }
    int chunks = matcher.group(1) == null ? DEFAULT_CHUNKS : Integer.parseInt(matcher.group(1));
    return chunks <= RankedStrategy.MAX_CHUNKS ? OptionalInt.of(chunks) : OptionalInt.empty();
  }

  /** Whether a strategy can have this name: {@code Strategies.named} could not find any other. */
  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /**
   * Splits a name at a character that is not in parentheses.
   *
   * @throws IllegalArgumentException if a parenthesis has no counterpart
   */
  public static List<String> split(String name, char separator) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    int depth = 0;
    for (int i = 0; i < name.length() && depth >= 0; i++) {
      char each = name.charAt(i);
      depth += each == '(' ? 1 : each == ')' ? -1 : 0;
      if (each == separator && depth == 0) {
        parts.add(name.substring(start, i));
        start = i + 1;
      }
    }
    if (depth != 0) {
      throw new IllegalArgumentException(
          "The opening and closing parentheses in '" + name + "' do not match.");
    }
    parts.add(name.substring(start));
    return parts;
  }

  /**
   * Returns the name of a strategy with the parameters that differ from the default.
   *
   * @param ranking the name of the ranking; empty if it is the default
   */
  static String withParameters(String name, int chunks, String ranking) {
    StringBuilder full = new StringBuilder(name);
    if (chunks != DEFAULT_CHUNKS) {
      full.append(":k=").append(chunks);
    }
    if (!ranking.isEmpty()) {
      full.append(chunks == DEFAULT_CHUNKS ? ":" : ",").append("ranking=").append(ranking);
    }
    return full.toString();
  }
}
