package dev.arag.index.internal.commit;

import dev.arag.index.split.Splitter;

/**
 * How an index cuts and embeds.
 *
 * @param chunkTokens about how long a chunk is, in o200k tokens
 * @param headingsInEmbeddings whether a sentence is embedded with its heading
 */
public record IndexSettings(int chunkTokens, boolean headingsInEmbeddings) {
  public static final IndexSettings DEFAULT =
      new IndexSettings(Splitter.DEFAULT_CHUNK_TOKENS, true);
}
