package dev.arag.index.internal.sync;

import dev.arag.core.embed.Embedding;
import dev.arag.core.text.Sentence;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.commit.DocumentPlace;
import dev.arag.index.internal.vector.VectorReader;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The vectors of a stored document, by the texts that were embedded. For one thread. */
final class ReusableVectors {
  private static final ReusableVectors NONE = new ReusableVectors(null);

  private final @Nullable VectorReader vectors;
  private final Map<String, Long> rows = new HashMap<>();

  private ReusableVectors(@Nullable VectorReader vectors) {
    this.vectors = vectors;
  }

  static ReusableVectors none() {
    return NONE;
  }

  /**
   * @param embeddedText how a sentence was embedded
   */
  static ReusableVectors of(DocumentPlace place, Function<Sentence, String> embeddedText) {
    ReusableVectors kept = new ReusableVectors(place.segment().vectors());
    ChunksReader chunks = place.segment().chunks();
    int end = chunks.firstChunk(place.document() + 1);
    for (int chunk = chunks.firstChunk(place.document()); chunk < end; chunk++) {
      long row = chunks.firstSentence(chunk);
      for (Sentence sentence : chunks.read(chunk).sentences()) {
        kept.rows.put(embeddedText.apply(sentence), row++);
      }
    }
    return kept;
  }

  /** Bit by bit as it was stored; null if the text was not in the document. */
  @Nullable Embedding of(String embeddedText) {
    Long row = vectors == null ? null : rows.get(embeddedText);
    return row == null || vectors == null ? null : vectors.read(row);
  }
}
