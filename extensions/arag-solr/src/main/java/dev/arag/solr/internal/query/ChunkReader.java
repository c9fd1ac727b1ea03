package dev.arag.solr.internal.query;

import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.solr.internal.layout.Fields;
import dev.arag.solr.internal.layout.Keys;
import dev.arag.solr.internal.layout.Payloads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrDocumentList;
import org.apache.solr.common.params.ModifiableSolrParams;

/**
 * Reads chunks. The number of chunks per request is limited.
 *
 * @param view the view that contains the chunks
 */
public record ChunkReader(View view) {
  static final int CHUNKS_PER_REQUEST = 200;

  /** Returns chunks in the order of the ids; unknown ids and ids out of scope are omitted. */
  public List<Chunk> read(Collection<ChunkId> ids) {
    List<String> keys = new LinkedHashSet<>(ids).stream().map(id -> Keys.of(id.value())).toList();
    Map<String, Chunk> found = byKey(keys);
    return keys.stream().map(found::get).filter(Objects::nonNull).toList();
  }

  /**
   * Returns chunks that the view contains, by key.
   *
   * @throws CorpusException if a chunk is missing
   */
  Map<String, Chunk> require(Collection<String> keys) {
    Map<String, Chunk> found = byKey(new ArrayList<>(keys));
    if (!found.keySet().containsAll(keys)) {
      throw new CorpusException(
          "The Solr collection "
              + view.client().collection()
              + " contains sentences whose chunks are missing."
              + " Sync the documents into a new collection.");
    }
    return found;
  }

  private Map<String, Chunk> byKey(List<String> keys) {
    Map<String, Chunk> found = new HashMap<>();
    for (int start = 0; start < keys.size(); start += CHUNKS_PER_REQUEST) {
      List<String> some = keys.subList(start, Math.min(keys.size(), start + CHUNKS_PER_REQUEST));
      ModifiableSolrParams params = params("{!terms f=ck v=$keys}", some.size());
      params.set("keys", String.join(",", some));
      chunks(params).forEach(chunk -> found.put(Keys.of(chunk.id().value()), chunk));
    }
    return found;
  }

  /** Returns the chunks of a document in text order. */
  public List<Chunk> chunksOf(String documentId) {
    List<Chunk> all = new ArrayList<>();
    List<Chunk> some;
    int next = 0;
    do {
      some = chunksFrom(documentId, next);
      all.addAll(some);
      next = some.isEmpty() ? next : some.get(some.size() - 1).location().ordinal() + 1;
    } while (some.size() == CHUNKS_PER_REQUEST);
    return all;
  }

  private List<Chunk> chunksFrom(String documentId, int ordinal) {
    ModifiableSolrParams params = params("{!term f=dk v=$key}", CHUNKS_PER_REQUEST);
    params.set("key", Keys.of(documentId));
    params.add("fq", "{!lucene cache=false}ord:[" + ordinal + " TO *]");
    params.set("sort", "ord asc");
    return chunks(params).toList();
  }

  private ModifiableSolrParams params(String query, int rows) {
    ModifiableSolrParams params = view.params(Fields.CHUNK_KIND);
    params.set("q", query);
    params.set("rows", rows);
    params.set("fl", Fields.PAYLOAD);
    return params;
  }

  private Stream<Chunk> chunks(ModifiableSolrParams params) {
    SolrDocumentList results = view.query(params, Map.of()).getResults();
    return results.stream().map(this::chunk);
  }

  private Chunk chunk(SolrDocument document) {
    return Payloads.chunk(document.getFieldValue(Fields.PAYLOAD), view.client().collection());
  }
}
