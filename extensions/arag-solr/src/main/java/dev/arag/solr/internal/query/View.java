package dev.arag.solr.internal.query;

import dev.arag.core.corpus.Scope;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.layout.State;
import java.util.Map;
import org.apache.solr.client.solrj.response.QueryResponse;
import org.apache.solr.client.solrj.response.json.NestableJsonFacet;
import org.apache.solr.common.SolrDocumentList;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.jspecify.annotations.Nullable;

/**
 * The part of a collection that one search sees: the published state and a scope. Each request
 * counts the markers of the state. If a marker is missing, a replica is behind, a shard is missing
 * or the state was purged. Each request also counts the documents found. Solr selects and counts
 * documents first and reads their fields later. It omits a document that is deleted in between.
 *
 * @param asksLeaders whether the leaders of the shards answer if possible. Only they have each
 *     state as soon as it is published: a PULL or TLOG replica copies it from its leader later
 */
public record View(CollectionClient client, State state, Scope scope, boolean asksLeaders) {
  private static final String MARKERS = "markers";
  private static final int DEFAULT_ROWS = 10;

  /** A view that any replica answers. */
  public View(CollectionClient client, State state, Scope scope) {
    this(client, state, scope, false);
  }

  /** Returns a view of the same state without a scope. */
  View withoutScope() {
    return new View(client, state, Scope.everything(), asksLeaders);
  }

  /** Returns the parameters of a request for documents of a kind in this view. */
  public ModifiableSolrParams params(String kind) {
    ModifiableSolrParams params = new ModifiableSolrParams();
    // A keyword may contain "${".
    params.set("expandMacros", false);
    params.add("fq", "kind:" + kind);
    params.add("fq", state.publishedQuery());
    params.add("fq", "{!bool must=$all must_not=$retired}");
    params.set("all", "*:*");
    params.set("retired", "{!join from=target to=ver v=$tombstones}");
    params.set("tombstones", "+kind:t +" + state.publishedQuery());
    ScopeQuery.of(scope).addTo(params);
    return params;
  }

  /**
   * Runs a request.
   *
   * @param facets the JSON facets of the request, by name
   * @throws IncompleteViewException if a marker of the state or a document found is missing
   */
  public QueryResponse query(ModifiableSolrParams params, Map<String, String> facets) {
    StringBuilder json = new StringBuilder("{");
    facets.forEach((name, facet) -> json.append(name).append(':').append(facet).append(','));
    json.append(MARKERS)
        .append(":{type:query,q:\"+kind:m +gen:")
        .append(state.marker())
        .append(" +ver:")
        .append(state.id())
        .append("\",domain:{query:\"*:*\"}}}");
    params.set("json.facet", json.toString());
    if (asksLeaders) {
      askLeaders(params);
    }
    QueryResponse response = client.query(params);
    NestableJsonFacet counts = response.getJsonFacetingResponse();
    requireMarkers(counts);
    requireDocuments(params, response.getResults(), counts.getCount());
    return response;
  }

  /** Lets the leaders of the shards answer a request if possible. */
  public static void askLeaders(ModifiableSolrParams params) {
    params.set("shards.preference", "replica.leader:true,replica.type:NRT,replica.type:TLOG");
    // Otherwise a node that has the only shard answers itself, whatever replica it has.
    params.set("shortCircuit", false);
  }

  private void requireMarkers(@Nullable NestableJsonFacet facets) {
    NestableJsonFacet markers = facets == null ? null : facets.getQueryFacet(MARKERS);
    long found = markers == null ? 0 : markers.getCount();
    if (found != state.markers()) {
      throw IncompleteViewException.ofMarkers(client.collection(), found, state.markers());
    }
  }

  /**
   * @param counted the number of documents when Solr selected them
   */
  private void requireDocuments(
      ModifiableSolrParams params, SolrDocumentList documents, long counted) {
    long rows = params.getInt("rows", DEFAULT_ROWS);
    long expected = Math.max(0, Math.min(rows, counted - params.getInt("start", 0)));
    if (documents.getNumFound() != counted || documents.size() != expected) {
      throw incomplete();
    }
  }

  /** Returns the exception for documents that Solr has counted, but not returned. */
  IncompleteViewException incomplete() {
    return IncompleteViewException.ofDocuments(client.collection());
  }
}
