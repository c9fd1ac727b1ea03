package dev.arag.solr.internal.write;

import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.Embedding;
import dev.arag.core.internal.string.LoneSurrogates;
import dev.arag.core.text.Chunk;
import dev.arag.index.spi.split.Splitter;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.layout.DocumentSummary;
import dev.arag.solr.internal.layout.Fields;
import dev.arag.solr.internal.layout.Keys;
import dev.arag.solr.internal.layout.Payloads;
import dev.arag.solr.internal.layout.State;
import dev.arag.solr.internal.query.View;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.solr.client.solrj.response.QueryResponse;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrDocumentList;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.jspecify.annotations.Nullable;

/**
 * Finds the visible documents of a collection for its writer. Documents are usually asked for in
 * the order of their ids, so that one request reads a window of many documents. Not thread-safe.
 */
final class StoredDocuments {
  static final int PAGE = 1_000;
  private static final int FIRST_WINDOW = 16;
  private static final int MAX_WINDOW = 2_000;
  private static final int VECTOR_PAGE = 2_000;
  private static final int MAX_KEYS = 500;

  private final CollectionClient client;
  private final Updates updates;
  private final Supplier<State> state;

  /** The visible documents from {@link #windowStart} to {@link #windowEnd}, by id. */
  private Map<String, StoredVersion> window = Map.of();

  private byte[] windowStart = {};

  /** The last id of the window; null if there is no later document. */
  private byte @Nullable [] windowEnd = {};

  private int windowRows = FIRST_WINDOW;
  private int windowHits;
  private boolean hasWindow;

  /**
   * @param state returns the current state
   */
  StoredDocuments(CollectionClient client, Updates updates, Supplier<State> state) {
    this.client = client;
    this.updates = updates;
    this.state = state;
  }

  /** A document that is stored, the name of its source, and its version. */
  record Holder(String documentId, String source, String version) {}

  /**
   * What a new version of a document depends on.
   *
   * @param holders the documents that have chunks with the same ids, by the id of the chunk
   * @param vectors the vectors of the stored version, by the key of the embedded text
   */
  record Related(Map<String, Holder> holders, Map<String, Embedding> vectors) {
    /** For a document that is not stored. */
    static final Related NONE = new Related(Map.of(), Map.of());
  }

  private boolean isEmpty() {
    return state.get().published().isEmpty();
  }

  /**
   * Returns the stored version of a document. It may be one that this writer has replaced in the
   * meantime.
   */
  Optional<StoredVersion> find(String documentId) {
    byte[] id = documentId.getBytes(StandardCharsets.UTF_8);
    // An id with a lone surrogate is never stored, and a request cannot contain it.
    if (isEmpty() || LoneSurrogates.isIn(documentId)) {
      return Optional.empty();
    }
    if (!isInWindow(id)) {
      readWindow(documentId, id);
    }
    windowHits++;
    return Optional.ofNullable(window.get(documentId));
  }

  private boolean isInWindow(byte[] id) {
    return hasWindow
        && Arrays.compareUnsigned(id, windowStart) >= 0
        && (windowEnd == null || Arrays.compareUnsigned(id, windowEnd) <= 0);
  }

  private void readWindow(String documentId, byte[] id) {
    windowRows = windowHits >= windowRows / 2 ? Math.min(MAX_WINDOW, 2 * windowRows) : FIRST_WINDOW;
    windowHits = 0;
    ModifiableSolrParams params = params(Fields.DOCUMENT_KIND, StoredVersion.FIELDS, windowRows);
    params.set("q", "{!lucene v=$from}");
    params.set("from", fromId(documentId, true));
    params.set("sort", "doc asc");
    SolrDocumentList found = run(params).getResults();
    window = new HashMap<>();
    found.forEach(each -> window.put((String) each.getFieldValue("doc"), StoredVersion.of(each)));
    windowStart = id;
    windowEnd =
        found.size() < windowRows
            ? null
            : String.valueOf(found.get(found.size() - 1).getFieldValue("doc"))
                .getBytes(StandardCharsets.UTF_8);
    hasWindow = true;
  }

  /** The query for documents from an id on. Within quotation marks, two characters are escaped. */
  static String fromId(String documentId, boolean isInclusive) {
    String quoted = documentId.replace("\\", "\\\\").replace("\"", "\\\"");
    return "doc:" + (isInclusive ? '[' : '{') + '"' + quoted + "\" TO *]";
  }

