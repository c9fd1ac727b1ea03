package dev.arag.index.internal.sync;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Sentence;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.commit.Diagnostic;
import dev.arag.index.internal.vector.VectorWriter;
import dev.arag.index.split.IndexSettings;
import dev.arag.index.sync.EncoderCheck;
import dev.arag.index.sync.EncoderWarnings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
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
  private final ComputedVectors computed;

  /**
   * The vectors that are still to be written, in sentence order. An element is null if the sentence
   * must be embedded.
   */
  private final List<@Nullable Embedding> waiting = new ArrayList<>();

  private final List<String> toEmbed = new ArrayList<>();
  private final List<Diagnostic> diagnostics = new ArrayList<>();
  private final EncoderWarnings warnings = new EncoderWarnings();
  private long embedded;
  private long reused;

  /**
   * @param session the operation; its settings determine the text that is embedded for a sentence
   * @param progress called with the number of sentences whose vectors have been written, after each
   *     call of the encoder
   */
  EmbeddingPass(WriteSession session, Embedder embedder, VectorWriter out, LongConsumer progress)
      throws IOException {
    this.embedder = embedder;
    this.settings = session.transaction().settings();
    this.out = out;
    this.progress = progress;
    this.cancellation = session.cancellation();
    this.computed = session.computed();
    computed.open(embedder);
  }

  /**
   * @param reusable returns the reusable vectors of a document, given its number
   */
  void run(ChunksReader chunks, IntFunction<ReusableVectors> reusable) throws IOException {
    for (int document = 0; document < chunks.documents(); document++) {
      ReusableVectors stored = reusable.apply(document);
      EncoderCheck check = new EncoderCheck(embedder);
      for (int i = chunks.firstChunk(document); i < chunks.firstChunk(document + 1); i++) {
        Chunk chunk = chunks.read(i);
        for (Sentence sentence : chunk.sentences()) {
          String text = settings.embeddedText(sentence);
          check.addSentence(text);
          add(text, stored);
          if (toEmbed.size() == BATCH_SIZE || waiting.size() == MAX_WAITING) {
            flush();
          }
        }
        check.addChunk(chunk);
      }
      report(chunks, document, check);
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

  /** Returns the problems of the encoder with documents, in ascending order of documents. */
  List<Diagnostic> diagnostics() {
    return diagnostics;
  }

  /**
   * Returns messages about texts that the encoder cannot represent well, and about computed vectors
   * that cannot be stored or read. Each message is one sentence.
   */
  List<String> warnings() {
    return Stream.concat(computed.takeWarnings().stream(), warnings.messages().stream()).toList();
  }

  private void report(ChunksReader chunks, int document, EncoderCheck check) {
    Diagnostic diagnostic =
        new Diagnostic(
            document,
            check.unknownShare(),
            check.cutSentences(),
            check.untrainedLanguage(chunks.readDocument(document).metadata()));
    float unknownShare = diagnostic.unknownShare();
    int cutSentences = diagnostic.cutSentences();
    String language = diagnostic.language();
    if (EncoderWarnings.isReportable(unknownShare, cutSentences, language)) {
      diagnostics.add(diagnostic);
      warnings.add(chunks.documentId(document), unknownShare, cutSentences, language);
    }
  }

  private void add(String text, ReusableVectors reusable) {
    Embedding stored = reusable.of(text);
    Embedding vector = stored == null ? computed.find(text) : stored;
    waiting.add(vector);
    if (vector == null) {
      toEmbed.add(text);
    } else {
      reused++;
    }
  }

  private void flush() throws IOException {
    cancellation.check();
    List<Embedding> embeddings = List.of();
    if (!toEmbed.isEmpty()) {
      computed.save();
      List<String> texts = List.copyOf(toEmbed);
      embeddings = EncoderCheck.requireValid(embedder, texts, embedder.embedSentences(texts));
      computed.add(texts, embeddings);
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
}
