package dev.arag.index.internal.commit;

import dev.arag.index.split.Splitter;

/**
 * Settings for splitting and embedding documents.
 *
 * @param chunkTokens the approximate length of a chunk in o200k tokens
 * @param headingsInEmbeddings whether each sentence is embedded together with its heading
 */
public record IndexSettings(int chunkTokens, boolean headingsInEmbeddings) {
  public static final IndexSettings DEFAULT =
      new IndexSettings(Splitter.DEFAULT_CHUNK_TOKENS, true);
}
