package dev.arag.evaluation.batch;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.spi.ChunkRanking;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Slice;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.token.TokenCounter;
import dev.arag.evaluation.internal.corpus.ChunkVectorFile;
import dev.arag.evaluation.internal.corpus.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;

/**
 * Ranks chunks by one vector for each chunk, as "Naive RAG" of the A-RAG paper does, for {@link
 * dev.arag.agent.Strategies#naiveRag(int, ChunkRanking)}. The vectors are computed once and stored
 * in a file. If a chunk is longer than the embedder accepts, its vector describes only the
 * beginning. Immutable and thread-safe; the caller closes the embedder.
 */
public final class ChunkVectors implements ChunkRanking {
  private static final int BATCH = 16;
  private static final int PAGE = 1_000;

  private final Embedder embedder;
  private final ChunkVectorFile.Content vectors;

  private ChunkVectors(Embedder embedder, ChunkVectorFile.Content vectors) {
    this.embedder = embedder;
    this.vectors = vectors;
  }

  /**
   * Reads the vectors of a corpus from a folder, or computes them and writes them there.
   *
   * @param folder the folder {@code vectors} of a results folder; created if it does not exist
   * @param embedder embeds the chunks and the questions
   * @param progress receives the fraction of the chunks that has been embedded, 0 to 1; not called
   *     if the file exists
   * @throws CorpusException if the file is damaged or cannot be written
   * @throws CancellationException if the thread was interrupted while vectors were computed
   * @throws dev.arag.core.error.EmbeddingException if a chunk cannot be embedded
   */
  public static ChunkVectors open(
      Path folder, Catalogue corpus, Embedder embedder, DoubleConsumer progress) {
    requireNonNull(folder, "folder");
    requireNonNull(progress, "progress");
    Catalogue snapshot = requireNonNull(corpus, "corpus").snapshot();
    String fingerprint = Fingerprint.of(embedder.fingerprint() + "\n" + Fingerprint.of(snapshot));
    Path file = folder.resolve("chunks-" + fingerprint.substring(0, 16) + ".bin");
    try {
      if (!Files.exists(file)) {
        Files.createDirectories(folder);
        ChunkVectorFile.write(file, fingerprint, compute(snapshot, embedder, progress));
      }
      return new ChunkVectors(embedder, ChunkVectorFile.read(file, fingerprint));
    } catch (IOException e) {
      throw new CorpusException(
          "The vectors in "
              + file
              + " cannot be read or written ("
              + e.getMessage()
              + "). Check its permissions and free space.",
          e);
    }
  }

  private static ChunkVectorFile.Content compute(
      Catalogue corpus, Embedder embedder, DoubleConsumer progress) {
    List<String> ids = new ArrayList<>();
    List<float[]> vectors = new ArrayList<>();
    List<Chunk> batch = new ArrayList<>();
    Truncation truncation = new Truncation(embedder);
    int total = countChunks(corpus);
    Fingerprint.forEachChunk(
        corpus,
        chunk -> {
          if (!chunk.text().isBlank()) {
            truncation.add(chunk.text());
            batch.add(chunk);
          }
          if (batch.size() == BATCH) {
            embed(batch, embedder, ids, vectors);
            progress.accept((double) ids.size() / total);
          }
        });
    embed(batch, embedder, ids, vectors);
    return new ChunkVectorFile.Content(
        embedder.dimension(), ids, vectors, truncation.chunks, truncation.tokens);
  }

  private static int countChunks(Catalogue corpus) {
    int chunks = 0;
    Slice slice = Slice.first(PAGE);
    for (List<CatalogueEntry> documents = corpus.documents(slice);
        !documents.isEmpty();
        documents = corpus.documents(slice)) {
      chunks += documents.stream().mapToInt(CatalogueEntry::chunks).sum();
      slice = slice.next();
    }
    return chunks;
  }

  private static void embed(
      List<Chunk> batch, Embedder embedder, List<String> ids, List<float[]> vectors) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("Embedding the chunks was interrupted.");
    }
    List<Embedding> embedded = embedder.embedSentences(batch.stream().map(Chunk::text).toList());
    for (int i = 0; i < batch.size(); i++) {
      ids.add(batch.get(i).id().value());
      vectors.add(embedded.get(i).toArray());
    }
    batch.clear();
  }

  /** Counts the text that the embedder cannot accept. */
  private static final class Truncation {
    private final Embedder embedder;
    private final TokenCounter counter = TokenCounter.o200k();
    private int chunks;
    private long tokens;

    Truncation(Embedder embedder) {
      this.embedder = embedder;
    }

    void add(String text) {
      if (!embedder.fits(text)) {
        chunks++;
        tokens += counter.count(text) - counter.count(text.substring(0, longestFitting(text)));
      }
    }

    private int longestFitting(String text) {
      int fits = 0;
      int tooLong = text.length();
      while (tooLong - fits > 1) {
        int middle = (fits + tooLong) >>> 1;
        if (embedder.fits(text.substring(0, middle))) {
          fits = middle;
        } else {
          tooLong = middle;
        }
      }
      return fits;
    }
  }

  /** The number of chunks with a vector. Chunks without visible text have none. */
  public int chunks() {
    return vectors.ids().size();
  }

  /** The number of chunks of which the embedder accepts only the beginning. */
  public int truncatedChunks() {
    return vectors.truncatedChunks();
  }

  /** The number of o200k tokens that the vectors do not describe, because chunks were truncated. */
  public long truncatedTokens() {
    return vectors.truncatedTokens();
  }

  @Override
  public List<ChunkId> rank(Corpus corpus, String query, int k) {
    requireNonNull(corpus, "corpus");
    float[] wanted = embedder.embedQuery(query).toArray();
    double[] scores = vectors.vectors().stream().mapToDouble(each -> dot(each, wanted)).toArray();
    // Chunks with equal scores stay in corpus order, because the sort is stable.
    List<ChunkId> ranked =
        IntStream.range(0, scores.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> -scores[i]))
            .map(i -> ChunkId.of(vectors.ids().get(i)))
            .toList();
    List<ChunkId> best = new ArrayList<>();
    // Chunks out of scope cannot be read.
    for (int from = 0; from < ranked.size() && best.size() < k; from += k) {
      List<ChunkId> next = ranked.subList(from, Math.min(ranked.size(), from + k));
      corpus.read(next).forEach(chunk -> best.add(chunk.id()));
    }
    return List.copyOf(best.subList(0, Math.min(k, best.size())));
  }

  private static double dot(float[] vector, float[] query) {
    double sum = 0;
    for (int i = 0; i < vector.length; i++) {
      sum += (double) vector[i] * query[i];
    }
    return sum;
  }

  @Override
  public String name() {
    return "chunk";
  }
}
