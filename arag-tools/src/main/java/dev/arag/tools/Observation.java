package dev.arag.tools;

import dev.arag.core.token.TokenCounter;
import java.util.List;

/**
 * The result of a tool call, as text for the model. If a corpus or an encoder fails, for example
 * because of a disk error, the call throws an exception instead.
 */
public sealed interface Observation {
  /** The text for the model. */
  String text();

  /** The corpus text in the observation, in the order shown. The list may be empty. */
  List<Snippet> shown();

  /** The length of the text in o200k tokens. */
  default int tokens() {
    return TokenCounter.o200k().count(text());
  }

  /** The result of a valid call, even if the call found nothing. */
  record Found(String text, List<Snippet> shown) implements Observation {
    public Found {
      shown = List.copyOf(shown);
    }
  }

  /**
   * The response to a call that was rejected, for example because an argument is missing. The text
   * tells the model what is wrong.
   */
  record Rejected(String text) implements Observation {
    @Override
    public List<Snippet> shown() {
      return List.of();
    }
  }
}
