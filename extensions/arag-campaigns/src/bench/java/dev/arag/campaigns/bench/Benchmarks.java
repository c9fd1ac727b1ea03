package dev.arag.campaigns.bench;

/**
 * Runs the measurements that the system property {@code bench} lists: {@code vectors}, {@code
 * lucene}, {@code growth}, {@code callers}, {@code loop}, or {@code all} of them.
 */
public final class Benchmarks {
  private Benchmarks() {}

  public static void main(String[] arguments) throws Exception {
    Settings settings = Settings.read();
    if (settings.wants("vectors")) {
      new VectorMeasurement(settings).run();
    }
    if (settings.wants("lucene")) {
      new LuceneMeasurement(settings).run();
    }
    if (settings.wants("growth")) {
      new GrowthMeasurement(settings).run();
    }
    if (settings.wants("callers")) {
      new ConcurrencyMeasurement(settings).run();
    }
    if (settings.wants("loop")) {
      new LoopMeasurement(settings).run();
    }
  }
}
