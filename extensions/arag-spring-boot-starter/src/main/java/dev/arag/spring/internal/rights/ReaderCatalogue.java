package dev.arag.spring.internal.rights;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Corpus;
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
import java.util.function.Supplier;

/** The documents that the reader of each call may read. A snapshot keeps the reader of its call. */
public record ReaderCatalogue(Catalogue all, Supplier<Collection<String>> reader)
    implements Catalogue {
  /** Returns the corpus, restricted to the reader of each call if it has rights. */
  public static Corpus of(Corpus corpus, Supplier<Collection<String>> reader) {
    return corpus instanceof Catalogue catalogue && catalogue.hasRights()
        ? new ReaderCatalogue(catalogue, reader)
        : corpus;
  }

  private Catalogue readable() {
    return all.within(Scope.readableBy(reader.get()));
  }

  @Override
  public KeywordHits keywordSearch(KeywordQuery query, int topK, int offset) {
    return readable().keywordSearch(query, topK, offset);
  }

  @Override
  public List<SemanticHit> semanticSearch(SemanticQuery query, int topK, int offset) {
    return readable().semanticSearch(query, topK, offset);
  }

  @Override
  public List<List<SemanticHit>> semanticSearchAll(
      List<SemanticQuery> queries, int topK, int offset) {
    return readable().semanticSearchAll(queries, topK, offset);
  }

  @Override
  public List<SemanticHit> rank(SemanticQuery query, Collection<ChunkId> chunks) {
    return readable().rank(query, chunks);
  }

  @Override
  public Optional<MeanSearch> meanSearch() {
    return readable().meanSearch();
  }

  @Override
  public OptionalDouble weakBelow() {
    return all.weakBelow();
  }

  @Override
  public List<Chunk> read(Collection<ChunkId> ids) {
    return readable().read(ids);
  }

  @Override
  public Optional<MentionSource> mentions() {
    return readable().mentions();
  }

  @Override
  public List<CatalogueEntry> documents(Slice slice) {
    return readable().documents(slice);
  }

  @Override
  public List<Chunk> chunksOf(String documentId) {
    return readable().chunksOf(documentId);
  }

  @Override
  public Optional<Document> document(String documentId) {
    return readable().document(documentId);
  }

  @Override
  public List<Region> regions(String documentId, int from, int to) {
    return readable().regions(documentId, from, to);
  }

  @Override
  public FindResult find(FindQuery query, int limit, int offset) {
    return readable().find(query, limit, offset);
  }

  @Override
  public boolean hasRights() {
    return all.hasRights();
  }

  @Override
  public Catalogue within(Scope scope) {
    return new ReaderCatalogue(all.within(requireNonNull(scope, "scope")), reader);
  }

  @Override
  public Catalogue snapshot() {
    return readable().snapshot();
  }
}
