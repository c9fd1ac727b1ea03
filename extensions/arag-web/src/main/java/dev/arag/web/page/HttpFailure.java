package dev.arag.web.page;

/** A request that is answered with an HTTP status and a message for the user. */
final class HttpFailure extends RuntimeException {
  private final int status;

  HttpFailure(int status, String message) {
    super(message);
    this.status = status;
  }

  int status() {
    return status;
  }

  static HttpFailure badRequest(String message) {
    return new HttpFailure(400, message);
  }

  static HttpFailure notFound(String message) {
    return new HttpFailure(404, message);
  }

  static HttpFailure conflict(String message) {
    return new HttpFailure(409, message);
  }
}
