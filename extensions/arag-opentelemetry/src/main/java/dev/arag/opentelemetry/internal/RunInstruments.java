package dev.arag.opentelemetry.internal;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongHistogram;
import io.opentelemetry.api.metrics.Meter;
import java.util.List;

/**
 * The histograms of OpenTelemetry's conventions for generative AI, with the recommended bucket
 * boundaries. All runs share one instance.
 */
public final class RunInstruments {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final List<Double> CALL_SECONDS =
      List.of(
          0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92);
  private static final List<Double> RUN_SECONDS =
      List.of(0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 51.2, 102.4, 204.8, 409.6);
  private static final List<Long> TOKENS =
      List.of(
          1L,
          4L,
          16L,
          64L,
          256L,
          1_024L,
          4_096L,
          16_384L,
          65_536L,
          262_144L,
          1_048_576L,
          4_194_304L,
          16_777_216L,
          67_108_864L);

  private final DoubleHistogram chat;
  private final DoubleHistogram tool;
  private final DoubleHistogram run;
  private final DoubleHistogram retrieval;
  private final LongHistogram inputTokens;
  private final LongHistogram outputTokens;

  public RunInstruments(Meter meter) {
    chat =
        seconds(
            meter,
            "gen_ai.client.inference.duration",
            "Duration of one attempt of a model call.",
            CALL_SECONDS);
    tool =
        seconds(meter, "gen_ai.execute_tool.duration", "Duration of one tool call.", CALL_SECONDS);
    run =
        seconds(
            meter, "gen_ai.invoke_agent.duration", "Duration of one run of an agent.", RUN_SECONDS);
    retrieval =
        seconds(meter, "gen_ai.retrieval.duration", "Duration of one search.", CALL_SECONDS);
    inputTokens = tokens(meter, "input");
    outputTokens = tokens(meter, "output");
  }

  private static LongHistogram tokens(Meter meter, String direction) {
    return meter
        .histogramBuilder("gen_ai.client.inference.operation." + direction + "_tokens")
        .setDescription("Tokens of one model call, as reported by the server.")
        .setUnit("{token}")
        .ofLongs()
        .setExplicitBucketBoundariesAdvice(TOKENS)
        .build();
  }

  private static DoubleHistogram seconds(
      Meter meter, String name, String description, List<Double> buckets) {
    return meter
        .histogramBuilder(name)
        .setDescription(description)
        .setUnit("s")
        .setExplicitBucketBoundariesAdvice(buckets)
        .build();
  }

  void chat(long nanos, Attributes attributes) {
    chat.record(nanos / NANOS_PER_SECOND, attributes);
  }

  void tool(long nanos, Attributes attributes) {
    tool.record(nanos / NANOS_PER_SECOND, attributes);
  }

  void run(long nanos, Attributes attributes) {
    run.record(nanos / NANOS_PER_SECOND, attributes);
  }

  void retrieval(long nanos, Attributes attributes) {
    retrieval.record(nanos / NANOS_PER_SECOND, attributes);
  }

  void tokens(long input, long output, Attributes attributes) {
    inputTokens.record(input, attributes);
    outputTokens.record(output, attributes);
  }
}
