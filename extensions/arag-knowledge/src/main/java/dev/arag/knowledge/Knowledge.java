package dev.arag.knowledge;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.Strategies;
import dev.arag.agent.spi.Strategy;
import dev.arag.index.Index;
import dev.arag.knowledge.internal.extract.ExtractionJob;
import dev.arag.knowledge.internal.extract.FactExtractor;
import dev.arag.knowledge.internal.hippo.Hippo;
import dev.arag.knowledge.internal.store.KnowledgeStore;
import dev.arag.knowledge.job.ExtractionEstimate;
import dev.arag.knowledge.job.ExtractionLimits;
import dev.arag.knowledge.job.ExtractionReport;
import dev.langchain4j.model.chat.ChatModel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a model extracts from the chunks of an index. The facts are stored in the directory of the
 * index, and belong to the text of their chunks: an unchanged text is never paid for twice, even if
 * its document is edited, moved or added again. The facts of a deleted chunk are not used from the
 * commit of the deletion on, and {@link Index#purge} removes them from the disk. Thread-safe.
 *
 * <pre>{@code
 * Knowledge knowledge = Knowledge.of(index, "gpt-5-mini");
 * ExtractionEstimate estimate = knowledge.estimateFacts(limits);
 * ExtractionReport report = knowledge.extractFacts(model, limits, progress -> {});
 * Agent agent = Agent.builder(index, model).strategy(knowledge.hippo()).build();
 * }</pre>
 */
public final class Knowledge {
  /** The name of the strategy {@link #hippo(int, int)}, without options. */
  public static final String HIPPO = "hippo";

  private static final int HIPPO_CHUNKS = 5;
  private static final int MAX_CHUNKS = 100;

  private final Index index;
  private final KnowledgeStore store;
  private final FactExtractor extractor;

  private Knowledge(Index index, String modelName) {
    this.index = index;
    store = new KnowledgeStore(index.derivedRecords());
    extractor = new FactExtractor(modelName);
  }

  /**
   * Returns the knowledge of an index.
   *
   * @param modelName the name of the model that extracts. A job with another name extracts again; a
   *     strategy uses the newest facts of each chunk, whoever extracted them
   */
  public static Knowledge of(Index index, String modelName) {
    return new Knowledge(requireNonNull(index, "index"), requireNonNull(modelName, "modelName"));
  }

  /** Returns what {@link #extractFacts} would cost now. Calls no model. */
  public ExtractionEstimate estimateFacts(ExtractionLimits limits) {
    return job(limits).estimate();
  }

  /**
   * Extracts the facts of all chunks that have none. The first chunks of all documents come first,
   * then the second ones, so that a part of the work covers all documents. The facts of a chunk are
   * durable before the thread takes the next chunk. A job that was stopped, interrupted or killed
   * is continued by the next call; only calls that were running are paid for twice. The index can
   * be searched and synced during the job: it takes the write lock for some milliseconds for each
   * chunk, and waits while another writer holds it.
   *
   * <p>A reply that cannot be read is asked for once more. A chunk that fails is tried again by at
   * most two further jobs, a chunk that the model refuses is not; the report counts both. Failures
   * that do not depend on the chunk, such as an unreachable server, are not stored. The job ends
   * after 20 failures in a row. If the thread is interrupted, the job ends, and the interrupt flag
   * stays set.
   *
   * @param progress called after each chunk on a thread of the job, by one thread at a time; an
   *     exception thrown by it ends the job
   * @throws dev.arag.core.error.CorpusException if the index cannot be read or written
   */
  public ExtractionReport extractFacts(
      ChatModel model, ExtractionLimits limits, Consumer<ExtractionReport> progress) {
    return job(limits).run(requireNonNull(model, "model"), requireNonNull(progress, "progress"));
  }

  private ExtractionJob job(ExtractionLimits limits) {
    return new ExtractionJob(index.snapshot(), store, extractor, requireNonNull(limits, "limits"));
  }

  /** Returns {@link #hippo(int, int)} with 5 chunks, which extracts nothing. */
  public Strategy hippo() {
    return hippo(HIPPO_CHUNKS, 0);
  }

  /**
   * Returns a strategy that ranks chunks along extracted facts, shows the best to the model and
   * asks it once.
   *
   * <ol>
   *   <li>Of the facts of the 50 chunks that are most similar to the question, those 5 are
   *       candidates whose sentences are most similar to it.
   *   <li>A model (role {@code fact-filter}) chooses the facts that help. If it chooses none, the
   *       chunks are ranked by similarity.
   *   <li>Personalized PageRank starts from the entities of these facts and from the similar
   *       chunks. It follows facts, the chunks that state them, {@linkplain
   *       dev.arag.core.corpus.Corpus#mentions mentions} if the index has them, and entities with
   *       similar names.
   *   <li>The main model answers from the best chunks.
   * </ol>
   *
   * <p>Only facts of chunks in scope count. If the facts of less than 95 % of the 50 chunks are
   * known, the answer has a warning. If the index has no facts at all, and none may be extracted,
   * the run throws a {@link dev.arag.core.error.NotIndexedException}.
   *
   * <p>Source: HippoRAG 2 (Gutiérrez et al., ICML 2025), which extracts with two calls per chunk
   * and compares vectors of facts instead of sentences. Cost: 2 model calls and the text of {@code
   * chunks} chunks; once for each chunk of the index, one call of {@link #extractFacts}. When to
   * use it: many questions with several steps on documents that rarely change, and models that are
   * too small for {@link Strategies#arag()}. Weaknesses: the extraction is expensive; different
   * names of an entity are connected only if they share a rare word; facts that the model did not
   * extract do not exist.
   *
   * <p>Options of its name: {@code k} and {@code lazy}.
   *
   * @param chunks the number of chunks to show, 1 to 100; the default of the name is 5
   * @param lazy the maximum number of the 50 chunks whose facts are extracted in a run (role {@code
   *     extractor}) if they are not known, 0 to 50; the default of the name is 0. Each costs one
   *     call of the budget of the run, and is stored for later runs
   */
  public Strategy hippo(int chunks, int lazy) {
    requireRange("k", chunks, 1, MAX_CHUNKS);
    requireRange("lazy", lazy, 0, 50);
    List<String> options = new ArrayList<>();
    if (chunks != HIPPO_CHUNKS) {
      options.add("k=" + chunks);
    }
    if (lazy != 0) {
      options.add("lazy=" + lazy);
    }
    String name = HIPPO + (options.isEmpty() ? "" : ":" + String.join(",", options));
    return new Hippo(name, chunks, lazy, store, extractor);
  }

  private static void requireRange(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s must be %d to %d, was %d".formatted(name, min, max, value));
    }
  }

  /** Returns a registry that also finds the strategies of this class by their names. */
  public Strategies addTo(Strategies strategies) {
    return strategies.withOptions(HIPPO, (part, inner, all) -> named(part));
  }

  private Strategy named(String part) {
    int chunks = HIPPO_CHUNKS;
    int lazy = 0;
    String options = part.length() > HIPPO.length() ? part.substring(HIPPO.length() + 1) : "";
    for (String option : options.isEmpty() ? new String[0] : options.split(",", -1)) {
      if (option.matches("k=\\d{1,4}")) {
        chunks = Integer.parseInt(option.substring("k=".length()));
      } else if (option.matches("lazy=\\d{1,4}")) {
        lazy = Integer.parseInt(option.substring("lazy=".length()));
      } else {
        throw new IllegalArgumentException(
            "'" + part + "' has an unknown option: " + option + ". The options are k, lazy.");
      }
    }
    return hippo(chunks, lazy);
  }
}
