package dev.arag.index.internal.packing;

import dev.arag.core.text.TableHeader;
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
   * unless it is the last chunk or contains only heading lines. It does not end within a table that
   * fits into a chunk together with its heading lines, and neither within a row nor after a header
   * if the chunk after it can contain both parts.
   */
  static List<List<MeasuredSentence>> pack(List<MeasuredSentence> sentences, int chunkTokens) {
    ChunkPacker packer = new ChunkPacker(chunkTokens);
    for (int i = 0; i < sentences.size(); i++) {
      packer.makeRoom(tableTokens(sentences, i));
      packer.add(sentences.get(i));
    }
    if (!packer.open.isEmpty()) {
      packer.chunks.add(packer.open);
    }
    return packer.chunks;
  }

  /** Returns the length of the table that begins with a sentence, in tokens; 0 if none does. */
  private static int tableTokens(List<MeasuredSentence> sentences, int first) {
    TableHeader table = sentences.get(first).sentence().table();
    if (table == null || (first > 0 && table.equals(sentences.get(first - 1).sentence().table()))) {
      return 0;
    }
    return sentences.subList(first, sentences.size()).stream()
        .takeWhile(each -> table.equals(each.sentence().table()))
        .mapToInt(MeasuredSentence::tokens)
        .sum();
  }

  /** Ends the open chunk if a table fits into the next one, but not into the rest of this one. */
  private void makeRoom(int tableTokens) {
    if (tableTokens == 0 || openTokens + tableTokens <= chunkTokens) {
      return;
    }
    int end = withoutHeadings(open.size());
    int moved = tokens(open.subList(end, open.size())) + tableTokens;
    if (end > 0 && moved <= chunkTokens) {
      closeAt(end);
    }
  }

  private static int tokens(List<MeasuredSentence> sentences) {
    return sentences.stream().mapToInt(MeasuredSentence::tokens).sum();
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
    closeAt(end == 0 ? open.size() : end);
  }

  private void closeAt(int kept) {
    chunks.add(List.copyOf(open.subList(0, kept)));
    open = new ArrayList<>(open.subList(kept, open.size()));
    openTokens = tokens(open);
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
