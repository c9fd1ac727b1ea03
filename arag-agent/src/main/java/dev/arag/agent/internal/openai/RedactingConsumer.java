package dev.arag.agent.internal.openai;

import java.util.function.Consumer;

/**
 * Hands text on while it is written, but for the key of the request. The end of a piece that may be
 * the beginning of the key waits for the next piece.
 */
final class RedactingConsumer implements Consumer<String> {
  private final SecretRedactor key;
  private final Consumer<String> written;
  private String waiting = "";

  /**
   * @param written takes text, none of it empty
   */
  RedactingConsumer(SecretRedactor key, Consumer<String> written) {
    this.key = key;
    this.written = written;
  }

  @Override
  public void accept(String piece) {
    String text = key.redact(waiting + piece);
    int end = text.length() - key.partialKeyLength(text);
    waiting = text.substring(end);
    tell(text.substring(0, end));
  }

  /** No piece follows. */
  void end() {
    String last = waiting;
    waiting = "";
    tell(last);
  }

  private void tell(String text) {
    if (!text.isEmpty()) {
      written.accept(text);
    }
  }
}
