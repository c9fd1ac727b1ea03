package dev.arag.reranker;

import static java.util.Objects.requireNonNull;

import dev.arag.reranker.internal.CrossEncoder;
import dev.arag.reranker.spi.Reranker;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A cross-encoder that runs locally with ONNX Runtime, without the network, such as {@code
 * cross-encoder/ms-marco-MiniLM-L6-v2}. Thread-safe. The creator must close it; calls after that
 * throw IllegalStateException.
 *
 * <p>The folder of the model must contain {@code config.json} and {@code tokenizer.json}, and the
 * model (ONNX, exported for text classification) in the folder or in its subfolder {@code onnx}. If
 * there are several models and none is named {@code model.onnx}, pass the path of one instead. The
 * inputs of the model are {@code input_ids}, {@code attention_mask} and, if it has segments, {@code
 * token_type_ids}, as 64-bit integers. Its output {@code logits} has one logit for each pair, or
 * two: the second minus the first is the score.
 *
 * <p>A pair of a query and a passage that is too long is truncated at the end of the longer text.
 * Invisible characters are removed. Text that looks like a special token is ordinary text.
 */
public final class OnnxReranker implements Reranker, AutoCloseable {
  private static final int BATCH_SIZE = 8;

  private final CrossEncoder model;
  private final boolean isSigmoid;
  private final ReadWriteLock life = new ReentrantReadWriteLock();
  private boolean isClosed;

  private OnnxReranker(CrossEncoder model, boolean isSigmoid) {
    this.model = model;
    this.isSigmoid = isSigmoid;
  }

  /**
   * Loads the model in a folder with the default options.
   *
   * @throws dev.arag.core.error.AragException if the folder cannot be used
   */
  public static OnnxReranker open(Path folder) {
    return builder(folder).open();
  }

  /** Returns a builder for the model in a folder. */
  public static Builder builder(Path folder) {
    return new Builder(folder);
  }

  @Override
  public double[] score(String query, List<String> passages) {
    requireNonNull(query, "query");
    List<String> copies = List.copyOf(requireNonNull(passages, "passages"));
    if (copies.isEmpty()) {
      throw new IllegalArgumentException("passages must not be empty");
    }
    life.readLock().lock();
    try {
      if (isClosed) {
        throw new IllegalStateException("The reranker " + model + " is closed.");
      }
      double[] logits = model.score(query, copies);
      for (int i = 0; isSigmoid && i < logits.length; i++) {
        logits[i] = 1 / (1 + Math.exp(-logits[i]));
      }
      return logits;
    } finally {
      life.readLock().unlock();
    }
  }

  @Override
  public int batchSize() {
    return BATCH_SIZE;
  }

  /** Waits until running calls have ended, and frees the model. Can be called more than once. */
  @Override
  public void close() {
    life.writeLock().lock();
    try {
      if (!isClosed) {
        isClosed = true;
        model.close();
      }
    } finally {
      life.writeLock().unlock();
    }
  }

  @Override
  public String toString() {
    return model.toString();
  }

  /** Sets the options of a reranker. */
  public static final class Builder {
    private final Path folder;
    private int maxTokens = 512;
    private int threads = Runtime.getRuntime().availableProcessors();
    private boolean isSigmoid;

    private Builder(Path folder) {
      this.folder = requireNonNull(folder, "folder");
    }

    /**
     * Sets the maximum number of tokens of a pair, at least 16. Default: 512, or the limit of the
     * model if it is lower. Fewer tokens make a call faster.
     */
    public Builder maxTokens(int maxTokens) {
      if (maxTokens < 16) {
        throw new IllegalArgumentException("maxTokens must be >= 16, was " + maxTokens);
      }
      this.maxTokens = maxTokens;
      return this;
    }

    /** Sets the number of threads of one call, at least 1. Default: the number of processors. */
    public Builder threads(int threads) {
      if (threads < 1) {
        throw new IllegalArgumentException("threads must be >= 1, was " + threads);
      }
      this.threads = threads;
      return this;
    }

    /** Returns scores between 0 and 1, the sigmoid of the logits. Default: the logits. */
    public Builder sigmoid() {
      isSigmoid = true;
      return this;
    }

    /**
     * Loads the model.
     *
     * @throws dev.arag.core.error.AragException if the folder cannot be used
     */
    public OnnxReranker open() {
      return new OnnxReranker(CrossEncoder.load(folder, maxTokens, threads), isSigmoid);
    }
  }
}
