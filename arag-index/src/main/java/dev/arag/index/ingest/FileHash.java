package dev.arag.index.ingest;

import dev.arag.core.internal.hash.Sha256;
import dev.arag.index.internal.ingest.FileBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;

/** Hashes everything that determines the document that is parsed from a file. Not thread-safe. */
final class FileHash {
  /**
   * Increment this number when a change makes the same file and parser produce another document.
   */
  private static final String RULES = "files 1";

  private final MessageDigest digest = Sha256.newDigest();
  private final String idPrefix;

  /**
   * @param idPrefix the prefix that parsers add to the ids of predefined chunks
   */
  FileHash(String idPrefix) {
    this.idPrefix = idPrefix;
  }

  /** Returns the hash of a file: SHA-256 in lower-case hexadecimal digits. */
  String of(String fingerprint, FileBytes file) {
    update(RULES);
    update(fingerprint);
    update(idPrefix);
    digest.update(file.array(), 0, file.length());
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Returns the hash of one JSON record. */
  String of(String fingerprint, String fields, Map<String, Object> record) {
    update(RULES);
    update(fingerprint);
    update(fields);
    RecordConverter.parts(record).forEach(this::update);
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Hashes the length too, so that different lists of texts never produce the same input. */
  private void update(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
    digest.update(bytes);
  }
}
