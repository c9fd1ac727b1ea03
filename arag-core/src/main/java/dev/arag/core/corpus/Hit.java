package dev.arag.core.corpus;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import java.util.List;
import java.util.stream.Collectors;

/** A chunk that a search found, and why. */
public sealed interface Hit permits KeywordHit, SemanticHit {
  /** The chunk's id. */
  ChunkId chunk();

  /** Where the chunk stands. */
  Location location();

  /**
   * The search's own score; comparable only within one search. A page of hits is in its order
   * already: that of a keyword search need not be the order of this score.
   */
  double score();

  /** The sentences that speak for the chunk, at most five, in text order. */
  List<Sentence> sentences();

  /** The document's title, or its id where it has none. */
  default String title() {
    return location().title();
  }

  /** The sentences in one line, with an ellipsis between them. */
  default String snippet() {
    return sentences().stream()
        .map(sentence -> sentence.text().replaceAll("\\s+", " "))
        .collect(Collectors.joining(" … "));
  }
}
