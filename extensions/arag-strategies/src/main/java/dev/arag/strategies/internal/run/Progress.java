package dev.arag.strategies.internal.run;

import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The tool calls of a run and their results, as text for a model that judges them. */
public final class Progress {
  private static final String NOTHING = "Nothing.";

  private final List<Entry> entries = new ArrayList<>();

  private record Entry(ToolCall call, Observation observation) {
    String summary() {
      String count =
          observation instanceof Observation.Rejected
              ? "rejected"
              : observation.shown().size() + " passages";
      return "- " + call.name() + " " + call.arguments() + ": " + count;
    }

    String full() {
      return summary() + "\n" + observation.text();
    }
  }

  /** Adds a call. */
  public void add(ToolCall call, Observation observation) {
    entries.add(new Entry(call, observation));
  }

  /** The number of calls. */
  public int size() {
    return entries.size();
  }

  /** Returns a line for each call, without text of documents. */
  public String summary() {
    return text(entries.size());
  }

  /**
   * Returns the calls in order.
   *
   * @param first the number of calls before the first one whose result is shown in full
   */
  public String text(int first) {
    return entries.isEmpty()
        ? NOTHING
        : IntStream.range(0, entries.size())
            .mapToObj(i -> i < first ? entries.get(i).summary() : entries.get(i).full())
            .collect(Collectors.joining("\n"));
  }
}
