package dev.arag.solr.internal.query;

import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.core.text.Document;
import dev.arag.solr.internal.layout.DocumentSummary;
import dev.arag.solr.internal.layout.Fields;
import dev.arag.solr.internal.layout.Keys;
import dev.arag.solr.internal.layout.Payloads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.solr.client.solrj.response.json.BucketBasedJsonFacet;
import org.apache.solr.client.solrj.response.json.BucketJsonFacet;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.jspecify.annotations.Nullable;

/**
 * Lists the documents of a view. The number of documents per request is limited.
 *
 * @param view the view whose chunks are in scope
 */
public record SolrCatalogue(View view) {
  static final int DOCUMENTS_PER_REQUEST = 500;

  /** The server allocates memory for the documents up to the end of a page. */
  private static final int LARGE_OFFSET = 100_000;

  /** Returns the documents on a page, sorted by id in code point order. */
  public List<CatalogueEntry> entries(Slice slice) {
    List<CatalogueEntry> entries = new ArrayList<>();
    if (slice.offset() > LARGE_OFFSET && slice.offset() >= documents()) {
      return entries;
    }
    List<CatalogueEntry> some;
    int wanted;
    do {
      wanted = Math.min(DOCUMENTS_PER_REQUEST, slice.size() - entries.size());
      int offset = slice.offset() + entries.size();
      some = testsChunks(view.scope()) ? byChunks(offset, wanted) : byDocuments(offset, wanted);
      entries.addAll(some);
    } while (some.size() == wanted && entries.size() < slice.size());
    return entries;
  }

  /** Returns the number of documents in and out of scope. */
  private long documents() {
    View all = view.withoutScope();
    return all.query(params(all, "*:*", 0), Map.of()).getResults().getNumFound();
  }

  /** Whether chunks of one document can differ in whether a scope allows them. */
  private static boolean testsChunks(Scope scope) {
    return ScopeQuery.mentions(scope, Scope.Chunks.class::isInstance);
  }

  // Sorted by a field, not by a facet: shards sort facets as UTF-8, but the coordinator merges them
  // as UTF-16, so that documents would be missing or listed twice.
  private List<CatalogueEntry> byDocuments(int offset, int size) {
    ModifiableSolrParams params = params(view, "*:*", size);
    params.set("start", offset);
    params.set("sort", "doc asc");
    return documents(view, params)
        .map(document -> entry(document, document.characters(), document.chunks()))
        .toList();
  }

  /** Returns documents of which chunks are in scope, with the counts of these chunks. */
  private List<CatalogueEntry> byChunks(int offset, int size) {
    View all = view.withoutScope();
    ModifiableSolrParams params = params(all, "*:*", size);
    params.set("start", offset);
    params.set("sort", "doc asc");
    addChunkScope(params);
    List<DocumentSummary> documents = documents(all, params).toList();
    Map<String, BucketJsonFacet> counts = counts(documents);
    return documents.stream()
        .map(document -> entry(document, counts.get(Keys.of(document.id()))))
        .toList();
  }

  /**
   * Lets a request find only documents with a chunk in scope, and documents without chunks that are
   * in scope themselves. The same shard stores a document and its chunks. Without children, {@code
   * {!parent}} matches the documents of a filter, and Lucene counts it as one leaf.
   */
  private void addChunkScope(ModifiableSolrParams params) {
    ModifiableSolrParams scope = new ModifiableSolrParams();
    ScopeQuery.of(view.scope()).addTo(scope);
    String[] filters = scope.getParams("fq");
    scope.remove("fq");
    StringBuilder query = new StringBuilder("+(kind:c (+kind:d +chunks:0))");
    for (int i = 0; i < filters.length; i++) {
      query.append(" +{!parent which=$chunkScope").append(i).append('}');
      params.set("chunkScope" + i, filters[i]);
    }
    params.set("chunksInScope", query.toString());
    params.add("fq", "{!join from=ver to=ver v=$chunksInScope}");
    params.add(scope);
  }

  /** Counts the chunks in scope of documents. */
  private Map<String, BucketJsonFacet> counts(List<DocumentSummary> documents) {
    Map<String, BucketJsonFacet> counts = new HashMap<>();
    List<String> keys =
        documents.stream()
            .filter(each -> each.chunks() > 0)
            .map(each -> Keys.of(each.id()))
            .toList();
    if (keys.isEmpty()) {
      return counts;
    }
    ModifiableSolrParams params = view.params(Fields.CHUNK_KIND);
    params.set("q", "{!terms f=dk v=$keys}");
    params.set("keys", String.join(",", keys));
    params.set("rows", 0);
    String facet = "{type:terms,field:dk,limit:" + keys.size() + ",facet:{chars:\"sum(chars)\"}}";
    BucketBasedJsonFacet buckets =
        view.query(params, Map.of("documents", facet))
            .getJsonFacetingResponse()
            .getBucketBasedFacets("documents");
    if (buckets != null) {
      buckets.getBuckets().forEach(each -> counts.put(String.valueOf(each.getVal()), each));
    }
    return counts;
  }

  private CatalogueEntry entry(DocumentSummary document, @Nullable BucketJsonFacet chunks) {
    if (document.chunks() == 0) {
      return entry(document, 0, 0);
    }
    if (chunks == null) {
      // The two requests have reached replicas with different documents.
      throw view.incomplete();
    }
    return entry(
        document, ((Number) chunks.getStatValue("chars")).longValue(), (int) chunks.getCount());
  }

  private static CatalogueEntry entry(DocumentSummary document, long characters, int chunks) {
    return new CatalogueEntry(
        document.id(),
        document.source(),
        document.title(),
        document.metadata(),
        characters,
        chunks);
  }

  /** Returns a document without chunks; empty if it is unknown, out of scope or has chunks. */
  public Optional<Document> emptyDocument(String id) {
    ModifiableSolrParams params = params(view, "{!term f=dk v=$key}", 1);
    params.set("key", Keys.of(id));
    params.add("fq", "chunks:0");
    return documents(view, params).findFirst().map(SolrCatalogue::emptyDocument);
  }

  /** A document with a title has a chunk. */
  private static Document emptyDocument(DocumentSummary stored) {
    Document.Builder document = Document.builder(stored.id(), "");
    stored.metadata().forEach(document::metadata);
    return document.build();
  }

  private static ModifiableSolrParams params(View view, String query, int rows) {
    ModifiableSolrParams params = view.params(Fields.DOCUMENT_KIND);
    params.set("q", query);
    params.set("rows", rows);
    params.set("fl", Fields.PAYLOAD);
    return params;
  }

  private static Stream<DocumentSummary> documents(View view, ModifiableSolrParams params) {
    return view.query(params, Map.of()).getResults().stream()
        .map(document -> document(view, document));
  }

  private static DocumentSummary document(View view, SolrDocument document) {
    return Payloads.document(document.getFieldValue(Fields.PAYLOAD), view.client().collection());
  }
}
