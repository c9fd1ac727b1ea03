package dev.arag.strategies;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** A corpus whose semantic search returns given chunks for given queries, and none for others. */
public final class FixedSearch implements Corpus {
  private final Corpus documents;
  private final Map<String, List<String>> results;
  private final List<String> queries = new ArrayList<>();

  public FixedSearch(Map<String, List<String>> results, Document... documents) {
    this.results = results;
    this.documents = InMemoryCorpus.of(documents);
  }

  /** The queries so far, each with the number of hits that were wanted. */
  public List<String> queries() {
    return List.copyOf(queries);
  }

  @Override
  public List<SemanticHit> semanticSearch(SemanticQuery query, int topK, int offset) {
    queries.add(query.text() + " " + topK);
    return results.getOrDefault(query.text(), List.of()).stream()
        .skip(offset)
        .limit(topK)
        .map(id -> hit(documents.read(ChunkId.of(id)).orElseThrow()))
        .toList();
  }

  private static SemanticHit hit(Chunk chunk) {
    return new SemanticHit(chunk, 1, 1, List.of(new SentenceHit(chunk.sentences().get(0), 1)));
  }

  @Override
  public KeywordHits keywordSearch(KeywordQuery query, int topK, int offset) {
    return documents.keywordSearch(query, topK, offset);
  }

  @Override
  public List<Chunk> read(Collection<ChunkId> ids) {
    return documents.read(ids);
  }

  @Override
  public Corpus within(Scope scope) {
    return this;
  }
}
