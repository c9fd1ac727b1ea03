package dev.arag.solr.internal.query;

import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Page;
import dev.arag.core.corpus.Scope;
import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Document;
import dev.arag.solr.internal.layout.Fields;
import dev.arag.solr.internal.layout.Keys;
import dev.arag.solr.internal.layout.Payloads;
import dev.arag.solr.internal.layout.StoredDocument;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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
public record DocumentList(View view) {
  static final int DOCUMENTS_PER_REQUEST = 500;

  /** The server allocates memory for the documents up to the end of a page. */
  private static final int LARGE_OFFSET = 100_000;

  /** Returns the documents on a page, sorted by id in code point order. */
  public List<CatalogueEntry> entries(Page page) {
    List<CatalogueEntry> entries = new ArrayList<>();
    if (page.offset() > LARGE_OFFSET && page.offset() >= documents()) {
      return entries;
    }
    List<CatalogueEntry> some;
    int wanted;
    do {
      wanted = Math.min(DOCUMENTS_PER_REQUEST, page.size() - entries.size());
      int offset = page.offset() + entries.size();
      some = testsChunks(view.scope()) ? byChunks(offset, wanted) : byDocuments(offset, wanted);
      entries.addAll(some);
    } while (some.size() == wanted && entries.size() < page.size());
    return entries;
  }

  /** Returns the number of documents in and out of scope. */
  private long documents() {
    View all = view.withoutScope();
    return all.query(params(all, "*:*", 0), Map.of()).getResults().getNumFound();
  }

  /** Whether chunks of one document can differ in whether a scope allows them. */
  private static boolean testsChunks(Scope scope) {
    // A loop, because a scope can be a chain of thousands.
    Deque<Scope> open = new ArrayDeque<>(List.of(scope));
    while (!open.isEmpty()) {
      Scope next = open.pop();
      if (next instanceof Scope.Chunks) {
        return true;
      }
      if (next instanceof Scope.And and) {
        open.push(and.left());
        open.push(and.right());
      } else if (next instanceof Scope.Or or) {
        open.push(or.left());
        open.push(or.right());
      } else if (next instanceof Scope.Not not) {
        open.push(not.scope());
      }
    }
    return false;
  }

  private List<CatalogueEntry> byDocuments(int offset, int size) {
    ModifiableSolrParams params = params(view, "*:*", size);
    params.set("start", offset);
    params.set("sort", "doc asc");
    return documents(view, params)
        .map(document -> entry(document, document.characters(), document.chunks()))
        .toList();
  }

  /** Counts the chunks of each document in scope. A document without chunks counts itself. */
  private List<CatalogueEntry> byChunks(int offset, int size) {
    ModifiableSolrParams params = view.params("(c d)");
    params.set("q", "*:*");
    params.set("rows", 0);
    params.add("fq", "{!bool should=$ofChunks should=$empty}");
    params.set("ofChunks", "kind:c");
    params.set("empty", "+kind:d +chunks:0");
    String facet =
        "{type:terms,field:doc,sort:\"index asc\",offset:"
            + offset
            + ",limit:"
            + size
            + ",facet:{chars:\"sum(chars)\"}}";
    BucketBasedJsonFacet buckets =
        view.query(params, Map.of("documents", facet))
            .getJsonFacetingResponse()
            .getBucketBasedFacets("documents");
    return buckets == null ? List.of() : entries(buckets.getBuckets());
  }

  private List<CatalogueEntry> entries(List<BucketJsonFacet> buckets) {
    List<String> keys =
        buckets.stream().map(bucket -> Keys.of(String.valueOf(bucket.getVal()))).toList();
    Map<String, StoredDocument> stored = new HashMap<>();
    ModifiableSolrParams params = params(view.withoutScope(), "{!terms f=dk v=$keys}", keys.size());
    params.set("keys", String.join(",", keys));
    documents(view.withoutScope(), params).forEach(document -> stored.put(document.id(), document));
    return buckets.stream().map(bucket -> entry(stored.get(bucket.getVal()), bucket)).toList();
  }

  private CatalogueEntry entry(@Nullable StoredDocument document, BucketJsonFacet bucket) {
    if (document == null) {
      throw new CorpusException(
          "The Solr collection "
              + view.client().collection()
              + " contains chunks whose documents are missing."
              + " Sync the documents into a new collection.");
    }
    return document.chunks() == 0
        ? entry(document, 0, 0)
        : entry(
            document, ((Number) bucket.getStatValue("chars")).longValue(), (int) bucket.getCount());
  }

  private static CatalogueEntry entry(StoredDocument document, long characters, int chunks) {
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
    return documents(view, params).findFirst().map(DocumentList::emptyDocument);
  }

  private static Document emptyDocument(StoredDocument stored) {
    Document.Builder document = Document.builder(stored.id(), "").title(stored.title());
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

  private static Stream<StoredDocument> documents(View view, ModifiableSolrParams params) {
    return view.query(params, Map.of()).getResults().stream().map(DocumentList::document);
  }

  private static StoredDocument document(SolrDocument document) {
    return Payloads.document(document.getFieldValue(Fields.PAYLOAD));
  }
}
