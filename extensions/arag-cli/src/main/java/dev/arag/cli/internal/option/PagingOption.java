package dev.arag.cli.internal.option;

import picocli.CommandLine.Option;

/** The options {@code --top-k} and {@code --offset}. */
public final class PagingOption {
  @Option(
      names = "--top-k",
      paramLabel = "N",
      defaultValue = "5",
      description = "Number of hits to show. Default 5.")
  private int topK;

  @Option(
      names = "--offset",
      paramLabel = "N",
      defaultValue = "0",
      description = "Number of best hits to skip. Default 0.")
  private int offset;

  public int topK() {
    return atLeast("--top-k", 1, topK);
  }

  public int offset() {
    return atLeast("--offset", 0, offset);
  }

  /**
   * @throws UsageException if the value is smaller than the minimum
   */
  public static int atLeast(String option, int minimum, int value) {
    if (value < minimum) {
      throw new UsageException(option + " must be at least " + minimum + ", was " + value);
    }
    return value;
  }
}
