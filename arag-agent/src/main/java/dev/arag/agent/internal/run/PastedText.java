package dev.arag.agent.internal.run;

import dev.arag.agent.model.Message;
import dev.arag.agent.step.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Sentence;
import dev.arag.tools.call.Snippet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds corpus text in requests that was not shown by a tool or by {@code RunContext.show}. A
 * strategy that takes text from the corpus and puts it into a prompt would get citations that
 * cannot be checked. Whole sentences are compared, without heading lines. Text that the question or
 * a model contains is not reported, because the strategy may repeat it.
 */
final class PastedText {
  /** The number of words of the shortest sentence that is compared. */
  private static final int MIN_WORDS = 5;

  /** The length of the shortest sentence that is compared in scripts without spaces. */
  private static final int MIN_LENGTH = 20;

  /** The length of the shortest text with {@link #MIN_WORDS} words. */
  private static final int PREFIX_LENGTH = 2 * MIN_WORDS - 1;

  private static final int MAX_NAMED = 5;

  /** The sentences that were neither known nor found so far, by their first characters. */
  private final Map<String, List<Read>> byPrefix = new HashMap<>();

  private final Set<ChunkId> found = new LinkedHashSet<>();

  /** A sentence that the strategy read. */
  private record Read(ChunkId chunk, String text) {}

  private PastedText(Collection<Chunk> read) {
    read.forEach(this::add);
  }

  /**
   * Returns a warning that names the chunks; empty if there are none.
   *
   * @param read the chunks whose text the strategy took from the corpus
   */
  static List<String> warnings(Trajectory run, Collection<Chunk> read) {
    if (read.isEmpty()) {
      return List.of();
    }
    PastedText pasted = new PastedText(read);
    pasted.addKnown(run.question());
    run.earlier().forEach(earlier -> earlier.steps().forEach(pasted::addKnown));
    Set<Message> seen = new HashSet<>();
    for (Step step : run.steps()) {
      pasted.addKnown(step);
      if (step instanceof Step.Sent sent) {
        sent.messages().stream().filter(seen::add).forEach(pasted::check);
      }
    }
    return pasted.warning();
  }

  private void add(Chunk chunk) {
    for (Sentence sentence : chunk.sentences()) {
      String text = normalize(sentence.text());
      boolean isLong =
          text.length() >= MIN_LENGTH || text.split(" ", MIN_WORDS).length == MIN_WORDS;
      if (isLong && !sentence.isHeading()) {
        byPrefix
            .computeIfAbsent(text.substring(0, PREFIX_LENGTH), prefix -> new ArrayList<>())
            .add(new Read(chunk.id(), text));
      }
    }
  }

  private static String normalize(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }

  private void addKnown(Step step) {
    if (step instanceof Step.ToolUse use) {
      use.observation().shown().stream().map(Snippet::text).forEach(this::addKnown);
      addKnown(use.observation().text());
    } else if (step instanceof Step.ModelCall call) {
      addKnown(call.reply().text());
    }
  }

  private void addKnown(String text) {
    List<Read> unused = take(text);
  }

  private void check(Message message) {
    if (!(message instanceof Message.Assistant)) {
      take(message.text()).forEach(read -> found.add(read.chunk()));
    }
  }

  /** Removes and returns the sentences that a text contains. */
  private List<Read> take(String original) {
    String text = normalize(original);
    List<Read> taken = new ArrayList<>();
    for (int i = 0; i + PREFIX_LENGTH <= text.length(); i++) {
      int start = i;
      byPrefix
          .getOrDefault(text.substring(i, i + PREFIX_LENGTH), new ArrayList<>())
          .removeIf(read -> text.startsWith(read.text(), start) && taken.add(read));
    }
    return taken;
  }

  private List<String> warning() {
    if (found.isEmpty()) {
      return List.of();
    }
    String named =
        found.stream()
            .limit(MAX_NAMED)
            .map(chunk -> "[" + chunk + "]")
            .collect(Collectors.joining(", "));
    int others = found.size() - MAX_NAMED;
    String more = others > 0 ? " and " + others + " more" : "";
    return List.of(
        "A request contains text of "
            + named
            + more
            + " that the strategy did not show with"
            + " RunContext.show, so citations of it cannot be checked.");
  }
}
