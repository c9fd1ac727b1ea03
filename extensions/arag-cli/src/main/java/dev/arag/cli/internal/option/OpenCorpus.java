package dev.arag.cli.internal.option;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Slice;
import dev.arag.core.embed.Embedder;
import dev.arag.index.Index;
import dev.arag.index.IndexStats;
import dev.arag.index.sync.PurgeReport;
import dev.arag.solr.SolrCollection;
import dev.arag.solr.SolrCorpus;
import dev.arag.solr.SolrIndex;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The corpus that a command reads: the index in a directory, or a collection in Solr. */
public final class OpenCorpus implements AutoCloseable {
  private static final int PAGE_SIZE = 1000;

  private final Catalogue catalogue;
  private final @Nullable Index index;
  private final @Nullable SolrCollection collection;
  private final @Nullable Embedder embedder;

  private OpenCorpus(
      Catalogue catalogue,
      @Nullable Index index,
      @Nullable SolrCollection collection,
      @Nullable Embedder embedder) {
    this.catalogue = catalogue;
    this.index = index;
    this.collection = collection;
    this.embedder = embedder;
  }

  /** Returns an index, which {@link #close} closes. */
  public static OpenCorpus of(Index index) {
    return new OpenCorpus(index, index, null, null);
  }

  /**
   * Opens a collection, which {@link #close} closes.
   *
   * @param embedder the embedder of queries, which is closed too; null for no semantic search
   */
  static OpenCorpus of(SolrCollection collection, @Nullable Embedder embedder) {
    Catalogue corpus =
        embedder == null ? SolrCorpus.open(collection) : SolrCorpus.open(collection, embedder);
    return new OpenCorpus(corpus, null, collection, embedder);
  }

  /** Returns the whole corpus. */
  public Catalogue catalogue() {
    return catalogue;
  }

  /** Returns the index in the directory; empty for a collection. */
  public Optional<Index> index() {
    return Optional.ofNullable(index);
  }

  /** Returns the statistics. A collection has no size in bytes and no segments. */
  public IndexStats stats() {
    return index != null ? index.stats() : statsOf(collection);
  }

  static IndexStats statsOf(@Nullable SolrCollection collection) {
    return writer(collection).stats();
  }

  /**
   * Returns the metadata keys; empty for a collection, where it would read all documents, and for
   * an index with rights, which would show those of documents that the reader may not read.
   */
  Optional<List<String>> metadataKeys() {
    return index().filter(each -> !each.hasRights()).map(Index::metadataKeys);
  }

  /** Returns the ids of all documents whoever may read them. */
  public List<String> documentIds() {
    return index != null ? index.documentIds() : documentIds(ignoringRights());
  }

  private Catalogue ignoringRights() {
    return SolrCorpus.builder(Objects.requireNonNull(collection)).ignoringRights().open();
  }

  /**
   * Returns the ids of all documents whoever may read them; for a collection, where this would read
   * all documents, only those of the given ids that exist.
   */
  public List<String> existingIds(List<String> typed) {
    return index != null
        ? index.documentIds()
        : documentIds(ignoringRights().within(ScopeOption.scope(typed)));
  }

  /** Returns {@link #existingIds}, to name similar ids to a reader; none if there are rights. */
  public List<String> documentIds(List<String> typed) {
    return catalogue.hasRights() ? List.of() : existingIds(typed);
  }

  /** Deletes documents. Returns their number. */
  public int delete(List<String> ids) {
    return index != null ? index.delete(ids) : writer(collection).delete(ids);
  }

  /** Removes deleted text. Solr does not know how many bytes this frees. */
  public PurgeReport purge() {
    return index != null
        ? index.purge()
        : new PurgeReport(writer(collection).purge().documents(), 0);
  }

  /** Statistics and removals need no embedder. */
  private static SolrIndex writer(@Nullable SolrCollection collection) {
    return SolrIndex.builder(Objects.requireNonNull(collection)).withoutEmbeddings().build();
  }

  /**
   * Returns the names of the sources of all documents, sorted; empty for a collection, where this
   * would read all documents.
   */
  public List<String> sourceNames() {
    return index == null
        ? List.of()
        : entries(index)
            .map(CatalogueEntry::source)
            .filter(Objects::nonNull)
            .distinct()
            .sorted()
            .toList();
  }

  private static List<String> documentIds(Catalogue documents) {
    return entries(documents).map(CatalogueEntry::id).toList();
  }

  private static Stream<CatalogueEntry> entries(Catalogue documents) {
    Catalogue snapshot = documents.snapshot();
    return Stream.iterate(Slice.first(PAGE_SIZE), Slice::next)
        .map(snapshot::documents)
        .takeWhile(page -> !page.isEmpty())
        .flatMap(List::stream);
  }

  @Override
  public void close() {
    if (index != null) {
      index.close();
    }
    if (embedder != null) {
      embedder.close();
    }
    if (collection != null) {
      collection.close();
    }
  }
}
