package dev.arag.core.corpus;

/** The rules of this library. */
enum StandardRules implements RankingRules {
  INSTANCE;

  @Override
  public boolean ranksByRarity() {
    return true;
  }

  @Override
  public boolean ignoresAccents() {
    return true;
  }

  @Override
  public KeywordSnippet snippet(KeywordMatch match, KeywordCounts counts) {
    return KeywordSnippet.ofRarest(match, counts);
  }

  @Override
  public boolean ranksSections() {
    return true;
  }

  @Override
  public boolean ignoresShortSentences() {
    return false;
  }

  @Override
  public String toString() {
    return "default";
  }
}
