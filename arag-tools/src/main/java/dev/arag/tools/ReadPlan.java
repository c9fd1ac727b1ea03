package dev.arag.tools;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The chunks that one read sends. If the limits do not allow all chunks, requested chunks have
 * priority over their neighbors. The chunks are sent in reading order.
 *
 * @param sent the parts to send, in reading order
 * @param withheld the requested chunks whose text is not sent because the model already has it
 * @param notSent the chunks that are not sent because they exceed the limits
 */
record ReadPlan(List<ChunkPart> sent, List<ChunkId> withheld, List<ChunkId> notSent) {
  private static final int MAX_CHUNKS = 5;

  static ReadPlan of(List<Chunk> requested, int neighbors, Corpus corpus, CallContext call) {
    Neighborhood chunks = Neighborhood.of(requested, neighbors, corpus);
    Selection selection = new Selection(call);
    requested.forEach(selection::addRequested);
    chunks.neighbors().forEach(selection::addNeighbor);
    List<ChunkPart> sent = new ArrayList<>(selection.sent.values());
    List<ChunkId> order = chunks.readingOrder();
    sent.sort(Comparator.comparingInt(part -> order.indexOf(part.chunk().id())));
    sent.forEach(part -> part.record(call.tracker()));
    return new ReadPlan(sent, selection.withheld, selection.notSent);
  }

  List<Snippet> snippets() {
    return sent.stream().map(ChunkPart::snippet).toList();
  }

  /** Collects the chunks to send, in order of priority, until a limit is reached. */
  private static final class Selection {
    private final CallContext call;
    private final Map<ChunkId, ChunkPart> sent = new LinkedHashMap<>();
    private final List<ChunkId> withheld = new ArrayList<>();
    private final List<ChunkId> notSent = new ArrayList<>();
    private int tokensLeft;

    Selection(CallContext call) {
      this.call = call;
      this.tokensLeft = call.maxResultTokens();
    }

    void addRequested(Chunk chunk) {
      if (call.shouldWithhold(chunk.id())) {
        withheld.add(chunk.id());
      } else {
        add(chunk);
      }
    }

    void addNeighbor(Chunk chunk) {
      if (!call.shouldWithhold(chunk.id())) {
        add(chunk);
      }
    }

    private void add(Chunk chunk) {
      boolean isBelowLimits = notSent.isEmpty() && sent.size() < MAX_CHUNKS;
      ChunkPart part = ChunkPart.next(chunk, call.tracker(), call.maxResultTokens());
      if (isBelowLimits && (sent.isEmpty() || part.snippet().tokens() <= tokensLeft)) {
        sent.put(chunk.id(), part);
        tokensLeft -= part.snippet().tokens();
      } else {
        notSent.add(chunk.id());
      }
    }
  }
}
