package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.Slice;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares an index with the reference implementation in random scopes on document ids and chunk
 * ids: searches, reads and the catalogue.
 */
class IdScopesTest {
  private static final int SCOPES = 30;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void returnsWhatTheOracleReturns(long seed) {
    try (RandomIndex history = new RandomIndex(seed, seed % 2 == 0)) {
      Random random = new Random(seed);
      List<Chunk> chunks = IndexContents.chunks(history.index());
      int whole = 0;
      for (int i = 0; i < SCOPES; i++) {
        Scope scope = scope(random, chunks, 2);
        Catalogue index = history.index().within(scope);
        Catalogue oracle = (Catalogue) history.oracle().within(scope);
        compareSearches(history, index, oracle, scope);
        whole += compareCatalogues(index, oracle, chunks, scope);
      }
      assertThat(whole).isPositive();
    }
  }

  private static Scope scope(Random random, List<Chunk> chunks, int depth) {
    return switch (random.nextInt(depth == 0 ? 3 : 6)) {
      case 0 -> Scope.equal("tenant", random.nextInt(4));
      case 1 ->
          Scope.documents(
              some(random, chunks).stream().map(each -> each.location().documentId()).toList());
      case 2 -> Scope.chunks(some(random, chunks).stream().map(Chunk::id).toList());
      case 3 -> scope(random, chunks, depth - 1).and(scope(random, chunks, depth - 1));
      case 4 -> scope(random, chunks, depth - 1).or(scope(random, chunks, depth - 1));
      default -> scope(random, chunks, depth - 1).not();
    };
  }

  private static List<Chunk> some(Random random, List<Chunk> chunks) {
    int rate = 1 + random.nextInt(6);
    return chunks.stream().filter(each -> random.nextInt(rate) == 0).toList();
  }

  private static void compareSearches(
      RandomIndex history, Catalogue index, Catalogue oracle, Scope scope) {
    int topK = history.topK();
    int offset = history.offset();
    KeywordQuery query = history.keywords();
    assertThat(index.keywordSearch(query, topK, offset))
        .as("%s in %s", query, scope)
        .isEqualTo(oracle.keywordSearch(query, topK, offset));
    List<SemanticQuery> questions = history.questions();
    assertThat(index.semanticSearchAll(questions, topK, offset))
        .as("%s in %s", questions, scope)
        .isEqualTo(oracle.semanticSearchAll(questions, topK, offset));
  }

  /** Returns the number of documents that are completely in scope. */
  private static int compareCatalogues(
      Catalogue index, Catalogue oracle, List<Chunk> chunks, Scope scope) {
    List<ChunkId> ids = chunks.stream().map(Chunk::id).toList();
    assertThat(index.read(ids)).as("%s", scope).isEqualTo(oracle.read(ids));
    List<CatalogueEntry> listed = new ArrayList<>();
    for (Slice slice = Slice.first(3); !index.documents(slice).isEmpty(); slice = slice.next()) {
      listed.addAll(index.documents(slice));
    }
    // The oracle does not know documents without chunks.
    listed.removeIf(each -> each.chunks() == 0);
    assertThat(listed)
        .as("%s", scope)
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("source")
        .isEqualTo(oracle.documents(Slice.first(10_000)));
    int whole = 0;
    for (CatalogueEntry each : listed) {
      assertThat(index.chunksOf(each.id())).isEqualTo(oracle.chunksOf(each.id()));
      assertThat(each.chunks()).isEqualTo(index.chunksOf(each.id()).size());
      assertThat(index.document(each.id()).map(document -> document.text()))
          .isEqualTo(oracle.document(each.id()).map(document -> document.text()));
      whole += index.document(each.id()).isPresent() ? 1 : 0;
    }
    return whole;
  }
}
