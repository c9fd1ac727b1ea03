package dev.arag.agent.internal.citation;

import java.util.List;
import java.util.Optional;

/**
 * A chunk id in an answer.
 *
 * @param id the id as the model wrote it
 * @param shown the chunk with this id; empty if no text of this chunk was shown
 * @param quote the quote for this id; empty if there is none
 * @param claim the sentence that contains the id; empty if the id is in the evidence block
 */
record Mention(String id, Optional<ShownChunk> shown, String quote, String claim) {
  boolean hasQuote() {
    return !quote.isEmpty();
  }

  Mention withQuote(String other) {
    return new Mention(id, shown, other, claim);
  }

  Mention withClaim(String other) {
    return new Mention(id, shown, quote, other);
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
