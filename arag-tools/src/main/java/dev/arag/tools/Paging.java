package dev.arag.tools;

/**
 * Which hits of a search a call asks for.
 *
 * @param topK how many, 1 to 20
 * @param offset how many of the best to skip
 */
record Paging(int topK, int offset) {
  private static final int DEFAULT_TOP_K = 5;
  private static final int MOST = 20;
  private static final int DEEPEST = 100_000;

  static Paging of(Arguments arguments) {
    return new Paging(
        arguments.number("top_k", DEFAULT_TOP_K, 1, MOST),
        arguments.number("offset", 0, 0, DEEPEST));
  }

  /** What stands before the hits. */
  String header(int hits) {
    if (hits == 0) {
      return "None from offset " + offset + " on.";
    }
    return offset == 0 ? "Best " + hits + ":" : "Hits " + (offset + 1) + " to " + end(hits) + ":";
  }

  /** The line after the hits that says how to get the rest; empty if there is none. */
  String more(long total, int hits) {
    long rest = total - end(hits);
    return rest <= 0 || hits == 0 ? "" : "\n" + rest + " more: offset " + end(hits) + ".";
  }

  int end(int hits) {
    return offset + hits;
  }
}
