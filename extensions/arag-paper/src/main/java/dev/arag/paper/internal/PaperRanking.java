package dev.arag.paper.internal;

import dev.arag.core.corpus.KeywordCounts;
import dev.arag.core.corpus.KeywordMatch;
import dev.arag.core.corpus.KeywordSnippet;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.text.Sentence;
import java.util.List;

/** The rules of the reference implementation of the A-RAG paper. */
enum PaperRanking implements RankingRules {
  INSTANCE;

  @Override
  public boolean ranksByRarity() {
    return false;
  }

  @Override
  public boolean ignoresAccents() {
    return false;
  }

  /**
   * Returns the first sentences that contain a keyword. There are none if keywords occur only
   * across the ends of sentences.
   */
  @Override
  public KeywordSnippet snippet(KeywordMatch match, KeywordCounts counts) {
    List<Sentence> matching = match.chunk().sentences().stream().filter(match::isIn).toList();
    List<Sentence> shown = matching.stream().limit(KeywordSnippet.MAX_SENTENCES).toList();
    return new KeywordSnippet(shown, matching.size() - shown.size());
  }

  @Override
  public boolean ranksSections() {
    return false;
  }

  @Override
  public boolean ignoresShortSentences() {
    return true;
  }

  @Override
  public String toString() {
    return "paper";
  }
}
