package dev.arag.opentelemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;

/** A span that has begun, and the time since. */
final class OpenSpan {
  private final Span span;
  private final Context context;
  private final long startNanos = System.nanoTime();

  OpenSpan(SpanBuilder builder, Context parent) {
    span = builder.setParent(parent).startSpan();
    context = parent.with(span);
  }

  /** The context with this span in it. */
  Context context() {
    return context;
  }

  <T> void set(AttributeKey<T> key, T value) {
    span.setAttribute(key, value);
  }

  /** It ended in an error; no description, as that may repeat what was asked or said. */
  void fail(String errorType) {
    span.setAttribute(Names.ERROR, errorType);
    span.setStatus(StatusCode.ERROR);
  }

  /**
   * @return how long it was, in nanoseconds
   */
  long end() {
    long nanos = System.nanoTime() - startNanos;
    span.end();
    return nanos;
  }
}
