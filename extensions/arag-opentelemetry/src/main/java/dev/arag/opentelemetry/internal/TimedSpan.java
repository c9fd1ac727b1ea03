package dev.arag.opentelemetry.internal;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;

/** A span that starts when it is created and measures its duration. */
final class TimedSpan {
  private final Span span;
  private final Context context;
  private final long startNanos = System.nanoTime();

  TimedSpan(SpanBuilder builder, Context parent) {
    span = builder.setParent(parent).startSpan();
    context = parent.with(span);
  }

  /** Returns the context in which this span is current. */
  Context context() {
    return context;
  }

  <T> void set(AttributeKey<T> key, T value) {
    span.setAttribute(key, value);
  }

  /** Sets the error status. No description is set, because it could contain message text. */
  void fail(String errorType) {
    span.setAttribute(GenAiAttributes.ERROR, errorType);
    span.setStatus(StatusCode.ERROR);
  }

  /**
   * @return the duration in nanoseconds
   */
  long end() {
    long nanos = System.nanoTime() - startNanos;
    span.end();
    return nanos;
  }
}
