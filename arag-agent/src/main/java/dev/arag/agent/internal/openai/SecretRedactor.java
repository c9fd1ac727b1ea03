package dev.arag.agent.internal.openai;

/**
 * Replaces the API key of a request in text, because some servers repeat the key in responses.
 *
 * <p>A key of fewer than {@value #MIN_LENGTH} characters is a placeholder, such as "none" or
 * "ollama", for a server without keys. It is not redacted, because such words also occur in model
 * names and answers. Real keys are longer: a secret must have at least 64 bits, or 16 hexadecimal
 * digits, to resist guessing, and the keys of hosted services have 32 characters or more.
 */
final class SecretRedactor {
  /** The replacement text. */
  static final String REPLACEMENT = "[key]";

  private static final int MIN_LENGTH = 16;

  private final String key;

  /**
   * @param authorization the Authorization header that was sent, or the key alone; empty if there
   *     is none
   */
  SecretRedactor(String authorization) {
    String sent = authorization.substring(authorization.indexOf(' ') + 1);
    key = sent.length() < MIN_LENGTH ? "" : sent;
  }

  boolean isIn(String text) {
    return !key.isEmpty() && text.contains(key);
  }

  String redact(String text) {
    return key.isEmpty() ? text : text.replace(key, REPLACEMENT);
  }

  /** Returns the length of the longest suffix of a text that is a proper prefix of the key. */
  int partialKeyLength(CharSequence text) {
    for (int length = Math.min(key.length() - 1, text.length()); length > 0; length--) {
      if (isBeginning(text, text.length() - length)) {
        return length;
      }
    }
    return 0;
  }

  private boolean isBeginning(CharSequence text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) != key.charAt(i - from)) {
        return false;
      }
    }
    return true;
  }
}
