package dev.arag.index.embed;

import dev.arag.core.embed.Embedding;
import dev.arag.core.error.EmbeddingException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Texts encoded by the calling thread and helpers that live for this batch only. They are cut into
 * runs before any thread starts, so who encodes them when cannot change a vector. No thread is left
 * behind, whatever happens: a model may be closed afterwards.
 */
final class SentenceBatch {
  private final Encoder encoder;
  private final List<List<Integer>> runs;
  private final List<String> texts;
  private final @Nullable Embedding[] embeddings;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  private SentenceBatch(Encoder encoder, List<String> texts, int textsPerRun) {
    this.encoder = encoder;
    this.texts = texts;
    this.runs = runs(texts, textsPerRun);
    this.embeddings = new Embedding[texts.size()];
  }

  /** Every sentence once, however often it comes. */
  static List<Embedding> encode(Encoder encoder, List<String> sentences, RunSettings run) {
    Map<String, Integer> places = new LinkedHashMap<>();
    sentences.forEach(sentence -> places.putIfAbsent(sentence, places.size()));
    SentenceBatch batch =
        new SentenceBatch(encoder, List.copyOf(places.keySet()), run.textsPerRun());
    List<Embedding> embeddings = batch.encode(run.threads());
    return sentences.stream().map(places::get).map(embeddings::get).toList();
  }

  /**
   * Texts of about one length go together, the longest first: less is filled up, and no thread is
   * left with a long one at the end.
   */
  private static List<List<Integer>> runs(List<String> texts, int textsPerRun) {
    List<Integer> byLength =
        IntStream.range(0, texts.size())
            .boxed()
            .sorted(Comparator.comparing(i -> -texts.get(i).length()))
            .toList();
    List<List<Integer>> runs = new ArrayList<>();
    for (int start = 0; start < byLength.size(); start += textsPerRun) {
      runs.add(byLength.subList(start, Math.min(byLength.size(), start + textsPerRun)));
    }
    return runs;
  }

  private List<Embedding> encode(int threads) {
    List<Thread> helpers = startHelpers(Math.min(threads, runs.size()) - 1);
    work();
    awaitAll(helpers);
    return result();
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
        encode(runs.get(i));
      }
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
    }
  }

  private void encode(List<Integer> run) {
    List<Embedding> encoded = encoder.encode(run.stream().map(texts::get).toList());
    for (int i = 0; i < run.size(); i++) {
      embeddings[run.get(i)] = encoded.get(i);
    }
  }

  private boolean mayTake(int index) {
    return index < runs.size() && failure.get() == null;
  }

  private void requireNotInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new EmbeddingException(
          "Embedding was interrupted; none of the " + texts.size() + " vectors is returned.");
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
