package dev.arag.agent.internal.citation;

import dev.arag.agent.internal.quote.QuoteParts;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.call.Snippet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the chunks that contain quotes, by the rules of the verdict SUPPORTED. */
public final class QuoteChecker {
  private final Map<ChunkId, ShownChunk> chunks;

  /**
   * @param shown all snippets that were sent to a model
   */
  public QuoteChecker(List<Snippet> shown) {
    chunks = ShownChunk.byId(shown);
  }

  /**
   * Returns the given chunk if its shown text contains the quote. Otherwise returns the only shown
   * chunk that contains the quote; empty if none or several do.
   */
  public Optional<ChunkId> find(ChunkId chunk, String quote) {
    List<String> parts = QuoteParts.keys(quote);
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    ShownChunk named = chunks.get(chunk);
    if (named != null && named.findInOrder(parts).isPresent()) {
      return Optional.of(chunk);
    }
    List<ChunkId> others =
        chunks.values().stream()
            .filter(each -> each.findInOrder(parts).isPresent())
            .map(ShownChunk::id)
            .limit(2)
            .toList();
    return others.size() == 1 ? Optional.of(others.get(0)) : Optional.empty();
  }
}
