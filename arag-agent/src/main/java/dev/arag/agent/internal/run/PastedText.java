package dev.arag.agent.internal.run;

import dev.arag.agent.model.Message;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Sentence;
import dev.arag.tools.Snippet;
import java.util.ArrayList;
import java.util.Arrays;
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

  private static final int MAX_NAMED = 5;

  /** The sentences that the strategy read, by their first words. */
  private final Map<String, List<Read>> byFirstWords = new HashMap<>();

  /** The sentences with fewer words. */
  private final List<Read> withFewWords = new ArrayList<>();

  /** The texts that the strategy may put into a request. */
  private final List<String> known = new ArrayList<>();

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
    PastedText pasted = new PastedText(read);
    pasted.known.add(normalize(run.question()));
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
      String[] words = text.split(" ", MIN_WORDS + 1);
      if (sentence.isHeading()) {
        continue;
      }
      Read read = new Read(chunk.id(), text);
      if (words.length >= MIN_WORDS) {
        byFirstWords.computeIfAbsent(key(words, 0), key -> new ArrayList<>()).add(read);
      } else if (text.length() >= MIN_LENGTH) {
        withFewWords.add(read);
      }
    }
  }

  private static String key(String[] words, int from) {
    return String.join(" ", Arrays.asList(words).subList(from, from + MIN_WORDS));
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
    known.add(normalize(text));
  }

  private void check(Message message) {
    if (message instanceof Message.Assistant) {
      return;
    }
    String text = normalize(message.text());
    String[] words = text.split(" ");
    for (int i = 0; i + MIN_WORDS <= words.length; i++) {
      byFirstWords.getOrDefault(key(words, i), List.of()).forEach(read -> check(read, text));
    }
    withFewWords.forEach(read -> check(read, text));
  }

  private void check(Read read, String text) {
    if (!found.contains(read.chunk())
        && text.contains(read.text())
        && known.stream().noneMatch(each -> each.contains(read.text()))) {
      found.add(read.chunk());
    }
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
    return List.of("Text of " + named + more + " stood in a request but was not shown.");
  }
}
