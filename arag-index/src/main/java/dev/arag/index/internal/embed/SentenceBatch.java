package dev.arag.index.internal.embed;

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
 * Embeds texts on the calling thread and on helper threads that are created for this batch. The
 * texts are divided into runs before any thread starts, so that vectors do not depend on thread
 * scheduling. All helper threads have ended when the call returns or fails, so that the model can
 * be closed safely.
 */
public final class SentenceBatch {
  private final LoadedModel model;
  private final List<List<Integer>> runs;
  private final List<String> texts;
  private final @Nullable Embedding[] embeddings;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  private SentenceBatch(LoadedModel model, List<String> texts, int textsPerRun) {
    this.model = model;
    this.texts = texts;
    this.runs = runs(texts, textsPerRun);
    this.embeddings = new Embedding[texts.size()];
  }

  /** Embeds each distinct sentence once. */
  public static List<Embedding> embed(LoadedModel model, List<String> sentences, OnnxSettings run) {
    Map<String, Integer> indexes = new LinkedHashMap<>();
    sentences.forEach(sentence -> indexes.putIfAbsent(sentence, indexes.size()));
    SentenceBatch batch =
        new SentenceBatch(model, List.copyOf(indexes.keySet()), run.textsPerRun());
    List<Embedding> embeddings = batch.embed(run.threads());
    return sentences.stream().map(indexes::get).map(embeddings::get).toList();
  }

  /**
   * Divides the texts into runs of texts with similar length, which reduces padding. The longest
   * texts come first, so that no thread is still processing a long text when the others have ended.
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

  private List<Embedding> embed(int threads) {
    List<Thread> helpers = startHelpers(Math.min(threads, runs.size()) - 1);
    work();
    awaitAll(helpers);
    return result();
  }

  private List<Thread> startHelpers(int count) {
    List<Thread> helpers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Thread helper = new Thread(this::work, "arag-embedder-" + i);
      helper.setDaemon(true);
      helper.start();
      helpers.add(helper);
    }
    return helpers;
  }

  private void work() {
    try {
      for (int i = next.getAndIncrement(); canContinue(i); i = next.getAndIncrement()) {
        requireNotInterrupted();
        embed(runs.get(i));
      }
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
    }
  }

  private void embed(List<Integer> run) {
    List<Embedding> embedded = model.embed(run.stream().map(texts::get).toList());
    for (int i = 0; i < run.size(); i++) {
      embeddings[run.get(i)] = embedded.get(i);
    }
  }

  private boolean canContinue(int index) {
    return index < runs.size() && failure.get() == null;
  }

  private void requireNotInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new EmbeddingException(
          "Embedding was interrupted. None of the " + texts.size() + " vectors was returned.");
    }
  }

  /**
   * Waits for all helper threads. An interrupt does not end the wait; the interrupt flag is set
   * again afterwards.
   */
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
