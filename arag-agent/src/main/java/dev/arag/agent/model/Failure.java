package dev.arag.agent.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.InternalServerException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.exception.UnresolvedModelServerException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A kind of failed request.
 *
 * @param what what the model did, as the end of a sentence
 * @param advice what to do about it; may be empty
 * @param isRetriable whether trying again may help
 * @param signs the exceptions that tell it, anywhere in the chain of causes
 */
record Failure(String what, String advice, boolean isRetriable, List<Class<?>> signs) {
  /** The first that fits counts, so the general ones stand last. */
  private static final List<Failure> KINDS =
      List.of(
          permanent("refused the API key", "Check the key.", AuthenticationException.class),
          permanent(
              "was not found there",
              "Check the base URL and the model's name.",
              ModelNotFoundException.class),
          passing("is limiting requests", "Try again later.", RateLimitException.class),
          permanent("filtered the request", "", ContentFilteredException.class),
          permanent("refused the request", "", InvalidRequestException.class),
          passing("failed", "Try again later.", InternalServerException.class),
          passing(
              "did not answer in time",
              "Try again, or allow more time.",
              TimeoutException.class,
              HttpTimeoutException.class),
          passing(
              "cannot be reached",
              "Check the base URL, and that the server runs.",
              ConnectException.class,
              UnknownHostException.class,
              UnresolvedAddressException.class,
              UnresolvedModelServerException.class),
          permanent(
              "sent something that is no chat completion",
              "Check the base URL.",
              JsonProcessingException.class),
          passing("broke off the connection", "Try again.", IOException.class));

  private static final Failure OTHER = permanent("failed", "");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_SAID = 300;

  private static Failure permanent(String what, String advice, Class<?>... signs) {
    return new Failure(what, advice, false, List.of(signs));
  }

  private static Failure passing(String what, String advice, Class<?>... signs) {
    return new Failure(what, advice, true, List.of(signs));
  }

  static Failure of(Throwable failure) {
    return KINDS.stream().filter(kind -> kind.fits(failure)).findFirst().orElse(OTHER);
  }

  /** The rest of a sentence that begins with who failed. */
  String explain(Throwable failure) {
    String status = status(failure).map(code -> " (HTTP " + code + ")").orElse("");
    String said = said(failure);
    return (sentence(what + status + (said.isEmpty() ? "" : ": " + said)) + " " + advice).strip();
  }

  private boolean fits(Throwable failure) {
    return chain(failure).stream()
        .anyMatch(each -> signs.stream().anyMatch(sign -> sign.isInstance(each)));
  }

  private static Optional<Integer> status(Throwable failure) {
    return chain(failure).stream()
        .filter(HttpException.class::isInstance)
        .map(each -> ((HttpException) each).statusCode())
        .findFirst();
  }

  /** The innermost message, as that is what the server said, on one line. */
  private static String said(Throwable failure) {
    String said = "";
    for (Throwable each : chain(failure)) {
      said = message(each).isBlank() ? said : message(each);
    }
    String line = String.join(" ", errorText(said).lines().map(String::strip).toList()).strip();
    return line.length() <= MOST_SAID ? line : line.substring(0, MOST_SAID) + "…";
  }

  /** Servers wrap what they have to say as {@code {"error":{"message":...}}}. */
  private static String errorText(String body) {
    try {
      JsonNode message = JSON.readTree(body).at("/error/message");
      return message.isTextual() ? message.textValue() : body;
    } catch (JsonProcessingException e) {
      return body;
    }
  }

  private static String sentence(String text) {
    return text.endsWith(".") || text.endsWith("…") ? text : text + ".";
  }

  private static String message(Throwable failure) {
    String message =
        failure instanceof JsonProcessingException json
            ? json.getOriginalMessage()
            : failure.getMessage();
    return message == null ? "" : message;
  }

  private static List<Throwable> chain(Throwable failure) {
    List<Throwable> chain = new ArrayList<>();
    for (Throwable each = failure; each != null && !chain.contains(each); each = each.getCause()) {
      chain.add(each);
    }
    return chain;
  }
}
