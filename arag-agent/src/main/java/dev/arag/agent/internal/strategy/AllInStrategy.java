package dev.arag.agent.internal.strategy;

import dev.arag.agent.answer.CorpusTooLargeException;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Slice;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import java.util.ArrayList;
import java.util.List;

/** Shows the whole corpus in scope and asks once. */
public record AllInStrategy() implements Strategy {
  private static final int PAGE_SIZE = 1_000;

  @Override
  public String name() {
    return StrategyGrammar.ALL_IN;
  }

  @Override
  public String run(String question, RunContext run) {
    return OneShot.ask(question, run, freeTokens -> all(run, freeTokens));
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
    Slice slice = Slice.first(PAGE_SIZE);
    List<CatalogueEntry> documents;
    do {
      documents = catalogue.documents(slice);
      for (CatalogueEntry document : documents) {
        for (Chunk chunk : catalogue.chunksOf(document.id())) {
          tokens += chunk.tokens();
          if (tokens <= freeTokens) {
            all.add(chunk.id());
          }
        }
      }
      slice = slice.next();
    } while (documents.size() == PAGE_SIZE);
    long needed = tokens > freeTokens ? tokens : OneShot.tokens(all, run);
    if (needed > freeTokens) {
      throw new CorpusTooLargeException(needed, Math.max(0, freeTokens));
    }
    return all;
  }
}
