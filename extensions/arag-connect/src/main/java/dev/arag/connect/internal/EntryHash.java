package dev.arag.connect.internal;

import dev.arag.connect.spi.Entry;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.TreeMap;
import java.util.TreeSet;

/** Hashes what determines the document of an entry: its revision in place of its content. */
public final class EntryHash {
  /** Change this value whenever the set of hashed fields changes. */
  private static final String VERSION = "entry 1";

  private final MessageDigest digest;

  EntryHash(String fingerprint) {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
    add(VERSION);
    add(fingerprint);
  }

  EntryHash add(Entry entry) {
    add(entry.revision());
    new TreeMap<>(entry.metadata())
        .forEach(
            (key, value) -> {
              add(key);
              add(value);
            });
    add(new TreeSet<>(entry.principals()));
    return this;
  }

  /** The lengths make different lists of values different. */
  private void add(Object value) {
    if (value instanceof Collection<?> values) {
      add(values.size());
      values.forEach(this::add);
      return;
    }
    byte[] bytes = value.toString().getBytes(StandardCharsets.UTF_8);
    String head = value.getClass().getSimpleName() + " " + bytes.length + " ";
    digest.update(head.getBytes(StandardCharsets.UTF_8));
    digest.update(bytes);
  }

  /** Returns the hash of a content, for stores that have no revisions. */
  public static String of(byte[] content) {
    EntryHash hash = new EntryHash("content");
    hash.digest.update(content);
    return hash.finish();
  }

  String finish() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
