package dev.arag.index;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.error.EmbeddingException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Sentence;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.vector.VectorWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;

/** Embeds all sentences of stored chunks, a few at a time. For one thread. */
final class VectorPass {
  private static final int BATCH = 256;

  /** From this share of unknown text on, search by meaning will not work for a document. */
  private static final double UNKNOWN_SHARE = 0.2;

  private final Embedder embedder;
  private final boolean withHeadings;
  private final VectorWriter out;
  private final LongConsumer progress;
  private final List<String> batch = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private long embedded;
  private long cut;

  /**
   * @param withHeadings whether a sentence is embedded with its heading
   * @param progress hears how many sentences are done
   */
  VectorPass(Embedder embedder, boolean withHeadings, VectorWriter out, LongConsumer progress) {
    this.embedder = embedder;
    this.withHeadings = withHeadings;
    this.out = out;
    this.progress = progress;
  }

  void run(ChunksReader chunks) throws IOException {
    for (int document = 0; document < chunks.documents(); document++) {
      embedDocument(chunks, document);
    }
    flush();
  }

  /** What a user should know of what the encoder makes of the texts. */
  List<String> warnings() {
    List<String> all = new ArrayList<>(warnings);
    if (cut > 0) {
      all.add(
          (cut == 1 ? "1 sentence is" : cut + " sentences are")
              + " longer than the encoder takes; only the start is embedded");
    }
    return all;
  }

  private void embedDocument(ChunksReader chunks, int document) throws IOException {
    double unknown = 0;
    long length = 0;
    for (int i = chunks.firstChunk(document); i < chunks.firstChunk(document + 1); i++) {
      Chunk chunk = chunks.read(i);
      for (Sentence sentence : chunk.sentences()) {
        add(sentence);
      }
      unknown += embedder.unknownShare(chunk.text()) * chunk.text().length();
      length += chunk.text().length();
    }
    if (unknown > UNKNOWN_SHARE * length) {
      warnings.add(unknownText(chunks.readDocument(document).id(), unknown / length));
    }
  }

  private static String unknownText(String document, double share) {
    return String.format(
        Locale.ROOT,
        "%s: %.0f %% of its text is unknown to the encoder; semantic search will not work for it",
        document,
        100 * share);
  }

  private void add(Sentence sentence) throws IOException {
    String text = (withHeadings ? sentence : sentence.withoutHeading()).embeddedText();
    cut += embedder.fits(text) ? 0 : 1;
    batch.add(text);
    if (batch.size() == BATCH) {
      flush();
    }
  }

  private void flush() throws IOException {
    Interruption.check();
    if (batch.isEmpty()) {
      return;
    }
    List<Embedding> embeddings = embedder.embedSentences(List.copyOf(batch));
    requireOneEach(embeddings);
    for (Embedding embedding : embeddings) {
      out.add(embedding);
    }
    embedded += batch.size();
    batch.clear();
    progress.accept(embedded);
  }

  private void requireOneEach(List<Embedding> embeddings) {
    if (embeddings.size() != batch.size()) {
      throw new EmbeddingException(
          "The encoder gave " + embeddings.size() + " vectors for " + batch.size() + " sentences.");
    }
    for (Embedding embedding : embeddings) {
      if (embedding.dimension() != embedder.dimension()) {
        throw new EmbeddingException(
            "The encoder gave a vector of "
                + embedding.dimension()
                + " floats where it promised "
                + embedder.dimension()
                + ".");
      }
    }
  }
}
