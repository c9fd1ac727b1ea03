package dev.arag.index.split;

import java.util.ArrayList;
import java.util.List;

/** Packs sentences into chunks, in order, each as full as it may be. */
final class ChunkPacker {
  private final int chunkTokens;
  private final List<List<WeighedSentence>> chunks = new ArrayList<>();
  private List<WeighedSentence> open = new ArrayList<>();
  private int openTokens;

  private ChunkPacker(int chunkTokens) {
    this.chunkTokens = chunkTokens;
  }

  /** The chunks in order, none of them empty; no chunk but the last ends with a heading line. */
  static List<List<WeighedSentence>> pack(List<WeighedSentence> pieces, int chunkTokens) {
    ChunkPacker packing = new ChunkPacker(chunkTokens);
    pieces.forEach(packing::add);
    if (!packing.open.isEmpty()) {
      packing.chunks.add(packing.open);
    }
    return packing.chunks;
  }

  private void add(WeighedSentence piece) {
    if (!open.isEmpty() && openTokens + piece.tokens() > chunkTokens) {
      close();
    }
    open.add(piece);
    openTokens += piece.tokens();
  }

  /** A heading line goes with the text below it, unless there is nothing else to leave behind. */
  private void close() {
    int end = open.size();
    while (end > 0 && open.get(end - 1).sentence().isHeading()) {
      end--;
    }
    int kept = end == 0 ? open.size() : end;
    chunks.add(List.copyOf(open.subList(0, kept)));
    open = new ArrayList<>(open.subList(kept, open.size()));
    openTokens = open.stream().mapToInt(WeighedSentence::tokens).sum();
  }
}
