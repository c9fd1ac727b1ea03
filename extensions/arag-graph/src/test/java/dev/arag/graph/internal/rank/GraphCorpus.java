package dev.arag.graph.internal.rank;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.MentionSource;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.Slice;
import dev.arag.core.error.NotIndexedException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A catalogue with mentions of its capitalized words.
 *
 * @param hasEmbeddings whether semantic searches work
 */
public record GraphCorpus(Catalogue corpus, boolean hasEmbeddings) implements Catalogue {
  public GraphCorpus(Catalogue corpus) {
    this(corpus, true);
  }

  @Override
  public Optional<MentionSource> mentions() {
    return Optional.of(MentionTable.of(this, MentionTable.capitalizedRuns()));
  }

  @Override
  public KeywordHits keywordSearch(KeywordQuery query, int topK, int offset) {
    return corpus.keywordSearch(query, topK, offset);
  }

  @Override
  public List<SemanticHit> semanticSearch(SemanticQuery query, int topK, int offset) {
    if (!hasEmbeddings) {
      throw new NotIndexedException("no embeddings");
    }
    return corpus.semanticSearch(query, topK, offset);
  }

  @Override
  public List<Chunk> read(Collection<ChunkId> ids) {
    return corpus.read(ids);
  }

  @Override
  public List<CatalogueEntry> documents(Slice slice) {
    return corpus.documents(slice);
  }

  @Override
  public List<Chunk> chunksOf(String documentId) {
    return corpus.chunksOf(documentId);
  }

  @Override
  public Catalogue within(Scope scope) {
    return new GraphCorpus(corpus.within(scope), hasEmbeddings);
  }
}
