package dev.arag.index.internal.ingest;

import dev.arag.core.internal.hash.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/** Hashes everything that determines the document that is parsed from a file or record. */
public final class ContentHash {
  /**
   * Increment this number when a change makes the same file and parser produce another document.
   */
  private static final String RULES = "files 1";

  private final MessageDigest digest = Sha256.newDigest();

  /**
   * @param fingerprint identifies the rules that create the document
   */
  public ContentHash(String fingerprint) {
    add(RULES).add(fingerprint);
  }

  /** Hashes the length too, so that different lists of texts never produce the same input. */
  public ContentHash add(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
    digest.update(bytes);
    return this;
  }

  /**
   * Hashes a metadata value.
   *
   * @param value a list of strings, or an object that its class and its text determine
   */
  public ContentHash add(String key, Object value) {
    add(key).add(value.getClass().getSimpleName());
    if (value instanceof List<?> list) {
      add(Integer.toString(list.size()));
      list.forEach(each -> add((String) each));
      return this;
    }
    return add(value.toString());
  }

  public ContentHash add(FileBytes file) {
    digest.update(file.array(), 0, file.length());
    return this;
  }

  /** Returns the SHA-256 of what was added, in lower-case hexadecimal digits. */
  public String finish() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
