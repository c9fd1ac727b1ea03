package dev.arag.index.internal.sync;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.error.EmbeddingException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Sentence;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.commit.DiagnosticMessages;
import dev.arag.index.internal.commit.IndexSettings;
import dev.arag.index.internal.vector.Diagnostic;
import dev.arag.index.internal.vector.VectorWriter;
import dev.arag.index.split.Splitter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the vectors of all sentences of stored chunks. Existing vectors are reused, and the other
 * sentences are embedded in batches. Not thread-safe.
 */
final class EmbeddingPass {
  private static final int BATCH_SIZE = 256;
  private static final int MAX_WAITING = 16 * BATCH_SIZE;

  private final Embedder embedder;
  private final IndexSettings settings;
  private final VectorWriter out;
  private final LongConsumer progress;
  private final Cancellation cancellation;
  private final Set<String> languages;

  /**
   * The vectors that are still to be written, in sentence order. An element is null if the sentence
   * must be embedded.
   */
  private final List<@Nullable Embedding> waiting = new ArrayList<>();

  private final List<String> toEmbed = new ArrayList<>();
  private final DiagnosticMessages diagnostics = new DiagnosticMessages();
  private long embedded;
  private long reused;

  /**
   * @param settings determine the text that is embedded for a sentence
   * @param progress called with the number of sentences whose vectors have been written
   */
  EmbeddingPass(
      Embedder embedder,
      IndexSettings settings,
      VectorWriter out,
      LongConsumer progress,
      Cancellation cancellation) {
    this.embedder = embedder;
    this.settings = settings;
    this.out = out;
    this.progress = progress;
    this.cancellation = cancellation;
    this.languages = embedder.languages();
  }

  /**
   * @param reusable returns the reusable vectors of a document, given its number
   */
  void run(ChunksReader chunks, IntFunction<ReusableVectors> reusable) throws IOException {
    for (int document = 0; document < chunks.documents(); document++) {
      embedDocument(chunks, document, reusable.apply(document));
    }
    flush();
  }

  /** Returns the number of sentences that were embedded. */
  long embedded() {
    return embedded;
  }

  /** Returns the number of sentences whose vectors were reused. */
  long reused() {
    return reused;
  }

  /**
   * Returns messages about texts that the encoder cannot represent well. Each message is one
   * sentence.
   */
  List<String> warnings() {
    return diagnostics.messages();
  }

  private void embedDocument(ChunksReader chunks, int document, ReusableVectors reusable)
      throws IOException {
    double unknown = 0;
    long length = 0;
    int truncated = 0;
    for (int i = chunks.firstChunk(document); i < chunks.firstChunk(document + 1); i++) {
      Chunk chunk = chunks.read(i);
      for (Sentence sentence : chunk.sentences()) {
        String text = settings.embeddedText(sentence);
        truncated += embedder.fits(text) ? 0 : 1;
        add(text, reusable.of(text));
      }
      unknown += embedder.unknownShare(chunk.text()) * chunk.text().length();
      length += chunk.text().length();
    }
    double share = length == 0 ? 0 : unknown / length;
    float unknownShare = (float) Math.min(1, Math.max(0, share));
    report(
        chunks,
        new Diagnostic(document, unknownShare, truncated, untrainedLanguage(chunks, document)));
  }

  /**
   * Returns the language of a document if the encoder was not trained for this language; otherwise
   * an empty string.
   */
  private String untrainedLanguage(ChunksReader chunks, int document) {
    Object language = chunks.readDocument(document).metadata().get(Splitter.LANGUAGE);
    if (language instanceof String code && !languages.isEmpty()) {
      return languages.contains(code) || !Diagnostic.isCode(code) ? "" : code;
    }
    return "";
  }

  private void report(ChunksReader chunks, Diagnostic diagnostic) {
    if (DiagnosticMessages.isReportable(diagnostic)) {
      out.addDiagnostic(diagnostic);
      diagnostics.add(chunks, diagnostic);
    }
  }

  private void add(String text, @Nullable Embedding reusable) throws IOException {
    waiting.add(reusable);
    if (reusable == null) {
      toEmbed.add(text);
    } else {
      reused++;
    }
    if (toEmbed.size() == BATCH_SIZE || waiting.size() == MAX_WAITING) {
      flush();
    }
  }

  private void flush() throws IOException {
    cancellation.check();
    List<Embedding> embeddings = embed();
    int next = 0;
    for (Embedding each : waiting) {
      out.add(each == null ? embeddings.get(next++) : each);
    }
    embedded += embeddings.size();
    waiting.clear();
    toEmbed.clear();
    progress.accept(embedded + reused);
  }

  private List<Embedding> embed() {
    if (toEmbed.isEmpty()) {
      return List.of();
    }
    List<Embedding> embeddings = embedder.embedSentences(List.copyOf(toEmbed));
    requireMatch(embeddings);
    return embeddings;
  }

  private void requireMatch(List<Embedding> embeddings) {
    if (embeddings.size() != toEmbed.size()) {
      throw new EmbeddingException(
          "The encoder returned "
              + embeddings.size()
              + " vectors for "
              + toEmbed.size()
              + " sentences.");
    }
    for (Embedding embedding : embeddings) {
      if (embedding.dimension() != embedder.dimension()) {
        throw new EmbeddingException(
            "The encoder returned a vector of "
                + embedding.dimension()
                + " floats, but its dimension is "
                + embedder.dimension()
                + ".");
      }
    }
  }
}
