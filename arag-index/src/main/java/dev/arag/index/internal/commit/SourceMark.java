package dev.arag.index.internal.commit;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The place a source lies at, so that its name never comes to mean another one: the first half of
 * the SHA-256 of its real path. The path itself is nobody's business who reads the index.
 */
public record SourceMark(long first, long second) {
  public static SourceMark of(String realPath) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      ByteBuffer hash = ByteBuffer.wrap(digest.digest(realPath.getBytes(StandardCharsets.UTF_8)));
      return new SourceMark(hash.getLong(), hash.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }
}
