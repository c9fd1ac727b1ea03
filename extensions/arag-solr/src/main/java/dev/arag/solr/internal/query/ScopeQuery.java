package dev.arag.solr.internal.query;

import dev.arag.core.corpus.Scope;
import org.apache.solr.common.params.ModifiableSolrParams;

/** Translates a scope to filter queries. */
final class ScopeQuery {
  private final Scope scope;

  private ScopeQuery(Scope scope) {
    this.scope = scope;
  }

  static ScopeQuery of(Scope scope) {
    return new ScopeQuery(scope);
  }

  void addTo(ModifiableSolrParams params) {
    if (!(scope instanceof Scope.Everything)) {
      throw new UnsupportedOperationException();
    }
  }
}
