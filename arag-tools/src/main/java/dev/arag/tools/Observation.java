package dev.arag.tools;

import dev.arag.core.token.TokenCounter;
import java.util.List;

/** The result of a tool call: text for the model, never a Java failure. */
public sealed interface Observation {
  /** The text for the model. */
  String text();

  /** The corpus text in the observation, in the order shown; may be empty. */
  List<Snippet> shown();

  /** Length of the text in o200k tokens. */
  default int tokens() {
    return TokenCounter.o200k().count(text());
  }

  /** The result of a valid call, possibly with nothing found. */
  record Found(String text, List<Snippet> shown) implements Observation {
    public Found {
      shown = List.copyOf(shown);
    }
  }

  /** The answer to a call the model can correct, such as one with a missing argument. */
  record Rejected(String text) implements Observation {
    @Override
    public List<Snippet> shown() {
      return List.of();
    }
  }
}
