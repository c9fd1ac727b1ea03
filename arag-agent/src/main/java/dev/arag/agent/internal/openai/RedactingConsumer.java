package dev.arag.agent.internal.openai;

import java.util.function.Consumer;

/**
 * Passes text on while it is written, with the API key redacted. The end of a piece that may be the
 * beginning of the key is held back until the next piece.
 */
final class RedactingConsumer implements Consumer<String> {
  private final SecretRedactor redactor;
  private final Consumer<String> written;
  private String heldBack = "";

  /**
   * @param written receives non-empty text
   */
  RedactingConsumer(SecretRedactor redactor, Consumer<String> written) {
    this.redactor = redactor;
    this.written = written;
  }

  @Override
  public void accept(String piece) {
    String text = redactor.redact(heldBack + piece);
    int end = text.length() - redactor.partialKeyLength(text);
    heldBack = text.substring(end);
    emit(text.substring(0, end));
  }

  /** Passes on the rest: no piece follows. */
  void end() {
    String last = heldBack;
    heldBack = "";
    emit(last);
  }

  private void emit(String text) {
    if (!text.isEmpty()) {
      written.accept(text);
    }
  }
}
