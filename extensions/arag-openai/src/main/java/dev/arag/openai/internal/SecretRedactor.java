package dev.arag.openai.internal;

import static java.util.stream.Collectors.joining;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Replaces the secrets of a request in text, because some servers repeat them in responses. A
 * secret is also found if its characters are escaped as in JSON strings, at any depth of strings in
 * strings, if they are URL-encoded, and if the secret is part of a text in Base64. So text can be
 * redacted before and after it is decoded.
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

  /** The longest encoded form of one character: several backslashes before a Unicode escape. */
  private static final int MAX_ENCODED_LENGTH = 12;

  private final Pattern forms;
  private final int longest;

  /**
   * @param secrets the secrets, with or without the scheme of an Authorization header
   */
  SecretRedactor(Collection<String> secrets) {
    List<String> written =
        secrets.stream()
            .map(sent -> SCHEME.matcher(sent).replaceFirst(""))
            .filter(secret -> secret.length() >= MIN_LENGTH)
            .flatMap(secret -> Stream.concat(Stream.of(secret), base64(secret)))
            .distinct()
            // A secret may contain another one.
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
    forms =
        Pattern.compile(
            written.isEmpty()
                ? "(?!)"
                : "(?=[\\\\%" + firsts(written) + "])(?:" + alternatives(written) + ")");
    longest = written.isEmpty() ? 0 : written.get(0).length() * MAX_ENCODED_LENGTH;
  }

  private static String firsts(List<String> written) {
    return written.stream()
        .map(each -> "\\x{" + Integer.toHexString(each.codePointAt(0)) + "}")
        .collect(joining());
  }

  private static String alternatives(List<String> written) {
    return written.stream()
        .map(each -> each.chars().mapToObj(SecretRedactor::encoded).collect(joining()))
        .collect(joining("|"));
  }

  /** Returns an expression that matches a character as it is, in JSON strings, and in URLs. */
  private static String encoded(int character) {
    String escaped = character == '\\' ? "" : "\\x{" + Integer.toHexString(character) + "}";
    return "(?:%1$s(?<!\\\\)\\\\++(?:u(?i:%2$04x)|%3$s)|%%(?:25){0,3}+(?i:%2$02x))"
        .formatted(escaped.isEmpty() ? "" : escaped + "|", character, escaped);
  }

  /**
   * Returns the characters of the Base64 forms of a text that depend only on the secret in it. They
   * depend on how many bytes are before the secret.
   */
  private static Stream<String> base64(String secret) {
    byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
    return IntStream.range(0, 3)
        .boxed()
        .flatMap(
            before -> {
              byte[] text = new byte[before + bytes.length];
              System.arraycopy(bytes, 0, text, before, bytes.length);
              int from = (before * 8 + 5) / 6;
              int to = text.length * 8 / 6;
              return Stream.of(Base64.getEncoder(), Base64.getUrlEncoder())
                  .map(encoder -> encoder.encodeToString(text).substring(from, to));
            });
  }

  boolean isIn(String text) {
    return forms.matcher(text).find();
  }

  String redact(String text) {
    return forms.matcher(text).replaceAll(REPLACEMENT);
  }

  /** Returns the length of the longest suffix of a text that may be the beginning of a secret. */
  int partialKeyLength(CharSequence text) {
    Matcher matcher = forms.matcher(text);
    for (int from = Math.max(0, text.length() - longest); from < text.length(); from++) {
      if (!matcher.region(from, text.length()).lookingAt() && matcher.hitEnd()) {
        return text.length() - from;
      }
    }
    return 0;
  }
}
