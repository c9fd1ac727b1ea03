package dev.arag.index.internal.sync;

import dev.arag.core.embed.Embedding;
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
  private static final ReusableVectors NONE = new ReusableVectors(null);

  private final @Nullable VectorReader vectors;
  private final Map<String, Long> rows = new LinkedHashMap<>();

  private ReusableVectors(@Nullable VectorReader vectors) {
    this.vectors = vectors;
  }

  static ReusableVectors none() {
    return NONE;
  }

  /**
   * @param embeddedText returns the text that is embedded for a sentence
   */
  static ReusableVectors of(DocumentRef ref, Function<Sentence, String> embeddedText) {
    ReusableVectors reusable = new ReusableVectors(ref.segment().vectors());
    ChunksReader chunks = ref.segment().chunks();
    int end = chunks.firstChunk(ref.document() + 1);
    for (int chunk = chunks.firstChunk(ref.document()); chunk < end; chunk++) {
      long row = chunks.firstSentence(chunk);
      for (Sentence sentence : chunks.read(chunk).sentences()) {
        reusable.rows.put(embeddedText.apply(sentence), row++);
      }
    }
    return reusable;
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
