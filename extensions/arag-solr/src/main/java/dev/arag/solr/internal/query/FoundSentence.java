package dev.arag.solr.internal.query;

import dev.arag.core.text.CorpusOrder;
import java.util.Collection;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A sentence of a search, without its text.
 *
 * @param chunkKey the key of its chunk
 * @param document the id of its document
 * @param ordinal the ordinal of its chunk in the document
 * @param number the number of the sentence in the chunk, from 0
 * @param textHash the hash of the embedded text; sentences with equal hashes have equal vectors
 * @param score the exact similarity
 */
record FoundSentence(
    String chunkKey, String document, int ordinal, int number, String textHash, float score) {
  /** Best first; then corpus order and text order. */
  static final Comparator<FoundSentence> BEST_FIRST =
      Comparator.comparingDouble(FoundSentence::score)
          .reversed()
          .thenComparing(FoundSentence::document, CorpusOrder::compareCodePoints)
          .thenComparingInt(FoundSentence::ordinal)
          .thenComparingInt(FoundSentence::number);

  /** Returns the keys of the chunks of sentences. */
  static Set<String> chunkKeys(Collection<FoundSentence> sentences) {
    return sentences.stream().map(FoundSentence::chunkKey).collect(Collectors.toSet());
  }
}