  /** Returns the visible versions of documents. */
  List<StoredVersion> findAll(Collection<String> documentIds) {
    List<StoredVersion> found = new ArrayList<>();
    if (isEmpty()) {
      return found;
    }
    List<String> keys = documentIds.stream().map(Keys::of).distinct().toList();
    for (int i = 0; i < keys.size(); i += MAX_KEYS) {
      List<String> some = keys.subList(i, Math.min(keys.size(), i + MAX_KEYS));
      ModifiableSolrParams params = params(Fields.DOCUMENT_KIND, StoredVersion.FIELDS, some.size());
      params.set("q", "{!terms f=dk v=$keys}");
      params.set("keys", String.join(",", some));
      run(params).getResults().forEach(each -> found.add(StoredVersion.of(each)));
    }
    return found;
  }

  /**
   * Passes on all visible documents of a source, in pages in the order of their ids. The receiver
   * may publish changes between two pages.
   */
  void forEach(String source, Consumer<List<StoredVersion>> pages) {
    if (isEmpty()) {
      return;
    }
    String after = null;
    List<StoredVersion> page;
    do {
      ModifiableSolrParams params = params(Fields.DOCUMENT_KIND, StoredVersion.FIELDS, PAGE);
      params.set("q", after == null ? "*:*" : "{!lucene v=$from}");
      if (after != null) {
        params.set("from", fromId(after, false));
      }
      params.add("fq", "{!term f=sk v=$source}");
      params.set("source", Keys.of(source));
      params.set("sort", "doc asc");
      page = run(params).getResults().stream().map(StoredVersion::of).toList();
      if (!page.isEmpty()) {
        pages.accept(page);
        after = page.get(page.size() - 1).id();
      }
    } while (page.size() == PAGE);
  }

  /** Returns whether a source has a visible document. */
  boolean hasDocument(String source) {
    return hasDocumentOf(Keys.of(source));
  }

  /** Like {@link #hasDocument}, with the key of the name of the source. */
  boolean hasDocumentOf(String sourceKey) {
    if (isEmpty()) {
      return false;
    }
    ModifiableSolrParams params = params(Fields.DOCUMENT_KIND, Fields.ID, 0);
    params.set("q", "{!term f=sk v=$source}");
    params.set("source", sourceKey);
    return run(params).getResults().getNumFound() > 0;
  }

  /** Returns the id and the source of a visible document. */
  Optional<Holder> holder(String documentKey) {
    ModifiableSolrParams params = params(Fields.DOCUMENT_KIND, "payload,ver", 1);
    params.set("q", "{!term f=dk v=$key}");
    params.set("key", documentKey);
    return run(params).getResults().stream().map(this::holder).findFirst();
  }

  private Holder holder(SolrDocument document) {
    DocumentSummary stored =
        Payloads.document(document.getFieldValue(Fields.PAYLOAD), client.collection());
    String version = (String) document.getFieldValue(Fields.DOCUMENT_VERSION);
    return new Holder(stored.id(), stored.source(), version);
  }

  /** Discards the documents that were read, because the state has changed. */
  void invalidate() {
    hasWindow = false;
    windowHits = windowRows;
  }

  /**
   * Returns the newest visible Solr document of a kind and a source, with its payload only; empty
   * if there is none.
   */
  Optional<SolrDocument> ofSource(String kind, String source) {
    if (isEmpty()) {
      return Optional.empty();
    }
    ModifiableSolrParams params = params(kind, Fields.PAYLOAD, 1);
    params.set("q", "{!term f=sk v=$source}");
    params.set("source", Keys.of(source));
    params.set("sort", "gen desc");
    return run(params).getResults().stream().findFirst();
  }

  /** Runs a query for published and unpublished Solr documents. */
  SolrDocumentList raw(String query, String fields, String sort, int rows) {
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set("q", query);
    params.set("fl", fields);
    params.set("sort", sort);
    params.set("rows", rows);
    return run(params).getResults();
  }

  /**
   * Returns whether another document has, or ever had, chunk ids that begin with the short form of
   * this key.
   */
  boolean isKeyTaken(String key) {
    if (isEmpty()) {
      return false;
    }
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set("q", "{!term f=shortkey v=$key}");
    params.set("key", key.substring(0, Splitter.SHORT_KEY_LENGTH));
    params.add("fq", "kind:(d k)");
    params.add("fq", state.get().publishedQuery());
    params.set("fl", Fields.KEY);
    params.set("rows", PAGE);
    return run(params).getResults().stream()
        .anyMatch(each -> !key.equals(each.getFieldValue(Fields.KEY)));
  }

