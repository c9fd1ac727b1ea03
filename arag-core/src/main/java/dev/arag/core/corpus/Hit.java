package dev.arag.core.corpus;

import dev.arag.core.internal.metadata.Metadata;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A chunk found by a search, with its score and the sentences to show. */
public sealed interface Hit permits KeywordHit, SemanticHit {
  /** The chunk with its full text. */
  Chunk chunk();

  /** The id of the chunk. */
  default ChunkId chunkId() {
    return chunk().id();
  }

  /** The location of the chunk. */
  default Location location() {
    return chunk().location();
  }

  /**
   * The score, as {@link KeywordHit} or {@link SemanticHit} defines it. Scores are comparable only
   * within one search. Hits are not necessarily sorted by this score: keyword hits are sorted as
   * {@link KeywordHits#rank(KeywordQuery, long, java.util.stream.Stream, int, int)} describes,
   * semantic hits by {@link SemanticHit#rankScore()}.
   */
  double score();

  /**
   * The sentences to show, in text order. With the standard ranking rules, there are one to five.
   */
  List<Sentence> sentences();

  /** The sections that contain the {@link #sentences()}, in text order. */
  default List<SectionHit> sections() {
    return SectionHit.of(chunk(), sentences());
  }

  /** The title of the document, or the document id if there is no title. */
  default String title() {
    return location().title();
  }

  /**
   * Returns the fields of the view of this hit by name, and metadata of the document, for JSON.
   *
   * @param metadataKeys the metadata to show, which becomes the field {@code metadata}: a map in
   *     this order, without the keys that the document does not have. If empty, there is no such
   *     field
   */
  default Map<String, Object> view(Collection<String> metadataKeys) {
    Map<String, Object> fields =
        this instanceof KeywordHit hit ? hit.view().fields() : ((SemanticHit) this).view().fields();
    return Metadata.addShown(fields, location().metadata(), metadataKeys);
  }

  /** The {@link #sentences()} in one line, separated by ellipses. */
  default String snippet() {
    return sentences().stream()
        .map(sentence -> sentence.text().replaceAll("\\s+", " "))
        .collect(Collectors.joining(" … "));
  }
}
