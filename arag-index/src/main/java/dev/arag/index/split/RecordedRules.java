package dev.arag.index.split;

import dev.arag.core.error.SentenceRulesException;
import dev.arag.core.text.Sentence;
import java.util.List;

/** Rules of which an index has recorded only the name. */
record RecordedRules(String name) implements SentenceRules {
  @Override
  public String version() {
    throw missing();
  }

  @Override
  public List<Range> find(String text, int from, int to) {
    throw missing();
  }

  @Override
  public String embeddedText(Sentence sentence) {
    throw missing();
  }

  private SentenceRulesException missing() {
    return missing("The index");
  }

  SentenceRulesException missing(String store) {
    return new SentenceRulesException(
        store
            + " was created with the sentence rules \""
            + name
            + "\". It can be searched, but a sync needs these rules. Set them with sentenceRules or"
            + " knownRules of the builder.");
  }
}
