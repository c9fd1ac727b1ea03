package dev.arag.examples.cli;

import picocli.CommandLine.Option;

/** Which of the hits are shown. */
final class PagingOption {
  @Option(
      names = "--top-k",
      paramLabel = "N",
      defaultValue = "5",
      description = "How many hits to show. Default 5.")
  private int topK;

  @Option(
      names = "--offset",
      paramLabel = "N",
      defaultValue = "0",
      description = "How many of the best to leave out first. Default 0.")
  private int offset;

  int topK() {
    return atLeast("--top-k", 1, topK);
  }

  int offset() {
    return atLeast("--offset", 0, offset);
  }

  /**
   * @throws UsageException if the value is smaller
   */
  static int atLeast(String option, int least, int value) {
    if (value < least) {
      throw new UsageException(option + " must be at least " + least + ", was " + value);
    }
    return value;
  }
}
