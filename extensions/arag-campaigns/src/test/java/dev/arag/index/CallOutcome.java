package dev.arag.index;

import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.error.AragException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a call: a result, or the type and message of an exception.
 *
 * @param result the result, or null if the call threw an exception
 * @param error the type and message of the exception, or an empty string
 */
record CallOutcome(@Nullable Object result, String error) {
  static CallOutcome of(Supplier<?> call, Object place) {
    try {
      return new CallOutcome(call.get(), "");
    } catch (AragException | IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage()).replace(place.toString(), "INDEX");
      return new CallOutcome(null, e.getClass().getName() + ": " + message);
    }
  }

  boolean hasHits() {
    return (result instanceof KeywordHits hits && hits.total() > 0)
        || (result instanceof List<?> list && !list.isEmpty());
  }

  boolean isError() {
    return !error.isEmpty();
  }
}
