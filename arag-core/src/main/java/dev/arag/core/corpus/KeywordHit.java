package dev.arag.core.corpus;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A chunk found by keywords.
 *
 * @param score equation 1 of the A-RAG paper: the sum over the keywords of occurrences times length
 * @param sentences the sentences shown, at most five, in text order
 * @param counts the number of occurrences of each keyword that occurs, in query order
 * @param rarity the sum of ln(1 + N/df) over the keywords that occur as whole words
 * @param omitted the number of matching sentences that are not shown
 */
public record KeywordHit(
    ChunkId chunk,
    Location location,
    double score,
    List<Sentence> sentences,
    Map<String, Integer> counts,
    double rarity,
    int omitted)
    implements Hit {
  public KeywordHit {
    sentences = List.copyOf(sentences);
    counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
  }
}
