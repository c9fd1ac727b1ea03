package dev.arag.solr.internal.client;

import dev.arag.core.error.AragException;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.CorpusUnavailableException;
import dev.arag.core.error.IndexNotFoundException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.common.SolrException;
import org.jspecify.annotations.Nullable;

/**
 * Converts failures of SolrJ to the exceptions of this library. No message and no cause contains a
 * query, a document, a URL or a password.
 */
public final class SolrFailures {
  private static final int BAD_REQUEST = 400;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int SERVER_ERROR = 500;

  /** Timeouts, too many requests, gateways, and a cached state of the cluster that is too old. */
  private static final Set<Integer> TRANSIENT = Set.of(408, 429, 502, 503, 504, 510);

  private static final int MAX_DEPTH = 20;

  private final String subject;
  private final Throwable failure;

  private SolrFailures(String collection, Throwable failure) {
    this.subject = "the Solr collection " + collection;
    this.failure = failure;
  }

  /**
   * Returns the exception to throw. If the thread was interrupted, its flag is set.
   *
   * @param failure what SolrJ threw
   */
  public static RuntimeException of(String collection, Throwable failure) {
    return new SolrFailures(collection, failure).toException();
  }

  /**
   * Whether a request would fail again, for example because the password is wrong. A node that
   * stops may fail in any way, and one that starts may not know a collection.
   *
   * @param failure thrown by this library
   */
  public static boolean isPermanent(Throwable failure) {
    if (isClosed(failure)) {
      return true;
    }
    return failure instanceof AragException known
        && !known.isRetriable()
        && !(known instanceof IndexNotFoundException)
        && (!(known.getCause() instanceof SolrError error) || error.isRefusal());
  }

  /** Whether the client was closed. */
  public static boolean isClosed(Throwable failure) {
    return failure instanceof IllegalStateException
        || failure instanceof RejectedExecutionException;
  }

  /**
   * Whether a node refused a request for a shard because another node has just stopped. The same
   * query then succeeds.
   */
  static boolean isStoppedNode(Throwable failure) {
    String message = failure.getMessage();
    return failure instanceof SolrException solr
        && (solr.code() == FORBIDDEN || solr.code() == BAD_REQUEST)
        && message != null
        && (message.contains("neither a live node") || message.contains("'shards' value"));
  }

  private RuntimeException toException() {
    if (isInterruption()) {
      Thread.currentThread().interrupt();
      return new CorpusException(
          "The request to " + subject + " was interrupted.", SolrError.of(failure));
    }
    if (isClosed(failure) || isClosed()) {
      return new IllegalStateException("The client of " + subject + " is closed.");
    }
    if (has(GeneralSecurityException.class)) {
      return corpus(
          "No TLS connection to the nodes of "
              + subject
              + ". Check that the trust store contains their certificates.");
    }
    SolrException solr = find(SolrException.class);
    return solr == null || isUnknownCluster(failure) ? withoutStatus() : withStatus(solr);
  }

  /** A failure inside SolrJ, for example while it parses a response, has no HTTP status. */
  private RuntimeException withoutStatus() {
    if (has(IOException.class)
        || has(TimeoutException.class)
        || has(SolrServerException.class)
        || failure instanceof CancellationException
        || isUnknownCluster(failure)) {
      return unavailable(
          "No node of "
              + subject
              + " answered. Check the URLs and that the nodes are running; or try again later.");
    }
    return corpus("A request to " + subject + " failed; the cause says why.");
  }

  private RuntimeException withStatus(SolrException solr) {
    int status = solr.code();
    if (isStoppedNode(solr) || TRANSIENT.contains(status)) {
      return unavailable(
          "A node or shard of " + subject + " is not available" + with(status) + "; try again.");
    }
    if (isMissingCollection(solr)) {
      return new IndexNotFoundException(
          "The cluster does not contain "
              + subject
              + ". Create it with SolrSetup; or check that the URL ends with /solr.",
          SolrError.of(failure));
    }
    if (status >= SERVER_ERROR || status < BAD_REQUEST) {
      // A node that stops can also fail after it has sent the status 200.
      return unavailable(
          "A node of "
              + subject
              + " failed during a request"
              + with(status)
              + ". Try again; if it fails again, see the log of Solr.");
    }
    return switch (status) {
      case UNAUTHORIZED ->
          corpus(
              "Solr did not accept the credentials for "
                  + subject
                  + with(status)
                  + ". Check the user and the password.");
      case FORBIDDEN ->
          corpus(
              "The user has no permission for this request to "
                  + subject
                  + with(status)
                  + ". Check the permissions of the user in Solr.");
      case CONFLICT ->
          corpus(
              "Another writer has changed "
                  + subject
                  + with(status)
                  + ". Run the operation again.");
      default ->
          corpus("Solr refused a request to " + subject + with(status) + "; see the log of Solr.");
    };
  }

  private static String with(int status) {
    return " (HTTP status " + status + ")";
  }

  private static boolean isMissingCollection(SolrException solr) {
    String message = Objects.requireNonNullElse(solr.getMessage(), "");
    return solr.code() == NOT_FOUND
        || message.startsWith("Collection not found")
        || (solr.code() == BAD_REQUEST
            && message.contains("Collection: ")
            && message.contains(" not found"));
  }

  /** Whether SolrJ could read the state of the cluster from no node. */
  static boolean isUnknownCluster(Throwable failure) {
    return causes(failure)
        .map(each -> Objects.requireNonNullElse(each.getMessage(), ""))
        .anyMatch(
            message ->
                message.startsWith("Failed fetching live_nodes")
                    || message.startsWith("Tried fetching cluster state"));
  }

  private boolean isInterruption() {
    return Thread.currentThread().isInterrupted() || has(InterruptedException.class);
  }

  private boolean isClosed() {
    String message = failure.getMessage();
    return message != null && message.contains("is closed") && find(SolrException.class) == null;
  }

  private boolean has(Class<? extends Throwable> type) {
    return find(type) != null;
  }

  private <T extends Throwable> @Nullable T find(Class<T> type) {
    return causes(failure).filter(type::isInstance).map(type::cast).findFirst().orElse(null);
  }

  /** Returns a throwable and its causes. */
  static Stream<Throwable> causes(Throwable failure) {
    return Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
        .limit(MAX_DEPTH);
  }

  private CorpusException corpus(String message) {
    return new CorpusException(message, SolrError.of(failure));
  }

  private CorpusException unavailable(String message) {
    return new CorpusUnavailableException(message, SolrError.of(failure));
  }
}
