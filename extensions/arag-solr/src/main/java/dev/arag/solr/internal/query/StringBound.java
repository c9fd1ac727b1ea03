package dev.arag.solr.internal.query;

import dev.arag.core.internal.string.LoneSurrogates;
import dev.arag.solr.internal.layout.MetadataTerms;

/**
 * A bound of a range of strings. Stored strings have no lone surrogates, but a bound can have one.
 *
 * @param term the first term that is not below the bound
 * @param isIncluded whether this term belongs to the range if the bound is the upper one
 */
record StringBound(String term, boolean isIncluded) {
  /** Follows all terms that begin with the same text. */
  private static final char LAST = 'z';

  /**
   * @throws IllegalArgumentException if the bound is longer than the terms of strings
   */
  static StringBound of(String key, String bound) {
    int lone = LoneSurrogates.indexIn(bound, 0);
    if (lone == bound.length()) {
      return new StringBound(term(key, bound), true);
    }
    String before = bound.substring(0, lone);
    return Character.isHighSurrogate(bound.charAt(lone))
        ? new StringBound(
            term(key, before + bound.charAt(lone) + Character.MIN_LOW_SURROGATE), false)
        : new StringBound(term(key, before) + LAST, true);
  }

  private static String term(String key, String text) {
    if (MetadataTerms.isLong(text)) {
      throw new IllegalArgumentException(
          "A range on '"
              + key
              + "' has a bound of more than "
              + MetadataTerms.MAX_BYTES
              + " bytes of UTF-8, which a Solr collection cannot compare.");
    }
    return MetadataTerms.string(key, text);
  }

  /** Returns the end of a range query. */
  String asUpperBound() {
    return term + (isIncluded ? "]" : "}");
  }
}
