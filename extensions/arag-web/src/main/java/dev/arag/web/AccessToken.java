package dev.arag.web;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** A secret that a client must send to use a server. Immutable. */
public final class AccessToken {
  private static final int RANDOM_BYTES = 32;
  private static final String BEARER = "Bearer ";

  private final String value;

  private AccessToken(String value) {
    this.value = value;
  }

  /** Returns a new token of 256 random bits, as 43 characters of base 64 that are safe in a URL. */
  public static AccessToken random() {
    byte[] bytes = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(bytes);
    return new AccessToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /**
   * Returns a token with a given value, such as one from a configuration file.
   *
   * @throws IllegalArgumentException if the value is empty or contains white space, such as the
   *     line break at the end of a file; the message does not contain the value
   */
  public static AccessToken of(String value) {
    requireNonNull(value, "value");
    if (value.isEmpty() || value.codePoints().anyMatch(Character::isWhitespace)) {
      throw new IllegalArgumentException(
          "An access token must not be empty, and must not contain white space.");
    }
    return new AccessToken(value);
  }

  /** The secret. */
  public String value() {
    return value;
  }

  /**
   * Returns whether a client sent this token. The comparison takes the same time wherever the first
   * wrong character is, so that its duration reveals nothing about the token.
   *
   * @param candidate the text that the client sent; null if it sent none
   */
  public boolean matches(@Nullable String candidate) {
    return candidate != null && MessageDigest.isEqual(bytes(candidate), bytes(value));
  }

  /**
   * Returns whether a client sent this token as a bearer token in the header Authorization.
   *
   * @param authorization the value of the header, {@code Bearer} and the token; null if there is
   *     none
   */
  public boolean isBearerOf(@Nullable String authorization) {
    return authorization != null
        && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
        && matches(authorization.substring(BEARER.length()).strip());
  }

  /** UTF-16, because UTF-8 has no bytes for a lone surrogate. */
  private static byte[] bytes(String text) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * text.length());
    bytes.asCharBuffer().put(text);
    return bytes.array();
  }

  /** Returns a fixed text, so that the secret does not get into a log. */
  @Override
  public String toString() {
    return "AccessToken";
  }
}
