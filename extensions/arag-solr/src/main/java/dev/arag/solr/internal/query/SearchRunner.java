package dev.arag.solr.internal.query;

import dev.arag.core.corpus.Scope;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.IndexNotFoundException;
import dev.arag.core.spi.MatchingRules;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.layout.State;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs searches in the current state of a collection, or in a fixed state. If a response is not
 * complete, the search runs again for a few seconds, with the answers of the leaders.
 */
public final class SearchRunner {
  private static final int RETRIES = 5;
  private static final long FIRST_DELAY_MILLIS = 100;

  private final CollectionClient client;
  private final @Nullable State fixed;
  private final boolean retries;
  private final boolean asksLeaders;

  /** Creates the exception for a fixed state that is no longer stored, from its message. */
  private final Function<String, ? extends CorpusException> expired;

  private SearchRunner(
      CollectionClient client,
      @Nullable State fixed,
      boolean retries,
      boolean asksLeaders,
      Function<String, ? extends CorpusException> expired) {
    this.client = client;
    this.fixed = fixed;
    this.retries = retries;
    this.asksLeaders = asksLeaders;
    this.expired = expired;
  }

  /**
   * Returns a runner for the state that is current when a search runs.
   *
   * @param expired creates the exception for a fixed state that is no longer stored, from its
   *     message
   */
  public static SearchRunner current(
      CollectionClient client, Function<String, ? extends CorpusException> expired) {
    return new SearchRunner(client, null, true, false, expired);
  }

  /** Returns a runner for parts of a search. Only the whole search runs again. */
  public static SearchRunner of(View running) {
    return new SearchRunner(
        running.client(), running.state(), false, running.asksLeaders(), CorpusException::new);
  }

  /** Returns a runner for the state that is current now. */
  public SearchRunner fix() {
    return fixed == null ? new SearchRunner(client, state(), true, false, expired) : this;
  }

  /**
   * Runs a search. If the collection has rights and the scope does not check them, it finds
   * nothing.
   *
   * @param ignoresRights whether the search also finds documents that nobody may read
   * @param search sends any number of requests, all of them to the given view
   * @throws IndexNotFoundException if the collection does not exist or nothing was published
   * @throws CorpusException if the collection cannot be read
   */
  public <T> T run(Scope scope, boolean ignoresRights, Function<View, T> search) {
    boolean isAllowed = ignoresRights || scope.checksRights();
    State state = state();
    for (int attempt = 0; ; attempt++) {
      try {
        Scope allowed = isAllowed || !state.settings().hasRights() ? scope : Scope.documents();
        return search.apply(new View(client, state, allowed, asksLeaders || attempt > 0));
      } catch (IncompleteViewException e) {
        state = afterIncomplete(e, state, attempt);
      }
    }
  }

  /**
   * Returns the state for the next attempt, after a delay if the last one may still be complete.
   */
  private State afterIncomplete(IncompleteViewException incomplete, State last, int attempt) {
    if (!retries) {
      throw incomplete;
    }
    State current = published();
    boolean isOlder = current.id().equals(last.id()) && current.claimed() < last.claimed();
    if (fixed != null && !isStored(fixed, current) && !isOlder) {
      throw expired.apply(
          "The snapshot of the Solr collection "
              + client.collection()
              + " has expired: its state was removed by a purge or after the retention. Take a new"
              + " snapshot and run again.");
    }
    if (attempt == RETRIES) {
      throw incomplete;
    }
    // A replica that is behind may return an older state.
    boolean keepsLast = fixed != null || isOlder;
    if (keepsLast || (isStored(last, current) && last.marker() == current.marker())) {
      sleep(FIRST_DELAY_MILLIS << attempt, incomplete);
    }
    return keepsLast ? last : current;
  }

  /**
   * Returns whether the markers of a state are still stored. Another collection may have the same
   * name, for example after the collection was created again.
   */
  private static boolean isStored(State state, State current) {
    return current.id().equals(state.id())
        && current.publications().stream().anyMatch(each -> each.marker() == state.marker());
  }

  private static void sleep(long millis, IncompleteViewException incomplete) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw incomplete;
    }
  }

  /** Returns the state of the next search. */
  public State state() {
    return fixed == null ? published() : fixed;
  }

  private State published() {
    CollectionClient.VersionedState stored = client.state();
    if (stored == null || stored.state().marker() == 0) {
      throw new IndexNotFoundException(
          "The Solr collection "
              + client.collection()
              + " contains no published documents. Sync documents into it first.");
    }
    State state = stored.state();
    if (!state.rules().equals(MatchingRules.VERSION)) {
      throw new CorpusException(
          "The Solr collection "
              + client.collection()
              + " was written with the text normalization rules "
              + state.rules()
              + ", but this version of the library uses the rules "
              + MatchingRules.VERSION
              + ". Sync the documents into a new collection.");
    }
    return state;
  }
}
