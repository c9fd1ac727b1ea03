package dev.arag.agent.internal.run;

import dev.arag.agent.step.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.internal.context.ConversationTracker;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * The state that the questions of one conversation share. Only one question can use the state at a
 * time.
 */
public final class ConversationState {
  private final SeededFences fences = new SeededFences();
  private final AtomicBoolean isInUse = new AtomicBoolean();
  private volatile ContextTracker tracker;
  private volatile ConversationHistory history;

  /**
   * Creates the state after the given questions, oldest first.
   *
   * @param trajectories consecutive questions of one conversation; the first one may contain
   *     earlier questions
   * @throws IllegalArgumentException if a trajectory does not continue the one before it
   */
  public ConversationState(List<Trajectory> trajectories) {
    history = ConversationHistory.of(consecutive(trajectories));
    tracker = newTracker();
  }

  private ContextTracker newTracker() {
    return Toolbox.newContext(
        fences, history.toolUses().stream().map(Step.ToolUse::observation).toList());
  }

  private static List<Trajectory> consecutive(List<Trajectory> trajectories) {
    List<Trajectory> all = new ArrayList<>();
    for (Trajectory trajectory : trajectories) {
      if (all.isEmpty()) {
        all.addAll(trajectory.earlier());
      }
      if (!questions(trajectory.earlier()).equals(questions(all))) {
        throw new IllegalArgumentException(
            "The trajectory of question "
                + (all.size() + 1)
                + " does not contain the questions before it. Pass the trajectories of one"
                + " conversation in order, or only the last one.");
      }
      all.add(trajectory);
    }
    return all;
  }

  private static List<String> questions(List<Trajectory> trajectories) {
    return trajectories.stream().map(Trajectory::question).toList();
  }

  /**
   * Starts the next question of this conversation.
   *
   * @throws IllegalStateException if a question is still being answered
   */
  public void begin() {
    if (!isInUse.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "A question of this conversation is still being answered. Wait for its answer or cancel"
              + " it, or ask in another conversation.");
    }
  }

  /**
   * Forgets the questions from the first one on for which a document was found that the catalogue
   * does not contain: the later answers may repeat its text. A question must be in progress.
   *
   * @return the number of questions that were forgotten
   */
  public int forgetUnreadable(Catalogue readable) {
    List<Trajectory> all = history.trajectories();
    Set<String> missing = documents(all);
    Slice slice = Slice.first(missing.size() + 1);
    for (CatalogueEntry each : readable.within(Scope.documents(missing)).documents(slice)) {
      missing.remove(each.id());
    }
    int kept = 0;
    while (kept < all.size() && Collections.disjoint(documents(List.of(all.get(kept))), missing)) {
      kept++;
    }
    if (kept < all.size()) {
      history = ConversationHistory.of(all.subList(0, kept));
      tracker = newTracker();
    }
    return all.size() - kept;
  }

  /** Returns the ids of the documents that were found, without the sources of custom tools. */
  private static Set<String> documents(List<Trajectory> trajectories) {
    return ConversationHistory.toolUses(trajectories.stream())
        .flatMap(use -> use.observation().shown().stream())
        .filter(snippet -> !ConversationTracker.isSourceId(snippet.chunkId()))
        .map(snippet -> snippet.location().documentId())
        .collect(Collectors.toCollection(HashSet::new));
  }

  /** Ends the question, replaces the history, and allows the next question. */
  void end(ConversationHistory next) {
    history = next;
    isInUse.set(false);
  }

  /** Allows the next question if the run of this one could not be created. */
  public void release() {
    isInUse.set(false);
  }

  /**
   * Returns what the model was shown in the conversation.
   *
   * @param random generates the fence codes of the next question
   */
  public ContextTracker tracker(RandomGenerator random) {
    fences.setSource(random);
    ConversationTracker.of(tracker).beginQuestion();
    return tracker;
  }

  public ConversationHistory history() {
    return history;
  }

  /** Replaces the trajectory of the last question. */
  public void replaceLast(Trajectory trajectory) {
    history = history.withLast(trajectory);
  }
}
