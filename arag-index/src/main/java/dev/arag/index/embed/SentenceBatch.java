package dev.arag.index.embed;

import dev.arag.core.embed.Embedding;
import dev.arag.core.error.EmbeddingException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Sentences encoded by the calling thread and helpers that live for this batch only. Every sentence
 * is a run of its own, so who encodes it when cannot change its vector. No thread is left behind,
 * whatever happens: a model may be closed afterwards.
 */
final class SentenceBatch {
  private final Encoder encoder;
  private final List<String> sentences;
  private final @Nullable Embedding[] embeddings;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  private SentenceBatch(Encoder encoder, List<String> sentences) {
    this.encoder = encoder;
    this.sentences = sentences;
    this.embeddings = new Embedding[sentences.size()];
  }

  static List<Embedding> encode(Encoder encoder, List<String> sentences, int threads) {
    SentenceBatch batch = new SentenceBatch(encoder, sentences);
    List<Thread> helpers = batch.startHelpers(Math.min(threads, sentences.size()) - 1);
    batch.work();
    awaitAll(helpers);
    return batch.result();
  }

  private List<Thread> startHelpers(int count) {
    List<Thread> helpers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Thread helper = new Thread(this::work, "arag-encoder-" + i);
      helper.setDaemon(true);
      helper.start();
      helpers.add(helper);
    }
    return helpers;
  }

  private void work() {
    try {
      for (int i = next.getAndIncrement(); mayTake(i); i = next.getAndIncrement()) {
        requireNotInterrupted();
        embeddings[i] = encoder.encode(sentences.get(i));
      }
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
    }
  }

  private boolean mayTake(int index) {
    return index < sentences.size() && failure.get() == null;
  }

  private void requireNotInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new EmbeddingException(
          "Embedding was interrupted; none of the " + sentences.size() + " vectors is returned.");
    }
  }

  /** An interrupt is seen by {@link #work()}; here it only must not leave a helper behind. */
  private static void awaitAll(List<Thread> helpers) {
    boolean interrupted = false;
    for (Thread helper : helpers) {
      while (helper.isAlive()) {
        try {
          helper.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private List<Embedding> result() {
    Throwable thrown = failure.get();
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown instanceof RuntimeException exception) {
      throw exception;
    }
    return List.of(embeddings);
  }
}
