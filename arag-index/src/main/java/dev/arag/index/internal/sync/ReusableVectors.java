package dev.arag.index.internal.sync;

import dev.arag.core.embed.Embedding;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Sentence;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.commit.DocumentRef;
import dev.arag.index.internal.vector.VectorReader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds the vectors of a stored document by embedded text. Not thread-safe. */
final class ReusableVectors {
  private final @Nullable VectorReader vectors;
  private final Map<String, Long> rows = new LinkedHashMap<>();

  /**
   * @param embeddedText returns the text that is embedded for a sentence
   */
  ReusableVectors(DocumentRef ref, Function<Sentence, String> embeddedText) {
    vectors = ref.segment().vectors();
    ChunksReader chunks = ref.segment().chunks();
    int first = chunks.firstChunk(ref.document());
    long row = chunks.firstSentence(first);
    for (Chunk chunk : chunks.chunksOf(ref.document())) {
      for (Sentence sentence : chunk.sentences()) {
        rows.put(embeddedText.apply(sentence), row++);
      }
    }
  }

  /** Returns the embedded texts of the document, in the order of the text. */
  Set<String> texts() {
    return rows.keySet();
  }

  /**
   * Returns the stored vector of a text unchanged; null if the stored document has no sentence with
   * this text.
   */
  @Nullable Embedding of(String embeddedText) {
    Long row = vectors == null ? null : rows.get(embeddedText);
    return row == null || vectors == null ? null : vectors.read(row);
  }
}
