package dev.arag.spring.ai.internal;

import dev.arag.core.corpus.Scope;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the scope of a call from a context of Spring AI. */
public final class ContextScope {
  public static final String KEY = "arag.scope";

  private ContextScope() {}

  /**
   * Restricts an object to the scope in a context, if there is one.
   *
   * @param restrict returns the object restricted to a scope
   */
  static <T> T restrict(
      T whole, Map<String, ? extends @Nullable Object> context, Function<Scope, T> restrict) {
    Object value = context.get(KEY);
    if (value == null) {
      return whole;
    }
    if (value instanceof Scope scope) {
      return restrict.apply(scope);
    }
    throw new IllegalArgumentException(
        "The value of " + KEY + " must be a Scope, was " + value.getClass().getName() + ".");
  }
}
