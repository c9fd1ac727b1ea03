package dev.arag.index.internal.sync;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.error.EmbeddingException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Sentence;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.commit.Diagnostics;
import dev.arag.index.internal.failure.Interruptions;
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
 * Makes the vectors of all sentences of stored chunks, a few at a time; those that are known
 * already are taken over. For one thread.
 */
final class EmbeddingPass {
  private static final int BATCH = 256;
  private static final int MAX_WAITING = 16 * BATCH;

  private final Embedder embedder;
  private final boolean withHeadings;
  private final VectorWriter out;
  private final LongConsumer progress;
  private final Set<String> languages;

  /** In sentence order; null where an embedding is still to come. */
  private final List<@Nullable Embedding> waiting = new ArrayList<>();

  private final List<String> toEmbed = new ArrayList<>();
  private final Diagnostics remarks = new Diagnostics();
  private long embedded;
  private long reused;

  /**
   * @param withHeadings whether a sentence is embedded with its heading
   * @param progress hears how many sentences are done
   */
  EmbeddingPass(Embedder embedder, boolean withHeadings, VectorWriter out, LongConsumer progress) {
    this.embedder = embedder;
    this.withHeadings = withHeadings;
    this.out = out;
    this.progress = progress;
    this.languages = embedder.languages();
  }

  /** How a sentence is embedded. */
  static String embeddedText(Sentence sentence, boolean withHeadings) {
    return (withHeadings ? sentence : sentence.withoutHeading()).embeddedText();
  }

  /**
   * @param known what is known of a document, by its number
   */
  void run(ChunksReader chunks, IntFunction<ReusableVectors> known) throws IOException {
    for (int document = 0; document < chunks.documents(); document++) {
      embedDocument(chunks, document, known.apply(document));
    }
    flush();
  }

  /** Sentences that went through the encoder. */
  long embedded() {
    return embedded;
  }

  /** Sentences whose vectors were known. */
  long reused() {
    return reused;
  }

  /** What a user should know of what the encoder makes of the texts. */
  List<String> warnings() {
    return remarks.all();
  }

  private void embedDocument(ChunksReader chunks, int document, ReusableVectors known)
      throws IOException {
    double unknown = 0;
    long length = 0;
    int cut = 0;
    for (int i = chunks.firstChunk(document); i < chunks.firstChunk(document + 1); i++) {
      Chunk chunk = chunks.read(i);
      for (Sentence sentence : chunk.sentences()) {
        String text = embeddedText(sentence, withHeadings);
        cut += embedder.fits(text) ? 0 : 1;
        add(text, known.of(text));
      }
      unknown += embedder.unknownShare(chunk.text()) * chunk.text().length();
      length += chunk.text().length();
    }
    double share = length == 0 ? 0 : unknown / length;
    float unknownShare = (float) Math.min(1, Math.max(0, share));
    remark(chunks, new Diagnostic(document, unknownShare, cut, foreign(chunks, document)));
  }

  /** A document's language if the encoder says that it was trained for others; else empty. */
  private String foreign(ChunksReader chunks, int document) {
    Object told = chunks.readDocument(document).metadata().get(Splitter.LANGUAGE);
    if (told instanceof String language && !languages.isEmpty()) {
      return languages.contains(language) || !Diagnostic.isCode(language) ? "" : language;
    }
    return "";
  }

  private void remark(ChunksReader chunks, Diagnostic remark) {
    if (Diagnostics.isWorthSaying(remark)) {
      out.remark(remark);
      remarks.add(chunks, remark);
    }
  }

  private void add(String text, @Nullable Embedding known) throws IOException {
    waiting.add(known);
    if (known == null) {
      toEmbed.add(text);
    } else {
      reused++;
    }
    if (toEmbed.size() == BATCH || waiting.size() == MAX_WAITING) {
      flush();
    }
  }

  private void flush() throws IOException {
    Interruptions.check();
    List<Embedding> made = embed();
    int next = 0;
    for (Embedding each : waiting) {
      out.add(each == null ? made.get(next++) : each);
    }
    embedded += made.size();
    waiting.clear();
    toEmbed.clear();
    progress.accept(embedded + reused);
  }

  private List<Embedding> embed() {
    if (toEmbed.isEmpty()) {
      return List.of();
    }
    List<Embedding> embeddings = embedder.embedSentences(List.copyOf(toEmbed));
    requireOneEach(embeddings);
    return embeddings;
  }

  private void requireOneEach(List<Embedding> embeddings) {
    if (embeddings.size() != toEmbed.size()) {
      throw new EmbeddingException(
          "The encoder gave "
              + embeddings.size()
              + " vectors for "
              + toEmbed.size()
              + " sentences.");
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
