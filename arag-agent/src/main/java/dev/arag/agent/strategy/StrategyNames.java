package dev.arag.agent.strategy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names of the built-in strategies. */
final class StrategyNames {
  static final String DIRECT = "direct";
  static final String NAIVE_RAG = "naive-rag";
  static final String HYBRID_RAG = "hybrid-rag";
  static final String ALL_IN = "all-in";
  static final String ARAG = "arag";

  private static final int DEFAULT_CHUNKS = 5;
  private static final Pattern CHUNKS = Pattern.compile("(.+):k=([1-9][0-9]{0,3})");

  private static final Map<String, IntFunction<Strategy>> WITH_CHUNKS =
      Map.of(NAIVE_RAG, Strategy::naiveRag, HYBRID_RAG, Strategy::hybridRag);

  private static final Map<String, Supplier<Strategy>> ALL = new LinkedHashMap<>();

  static {
    ALL.put(DIRECT, Strategy::direct);
    ALL.put(NAIVE_RAG, () -> Strategy.naiveRag(DEFAULT_CHUNKS));
    ALL.put(HYBRID_RAG, () -> Strategy.hybridRag(DEFAULT_CHUNKS));
    ALL.put(ALL_IN, Strategy::allIn);
    ALL.put(ARAG, Strategy::arag);
  }

  private StrategyNames() {}

  static List<String> all() {
    return List.copyOf(ALL.keySet());
  }

  static Strategy find(String name) {
    return Optional.ofNullable(ALL.get(name))
        .map(Supplier::get)
        .or(() -> findWithChunks(name))
        .orElseThrow(() -> new IllegalArgumentException(unknown(name)));
  }

  private static Optional<Strategy> findWithChunks(String name) {
    Matcher matcher = CHUNKS.matcher(name);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int k = Integer.parseInt(matcher.group(2));
    return k > RankedStrategy.MAX_CHUNKS
        ? Optional.empty()
        : Optional.ofNullable(WITH_CHUNKS.get(matcher.group(1))).map(each -> each.apply(k));
  }

  private static String unknown(String name) {
    return "There is no strategy '"
        + name
        + "'. The strategies are "
        + String.join(", ", ALL.keySet())
        + "; naive-rag and hybrid-rag take a number of chunks from 1 to "
        + RankedStrategy.MAX_CHUNKS
        + ", such as naive-rag:k=10.";
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
