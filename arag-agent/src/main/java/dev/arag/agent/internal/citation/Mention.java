package dev.arag.agent.internal.citation;

import java.util.List;
import java.util.Optional;

/**
 * An id in a model's text.
 *
 * @param id as written
 * @param shown the chunk it names, if any text of it was shown
 * @param quote the words given for it; empty if none were
 * @param claim the sentence it stands behind; empty in the evidence block
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

  boolean names(Mention other) {
    return shown.isPresent() ? shown.equals(other.shown) : id.equals(other.id);
  }

  /**
   * Gives one quote to several ids: to those that hold it, the others then stand without; to all if
   * none does.
   */
  static List<Mention> share(List<Mention> mentions, String quote) {
    List<String> parts = QuoteParts.keys(quote);
    boolean isHeld = mentions.stream().anyMatch(mention -> mention.holds(parts));
    return mentions.stream()
        .map(mention -> isHeld && !mention.holds(parts) ? mention : mention.withQuote(quote))
        .toList();
  }

  private boolean holds(List<String> parts) {
    return !parts.isEmpty()
        && shown.map(chunk -> chunk.findInOrder(parts).isPresent()).orElse(false);
  }
}
