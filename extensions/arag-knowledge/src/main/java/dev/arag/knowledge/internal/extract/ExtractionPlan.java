package dev.arag.knowledge.internal.extract;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Slice;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.index.spi.derived.DerivedRecord.Source;
import dev.arag.knowledge.internal.store.Entry.State;
import dev.arag.knowledge.internal.store.KnowledgeStore;
import dev.arag.knowledge.internal.store.KnowledgeStore.Stored;
import dev.arag.knowledge.job.ExtractionEstimate;
import dev.arag.knowledge.job.ExtractionLimits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What is to be done for the chunks of a snapshot.
 *
 * @param chunks the number of chunks
 * @param covered the number of chunks whose facts are known
 * @param givenUp the number of chunks that are not tried again
 * @param copies the chunks whose text has an entry under the id of another chunk
 * @param work the chunks to send to the model: the first ones of all documents, then the second
 *     ones
 */
record ExtractionPlan(
    int chunks, int covered, int givenUp, Map<Source, Stored> copies, List<Work> work) {
  /** The number of requests for a chunk whose replies cannot be read. */
  static final int MAX_TRIES = 3;

  private static final int PAGE = 500;
  private static final int TYPICAL_OUTPUT_TOKENS = 600;

  /**
   * A chunk to send to the model.
   *
   * @param tries the number of earlier requests
   */
  record Work(ChunkId chunk, int tokens, int tries) {}

  static ExtractionPlan of(Catalogue snapshot, KnowledgeStore store, String key) {
    int chunks = 0;
    int covered = 0;
    int givenUp = 0;
    Map<Source, Stored> copies = new LinkedHashMap<>();
    List<List<Work>> work = new ArrayList<>();
    for (Slice slice = Slice.first(PAGE); ; slice = slice.next()) {
      List<CatalogueEntry> page = snapshot.documents(slice);
      for (CatalogueEntry document : page) {
        int ordinal = 0;
        for (Chunk chunk : snapshot.chunksOf(document.id())) {
          Source source = Source.of(chunk);
          Stored known = store.find(key, source).orElse(null);
          Stored own = store.find(chunk.id()).orElse(null);
          boolean isCovered = own != null && own.state().isFinished();
          chunks++;
          covered += isCovered ? 1 : 0;
          if (known == null || mayTryAgain(known)) {
            Work next = new Work(chunk.id(), chunk.tokens(), known == null ? 0 : known.tries());
            add(next, ordinal++, work);
          } else if (!known.state().isFinished()) {
            givenUp++;
          } else if (!isCovered) {
            copies.put(source, known);
          }
        }
      }
      if (page.isEmpty()) {
        List<Work> all = work.stream().flatMap(List::stream).toList();
        return new ExtractionPlan(chunks, covered, givenUp, copies, all);
      }
    }
  }

  private static boolean mayTryAgain(Stored known) {
    return known.state() == State.FAILED && known.tries() < MAX_TRIES;
  }

  private static void add(Work next, int ordinal, List<List<Work>> work) {
    if (ordinal == work.size()) {
      work.add(new ArrayList<>());
    }
    work.get(ordinal).add(next);
  }

  /** Returns the tokens that the reply for a chunk is expected to have. */
  static int outputTokens(KnowledgeStore store) {
    return store.meanOutputTokens(TYPICAL_OUTPUT_TOKENS);
  }

  ExtractionEstimate estimate(KnowledgeStore store, ExtractionLimits limits) {
    long input = work.stream().mapToLong(each -> FactExtractor.requestTokens(each.tokens())).sum();
    long output = (long) work.size() * outputTokens(store);
    return new ExtractionEstimate(
        chunks, covered, work.size(), copies.size(), input, output, cost(limits, input, 0, output));
  }

  static OptionalDouble cost(ExtractionLimits limits, long input, long cached, long output) {
    return limits.prices() == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(limits.prices().of(FactExtractor.ROLE, input, cached, output));
  }
}
