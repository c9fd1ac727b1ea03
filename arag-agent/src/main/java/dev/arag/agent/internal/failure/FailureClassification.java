package dev.arag.agent.internal.failure;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.arag.agent.model.ModelException;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.exception.InternalServerException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.exception.UnresolvedModelServerException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;

/**
 * A category of failed requests: its type, explanation, and remedy.
 *
 * @param type a short name for metrics, see {@link ModelException#type()}
 * @param outcome what the model did, phrased to follow its name, such as "refused the API key"
 * @param advice the remedy; may be empty
 * @param isRetriable whether another attempt may succeed
 * @param matches whether a failure with the given details belongs to this category
 */
public record FailureClassification(
    String type,
    String outcome,
    String advice,
    boolean isRetriable,
    Predicate<FailureDetails> matches) {

  /** All categories. The first match is used, so general categories come last. */
  private static final List<FailureClassification> KINDS =
      List.of(
          permanent(
              "context_overflow",
              "rejected the request: it exceeds the context window",
              "",
              details -> FailurePhrases.isOverflow(details.searchText())),
          permanent(
              "content_filter",
              "blocked the request with its content filter",
              "",
              details ->
                  details.has(ContentFilteredException.class)
                      || FailurePhrases.isFilter(details.searchText())),
          permanent(
              "quota",
              "has no quota left",
              "Check the plan and the credit of the account.",
              details -> details.status(402) || FailurePhrases.isQuota(details.searchText())),
          permanent(
              "authentication",
              "refused the API key",
              "Check the API key.",
              details -> details.has(AuthenticationException.class) || details.status(401, 403)),
          permanent(
              "not_found",
              "was not found",
              "Check the base URL and the model's name.",
              details -> details.has(ModelNotFoundException.class) || details.status(404)),
          permanent(
              "proxy",
              "cannot be reached: the proxy requires authentication",
              "Configure the proxy's user and password in the JVM.",
              details -> details.status(407)),
          permanent(
              "redirect",
              "redirected the request; redirects are not followed",
              "Set the base URL to the final address.",
              FailureDetails::isRedirect),
          retriable(
              "rate_limit",
              "is limiting requests",
              "Try again later.",
              details -> details.has(RateLimitException.class) || details.status(429)),
          retriable(
              "conflict", "reported a conflict", "Try again.", details -> details.status(409, 425)),
          permanent(
              "bad_request",
              "refused the request",
              "",
              details ->
                  details.has(InvalidRequestException.class, UnsupportedFeatureException.class)
                      || details.status(400, 405, 413, 415, 422, 501)),
          retriable(
              "server_error",
              "failed",
              "Try again later.",
              details -> details.has(InternalServerException.class) || details.isServerError()),
          retriable(
              "timeout",
              "did not answer in time",
              "Try again, or allow more time.",
              details ->
                  details.has(TimeoutException.class, HttpTimeoutException.class)
                      || details.status(408)),
          retriable(
              "unreachable",
              "cannot be reached",
              "Check the base URL and whether the server is running.",
              details ->
                  details.has(
                      ConnectException.class,
                      UnknownHostException.class,
                      UnresolvedAddressException.class,
                      UnresolvedModelServerException.class)),
          permanent(
              "tls",
              "cannot be reached: the TLS handshake failed",
              "Check the base URL and the certificates.",
              details -> details.has(SSLException.class)),
          permanent(
              "no_completion",
              "returned a response that is not a chat completion",
              "Check the base URL.",
              details -> details.has(JsonProcessingException.class)),
          retriable(
              "connection_lost",
              "closed the connection",
              "Try again.",
              details -> details.has(IOException.class)));

  private static final FailureClassification OTHER =
      permanent(ModelException.OTHER, "failed", "", details -> true);

  private static FailureClassification permanent(
      String type, String outcome, String advice, Predicate<FailureDetails> matches) {
    return new FailureClassification(type, outcome, advice, false, matches);
  }

  private static FailureClassification retriable(
      String type, String outcome, String advice, Predicate<FailureDetails> matches) {
    return new FailureClassification(type, outcome, advice, true, matches);
  }

  public static FailureClassification of(Throwable failure) {
    FailureDetails details = FailureDetails.of(failure);
    return KINDS.stream().filter(each -> each.matches.test(details)).findFirst().orElse(OTHER);
  }

  /** Returns what the model did, phrased to follow its name, and then the advice. */
  public String explain(Throwable failure) {
    FailureDetails details = FailureDetails.of(failure);
    String status = details.status() == 0 ? "" : " (HTTP " + details.status() + ")";
    String text = details.message();
    return (sentence(outcome + status + (text.isEmpty() ? "" : ": " + text)) + " " + advice)
        .strip();
  }

  private static String sentence(String text) {
    return text.endsWith(".") || text.endsWith("…") ? text : text + ".";
  }
}
