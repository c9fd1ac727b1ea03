package dev.arag.index;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.index.ModelDocument.Held;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The expected state of an index. Immutable.
 *
 * @param embedder the embedder that created the vectors, or null if the index has no vectors
 */
record ModelState(SortedMap<String, ModelDocument> documents, @Nullable Embedder embedder) {
  static final ModelState EMPTY = new ModelState(new TreeMap<>(), null);

  private static final double WORTH_SAYING = 0.2;

  ModelState {
    documents = Collections.unmodifiableSortedMap(new TreeMap<>(documents));
  }

  ModelState with(SortedMap<String, ModelDocument> changed) {
    return new ModelState(changed, embedder);
  }

  ModelState with(@Nullable Embedder changed) {
    return new ModelState(documents, changed);
  }

  SortedMap<String, Held> held() {
    SortedMap<String, Held> held = new TreeMap<>();
    documents.forEach((id, document) -> held.put(id, document.held()));
    return held;
  }

  @Nullable Integer dimension() {
    return embedder == null ? null : Integer.valueOf(embedder.dimension());
  }

  List<Chunk> chunks() {
    return documents.values().stream().flatMap(each -> each.chunks().stream()).toList();
  }

  long sentences() {
    return chunks().stream().mapToLong(chunk -> chunk.sentences().size()).sum();
  }

  /** Returns a corpus that applies the scoring formulas directly to the chunks of this state. */
  InMemoryCorpus oracle() {
    return InMemoryCorpus.ofChunks(embedder == null ? new HashEmbedder(2) : embedder, chunks());
  }

  /** Returns the expected warnings in no particular order. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    for (ModelDocument document : documents.values()) {
      document.held().warnings().forEach(each -> warnings.add(document.id() + ": " + each));
    }
    if (embedder != null) {
      addDiagnostics(warnings, embedder);
    }
    return warnings;
  }

  private void addDiagnostics(List<String> warnings, Embedder made) {
    for (ModelDocument document : documents.values()) {
      float share = document.unknownShare(made);
      if (share > WORTH_SAYING) {
        warnings.add(unknown(document.id(), share));
      }
    }
    long cut = documents.values().stream().mapToLong(each -> each.cutSentences(made)).sum();
    if (cut > 0) {
      warnings.add(
          (cut == 1 ? "1 sentence is" : cut + " sentences are")
              + " longer than the embedder takes; only the start is embedded");
    }
  }

  private static String unknown(String id, float share) {
    return String.format(
        Locale.ROOT,
        "%s: %.0f %% of its text is unknown to the embedder; semantic search will not work for it",
        id,
        100 * share);
  }

  /** Returns a short description for messages. */
  @Override
  public String toString() {
    Stream<String> ids = documents.keySet().stream();
    return dimension() + " dimensions, " + ids.toList();
  }
}
