package dev.arag.agent.internal.citation;

import dev.arag.agent.citation.Span;
import dev.arag.agent.internal.quote.QuoteParts;
import dev.arag.core.internal.string.Truncation;
import dev.arag.core.text.ChunkId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A chunk id in an answer.
 *
 * @param id the id as the model wrote it
 * @param shown the chunk with this id, or the chunk of the section with this id; empty if no text
 *     of this chunk was shown
 * @param section the number of the section that the id names; -1 if the id names a chunk
 * @param quote the quote for this id; empty if there is none
 * @param claim the sentence that contains the id; empty if the id is in the evidence block
 * @param clause the part of the claim that is not the claim of another marker
 * @param markers the spans of the brackets in the sentences that contain the id; empty if the id is
 *     in the evidence block or has no brackets
 */
record Mention(
    String id,
    Optional<ShownChunk> shown,
    int section,
    String quote,
    String claim,
    String clause,
    List<Span> markers) {
  private static final int MAX_ID = 200;

  static Mention of(String id, ShownIds.Resolved resolved) {
    return new Mention(
        id, Optional.of(resolved.chunk()), resolved.section(), "", "", "", List.of());
  }

  /** Creates a mention of a chunk of which no text was shown. */
  static Mention unknown(String id) {
    return new Mention(id, Optional.empty(), -1, "", "", "", List.of());
  }

  boolean hasQuote() {
    return !quote.isEmpty();
  }

  Mention withQuote(String other) {
    return new Mention(id, shown, section, other, claim, clause, markers);
  }

  Mention withClaim(MarkerFreeText.MarkedWords other) {
    return new Mention(id, shown, section, quote, other.text(), other.clause(), markers);
  }

  Mention withMarkers(List<Span> other) {
    return new Mention(id, shown, section, quote, claim, clause, other);
  }

  /** Returns this mention with the claim and the markers of another mention. */
  Mention withPlaceOf(Mention other) {
    return new Mention(id, shown, section, quote, other.claim, other.clause, other.markers);
  }

  /** Returns this mention with its own markers and those of another mention. */
  Mention withMarkersOf(Mention other) {
    return withMarkers(Stream.concat(markers.stream(), other.markers.stream()).distinct().toList());
  }

  /** The id that the citation of this mention has. */
  ChunkId chunk() {
    return shown.map(ShownChunk::id).orElseGet(() -> ChunkId.of(Truncation.prefix(id, MAX_ID)));
  }

  /**
   * Whether this mention and another one name the same chunk, and not two different sections of it.
   */
  boolean isSameSource(Mention other) {
    boolean isOtherSection = section >= 0 && other.section >= 0 && section != other.section;
    return shown.isPresent() ? shown.equals(other.shown) && !isOtherSection : id.equals(other.id);
  }

  /**
   * Assigns one quote to the ids whose sections contain the quote. If there is none, assigns it to
   * the ids whose chunks contain the quote. If there is none either, all ids get it.
   */
  static List<Mention> share(List<Mention> mentions, String quote) {
    List<String> parts = QuoteParts.keys(quote);
    return Stream.of(
            once(Mention::source, mention -> mention.sectionContains(parts)),
            once(mention -> mention.shown, mention -> mention.contains(parts)))
        .filter(holds -> !parts.isEmpty() && mentions.stream().anyMatch(holds))
        .findFirst()
        .map(
            holds ->
                mentions.stream()
                    .map(each -> holds.test(each) ? each.withQuote(quote) : each)
                    .toList())
        .orElseGet(() -> mentions.stream().map(each -> each.withQuote(quote)).toList());
  }

  private Object source() {
    return List.of(shown, section);
  }

  /** Returns the predicate, which is then evaluated only once for each source. */
  private static Predicate<Mention> once(
      Function<Mention, Object> source, Predicate<Mention> predicate) {
    Map<Object, Boolean> known = new HashMap<>();
    return mention -> known.computeIfAbsent(source.apply(mention), any -> predicate.test(mention));
  }

  private boolean sectionContains(List<String> parts) {
    return shown
        .flatMap(chunk -> section < 0 ? Optional.of(chunk) : chunk.section(section))
        .flatMap(text -> text.findInOrder(parts))
        .isPresent();
  }

  private boolean contains(List<String> parts) {
    return shown.flatMap(chunk -> chunk.findInOrder(parts)).isPresent();
  }
}
