package dev.arag.index.internal.embed;

/**
 * Settings for running a model.
 *
 * @param threads the number of runs that are executed in parallel
 * @param threadsPerRun the number of ONNX Runtime threads in one run
 * @param textsPerRun the number of texts in one run
 * @param provider the hardware that runs the model
 */
public record OnnxSettings(int threads, int threadsPerRun, int textsPerRun, Hardware provider) {
  public OnnxSettings {
    requirePositive(threads, "threads");
    requirePositive(threadsPerRun, "threadsPerRun");
    requirePositive(textsPerRun, "textsPerRun");
  }

  /**
   * Returns the default settings, with one thread per run. Several parallel runs use the cores
   * better than several threads in one run. In addition, vectors do not depend on the number of
   * cores.
   */
  public static OnnxSettings defaults() {
    return new OnnxSettings(Runtime.getRuntime().availableProcessors(), 1, 1, Hardware.CPU);
  }

  private static void requirePositive(int value, String name) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be >= 1, was " + value);
    }
  }
}
