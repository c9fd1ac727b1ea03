package dev.arag.solr.internal.write;

import dev.arag.solr.internal.layout.Keys;
import java.util.HexFormat;

/**
 * The share of one of several writers that work on the same documents.
 *
 * @param job identifies their work
 * @param number the number of the writer, from 0
 * @param workers the number of writers
 */
public record Share(String job, int number, int workers) {
  private static final int DIGITS = 16;
  private static final int REPLACEMENT = 0xFFFD;

  /** Returns whether a document belongs to this share. */
  boolean contains(String documentId) {
    String key = Keys.of(storable(documentId));
    long hash = HexFormat.fromHexDigitsToLong(key, 0, DIGITS);
    return Long.remainderUnsigned(hash, workers) == number;
  }

  /** The id before and after the replacement of lone surrogates must belong to the same share. */
  private static String storable(String documentId) {
    StringBuilder storable = new StringBuilder(documentId.length());
    documentId
        .codePoints()
        .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? REPLACEMENT : c)
        .forEach(storable::appendCodePoint);
    return storable.toString();
  }
}
