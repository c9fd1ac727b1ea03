package dev.arag.web.internal.http;

/** A request that is answered with an HTTP status and a message for the user. */
public class HttpFailure extends RuntimeException {
  private final int status;

  public HttpFailure(int status, String message) {
    super(message);
    this.status = status;
  }

  public final int status() {
    return status;
  }

  /** Returns the message, which is never null. */
  public final String reason() {
    return String.valueOf(getMessage());
  }

  public static HttpFailure badRequest(String message) {
    return new HttpFailure(400, message);
  }

  public static HttpFailure notFound(String message) {
    return new HttpFailure(404, message);
  }

  public static HttpFailure conflict(String message) {
    return new HttpFailure(409, message);
  }
}
