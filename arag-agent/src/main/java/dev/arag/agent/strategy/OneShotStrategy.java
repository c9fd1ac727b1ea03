package dev.arag.agent.strategy;

import dev.arag.agent.model.Message;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Page;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.ContextTracker;
import dev.arag.tools.CorpusText;
import dev.arag.tools.Toolbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** Selects chunks by code, shows their full text above the question, and asks once. */
record OneShotStrategy(String name, SystemPrompt prompt, Selection selection) implements Strategy {
  /** The maximum number of chunks. */
  static final int MAX_CHUNKS = 1_000;

  /** The prompt contains this text before the question. */
  private static final String QUESTION = "Question: ";

  /** The tokens by which the size of a text may vary, because its fence contains a random code. */
  private static final int FENCE_VARIATION = 16;

  private static final int PAGE_SIZE = 1_000;

  /** Selects the chunks to show. */
  interface Selection {
    /**
     * @param freeTokens the number of tokens that the context window has space for
     */
    List<ChunkId> select(RunContext run, int freeTokens);
  }

  static Strategy ranked(
      String name, int k, String rankingName, Function<RunContext, ChunkRanking> ranking) {
    if (k < 1 || k > MAX_CHUNKS) {
      throw new IllegalArgumentException("k must be 1 to " + MAX_CHUNKS + ", was " + k);
    }
    return oneShot(
        StrategyNames.withParameters(name, k, rankingName),
        (run, freeTokens) -> {
          List<ChunkId> best = ranking.apply(run).rank(run.corpus(), run.question(), k);
          return fitting(best, run, freeTokens);
        });
  }

  static Strategy allIn() {
    return oneShot(StrategyNames.ALL_IN, OneShotStrategy::all);
  }

  private static Strategy oneShot(String name, Selection selection) {
    return new OneShotStrategy(name, SystemPrompt.ANSWER, selection);
  }

  @Override
  public String run(String question, RunContext run) {
    List<Message> messages = prompt.begin(run);
    List<Message> withoutText = new ArrayList<>(messages);
    withoutText.add(new Message.User("\n\n" + QUESTION + question));
    int freeTokens = run.freeTokens(withoutText) - FENCE_VARIATION;
    Shown shown = run.show(selection.select(run, freeTokens));
    messages.add(new Message.User(shown.text() + "\n\n" + QUESTION + question));
    return run.chat(messages, Toolbox.empty()).text();
  }

  /** Returns the chunks without the last ones that do not fit. The first chunk always stays. */
  private static List<ChunkId> fitting(List<ChunkId> best, RunContext run, int freeTokens) {
    List<ChunkId> fitting = new ArrayList<>(best);
    while (fitting.size() > 1 && tokens(fitting, run) > freeTokens) {
      fitting.remove(fitting.size() - 1);
    }
    return fitting;
  }

  /** Returns the size of the text with its formatting. */
  private static int tokens(List<ChunkId> chunks, RunContext run) {
    ContextTracker unused = new ContextTracker(new Random(0));
    return CorpusText.chunks(chunks, run.corpus(), run.profile(), unused).tokens();
  }

  /**
   * Returns all chunks in scope.
   *
   * @throws CorpusTooLargeException if they do not fit
   */
  private static List<ChunkId> all(RunContext run, int freeTokens) {
    if (!(run.corpus() instanceof Catalogue catalogue)) {
      throw new UnsupportedOperationException(
          "The strategy all-in needs a corpus that can list its documents (Catalogue).");
    }
    List<ChunkId> all = new ArrayList<>();
    long tokens = 0;
    Page page = Page.first(PAGE_SIZE);
    List<CatalogueEntry> documents;
    do {
      documents = catalogue.documents(page);
      for (CatalogueEntry document : documents) {
        for (Chunk chunk : catalogue.chunksOf(document.id())) {
          tokens += chunk.tokens();
          if (tokens <= freeTokens) {
            all.add(chunk.id());
          }
        }
      }
      page = page.next();
    } while (documents.size() == PAGE_SIZE);
    long needed = tokens > freeTokens ? tokens : tokens(all, run);
    if (needed > freeTokens) {
      throw new CorpusTooLargeException(needed, Math.max(0, freeTokens));
    }
    return all;
  }
}
