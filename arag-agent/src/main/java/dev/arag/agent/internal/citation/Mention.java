package dev.arag.agent.internal.citation;

import dev.arag.agent.citation.Span;
import dev.arag.core.internal.string.Truncation;
import dev.arag.core.text.ChunkId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A chunk id in an answer.
 *
 * @param id the id as the model wrote it
 * @param shown the chunk with this id; empty if no text of this chunk was shown
 * @param quote the quote for this id; empty if there is none
 * @param claim the sentence that contains the id; empty if the id is in the evidence block
 * @param markers the spans of the brackets in the sentences that contain the id; empty if the id is
 *     in the evidence block or has no brackets
 */
record Mention(
    String id, Optional<ShownChunk> shown, String quote, String claim, List<Span> markers) {
  private static final int MAX_ID = 200;

  static Mention of(String id, Optional<ShownChunk> shown) {
    return new Mention(id, shown, "", "", List.of());
  }

  boolean hasQuote() {
    return !quote.isEmpty();
  }

  Mention withQuote(String other) {
    return new Mention(id, shown, other, claim, markers);
  }

  Mention withClaim(String other) {
    return new Mention(id, shown, quote, other, markers);
  }

  Mention withMarkers(List<Span> other) {
    return new Mention(id, shown, quote, claim, other);
  }

  /** Returns this mention with its own markers and those of another mention. */
  Mention withMarkersOf(Mention other) {
    return withMarkers(Stream.concat(markers.stream(), other.markers.stream()).distinct().toList());
  }

  /** The id that the citation of this mention has. */
  ChunkId chunk() {
    return shown.map(ShownChunk::id).orElseGet(() -> ChunkId.of(Truncation.prefix(id, MAX_ID)));
  }

  boolean isSameChunk(Mention other) {
    return shown.isPresent() ? shown.equals(other.shown) : id.equals(other.id);
  }

  /**
   * Assigns one quote to the ids whose chunks contain the quote. If none of the chunks contains the
   * quote, all ids get it.
   */
  static List<Mention> share(List<Mention> mentions, String quote) {
    List<String> parts = QuoteParts.keys(quote);
    boolean isContained = mentions.stream().anyMatch(mention -> mention.contains(parts));
    return mentions.stream()
        .map(
            mention -> isContained && !mention.contains(parts) ? mention : mention.withQuote(quote))
        .toList();
  }

  private boolean contains(List<String> parts) {
    return !parts.isEmpty()
        && shown.map(chunk -> chunk.findInOrder(parts).isPresent()).orElse(false);
  }
}
