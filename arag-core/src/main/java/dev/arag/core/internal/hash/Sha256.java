package dev.arag.core.internal.hash;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256, which every Java platform provides. */
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

  /** The 32 bytes of the hash of a text's UTF-8 bytes. */
  public static byte[] of(String text) {
    return newDigest().digest(text.getBytes(StandardCharsets.UTF_8));
  }
}
