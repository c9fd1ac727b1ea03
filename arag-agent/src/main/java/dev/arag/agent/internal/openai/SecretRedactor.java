package dev.arag.agent.internal.openai;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Replaces the secrets of a request in text, because some servers repeat them in responses.
 *
 * <p>A secret of fewer than {@value #MIN_LENGTH} characters is a placeholder, such as "none" or
 * "ollama", for a server without keys. It is not redacted, because such words also occur in model
 * names and answers. Real keys are longer: a secret must have at least 64 bits, or 16 hexadecimal
 * digits, to resist guessing, and the keys of hosted services have 32 characters or more.
 */
final class SecretRedactor {
  /** The replacement text. */
  static final String REPLACEMENT = "[key]";

  private static final int MIN_LENGTH = 16;
  private static final Pattern SCHEME = Pattern.compile("(?i)^(?:bearer|basic|token) +");

  /** The secrets, longest first, because a secret may contain another one. */
  private final List<String> secrets;

  /**
   * @param secrets the secrets, with or without the scheme of an Authorization header
   */
  SecretRedactor(Collection<String> secrets) {
    this.secrets =
        secrets.stream()
            .map(sent -> SCHEME.matcher(sent).replaceFirst(""))
            .filter(secret -> secret.length() >= MIN_LENGTH)
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
  }

  boolean isIn(String text) {
    return secrets.stream().anyMatch(text::contains);
  }

  String redact(String text) {
    String redacted = text;
    for (String secret : secrets) {
      redacted = redacted.replace(secret, REPLACEMENT);
    }
    return redacted;
  }

  /** Returns the length of the longest suffix of a text that is a proper prefix of a secret. */
  int partialKeyLength(CharSequence text) {
    return secrets.stream().mapToInt(secret -> partialLength(secret, text)).max().orElse(0);
  }

  private static int partialLength(String secret, CharSequence text) {
    for (int length = Math.min(secret.length() - 1, text.length()); length > 0; length--) {
      if (isBeginning(secret, text, text.length() - length)) {
        return length;
      }
    }
    return 0;
  }

  private static boolean isBeginning(String secret, CharSequence text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) != secret.charAt(i - from)) {
        return false;
      }
    }
    return true;
  }
}
