package dev.arag.web.internal.completion;

import dev.arag.web.internal.http.HttpFailure;
import org.jspecify.annotations.Nullable;

/** A request that is answered with an error in the form of OpenAI. */
final class ApiFailure extends HttpFailure {
  private final @Nullable String param;
  private final @Nullable String code;

  /**
   * @param param the part of the request that is wrong; null if it is not a part of the body
   * @param code the kind of the error; null if there is none
   */
  ApiFailure(int status, String message, @Nullable String param, @Nullable String code) {
    super(status, message);
    this.param = param;
    this.code = code;
  }

  static ApiFailure invalid(String param, String message) {
    return new ApiFailure(400, message, param, "invalid_value");
  }

  static ApiFailure unsupported(String param, String message) {
    return new ApiFailure(400, message, param, "unsupported_parameter");
  }

  @Nullable String param() {
    return param;
  }

  @Nullable String code() {
    return code;
  }
}
