package dev.arag.index.embed;

/**
 * How a model is run.
 *
 * @param threads texts encoded side by side
 * @param threadsPerRun threads of ONNX Runtime for one run
 * @param textsPerRun texts of one run
 * @param provider what runs it
 */
record RunSettings(int threads, int threadsPerRun, int textsPerRun, ExecutionProvider provider) {
  RunSettings {
    requirePositive(threads, "threads");
    requirePositive(threadsPerRun, "threadsPerRun");
    requirePositive(textsPerRun, "textsPerRun");
  }

  /**
   * One thread for a run: several texts side by side use the cores better than one text cut up, and
   * how many cores there are cannot change a vector.
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
