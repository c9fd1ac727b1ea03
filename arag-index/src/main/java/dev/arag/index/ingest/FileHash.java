package dev.arag.index.ingest;

import dev.arag.core.internal.hash.Sha256;
import dev.arag.index.internal.ingest.FileBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;

/** Hashes all inputs that determine the document of a file. Not thread-safe. */
final class FileHash {
  /** Incremented whenever the same file and parser produce a different document. */
  private static final String RULES = "files 1";

  private final MessageDigest digest = Sha256.newDigest();
  private final String idPrefix;

  /**
   * @param idPrefix prepended to the ids of predefined chunks
   */
  FileHash(String idPrefix) {
    this.idPrefix = idPrefix;
  }

  /** SHA-256 in lower-case hex. */
  String of(String fingerprint, FileBytes file) {
    update(RULES);
    update(fingerprint);
    update(idPrefix);
    digest.update(file.array(), 0, file.length());
    return HexFormat.of().formatHex(digest.digest());
  }

  /** The hash of one record of a file. */
  String of(String fingerprint, String fields, Map<String, Object> record) {
    update(RULES);
    update(fingerprint);
    update(fields);
    JsonRecordReader.parts(record).forEach(this::update);
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Includes the length, so that different lists of texts never have the same bytes. */
  private void update(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
    digest.update(bytes);
  }
}
