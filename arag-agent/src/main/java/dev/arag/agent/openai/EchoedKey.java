package dev.arag.agent.openai;

/** The key of a request, which some servers repeat in what they send; it goes no further. */
final class EchoedKey {
  /** What stands in its place. */
  static final String MARK = "[key]";

  /** Shorter ones are words such as "none", given to servers that want no key, and no secrets. */
  private static final int SHORTEST = 16;

  private final String key;

  /**
   * @param authorization the header that was sent; empty if there was none
   */
  EchoedKey(String authorization) {
    String sent = authorization.substring(authorization.indexOf(' ') + 1);
    key = sent.length() < SHORTEST ? "" : sent;
  }

  String removedFrom(String text) {
    return key.isEmpty() ? text : text.replace(key, MARK);
  }

  /** How many characters at the end of a text may be the beginning of the key. */
  int begunIn(CharSequence text) {
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
