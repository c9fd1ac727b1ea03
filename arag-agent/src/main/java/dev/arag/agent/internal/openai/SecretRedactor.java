package dev.arag.agent.internal.openai;

/**
 * The key of a request, which some servers repeat in what they send; it goes no further.
 *
 * <p>A key of fewer than {@value #SHORTEST} characters is a placeholder, such as "none" or
 * "ollama", for a server that wants no key, and stays in all texts: such words occur in names of
 * models and in answers too. A secret of 64 bits, the least that resists guessing, has 16
 * hexadecimal digits; the keys of hosted services have 32 characters and more.
 */
final class SecretRedactor {
  /** What stands in its place. */
  static final String MARK = "[key]";

  private static final int SHORTEST = 16;

  private final String key;

  /**
   * @param authorization the header that was sent, or the key alone; empty if there is none
   */
  SecretRedactor(String authorization) {
    String sent = authorization.substring(authorization.indexOf(' ') + 1);
    key = sent.length() < SHORTEST ? "" : sent;
  }

  boolean isIn(String text) {
    return !key.isEmpty() && text.contains(key);
  }

  String redact(String text) {
    return key.isEmpty() ? text : text.replace(key, MARK);
  }

  /** How many characters at the end of a text may be the beginning of the key. */
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