  /**
   * Returns what a new version of a document depends on.
   *
   * @param replaced the version whose vectors are returned; null if there is none
   */
  Related related(String documentId, List<Chunk> chunks, @Nullable StoredVersion replaced) {
    Map<String, Holder> holders = new HashMap<>();
    Map<String, Embedding> vectors = new HashMap<>();
    if (isEmpty()) {
      return new Related(holders, vectors);
    }
    String documentKey = Keys.of(documentId);
    Map<String, String> idOfKey =
        chunks.stream()
            .map(chunk -> chunk.id().value())
            .collect(Collectors.toMap(Keys::of, id -> id, (one, same) -> one));
    int start = 0;
    SolrDocumentList page;
    do {
      page = run(relatedParams(idOfKey.keySet(), documentKey, replaced, start)).getResults();
      for (SolrDocument each : page) {
        if (Fields.CHUNK_KIND.equals(each.getFieldValue(Fields.KIND))) {
          addHolder(each, idOfKey, holders);
        } else {
          vectors.put(
              (String) each.getFieldValue(Fields.TEXT_HASH),
              Embedding.of(Payloads.vector(each.getFieldValue(Fields.VECTOR_BYTES))));
        }
      }
      start += VECTOR_PAGE;
    } while (page.size() == VECTOR_PAGE);
    return new Related(holders, vectors);
  }

  private void addHolder(
      SolrDocument chunk, Map<String, String> idOfKey, Map<String, Holder> holders) {
    String id = idOfKey.get((String) chunk.getFieldValue(Fields.CHUNK_KEY));
    String documentKey = (String) chunk.getFieldValue(Fields.DOCUMENT_KEY);
    holder(documentKey).ifPresent(holder -> holders.put(String.valueOf(id), holder));
  }

  private ModifiableSolrParams relatedParams(
      Collection<String> chunkKeys,
      String documentKey,
      @Nullable StoredVersion replaced,
      int start) {
    String fields =
        String.join(
            ",",
            Fields.KIND,
            Fields.CHUNK_KEY,
            Fields.DOCUMENT_KEY,
            Fields.TEXT_HASH,
            Fields.VECTOR_BYTES);
    ModifiableSolrParams params =
        params("(" + Fields.CHUNK_KIND + " " + Fields.SENTENCE_KIND + ")", fields, VECTOR_PAGE);
    params.set("q", "{!bool should=$chunks should=$sentences}");
    params.set("chunks", "{!bool must=$held must_not=$own filter='kind:c'}");
    params.set("held", "{!terms f=ck v=$chunkKeys}");
    params.set("chunkKeys", String.join(",", chunkKeys));
    params.set("own", "{!term f=dk v=$document}");
    params.set("document", documentKey);
    params.set(
        "sentences", "{!bool must=$oldVersion filter='kind:s' filter='dk:" + documentKey + "'}");
    params.set("oldVersion", "{!term f=ver v=$replaced}");
    params.set("replaced", replaced == null ? "none" : replaced.version());
    params.set("sort", "doc asc,ord asc,pos asc,id asc");
    params.set("start", start);
    return params;
  }

  /** The numbers of visible documents, chunks and sentences. */
  record Counts(long documents, long chunks, long sentences) {}

  Counts counts() {
    ModifiableSolrParams params = params(Fields.DOCUMENT_KIND, Fields.ID, 0);
    params.set("q", "*:*");
    QueryResponse response =
        run(params, Map.of("chunks", "\"sum(chunks)\"", "sentences", "\"sum(sentences)\""));
    return new Counts(
        response.getResults().getNumFound(), sum(response, "chunks"), sum(response, "sentences"));
  }

  private static long sum(QueryResponse response, String name) {
    Object sum = response.getJsonFacetingResponse().getStatValue(name);
    return sum instanceof Number number ? number.longValue() : 0;
  }

  private ModifiableSolrParams params(String kind, String fields, int rows) {
    ModifiableSolrParams params = new View(client, state.get(), Scope.everything()).params(kind);
    params.set("fl", fields);
    params.set("rows", rows);
    return params;
  }

  private QueryResponse run(ModifiableSolrParams params) {
    return run(params, Map.of());
  }

  private QueryResponse run(ModifiableSolrParams params, Map<String, String> facets) {
    View view = new View(client, state.get(), Scope.everything(), true);
    return updates.retry(() -> view.query(params, facets));
  }
}
