package dev.arag.strategies.internal.levelrag;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.strategies.internal.levelrag.RoleCalls.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Searches by meaning, with pseudo-documents if the documents do not answer the atomic query.
 *
 * @param k the maximum number of hits
 */
record DenseSearcher(RoleCalls calls, int k) {
  /** The maximum number of pseudo-documents. */
  static final int MAX_REWRITES = 3;

  /** Some 512 tokens; the rest of a passage is not needed to find similar ones. */
  private static final int MAX_PASSAGE_LENGTH = 2_000;

  /**
   * Returns the hits of the first search whose documents are sufficient. If there is none, the
   * result is the fusion of all results.
   *
   * @throws dev.arag.core.error.NotIndexedException if the corpus has no embeddings
   */
  List<? extends Hit> search(String query, CallAllowance allowance) {
    List<List<? extends Hit>> results = new ArrayList<>();
    List<? extends Hit> hits = search(query);
    results.add(hits);
    for (int rewrites = 0; rewrites < MAX_REWRITES && !hits.isEmpty(); rewrites++) {
      if (!allowance.take()) {
        break;
      }
      if (calls.isSufficient(query, hits)) {
        return hits;
      }
      if (!allowance.take()) {
        break;
      }
      String passage = passage(query, rewrites == 0 ? List.of() : hits);
      if (passage.isBlank()) {
        break;
      }
      hits = search(query, passage);
      results.add(hits);
    }
    return FusedHits.of(results, k);
  }

  /**
   * Writes a pseudo-document.
   *
   * @param hits the last hits; empty for the first pseudo-document
   */
  private String passage(String query, List<? extends Hit> hits) {
    Map<String, String> values = Map.of("query", query);
    String reply =
        hits.isEmpty()
            ? calls.ask(Role.HYDE, Map.of("query", query, "documents", ""))
            : calls.ask(Role.HYDE, values, hits);
    String passage =
        reply.codePointCount(0, reply.length()) <= MAX_PASSAGE_LENGTH
            ? reply
            : reply.substring(0, reply.offsetByCodePoints(0, MAX_PASSAGE_LENGTH));
    boolean hasWord = passage.codePoints().anyMatch(Character::isLetterOrDigit);
    if (!hasWord) {
      calls.warnUnreadable(Role.HYDE);
    }
    return hasWord ? passage.strip() : "";
  }

  private List<SemanticHit> search(String query) {
    return calls.run().corpus().semanticSearch(new SemanticQuery(query, rules()), k, 0);
  }

  /** Searches with the mean of both texts, or with the joined text if the corpus has no means. */
  private List<SemanticHit> search(String query, String passage) {
    Corpus corpus = calls.run().corpus();
    return corpus
        .meanSearch()
        .map(means -> means.semanticSearch(List.of(query, passage), rules(), k, 0))
        .orElseGet(() -> search(query + "\n" + passage));
  }

  private RankingRules rules() {
    return calls.run().profile().rankingRules();
  }
}
