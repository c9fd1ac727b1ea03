package dev.arag.agent.internal.run;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.MeanSearch;
import dev.arag.core.corpus.MentionSource;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.Slice;
import dev.arag.core.find.FindQuery;
import dev.arag.core.find.FindResult;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Region;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** A corpus that reports each chunk whose text it returns. Every method must be overridden. */
class ObservedCorpus implements Corpus {
  private final Corpus corpus;
  private final Consumer<Chunk> onChunk;

  private ObservedCorpus(Corpus corpus, Consumer<Chunk> onChunk) {
    this.corpus = corpus;
    this.onChunk = onChunk;
  }

  /**
   * Returns a view of a corpus, which is a catalogue if the corpus is one.
   *
   * @param onChunk receives the chunks; must be thread-safe
   */
  static Corpus of(Corpus corpus, Consumer<Chunk> onChunk) {
    return corpus instanceof Catalogue catalogue
        ? new ObservedCatalogue(catalogue, onChunk)
        : new ObservedCorpus(corpus, onChunk);
  }

  private <H extends Hit> List<H> observeHits(List<H> hits) {
    hits.forEach(hit -> onChunk.accept(hit.chunk()));
    return hits;
  }

  List<Chunk> observe(List<Chunk> chunks) {
    chunks.forEach(onChunk);
    return chunks;
  }

  @Override
  public KeywordHits keywordSearch(KeywordQuery query, int topK, int offset) {
    KeywordHits hits = corpus.keywordSearch(query, topK, offset);
    observeHits(hits.hits());
    return hits;
  }

  @Override
  public KeywordHits keywordSearch(Collection<String> keywords, int topK) {
    KeywordHits hits = corpus.keywordSearch(keywords, topK);
    observeHits(hits.hits());
    return hits;
  }

  @Override
  public List<SemanticHit> semanticSearch(SemanticQuery query, int topK, int offset) {
    return observeHits(corpus.semanticSearch(query, topK, offset));
  }

  @Override
  public List<SemanticHit> semanticSearch(String query, int topK) {
    return observeHits(corpus.semanticSearch(query, topK));
  }

  @Override
  public List<List<SemanticHit>> semanticSearchAll(
      List<SemanticQuery> queries, int topK, int offset) {
    List<List<SemanticHit>> hits = corpus.semanticSearchAll(queries, topK, offset);
    hits.forEach(this::observeHits);
    return hits;
  }

  @Override
  public List<SemanticHit> rank(SemanticQuery query, Collection<ChunkId> chunks) {
    return observeHits(corpus.rank(query, chunks));
  }

  @Override
  public List<Hit> search(String text, int k) {
    return observeHits(corpus.search(text, k));
  }

  @Override
  public Optional<MeanSearch> meanSearch() {
    return corpus
        .meanSearch()
        .map(
            search ->
                (texts, rules, topK, offset) ->
                    observeHits(search.semanticSearch(texts, rules, topK, offset)));
  }

  /**
   * A ranking along mentions reads many chunks whose text the strategy does not get, so their
   * corpus is not observed.
   */
  @Override
  public Optional<MentionSource> mentions() {
    return corpus.mentions();
  }

  @Override
  public OptionalDouble weakBelow() {
    return corpus.weakBelow();
  }

  @Override
  public List<Chunk> read(Collection<ChunkId> ids) {
    return observe(corpus.read(ids));
  }

  @Override
  public Optional<Chunk> read(ChunkId id) {
    Optional<Chunk> chunk = corpus.read(id);
    chunk.ifPresent(onChunk);
    return chunk;
  }

  @Override
  public Corpus within(Scope scope) {
    return of(corpus.within(requireNonNull(scope, "scope")), onChunk);
  }

  @Override
  public Corpus snapshot() {
    return of(corpus.snapshot(), onChunk);
  }

  private static final class ObservedCatalogue extends ObservedCorpus implements Catalogue {
    private final Catalogue catalogue;
    private final Consumer<Chunk> onChunk;

    ObservedCatalogue(Catalogue catalogue, Consumer<Chunk> onChunk) {
      super(catalogue, onChunk);
      this.catalogue = catalogue;
      this.onChunk = onChunk;
    }

    @Override
    public List<CatalogueEntry> documents(Slice slice) {
      return catalogue.documents(slice);
    }

    @Override
    public List<Chunk> chunksOf(String documentId) {
      return observe(catalogue.chunksOf(documentId));
    }

    @Override
    public Optional<Document> document(String documentId) {
      observe(catalogue.chunksOf(documentId));
      return catalogue.document(documentId);
    }

    @Override
    public List<Region> regions(String documentId, int from, int to) {
      return catalogue.regions(documentId, from, to);
    }

    @Override
    public FindResult find(FindQuery query, int limit, int offset) {
      FindResult result = catalogue.find(query, limit, offset);
      result.matches().forEach(match -> onChunk.accept(match.chunk()));
      return result;
    }

    @Override
    public boolean hasRights() {
      return catalogue.hasRights();
    }

    @Override
    public Optional<Object> version() {
      return catalogue.version();
    }

    @Override
    public Catalogue within(Scope scope) {
      return new ObservedCatalogue(catalogue.within(requireNonNull(scope, "scope")), onChunk);
    }

    @Override
    public Catalogue snapshot() {
      return new ObservedCatalogue(catalogue.snapshot(), onChunk);
    }
  }
}
