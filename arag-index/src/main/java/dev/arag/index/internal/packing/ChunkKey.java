package dev.arag.index.internal.packing;

import dev.arag.core.internal.hash.Sha256;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.index.internal.split.DocumentLanguages;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.List;

/**
 * Creates the key of a document, with which its chunk ids begin. The key is a hash of everything
 * that determines the chunks. It is encoded in base 32 without the letters i, l, o and u.
 */
public final class ChunkKey {
  /** The number of characters of a key. */
  public static final int LENGTH = 13;

  /** Precedes the offsets of a table. Changes with the rules for tables. */
  private static final String TABLES = "tables 2: ";

  private static final String LETTERS = "abcdefghjkmnpqrstvwxyz";
  private static final String ALPHABET = "0123456789" + LETTERS;

  private ChunkKey() {}

  public static String of(Document document, String settings) {
    return encode(hash(document, settings));
  }

  private static byte[] hash(Document document, String settings) {
    MessageDigest digest = Sha256.newDigest();
    update(digest, settings);
    update(digest, document.id());
    update(digest, document.text());
    for (String key : List.of(Location.LANGUAGE, DocumentLanguages.OWN_LANGUAGE)) {
      Object language = document.metadata().get(key);
      if (language != null) {
        update(digest, key + " " + language);
      }
    }
    for (Document.Heading heading : document.headings()) {
      update(digest, Integer.toString(heading.offset()));
      heading.path().forEach(title -> update(digest, title));
    }
    for (Document.Table table : document.tables()) {
      update(digest, TABLES + table.offset() + " " + table.body() + " " + table.end());
    }
    return digest.digest();
  }

  /** Hashes the length and the UTF-16 units. UTF-8 would encode all lone surrogates alike. */
  private static void update(MessageDigest digest, String part) {
    ByteBuffer bytes = ByteBuffer.allocate(Math.min(8192, 4 + 2 * part.length()));
    bytes.putInt(part.length());
    for (int i = 0; i < part.length(); i++) {
      if (bytes.remaining() < 2) {
        digest.update(bytes.flip());
        bytes.clear();
      }
      bytes.putChar(part.charAt(i));
    }
    digest.update(bytes.flip());
  }

  private static String encode(byte[] hash) {
    StringBuilder key = new StringBuilder(LENGTH);
    long bits = ByteBuffer.wrap(hash).getLong();
    key.append(LETTERS.charAt((int) Long.remainderUnsigned(bits, LETTERS.length())));
    long rest = ByteBuffer.wrap(hash, 8, 8).getLong();
    while (key.length() < LENGTH) {
      key.append(ALPHABET.charAt((int) (rest & 31)));
      rest >>>= 5;
    }
    return key.toString();
  }
}
