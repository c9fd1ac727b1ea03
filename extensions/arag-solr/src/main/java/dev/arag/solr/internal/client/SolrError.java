package dev.arag.solr.internal.client;

import java.util.stream.Collectors;
import org.apache.solr.common.SolrException;

/**
 * The cause of an exception: the classes and the HTTP status of a failure of SolrJ. It omits the
 * messages, because they can contain queries, documents and URLs.
 */
final class SolrError extends Exception {
  private static final long serialVersionUID = 1L;

  /** The HTTP status; 0 if Solr has not answered. */
  private final int status;

  private SolrError(String message, int status) {
    super(message);
    this.status = status;
  }

  /** Whether Solr has answered that the request is wrong or not permitted. */
  boolean isRefusal() {
    return status >= 400 && status < 500;
  }

  static SolrError of(Throwable failure) {
    SolrError error =
        new SolrError(
            SolrFailures.causes(failure)
                .map(SolrError::describe)
                .collect(Collectors.joining("; caused by ")),
            SolrFailures.causes(failure)
                .filter(SolrException.class::isInstance)
                .mapToInt(each -> ((SolrException) each).code())
                .findFirst()
                .orElse(0));
    error.setStackTrace(failure.getStackTrace());
    return error;
  }

  private static String describe(Throwable failure) {
    String name = failure.getClass().getName();
    if (!(failure instanceof SolrException solr)) {
      return name;
    }
    String onServer = solr.getRootThrowable();
    return name
        + " (HTTP status "
        + solr.code()
        + (onServer == null ? ")" : ", " + onServer + " on the server)");
  }
}
