package dev.arag.agent.internal.failure;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.ModelException.Kind;
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
 * What a failed request means.
 *
 * @param type a short name for whoever counts failures, see {@link ModelException#type()}
 * @param what what the model did, as the end of a sentence
 * @param advice what to do about it; may be empty
 * @param isRetriable whether trying again may help
 * @param kind what somebody reacts to
 * @param isSeenIn whether these are the signs of it
 */
public record FailureClassification(
    String type,
    String what,
    String advice,
    boolean isRetriable,
    Kind kind,
    Predicate<FailureDetails> isSeenIn) {

  /** The first that fits counts, so the general ones stand last. */
  private static final List<FailureClassification> KINDS =
      List.of(
          permanent(
              "context_overflow",
              "finds the request too large for its window",
              "Set ARAG_CONTEXT_TOKENS, or Budget.contextTokens, to the size of that window.",
              Kind.CONTEXT_OVERFLOW,
              signs -> FailurePhrases.tellOverflow(signs.text())),
          permanent(
              "content_filter",
              "filtered the request",
              "",
              Kind.REFUSAL,
              signs ->
                  signs.has(ContentFilteredException.class)
                      || FailurePhrases.tellFilter(signs.text())),
          permanent(
              "quota",
              "has no quota left",
              "Look at the account's plan and its credit.",
              Kind.OTHER,
              signs -> signs.status(402) || FailurePhrases.tellQuota(signs.text())),
          permanent(
              "authentication",
              "refused the API key",
              "Check the key.",
              Kind.OTHER,
              signs -> signs.has(AuthenticationException.class) || signs.status(401, 403)),
          permanent(
              "not_found",
              "was not found there",
              "Check the base URL and the model's name.",
              Kind.OTHER,
              signs -> signs.has(ModelNotFoundException.class) || signs.status(404)),
          permanent(
              "proxy",
              "cannot be reached through the proxy, which wants a login",
              "Give the proxy's user and password to the JVM.",
              Kind.OTHER,
              signs -> signs.status(407)),
          permanent(
              "redirect",
              "sent the request elsewhere, which is not followed",
              "Set the base URL to the address itself.",
              Kind.OTHER,
              FailureDetails::isRedirect),
          passing(
              "rate_limit",
              "is limiting requests",
              "Try again later.",
              signs -> signs.has(RateLimitException.class) || signs.status(429)),
          passing(
              "conflict", "is busy with the same", "Try again.", signs -> signs.status(409, 425)),
          permanent(
              "bad_request",
              "refused the request",
              "",
              Kind.FORM_REFUSED,
              signs ->
                  signs.has(InvalidRequestException.class, UnsupportedFeatureException.class)
                      || signs.status(400, 405, 413, 415, 422, 501)),
          passing(
              "server_error",
              "failed",
              "Try again later.",
              signs -> signs.has(InternalServerException.class) || signs.isServerError()),
          passing(
              "timeout",
              "did not answer in time",
              "Try again, or allow more time.",
              signs ->
                  signs.has(TimeoutException.class, HttpTimeoutException.class)
                      || signs.status(408)),
          passing(
              "unreachable",
              "cannot be reached",
              "Check the base URL, and that the server runs.",
              signs ->
                  signs.has(
                      ConnectException.class,
                      UnknownHostException.class,
                      UnresolvedAddressException.class,
                      UnresolvedModelServerException.class)),
          permanent(
              "tls",
              "cannot be reached in a way that is safe (TLS)",
              "Check the base URL and the certificates.",
              Kind.OTHER,
              signs -> signs.has(SSLException.class)),
          permanent(
              "no_completion",
              "sent something that is no chat completion",
              "Check the base URL.",
              Kind.OTHER,
              signs -> signs.has(JsonProcessingException.class)),
          passing(
              "connection_lost",
              "broke off the connection",
              "Try again.",
              signs -> signs.has(IOException.class)));

  private static final FailureClassification OTHER =
      permanent(ModelException.OTHER, "failed", "", Kind.OTHER, signs -> true);

  private static FailureClassification permanent(
      String type, String what, String advice, Kind kind, Predicate<FailureDetails> isSeenIn) {
    return new FailureClassification(type, what, advice, false, kind, isSeenIn);
  }

  private static FailureClassification passing(
      String type, String what, String advice, Predicate<FailureDetails> isSeenIn) {
    return new FailureClassification(type, what, advice, true, Kind.OTHER, isSeenIn);
  }

  public static FailureClassification of(Throwable failure) {
    FailureDetails signs = FailureDetails.of(failure);
    return KINDS.stream().filter(each -> each.isSeenIn.test(signs)).findFirst().orElse(OTHER);
  }

  /** The rest of a sentence that begins with who failed. */
  public String explain(Throwable failure) {
    FailureDetails signs = FailureDetails.of(failure);
    String status = signs.status() == 0 ? "" : " (HTTP " + signs.status() + ")";
    String said = signs.said();
    return (sentence(what + status + (said.isEmpty() ? "" : ": " + said)) + " " + advice).strip();
  }

  private static String sentence(String text) {
    return text.endsWith(".") || text.endsWith("…") ? text : text + ".";
  }
}
