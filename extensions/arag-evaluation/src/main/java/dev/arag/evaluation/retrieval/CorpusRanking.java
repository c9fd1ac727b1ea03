package dev.arag.evaluation.retrieval;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.spi.ChunkRanking;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.paper.Paper;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The rankings that can be measured. A ranking orders chunks; the rank of a document is that of its
 * best chunk.
 */
public enum CorpusRanking {
  /**
   * The order of {@code keyword_search}. The keywords are the words of the query, as {@link
   * ChunkRanking#keywords} describes.
   */
  KEYWORD("keyword"),
  /** By the cosine of the best sentence (A-RAG paper, equation 3). */
  SEMANTIC("semantic"),
  /**
   * The order of {@code semantic_search} in the default profile: embeddings combined with BM25, by
   * section.
   */
  SEMANTIC_LEXICAL("semantic-lexical"),
  /** Reciprocal rank fusion of {@link #KEYWORD} and {@link #SEMANTIC_LEXICAL}. */
  HYBRID("hybrid");

  private final String wireName;

  CorpusRanking(String wireName) {
    this.wireName = wireName;
  }

  private ChunkRanking chunks() {
    return switch (this) {
      case KEYWORD -> ChunkRanking.keywords(RankingRules.standard());
      case SEMANTIC -> ChunkRanking.bestSentence(Paper.profile().rankingRules());
      case SEMANTIC_LEXICAL -> ChunkRanking.bestSentence(RankingRules.standard());
      case HYBRID -> ChunkRanking.hybrid(RankingRules.standard());
    };
  }

  /**
   * Returns the best hits for a query. {@link #KEYWORD} and {@link #HYBRID} are here the searches
   * of a search box, {@link KeywordQuery#fromText} and {@link Corpus#search}.
   */
  List<? extends Hit> hits(Corpus corpus, String query, int k) {
    if (!isQuery(query)) {
      return List.of();
    }
    return switch (this) {
      case KEYWORD ->
          KeywordQuery.fromText(query)
              .map(keywords -> corpus.keywordSearch(keywords, k, 0).hits())
              .orElse(List.of());
      case SEMANTIC ->
          corpus.semanticSearch(new SemanticQuery(query, Paper.profile().rankingRules()), k, 0);
      case SEMANTIC_LEXICAL -> corpus.semanticSearch(query, k);
      case HYBRID -> corpus.search(query, k);
    };
  }

  /** The name of the order of {@link #hits}, which is that of {@link #run} or has another name. */
  String nameOfHits() {
    return switch (this) {
      case KEYWORD -> "search-keyword";
      case HYBRID -> "search";
      case SEMANTIC, SEMANTIC_LEXICAL -> wireName;
    };
  }

  /** The name on the command line and in run files. */
  public String wireName() {
    return wireName;
  }

  /**
   * Returns the ranking with a name.
   *
   * @throws IllegalArgumentException if there is no such ranking; the message lists all names
   */
  public static CorpusRanking of(String name) {
    requireNonNull(name, "name");
    return Stream.of(values())
        .filter(each -> each.wireName.equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("Unknown ranking: " + name + ". Use " + names()));
  }

  private static String names() {
    return String.join(", ", Stream.of(values()).map(CorpusRanking::wireName).toList()) + ".";
  }

  /**
   * Ranks the documents for all queries.
   *
   * @param corpus contains each document under its own id
   * @param depth the number of documents per query, at least 1
   */
  public RetrievalRun run(Corpus corpus, List<RetrievalQuery> queries, int depth) {
    requireNonNull(corpus, "corpus");
    if (depth < 1) {
      throw new IllegalArgumentException("depth must be >= 1, was " + depth);
    }
    Map<String, List<String>> documents = new LinkedHashMap<>();
    for (RetrievalQuery query : queries) {
      documents.put(query.id(), documents(corpus, query.text(), depth));
    }
    return new RetrievalRun(wireName, documents);
  }

  /** Whether a search accepts a text. It rejects texts without visible characters. */
  private static boolean isQuery(String text) {
    try {
      SemanticQuery.of(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Several chunks can belong to one document, so more chunks are ranked until there are enough.
   */
  private List<String> documents(Corpus corpus, String query, int depth) {
    if (!isQuery(query)) {
      return List.of();
    }
    int wanted = depth;
    while (true) {
      List<ChunkId> ranked = chunks().rank(corpus, query, wanted);
      Set<String> documents = new LinkedHashSet<>();
      for (Chunk chunk : corpus.read(ranked)) {
        documents.add(chunk.location().documentId());
      }
      if (documents.size() >= depth || ranked.size() < wanted) {
        return documents.stream().limit(depth).toList();
      }
      wanted *= 2;
    }
  }
}
