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
 * What one read sends. The chunks asked for come before their neighbours when there is no room for
 * all, but they are sent in reading order.
 *
 * @param sent in the order sent
 * @param withheld asked for, but the model has their text
 * @param notSent beyond the limits
 */
record ReadPlan(List<ChunkPart> sent, List<ChunkId> withheld, List<ChunkId> notSent) {
  private static final int MOST_CHUNKS = 5;

  static ReadPlan of(List<Chunk> asked, int neighbors, Corpus corpus, CallContext turn) {
    Neighborhood chunks = Neighborhood.of(asked, neighbors, corpus);
    Picking picking = new Picking(turn);
    asked.forEach(picking::takeAsked);
    chunks.neighbors().forEach(picking::takeNeighbor);
    List<ChunkPart> sent = new ArrayList<>(picking.sent.values());
    List<ChunkId> order = chunks.readingOrder();
    sent.sort(Comparator.comparingInt(part -> order.indexOf(part.chunk().id())));
    sent.forEach(part -> part.note(turn.context()));
    return new ReadPlan(sent, picking.withheld, picking.notSent);
  }

  List<Snippet> snippets() {
    return sent.stream().map(ChunkPart::snippet).toList();
  }

  /** Takes chunks, the most wanted first, until the limits are reached. */
  private static final class Picking {
    private final CallContext turn;
    private final Map<ChunkId, ChunkPart> sent = new LinkedHashMap<>();
    private final List<ChunkId> withheld = new ArrayList<>();
    private final List<ChunkId> notSent = new ArrayList<>();
    private int tokensLeft;

    Picking(CallContext turn) {
      this.turn = turn;
      this.tokensLeft = turn.maxResultTokens();
    }

    void takeAsked(Chunk chunk) {
      if (turn.withholds(chunk.id())) {
        withheld.add(chunk.id());
      } else {
        take(chunk);
      }
    }

    void takeNeighbor(Chunk chunk) {
      if (!turn.withholds(chunk.id())) {
        take(chunk);
      }
    }

    private void take(Chunk chunk) {
      boolean hasRoom = notSent.isEmpty() && sent.size() < MOST_CHUNKS;
      ChunkPart part = ChunkPart.next(chunk, turn.context(), turn.maxResultTokens());
      if (hasRoom && (sent.isEmpty() || part.snippet().tokens() <= tokensLeft)) {
        sent.put(chunk.id(), part);
        tokensLeft -= part.snippet().tokens();
      } else {
        notSent.add(chunk.id());
      }
    }
  }
}
