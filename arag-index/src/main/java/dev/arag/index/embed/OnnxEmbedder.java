package dev.arag.index.embed;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Encodes on this machine with ONNX Runtime; no network, no account. Nothing native is loaded
 * before the first call that needs the model, which then takes about a second. The same text gives
 * the same vector, bit by bit, whatever else is encoded with it, in whichever order and by however
 * many threads. Safe for use by several threads.
 *
 * <p>Of a text longer than the model takes, the first tokens are encoded; {@link #fits} tells.
 * Characters nobody sees are left out, and text that looks like a special token of the model stays
 * text.
 *
 * <p>Whoever made it closes it. Every method but {@link #dimension}, {@link #fingerprint} and
 * {@link #close} throws IllegalStateException afterwards.
 */
public final class OnnxEmbedder implements Embedder {
  private final EncoderSettings settings;
  private final ReadWriteLock life = new ReentrantReadWriteLock();
  private final Object loading = new Object();
  private volatile @Nullable Encoder encoder;
  private boolean isClosed;

  OnnxEmbedder(EncoderSettings settings) {
    this.settings = settings;
  }

  /**
   * BAAI's bge-small-en-v1.5 with weights quantised to 8 bits, part of this library: English, 384
   * floats, texts of up to 512 tokens (about 350 words).
   */
  public static OnnxEmbedder bgeSmallEnglish() {
    return new OnnxEmbedder(EncoderSettings.BGE_SMALL_ENGLISH);
  }

  @Override
  public int dimension() {
    return settings.dimension();
  }

  @Override
  public String fingerprint() {
    return settings.fingerprint();
  }

  /**
   * {@inheritDoc}
   *
   * <p>Uses as many threads as there are processors. An interrupt of the calling thread ends the
   * work before the next sentence with an EmbeddingException; the thread stays interrupted.
   */
  @Override
  public List<Embedding> embedSentences(List<String> sentences) {
    List<String> texts = List.copyOf(sentences);
    texts.forEach(OnnxEmbedder::requireText);
    int threads = Runtime.getRuntime().availableProcessors();
    return texts.isEmpty()
        ? List.of()
        : withEncoder(loaded -> SentenceBatch.encode(loaded, texts, threads));
  }

  @Override
  public Embedding embedQuery(String query) {
    requireText(query);
    return withEncoder(loaded -> loaded.encode(settings.queryPrefix() + query));
  }

  @Override
  public double unknownShare(String text) {
    return withEncoder(loaded -> loaded.unknownShare(text));
  }

  @Override
  public boolean fits(String text) {
    return withEncoder(loaded -> loaded.fits(text));
  }

  /** Waits for calls that are running, then frees the model. May be called twice. */
  @Override
  public void close() {
    life.writeLock().lock();
    try {
      isClosed = true;
      Encoder loaded = encoder;
      encoder = null;
      if (loaded != null) {
        loaded.close();
      }
    } finally {
      life.writeLock().unlock();
    }
  }

  /** Freeing the model under a running call would crash the process. */
  private <T> T withEncoder(Function<Encoder, T> work) {
    life.readLock().lock();
    try {
      if (isClosed) {
        throw new IllegalStateException("The embedder " + settings.name() + " is closed.");
      }
      return work.apply(encoder());
    } finally {
      life.readLock().unlock();
    }
  }

  private Encoder encoder() {
    Encoder loaded = encoder;
    return loaded != null ? loaded : load();
  }

  private Encoder load() {
    synchronized (loading) {
      Encoder loaded = encoder;
      if (loaded == null) {
        loaded = Encoder.load(settings);
        encoder = loaded;
      }
      return loaded;
    }
  }

  private static void requireText(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("A text to embed must not be blank.");
    }
  }

  @Override
  public String toString() {
    return "OnnxEmbedder " + settings.fingerprint();
  }
}
