package dev.arag.openai.internal;

import java.util.function.Consumer;

/**
 * Passes text to a consumer as it arrives and redacts the API key. If the end of a part may be the
 * beginning of the key, that end is held back until the next part arrives.
 */
final class RedactingConsumer implements Consumer<String> {
  private final SecretRedactor redactor;
  private final Consumer<String> written;
  private String heldBack = "";

  /**
   * @param written receives the non-empty parts of the redacted text
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

  /** Passes on the text that was held back. Called after the last part. */
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
