package dev.arag.index.internal.packing;

import java.util.ArrayList;
import java.util.List;

/** Packs consecutive sentences into chunks that are as long as the limit allows. */
public final class ChunkPacker {
  private final int chunkTokens;
  private final List<List<MeasuredSentence>> chunks = new ArrayList<>();
  private List<MeasuredSentence> open = new ArrayList<>();
  private int openTokens;

  private ChunkPacker(int chunkTokens) {
    this.chunkTokens = chunkTokens;
  }

  /**
   * Returns the chunks in text order; no chunk is empty. A chunk does not end with a heading line,
   * unless it is the last chunk or contains only heading lines.
   */
  static List<List<MeasuredSentence>> pack(List<MeasuredSentence> sentences, int chunkTokens) {
    ChunkPacker packer = new ChunkPacker(chunkTokens);
    sentences.forEach(packer::add);
    if (!packer.open.isEmpty()) {
      packer.chunks.add(packer.open);
    }
    return packer.chunks;
  }

  private void add(MeasuredSentence sentence) {
    if (!open.isEmpty() && openTokens + sentence.tokens() > chunkTokens) {
      close();
    }
    open.add(sentence);
    openTokens += sentence.tokens();
  }

  /** Moves trailing heading lines to the next chunk, unless the chunk has only heading lines. */
  private void close() {
    int end = open.size();
    while (end > 0 && open.get(end - 1).sentence().isHeading()) {
      end--;
    }
    int kept = end == 0 ? open.size() : end;
    chunks.add(List.copyOf(open.subList(0, kept)));
    open = new ArrayList<>(open.subList(kept, open.size()));
    openTokens = open.stream().mapToInt(MeasuredSentence::tokens).sum();
  }
}
