package dev.arag.agent;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import java.util.Collection;
import java.util.List;

/** A corpus that cannot list its documents. */
public record PlainCorpus(Corpus corpus) implements Corpus {
  @Override
  public KeywordHits keywordSearch(KeywordQuery query, int topK, int offset) {
    return corpus.keywordSearch(query, topK, offset);
  }

  @Override
  public List<SemanticHit> semanticSearch(SemanticQuery query, int topK, int offset) {
    return corpus.semanticSearch(query, topK, offset);
  }

  @Override
  public List<Chunk> read(Collection<ChunkId> ids) {
    return corpus.read(ids);
  }

  @Override
  public Corpus within(Scope scope) {
    return new PlainCorpus(corpus.within(scope));
  }
}
