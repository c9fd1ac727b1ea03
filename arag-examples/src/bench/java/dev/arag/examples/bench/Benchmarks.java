package dev.arag.examples.bench;

/**
 * Measures what is asked for: {@code vectors}, {@code lucene}, {@code growth}, {@code callers},
 * {@code loop}.
 */
public final class Benchmarks {
  private Benchmarks() {}

  public static void main(String[] arguments) throws Exception {
    Settings settings = Settings.read();
    if (settings.wants("vectors")) {
      new VectorsPart(settings).run();
    }
    if (settings.wants("lucene")) {
      new LucenePart(settings).run();
    }
    if (settings.wants("growth")) {
      new GrowthPart(settings).run();
    }
    if (settings.wants("callers")) {
      new CallersPart(settings).run();
    }
    if (settings.wants("loop")) {
      new LoopPart(settings).run();
    }
  }
}
