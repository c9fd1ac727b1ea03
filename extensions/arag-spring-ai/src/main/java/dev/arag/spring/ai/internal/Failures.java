package dev.arag.spring.ai.internal;

import dev.langchain4j.exception.HttpException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;
import reactor.core.Exceptions;

/** Converts the exceptions of Spring AI's models, so that the agent can classify them. */
final class Failures {
  /** The methods that return the HTTP status in the client libraries of the models. */
  private static final List<String> STATUS_METHODS =
      List.of("statusCode", "getStatusCode", "code", "value");

  /** The messages of the exceptions of {@code spring-ai-retry}. */
  private static final Pattern STATUS_IN_MESSAGE = Pattern.compile("^HTTP (\\d{3})\\b");

  private Failures() {}

  /** Adds the HTTP status, if there is one. The client libraries have no common type for it. */
  static RuntimeException convert(RuntimeException failure) {
    Throwable thrown = Exceptions.unwrap(failure);
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      int status = status(each);
      if (status > 0) {
        HttpException http = new HttpException(status, String.valueOf(each.getMessage()));
        http.initCause(thrown);
        return http;
      }
    }
    return thrown instanceof RuntimeException unchecked ? unchecked : failure;
  }

  private static int status(Throwable failure) {
    int status = number(failure);
    if (status > 0) {
      return status;
    }
    Matcher found = STATUS_IN_MESSAGE.matcher(String.valueOf(failure.getMessage()));
    return found.find() ? Integer.parseInt(found.group(1)) : 0;
  }

  private static int number(@Nullable Object value) {
    if (value == null) {
      return 0;
    }
    for (String name : STATUS_METHODS) {
      Method method = ReflectionUtils.findMethod(value.getClass(), name);
      if (method != null && method.trySetAccessible()) {
        Object found = ReflectionUtils.invokeMethod(method, value);
        int status = found instanceof Integer code ? code : value == found ? 0 : number(found);
        if (status >= 300 && status <= 599) {
          return status;
        }
      }
    }
    return 0;
  }
}
