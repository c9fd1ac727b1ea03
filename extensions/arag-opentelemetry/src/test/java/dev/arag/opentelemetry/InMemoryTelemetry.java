package dev.arag.opentelemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;

/** The OpenTelemetry SDK with in-memory exporters. */
final class InMemoryTelemetry implements AutoCloseable {
  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
  private final InMemoryMetricReader reader = InMemoryMetricReader.create();
  final OpenTelemetrySdk sdk =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                  .build())
          .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(reader).build())
          .build();

  List<SpanData> spans() {
    return exporter.getFinishedSpanItems();
  }

  /** Returns the spans whose name starts with {@code name}, ordered by end time. */
  List<SpanData> spans(String name) {
    return spans().stream().filter(each -> each.getName().startsWith(name)).toList();
  }

  SpanData span(String name) {
    List<SpanData> found = spans(name);
    if (found.size() != 1) {
      throw new AssertionError(
          "Expected 1 span " + name + ", found " + found.size() + " in " + spans());
    }
    return found.get(0);
  }

  static String attribute(SpanData span, String name) {
    return span.getAttributes().get(AttributeKey.stringKey(name));
  }

  static Long number(SpanData span, String name) {
    return span.getAttributes().get(AttributeKey.longKey(name));
  }

  List<HistogramPointData> points(String metric) {
    return reader.collectAllMetrics().stream()
        .filter(each -> each.getName().equals(metric))
        .flatMap(each -> each.getHistogramData().getPoints().stream())
        .toList();
  }

  String metrics() {
    return reader.collectAllMetrics().toString();
  }

  @Override
  public void close() {
    sdk.close();
  }
}
