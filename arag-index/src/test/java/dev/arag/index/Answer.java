package dev.arag.index;

import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.error.AragException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a call gave: a result, or an error's kind and text.
 *
 * @param place the index's name, which messages may repeat
 */
record Answer(@Nullable Object result, String error) {
  static Answer of(Supplier<?> call, Object place) {
    try {
      return new Answer(call.get(), "");
    } catch (AragException | IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage()).replace(place.toString(), "INDEX");
      return new Answer(null, e.getClass().getName() + ": " + message);
    }
  }

  boolean foundSomething() {
    return (result instanceof KeywordHits hits && hits.total() > 0)
        || (result instanceof List<?> list && !list.isEmpty());
  }

  boolean isError() {
    return !error.isEmpty();
  }
}
