package dev.arag.index.embed;

/**
 * Settings for running a model.
 *
 * @param threads runs that are executed in parallel
 * @param threadsPerRun threads of ONNX Runtime in one run
 * @param textsPerRun number of texts in one run
 * @param provider hardware that runs the model
 */
record RunSettings(int threads, int threadsPerRun, int textsPerRun, ExecutionProvider provider) {
  RunSettings {
    requirePositive(threads, "threads");
    requirePositive(threadsPerRun, "threadsPerRun");
    requirePositive(textsPerRun, "textsPerRun");
  }

  /**
   * One thread per run: parallel runs use the cores better than parallel parts of one run, and the
   * number of cores cannot change a vector.
   */
  static RunSettings defaults() {
    return new RunSettings(Runtime.getRuntime().availableProcessors(), 1, 1, ExecutionProvider.CPU);
  }

  private static void requirePositive(int value, String name) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be >= 1, was " + value);
    }
  }
}
