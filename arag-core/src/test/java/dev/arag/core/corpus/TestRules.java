package dev.arag.core.corpus;

import dev.arag.core.text.Sentence;
import java.util.List;
import java.util.Random;

/** Rules that tests choose one by one. A hit of a keyword search shows its first sentences. */
public record TestRules(
    boolean ranksByRarity,
    boolean ignoresAccents,
    boolean ranksSections,
    boolean ignoresShortSentences)
    implements RankingRules {
  /** The opposite of each default. */
  public static final RankingRules OTHER = new TestRules(false, false, false, true);

  /** The default rules and their opposite. */
  public static final List<RankingRules> BOTH = List.of(RankingRules.standard(), OTHER);

  /** Returns the default rules, their opposite, or a mixture. */
  public static RankingRules any(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> RankingRules.standard();
      case 1 -> OTHER;
      default ->
          new TestRules(
              random.nextBoolean(),
              random.nextBoolean(),
              random.nextBoolean(),
              random.nextBoolean());
    };
  }

  /** Returns the opposite of the default rules once in a number of times, else the default. */
  public static RankingRules oneIn(int times, Random random) {
    return random.nextInt(times) == 0 ? OTHER : RankingRules.standard();
  }

  @Override
  public KeywordSnippet snippet(KeywordMatch match, KeywordCounts counts) {
    List<Sentence> matching = match.chunk().sentences().stream().filter(match::isIn).toList();
    List<Sentence> shown = matching.stream().limit(KeywordSnippet.MAX_SENTENCES).toList();
    return new KeywordSnippet(shown, matching.size() - shown.size());
  }
}
