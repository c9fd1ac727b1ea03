package dev.arag.knowledge;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.Strategies;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Usage;
import dev.arag.index.Index;
import dev.arag.knowledge.internal.extract.ExtractionJob;
import dev.arag.knowledge.internal.extract.FactExtractor;
import dev.arag.knowledge.internal.hippo.Hippo;
import dev.arag.knowledge.internal.hippo.NearFacts;
import dev.arag.knowledge.internal.store.KnowledgeStore;
import dev.arag.knowledge.internal.summary.CorpusParts;
import dev.arag.knowledge.internal.summary.GraphLocal;
import dev.arag.knowledge.internal.summary.LightRag;
import dev.arag.knowledge.internal.summary.Overview;
import dev.arag.knowledge.internal.summary.Raptor;
import dev.arag.knowledge.internal.summary.Summarizer;
import dev.arag.knowledge.internal.summary.SummaryJob;
import dev.arag.knowledge.internal.summary.SummaryStore;
import dev.arag.knowledge.job.ExtractionEstimate;
import dev.arag.knowledge.job.ExtractionLimits;
import dev.arag.knowledge.job.ExtractionReport;
import dev.langchain4j.model.chat.ChatModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What a model extracts from the chunks of an index: facts and summaries. They are stored in the
 * directory of the index, and belong to the text of their chunks: an unchanged text is never paid
 * for twice, even if its document is edited, or moved in one sync. What was extracted from a
 * deleted document is not used from the commit of the deletion on, and is removed from the disk at
 * the end of the operation that deletes the document. What was extracted from earlier versions of
 * other documents is removed by {@link Index#purge}. Thread-safe.
 *
 * <p>If the index has rights, a job reads all documents, and a strategy uses only facts and
 * summaries all of whose texts its reader may read now.
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

  /** The name of the strategy {@link #raptor(int, int)}, without options. */
  public static final String RAPTOR = "raptor";

  /** The name of the strategy {@link #overview(int, int)}, without options. */
  public static final String OVERVIEW = "overview";

  /**
   * The name of the strategies of GraphRAG; the first option is {@code local} or {@code global}.
   */
  public static final String GRAPHRAG = "graphrag";

  /** The name of the strategies of LightRAG; the first option is the mode. */
  public static final String LIGHTRAG = "lightrag";

  /** The names of all strategies of this class, without options. */
  public static final List<String> NAMES = List.of(HIPPO, RAPTOR, OVERVIEW, GRAPHRAG, LIGHTRAG);

  private static final int HIPPO_CHUNKS = 5;
  private static final int RAPTOR_NODES = 10;
  private static final int OVERVIEW_BATCHES = 12;
  private static final int LOCAL_CHUNKS = 5;
  private static final int LOCAL_LAZY = 2;
  private static final int GLOBAL_LAZY = 20;
  private static final int LIGHTRAG_CHUNKS = 10;
  private static final int MAX_CHUNKS = 100;

  private final Index index;
  private final KnowledgeStore store;
  private final FactExtractor extractor;
  private final SummaryStore summaries;
  private final Summarizer summarizer;
  private final CorpusParts parts = new CorpusParts();

  private Knowledge(Index index, String modelName) {
    this.index = index;
    store = new KnowledgeStore(index.derivedRecords());
    extractor = new FactExtractor(modelName);
    summaries = new SummaryStore(index.derivedRecords());
    summarizer = new Summarizer(modelName);
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
    return new ExtractionJob(
        index.ignoringRights().snapshot(), store, extractor, requireNonNull(limits, "limits"));
  }

  /** Returns what {@link #extractSummaries} would cost now. Calls no model. */
  public ExtractionEstimate estimateSummaries(ExtractionLimits limits) {
    return summaryJob(limits).estimate();
  }

  /**
   * Makes the summaries of the index that are missing. A document of up to 6,000 tokens has one
   * summary. A longer one has a summary for the text under each of its main headings, in pieces of
   * at most that size, and one that is made from these. An index of more than 500 documents also
   * has summaries of groups of up to 20 documents of a folder. After an edit, only the summaries
   * that contain the edited chunks are made again. A summary keeps only quotes that its texts
   * contain; one without quotes counts as unreadable.
   *
   * <p>The job is continued, limited and reported like {@link #extractFacts}. The numbers of chunks
   * in the report are numbers of summaries. Up to {@link ExtractionLimits#parallelCalls} summaries
   * are made and stored at a time, on the thread of the caller and threads of the agent.
   *
   * @param progress called after each such step on the thread of the caller
   * @throws dev.arag.core.error.CorpusException if the index cannot be read or written
   */
  public ExtractionReport extractSummaries(
      ChatModel model, ExtractionLimits limits, Consumer<ExtractionReport> progress) {
    return summaryJob(limits)
        .run(requireNonNull(model, "model"), requireNonNull(progress, "progress"));
  }

  private SummaryJob summaryJob(ExtractionLimits limits) {
    return new SummaryJob(
        index.ignoringRights().snapshot(), summaries, summarizer, requireNonNull(limits, "limits"));
  }

  /**
   * Returns what the stored texts that a strategy uses have cost: the usage of their requests, by
   * the role of the model, which is {@code extractor} or {@code summarizer}. Texts that were
   * removed from the disk do not count. The usage has no turns, tool calls and times.
   *
   * @param strategy the name of a strategy, with options and wrappers
   * @return empty for a strategy that uses no stored texts
   */
  public Map<String, Usage> indexUsage(String strategy) {
    Map<String, Usage> usage = new TreeMap<>();
    for (String part : strategy.split("\\+")) {
      boolean isLocal = part.startsWith(GRAPHRAG + ":local");
      String name = part.split(":", 2)[0];
      if (isLocal || name.equals(HIPPO) || name.equals(LIGHTRAG)) {
        store.refresh();
        usage.put(FactExtractor.ROLE, store.usage());
      }
      if (name.equals(RAPTOR) || name.equals(OVERVIEW) || name.equals(GRAPHRAG)) {
        summaries.refresh();
        usage.put(Summarizer.ROLE, summaries.usage());
      }
    }
    return usage;
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
    String name = name(HIPPO, "k", chunks, HIPPO_CHUNKS, lazy);
    return new Hippo(name, chunks, lazy, store, extractor);
  }

  /** Returns {@link #raptor(int, int)} with 10 chunks and summaries, which makes no summaries. */
  public Strategy raptor() {
    return raptor(RAPTOR_NODES, 0);
  }

  /**
   * Returns a strategy that ranks chunks and summaries together, shows the best to the model and
   * asks it once.
   *
   * <ol>
   *   <li>The candidates are the 50 chunks that are most similar to the question, and the summaries
   *       of their sections and documents. The score of a summary is the similarity of the question
   *       and the sentence it quotes that is most similar to it.
   *   <li>The best candidates are chosen. A summary also adds those two of its chunks that are most
   *       similar to the question.
   *   <li>The main model answers from the summaries, the passages that they quote, and the chunks.
   *       Only passages and chunks have an id that can be cited.
   * </ol>
   *
   * <p>A summary is used only if all its texts are in scope. One of an earlier version of a
   * document is used if at least 90 % of its texts are unchanged, the whole document is in scope,
   * and the index has no rights; the answer then has a warning. It also has one if less than 95 %
   * of the summaries are known. If the index has no summaries at all, and none may be made, the run
   * throws a {@link dev.arag.core.error.NotIndexedException}.
   *
   * <p>Source: RAPTOR (Sarthi et al., ICLR 2024), which clusters chunks by their vectors, compares
   * vectors of summaries, and shows summaries in place of chunks. Cost: 1 model call; once for each
   * section and document, one call of {@link #extractSummaries}. When to use it: questions about
   * the themes of long documents. Weaknesses: a summary is found only through a chunk that is
   * similar to the question; documents without headings are divided by their length.
   *
   * <p>Options of its name: {@code k} and {@code lazy}.
   *
   * @param nodes the number of chunks and summaries to choose, 1 to 100; the default of the name is
   *     10
   * @param lazy the maximum number of missing summaries that a run makes (role {@code summarizer}),
   *     0 to 50; the default of the name is 0. Each costs a call of the budget of the run, and is
   *     stored for later runs
   */
  public Strategy raptor(int nodes, int lazy) {
    requireRange("k", nodes, 1, MAX_CHUNKS);
    requireRange("lazy", lazy, 0, 50);
    String name = name(RAPTOR, "k", nodes, RAPTOR_NODES, lazy);
    return new Raptor(name, nodes, lazy, index, summaries, summarizer);
  }

  /** Returns {@link #overview(int, int)} with 12 batches, which makes no summaries. */
  public Strategy overview() {
    return overview(OVERVIEW_BATCHES, 0);
  }

  /**
   * Returns a strategy that answers a question about a whole collection from the summaries of all
   * its documents.
   *
   * <ol>
   *   <li>The parts are the documents in scope; if there are more than 500, groups of up to 20 of
   *       them. Those with chunks that are similar to the question come first.
   *   <li>If there are more than 60 parts, a model (role {@code selector}) selects those whose
   *       titles may help, 30 titles in each call, in at most 12 calls at the same time.
   *   <li>The summaries and the passages that they quote are divided into batches of up to 8,000
   *       tokens. A model (role {@code mapper}) returns points with scores and quotes for each
   *       batch, at the same time. Points without a quote from the batch are dropped.
   *   <li>The main model answers from the points with the highest scores and the passages that they
   *       quote. If there are no points, the answer is NOT FOUND.
   * </ol>
   *
   * <p>The warnings of the answer state the number of summaries that are missing, that belong to
   * earlier versions, that were left out because of the limits, and the number of batches that
   * failed. Scope and earlier versions are those of {@link #raptor(int, int)}; a group is used only
   * if none of its texts was edited or deleted.
   *
   * <p>Source: the global search of GraphRAG (Edge et al., 2024) over documents instead of
   * communities of entities. Cost: up to 12 calls for the selection, one for each batch, and 1;
   * once for each summary, one call of {@link #extractSummaries}. The first run after a change of
   * the index reads all chunks in scope. When to use it: questions about all documents, such as
   * their main themes. Weaknesses: it does not find details that no summary contains; the titles
   * must be informative.
   *
   * <p>Options of its name: {@code batches} and {@code lazy}.
   *
   * @param batches the maximum number of batches, 1 to 12; the default of the name is 12
   * @param lazy as for {@link #raptor(int, int)}
   */
  public Strategy overview(int batches, int lazy) {
    requireRange("batches", batches, 1, OVERVIEW_BATCHES);
    requireRange("lazy", lazy, 0, 50);
    String name = name(OVERVIEW, "batches", batches, OVERVIEW_BATCHES, lazy);
    return new Overview(
        name, Overview.Parts.DOCUMENTS, batches, lazy, index, summaries, summarizer, parts);
  }

  /** Returns {@link #graphRagLocal(int, int)} with 5 chunks and up to 2 new summaries. */
  public Strategy graphRagLocal() {
    return graphRagLocal(LOCAL_CHUNKS, LOCAL_LAZY);
  }

  /**
   * Returns a strategy that shows the model the chunks around the entities of a question, the known
   * facts about these entities, and the summaries of their communities, and asks it once.
   *
   * <ol>
   *   <li>The entities are the {@linkplain dev.arag.core.corpus.Corpus#mentions mentions} that the
   *       question names, and then those in the sentences that are most similar to it, 10 in total.
   *   <li>The ranking of chunks by the number of these entities is fused with a semantic search.
   *   <li>A community is a group of entities that are often mentioned together. Those two with most
   *       of the entities are used. Each has a summary of its best chunks, at most 40 with 8,000
   *       tokens. A summary is made when a question first needs it, stored, and used as long as the
   *       texts of these chunks are unchanged. It is also used, with a warning, if all texts from
   *       which it was made are still in the community, and are at least 90 % of its best chunks.
   *   <li>Up to 20 {@linkplain #extractFacts facts} about the entities are used if they are known.
   *   <li>The main model answers from the chunks, the summaries and facts, and the passages that
   *       these quote. Only chunks and passages have an id that can be cited.
   * </ol>
   *
   * <p>Communities, facts and summaries of chunks out of scope are not used. The index must store
   * mentions. Otherwise, the run throws a {@link dev.arag.core.error.NotIndexedException}.
   *
   * <p>Source: the local search of GraphRAG (Edge et al., 2024), which extracts entities with two
   * calls per chunk and divides them with the Leiden method. This strategy divides mentions with
   * the Louvain method, in a fixed order, and needs no model for that. Cost: 1 model call, and up
   * to 2 for missing summaries. When to use it: questions about a person, a product or a place that
   * many documents mention. Weaknesses: the first run after a change of the index reads all chunks
   * in scope and their mentions; different spellings of a name are different entities; summaries
   * may be wrong.
   *
   * <p>Its name is {@code graphrag:local}; options are {@code k} and {@code lazy}, as in {@code
   * graphrag:local,k=10}.
   *
   * @param chunks the number of chunks to show, 1 to 100; the default of the name is 5
   * @param lazy as for {@link #raptor(int, int)}; the default of the name is 2
   */
  public Strategy graphRagLocal(int chunks, int lazy) {
    requireRange("k", chunks, 1, MAX_CHUNKS);
    requireRange("lazy", lazy, 0, 50);
    String name = name(GRAPHRAG + ":local", "k", chunks, LOCAL_CHUNKS, lazy, LOCAL_LAZY);
    return new GraphLocal(name, chunks, lazy, index, store, summaries, summarizer, parts);
  }

  /** Returns {@link #graphRagGlobal(int, int)} with 12 batches and up to 20 new summaries. */
  public Strategy graphRagGlobal() {
    return graphRagGlobal(OVERVIEW_BATCHES, GLOBAL_LAZY);
  }

  /**
   * Returns a strategy like {@link #overview(int, int)} with the communities of {@link
   * #graphRagLocal(int, int)} in place of documents. Chunks without an entity that other chunks
   * mention, too, form groups in corpus order, so that each chunk belongs to one part. The warnings
   * also state the number of chunks that are not among the best ones of their community.
   *
   * <p>Source: the global search of GraphRAG (Edge et al., 2024), on one level of communities.
   * Cost: as {@code overview}, with one call for each missing summary. When to use it: themes that
   * are spread over many documents. Weaknesses: those of {@code overview} and {@code
   * graphrag:local}; an edit changes communities, so that more summaries are made again.
   *
   * <p>Its name is {@code graphrag:global}; options are {@code batches} and {@code lazy}.
   *
   * @param batches the maximum number of batches, 1 to 12; the default of the name is 12
   * @param lazy as for {@link #raptor(int, int)}; the default of the name is 20
   */
  public Strategy graphRagGlobal(int batches, int lazy) {
    requireRange("batches", batches, 1, OVERVIEW_BATCHES);
    requireRange("lazy", lazy, 0, 50);
    String name =
        name(GRAPHRAG + ":global", "batches", batches, OVERVIEW_BATCHES, lazy, GLOBAL_LAZY);
    return new Overview(
        name, Overview.Parts.COMMUNITIES, batches, lazy, index, summaries, summarizer, parts);
  }

  /**
   * Returns a strategy that finds entities by keywords. A model (role {@code keywords}) writes
   * keywords for the names and for the themes of the question. The entities are those with the
   * names, and those of the {@linkplain #extractFacts facts} that are most similar to the names,
   * about 40. The main model answers from the chunks with facts about most of these entities, and
   * from the 40 facts about them that most chunks state.
   *
   * <p>Scope, missing facts and {@code lazy} are as for {@link #hippo(int, int)}.
   *
   * <p>Source: the mode "local" of LightRAG (Guo et al., 2024), which compares vectors of names and
   * of generated descriptions. Here, the facts of an entity are its description, so that nothing of
   * a deleted chunk remains. Cost: 2 model calls; once for each chunk of the index, one call of
   * {@link #extractFacts}. When to use it: questions about things with names. Weaknesses: those of
   * {@code hippo}; small models write poor keywords.
   *
   * <p>Its name is {@code lightrag:local}; options are {@code k} and {@code lazy}.
   *
   * @param chunks the number of chunks to show, 1 to 100; the default of the name is 10
   * @param lazy as for {@link #hippo(int, int)}
   */
  public Strategy lightRagLocal(int chunks, int lazy) {
    return lightRag(LightRag.Mode.LOCAL, chunks, lazy);
  }

  /**
   * Returns a strategy like {@link #lightRagLocal(int, int)} that finds relations: the facts that
   * are most similar to the keywords for the themes, and the chunks that state them. When to use
   * it: questions about how things are related. Its name is {@code lightrag:global}.
   */
  public Strategy lightRagGlobal(int chunks, int lazy) {
    return lightRag(LightRag.Mode.GLOBAL, chunks, lazy);
  }

  /**
   * Returns a strategy that takes chunks and facts in turn from {@link #lightRagLocal(int, int)},
   * {@link #lightRagGlobal(int, int)} and a semantic search. When to use it: the kind of the
   * questions is not known. Its name is {@code lightrag:mix}.
   */
  public Strategy lightRagMix(int chunks, int lazy) {
    return lightRag(LightRag.Mode.MIX, chunks, lazy);
  }

  private Strategy lightRag(LightRag.Mode mode, int chunks, int lazy) {
    requireRange("k", chunks, 1, MAX_CHUNKS);
    requireRange("lazy", lazy, 0, 50);
    String base = LIGHTRAG + ":" + mode.name().toLowerCase(Locale.ROOT);
    String name = name(base, "k", chunks, LIGHTRAG_CHUNKS, lazy, 0);
    return new LightRag(name, mode, chunks, new NearFacts(lazy, store, extractor));
  }

  private static String name(String name, String option, int value, int standard, int lazy) {
    return name(name, option, value, standard, lazy, 0);
  }

  private static String name(
      String name, String option, int value, int standard, int lazy, int standardLazy) {
    List<String> options = new ArrayList<>();
    if (value != standard) {
      options.add(option + "=" + value);
    }
    if (lazy != standardLazy) {
      options.add("lazy=" + lazy);
    }
    String separator = name.contains(":") ? "," : ":";
    return name + (options.isEmpty() ? "" : separator + String.join(",", options));
  }

  private static void requireRange(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s must be %d to %d, was %d".formatted(name, min, max, value));
    }
  }

  /** Returns a registry that also finds the strategies of this class by their names. */
  public Strategies addTo(Strategies strategies) {
    return strategies
        .withOptions(HIPPO, (part, inner, all) -> named(part, "k", HIPPO_CHUNKS, this::hippo))
        .withOptions(RAPTOR, (part, inner, all) -> named(part, "k", RAPTOR_NODES, this::raptor))
        .withOptions(
            OVERVIEW,
            (part, inner, all) -> named(part, "batches", OVERVIEW_BATCHES, this::overview))
        .withOptions(GRAPHRAG, (part, inner, all) -> graphRag(part))
        .withOptions(LIGHTRAG, (part, inner, all) -> lightRag(part));
  }

  private Strategy graphRag(String part) {
    return switch (mode(part, "local, global")) {
      case "local" -> named(withoutMode(part), "k", LOCAL_CHUNKS, LOCAL_LAZY, this::graphRagLocal);
      default ->
          named(withoutMode(part), "batches", OVERVIEW_BATCHES, GLOBAL_LAZY, this::graphRagGlobal);
    };
  }

  private Strategy lightRag(String part) {
    LightRag.Mode mode =
        LightRag.Mode.valueOf(mode(part, "local, global, mix").toUpperCase(Locale.ROOT));
    return named(
        withoutMode(part), "k", LIGHTRAG_CHUNKS, 0, (chunks, lazy) -> lightRag(mode, chunks, lazy));
  }

  /** Returns the first option, which must be one of some words. */
  private static String mode(String part, String modes) {
    String[] options = part.split("[:,]", 3);
    if (options.length < 2 || !List.of(modes.split(", ")).contains(options[1])) {
      throw new IllegalArgumentException(
          "The first option of '%s' must be one of %s, as in %s:local."
              .formatted(part, modes, options[0]));
    }
    return options[1];
  }

  private static String withoutMode(String part) {
    String[] options = part.split("[:,]", 3);
    return options[0] + (options.length < 3 ? "" : ":" + options[2]);
  }

  /** Makes a strategy from the values of an option and of {@code lazy}. */
  private interface Factory {
    Strategy make(int value, int lazy);
  }

  private static Strategy named(String part, String name, int standard, Factory factory) {
    return named(part, name, standard, 0, factory);
  }

  private static Strategy named(
      String part, String name, int standard, int standardLazy, Factory factory) {
    int value = standard;
    int lazy = standardLazy;
    int colon = part.indexOf(':');
    for (String option : colon < 0 ? new String[0] : part.substring(colon + 1).split(",", -1)) {
      if (option.startsWith(name + "=")
          && option.substring(name.length() + 1).matches("\\d{1,4}")) {
        value = Integer.parseInt(option.substring(name.length() + 1));
      } else if (option.matches("lazy=\\d{1,4}")) {
        lazy = Integer.parseInt(option.substring("lazy=".length()));
      } else {
        throw new IllegalArgumentException(
            "'%s' has an unknown option: %s. The options are %s, lazy."
                .formatted(part, option, name));
      }
    }
    return factory.make(value, lazy);
  }
}
