package dev.arag.graph.spi;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.MentionSource.Posting;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import java.util.Collection;
import java.util.List;

/**
 * The chunks of one unchanging state of a corpus, seen through one scope: what an entity graph
 * needs of a corpus in addition to the mentions. Implementations are thread-safe.
 */
public interface PassageSource {
  /**
   * Returns the chunks that fit a question best.
   *
   * @param question the question, not blank
   * @param topK the maximum number of chunks, at least 1
   * @return different chunks, best first; ties are broken by corpus order
   */
  List<Passage> nearest(String question, int topK);

  /**
   * Compares a question with sentences.
   *
   * @param question the question, not blank
   * @param sentences places in chunks that are in scope; the list may be empty
   * @return the similarity of each sentence, in the same order; at most 1, and 0 or less for
   *     unrelated sentences
   */
  double[] similarities(String question, List<Posting> sentences);

  /**
   * Reads chunks.
   *
   * @return the chunks in the order of the ids, without duplicates; unknown ids and ids out of
   *     scope are omitted
   */
  List<Chunk> read(Collection<ChunkId> ids);

  /**
   * A chunk and its score.
   *
   * @param chunk the id of the chunk
   * @param score the score, comparable only within one search
   */
  record Passage(ChunkId chunk, double score) {
    public Passage {
      requireNonNull(chunk, "chunk");
    }
  }
}
