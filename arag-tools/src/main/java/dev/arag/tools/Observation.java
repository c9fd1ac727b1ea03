package dev.arag.tools;

import dev.arag.core.token.TokenCounter;
import java.util.List;

/** What a tool shows the model. Always text for the model, never a Java failure. */
public sealed interface Observation {
  /** The text for the model. */
  String text();

  /** The corpus text in it, in the order shown; empty when nothing of the corpus is shown. */
  List<Snippet> shown();

  /** Length of the text in o200k tokens. */
  default int tokens() {
    return TokenCounter.o200k().count(text());
  }

  /** The call was answered, perhaps with nothing found. */
  record Found(String text, List<Snippet> shown) implements Observation {
    public Found {
      shown = List.copyOf(shown);
    }
  }

  /** A call the model can correct, such as one that lacks an argument. */
  record Rejected(String text) implements Observation {
    @Override
    public List<Snippet> shown() {
      return List.of();
    }
  }
}
