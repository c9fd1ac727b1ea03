package dev.arag.strategies.internal.levelrag;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.MeanSearch;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Records the searches in another corpus. */
record RecordingCorpus(
    Corpus corpus, List<KeywordQuery> keywords, List<String> queries, List<List<String>> means)
    implements Corpus, MeanSearch {
  RecordingCorpus(Corpus corpus) {
    this(corpus, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  }

  @Override
  public KeywordHits keywordSearch(KeywordQuery query, int topK, int offset) {
    keywords.add(query);
    return corpus.keywordSearch(query, topK, offset);
  }

  @Override
  public List<SemanticHit> semanticSearch(SemanticQuery query, int topK, int offset) {
    queries.add(query.text());
    return corpus.semanticSearch(query, topK, offset);
  }

  @Override
  public Optional<MeanSearch> meanSearch() {
    return Optional.of(this);
  }

  @Override
  public List<SemanticHit> semanticSearch(
      List<String> texts, RankingRules rules, int topK, int offset) {
    means.add(texts);
    return corpus.meanSearch().orElseThrow().semanticSearch(texts, rules, topK, offset);
  }

  @Override
  public List<Chunk> read(Collection<ChunkId> ids) {
    return corpus.read(ids);
  }

  @Override
  public Corpus within(Scope scope) {
    return new RecordingCorpus(corpus.within(scope), keywords, queries, means);
  }
}
