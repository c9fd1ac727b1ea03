package dev.arag.openai.internal;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The optional values that each request contains.
 *
 * @param reasoningEffort the effort as the server names it; empty for the server's default
 * @param parallelToolCalls whether the model may call several tools in one reply
 * @param headers additional HTTP headers
 * @param extraBody additional fields of the request body, as a JSON object
 */
public record RequestOptions(
    String reasoningEffort,
    OptionalDouble temperature,
    OptionalInt maxOutputTokens,
    boolean parallelToolCalls,
    Map<String, String> headers,
    String extraBody) {
  /** The JSON object without fields. */
  public static final String NO_FIELDS = "{}";

  public RequestOptions {
    headers = Map.copyOf(headers);
  }

  static RequestOptions of(String reasoningEffort) {
    return new RequestOptions(
        reasoningEffort, OptionalDouble.empty(), OptionalInt.empty(), true, Map.of(), NO_FIELDS);
  }

  /** Returns a text without the headers and the fields, which may contain secrets. */
  @Override
  public String toString() {
    return "RequestOptions";
  }
}
