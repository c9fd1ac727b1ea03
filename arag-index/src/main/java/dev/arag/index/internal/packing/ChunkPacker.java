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
   * unless it is the last chunk or contains only heading lines. It ends neither within a row of a
   * table nor after the header, if the chunk after it can contain both parts.
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
      close(sentence);
    }
    open.add(sentence);
    openTokens += sentence.tokens();
  }

  /** Moves sentences that belong to the next one to the next chunk, unless no others are left. */
  private void close(MeasuredSentence next) {
    int end = end(next);
    int kept = end == 0 ? open.size() : end;
    chunks.add(List.copyOf(open.subList(0, kept)));
    open = new ArrayList<>(open.subList(kept, open.size()));
    openTokens = open.stream().mapToInt(MeasuredSentence::tokens).sum();
  }

  private int end(MeasuredSentence next) {
    int end = withoutHeadings(open.size());
    if (end < open.size()) {
      return end;
    }
    MeasuredSentence first = next;
    int tokens = next.tokens();
    while (end > 0 && (first.continuesRow() || open.get(end - 1).sentence().isTableHeader())) {
      first = open.get(--end);
      tokens += first.tokens();
      if (tokens > chunkTokens) {
        return open.size();
      }
    }
    return withoutHeadings(end);
  }

  private int withoutHeadings(int sentences) {
    int end = sentences;
    while (end > 0 && open.get(end - 1).sentence().isHeading()) {
      end--;
    }
    return end;
  }
}
