package dev.arag.index.spi.store;

import static java.util.Objects.requireNonNull;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Sentence;
import dev.arag.index.internal.diagnostics.Diagnostic;
import dev.arag.index.internal.diagnostics.EmbedderWarnings;
import dev.arag.index.spi.split.IndexSettings;
import dev.arag.index.spi.split.Splitter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes one vector for each sentence of the added documents to an {@link Output}, which an index
 * or another store implements. Stored vectors are reused, and the other sentences are embedded in
 * batches. If a method throws an exception, the pass cannot be used again. Not thread-safe.
 */
public final class EmbeddingPass {
  private static final int BATCH_SIZE = 256;
  private static final int MAX_WAITING = 16 * BATCH_SIZE;

  /**
   * Receives notifications before and after calls of the embedder, and can provide vectors that
   * were computed earlier.
   */
  @FunctionalInterface
  public interface Calls {
    /**
     * Called before the vectors of a batch are written; may throw an exception to end the pass.
     *
     * @param callsEmbedder whether the embedder is called for the batch
     */
    void beforeBatch(boolean callsEmbedder);

    /** Receives the vectors that one call of the embedder has returned. Default: does nothing. */
    default void add(List<String> embeddedTexts, List<Embedding> computed) {}

    /** Returns the vector that was computed before for a text; empty if there is none. */
    default Optional<Embedding> find(String embeddedText) {
      return Optional.empty();
    }

    /**
     * Receives a problem of the embedder with a document, which the report of the pass also
     * contains.
     *
     * @param document the index of the document: the number of documents that were added before it
     * @param unknownShare the share of unknown tokens in the text, from 0 to 1; see {@link
     *     Embedder#unknownShare}
     * @param cutSentences the number of sentences that are longer than the embedder accepts
     * @param language the code of the document's language if the embedder was not trained for it,
     *     otherwise null; a code has two or three lower-case letters
     */
    default void warn(
        int document, float unknownShare, int cutSentences, @Nullable String language) {}
  }

  /** Receives one vector for each sentence, in sentence order. */
  @FunctionalInterface
  public interface Output {
    void add(Embedding vector) throws IOException;
  }

  private final Embedder embedder;
  private final IndexSettings settings;
  private final Calls calls;
  private final Output out;
  private final LongConsumer progress;

  /**
   * The vectors that are still to be written, in sentence order. An element is null if the sentence
   * must be embedded.
   */
  private final List<@Nullable Embedding> waiting = new ArrayList<>();

  private final List<String> toEmbed = new ArrayList<>();
  private final EmbedderWarnings warnings = new EmbedderWarnings();
  private int documents;
  private long embedded;
  private long reused;

  /**
   * @param settings the settings, which determine the text that is embedded for a sentence
   * @param progress called with the number of sentences whose vectors have been written, after each
   *     call of the embedder
   */
  public EmbeddingPass(
      Embedder embedder, IndexSettings settings, Calls calls, Output out, LongConsumer progress) {
    this.embedder = requireNonNull(embedder, "embedder");
    this.settings = requireNonNull(settings, "settings");
    this.calls = requireNonNull(calls, "calls");
    this.out = requireNonNull(out, "out");
    this.progress = requireNonNull(progress, "progress");
  }

  /**
   * Adds a document. {@link #flush} must be called after the last one.
   *
   * @param metadata the metadata of the document, see {@link Splitter#LANGUAGE}
   * @param stored returns the stored vector of an embedded text; null if there is none
   * @throws IOException if the output throws it
   */
  public void add(
      String documentId,
      Map<String, Object> metadata,
      Iterable<Chunk> chunks,
      Function<String, @Nullable Embedding> stored)
      throws IOException {
    requireNonNull(documentId, "documentId");
    requireNonNull(metadata, "metadata");
    requireNonNull(stored, "stored");
    double unknownLength = 0;
    long length = 0;
    int cutSentences = 0;
    for (Chunk chunk : requireNonNull(chunks, "chunks")) {
      for (Sentence sentence : chunk.sentences()) {
        String text = settings.embeddedText(sentence);
        cutSentences += embedder.fits(text) ? 0 : 1;
        Embedding vector = stored.apply(text);
        add(text, vector == null ? calls.find(text).orElse(null) : vector);
        if (toEmbed.size() == BATCH_SIZE || waiting.size() == MAX_WAITING) {
          flush();
        }
      }
      unknownLength += embedder.unknownShare(chunk.text()).orElse(0) * chunk.text().length();
      length += chunk.text().length();
    }
    double unknown = length == 0 ? 0 : Math.min(1, Math.max(0, unknownLength / length));
    String language = untrainedLanguage(metadata);
    Diagnostic found =
        new Diagnostic(
            documents++, (float) unknown, cutSentences, language == null ? "" : language);
    if (warnings.add(documentId, found)) {
      calls.warn(found.document(), found.unknownShare(), cutSentences, language);
    }
  }

  /**
   * Returns the language code of a document if the embedder was not trained for this language. Null
   * if the embedder was trained for it, or if that is not known.
   */
  private @Nullable String untrainedLanguage(Map<String, Object> metadata) {
    boolean isUntrained =
        metadata.get(Splitter.LANGUAGE) instanceof String code
            && !embedder.languages().isEmpty()
            && !embedder.languages().contains(code)
            && Diagnostic.isCode(code);
    return isUntrained ? String.valueOf(metadata.get(Splitter.LANGUAGE)) : null;
  }

  private void add(String text, @Nullable Embedding vector) {
    waiting.add(vector);
    if (vector == null) {
      toEmbed.add(text);
    } else {
      reused++;
    }
  }

  /** Writes the vectors of all documents that were added. */
  public void flush() throws IOException {
    calls.beforeBatch(!toEmbed.isEmpty());
    List<Embedding> embeddings = List.of();
    if (!toEmbed.isEmpty()) {
      List<String> texts = List.copyOf(toEmbed);
      embeddings = EmbedderCheck.requireValid(embedder, texts, embedder.embedSentences(texts));
      calls.add(texts, embeddings);
    }
    int next = 0;
    for (Embedding each : waiting) {
      out.add(each == null ? embeddings.get(next++) : each);
    }
    embedded += embeddings.size();
    waiting.clear();
    toEmbed.clear();
    // Reading stored vectors takes almost no time, so a report would distort estimates.
    if (!embeddings.isEmpty()) {
      progress.accept(embedded + reused);
    }
  }

  /**
   * Counts the sentences that were embedded or whose vectors were reused, and collects warnings.
   */
  public void report(SyncTally tally) {
    requireNonNull(tally, "tally").countEmbedded(embedded, reused);
    warnings.messages().forEach(tally::warn);
  }
}
