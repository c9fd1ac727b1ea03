package dev.arag.core.corpus;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import java.util.List;
import java.util.stream.Collectors;

/** A chunk found by a search, with its score and the matching sentences. */
public sealed interface Hit permits KeywordHit, SemanticHit {
  /** The chunk's id. */
  ChunkId chunk();

  /** The location of the chunk. */
  Location location();

  /**
   * The score, comparable only within one search. The hits of a keyword search are not necessarily
   * sorted by it.
   */
  double score();

  /** The matching sentences that are shown, at most five, in text order. */
  List<Sentence> sentences();

  /** The document's title, or its id if it has no title. */
  default String title() {
    return location().title();
  }

  /** The sentences on one line, separated by ellipses. */
  default String snippet() {
    return sentences().stream()
        .map(sentence -> sentence.text().replaceAll("\\s+", " "))
        .collect(Collectors.joining(" … "));
  }
}
