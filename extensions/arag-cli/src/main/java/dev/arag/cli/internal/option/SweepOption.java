package dev.arag.cli.internal.option;

import dev.arag.evaluation.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The option {@code --sweep}: asks each question once for each value of a setting. */
public final class SweepOption {
  private static final String MAX_TURNS = "max-turns";
  private static final String EFFORT = "effort";

  @Option(
      names = "--sweep",
      paramLabel = "NAME=VALUES",
      description =
          "Ask each question once for each value, such as max-turns=5,10 or effort=low,high"
              + " (reasoning effort).")
  private List<String> sweeps = new ArrayList<>();

  /** Sets the values of a batch. */
  public void apply(Batch.Builder batch) {
    for (String sweep : sweeps) {
      KeyValue pair = KeyValue.parse("--sweep", sweep);
      List<String> values = List.of(pair.value().split(",", -1));
      UsageException.requireValid(() -> apply(batch, pair.key(), values));
    }
  }

  private static Batch.Builder apply(Batch.Builder batch, String name, List<String> values) {
    if (name.equals(MAX_TURNS)) {
      return batch.sweepMaxTurns(values.stream().map(SweepOption::number).toList());
    }
    if (name.equals(EFFORT)) {
      return batch.sweepEffort(values);
    }
    throw new UsageException(
        "--sweep must be max-turns=N,... or effort=NAME,..., was \"" + name + "\"");
  }

  private static int number(String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new UsageException(
          "--sweep max-turns must be whole numbers from 1 to 2147483647, such as 5,10; was \""
              + value
              + "\"");
    }
  }

  /** Whether the reasoning effort is varied. */
  public boolean changesEffort() {
    return sweeps.stream().anyMatch(sweep -> sweep.startsWith(EFFORT + "="));
  }

  /** The values of the reasoning effort; one empty text if it is not varied. */
  public Stream<String> efforts() {
    return changesEffort()
        ? sweeps.stream()
            .filter(sweep -> sweep.startsWith(EFFORT + "="))
            .flatMap(sweep -> Stream.of(sweep.substring(EFFORT.length() + 1).split(",", -1)))
        : Stream.of("");
  }
}
