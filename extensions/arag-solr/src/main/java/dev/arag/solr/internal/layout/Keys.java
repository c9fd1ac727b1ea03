package dev.arag.solr.internal.layout;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Hashes that stand for ids in queries and in the ids of Solr documents. A query therefore contains
 * no id of a user, which could have any length and any characters.
 */
public final class Keys {
  private static final int KEY_BYTES = 16;
  private static final HexFormat HEX = HexFormat.of();

  private Keys() {}

  /** Returns the key of an id: 32 hexadecimal digits. */
  public static String of(String id) {
    return HEX.formatHex(sha256(id), 0, KEY_BYTES);
  }

  /** Returns the hash of a text: 64 hexadecimal digits. */
  static String hash(String text) {
    return HEX.formatHex(sha256(text));
  }

  /** The UTF-16 units are hashed, because UTF-8 would encode all lone surrogates alike. */
  private static byte[] sha256(String text) {
    ByteBuffer units = ByteBuffer.allocate(text.length() * Character.BYTES);
    units.asCharBuffer().put(text);
    try {
      return MessageDigest.getInstance("SHA-256").digest(units.array());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256", e);
    }
  }

  static String hex(String text) {
    return HEX.formatHex(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the version of a document that a generation wrote. */
  public static String version(String documentKey, long generation) {
    return documentKey + "." + generation;
  }

  /**
   * Returns the id of a Solr document. Solr stores all documents with the same document key in one
   * shard.
   *
   * @param name identifies the Solr document among those of the same document version
   */
  public static String id(String documentKey, long generation, String name) {
    return documentKey + "!" + generation + "." + name;
  }
}
