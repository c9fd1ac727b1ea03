package dev.arag.core.internal.hash;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Computes SHA-256 hashes without checked exceptions, because every Java platform provides SHA-256.
 */
public final class Sha256 {
  private Sha256() {}

  public static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(
          "SHA-256 is not available, although every Java platform must provide it.", e);
    }
  }

  /** Returns the 32-byte hash of the UTF-8 bytes of a text. */
  public static byte[] of(String text) {
    return newDigest().digest(text.getBytes(StandardCharsets.UTF_8));
  }
}
