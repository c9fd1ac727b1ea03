package dev.arag.agent.internal.loop;

import dev.arag.agent.LoopMessage;
import dev.arag.agent.internal.run.ConversationHistory;
import dev.arag.agent.model.Reply;
import dev.arag.agent.trajectory.Step;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.ContextTracker;
import dev.arag.tools.Observation;
import dev.arag.tools.RetrievalTool;
import dev.arag.tools.Snippet;
import dev.arag.tools.ToolCall;
import dev.arag.tools.Toolbox;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers the tool calls of one run: runs each, or says why not, and what to know beside it. */
public final class ToolCallDispatcher {
  private static final int MOST_NAMES = 10;

  private final Toolbox tools;
  private final BudgetTracker limits;
  private final TrajectoryRecorder recorder;
  private final LoopRules rules;
  private final ContextTracker tracker;
  private final StallDetector progress;
  private final HistoryCompactor stubs;
  private final List<Step.ToolUse> earlier;
  private final ToolTimeout time;
  private final Map<String, Observation> ofTurn = new HashMap<>();
  private Request sent = new Request(List.of(), Toolbox.empty());
  private @Nullable Reply reply;
  private boolean isCut;
  private boolean mayBeShrunk;
  private int runInTurn;
  private int answeredInTurn;

  public ToolCallDispatcher(
      Toolbox tools,
      BudgetTracker limits,
      TrajectoryRecorder recorder,
      LoopRules rules,
      ContextTracker tracker,
      StallDetector progress,
      HistoryCompactor stubs,
      ConversationHistory past,
      ToolTimeout time) {
    this.tools = tools;
    this.limits = limits;
    this.recorder = recorder;
    this.rules = rules;
    this.tracker = tracker;
    this.progress = progress;
    this.stubs = stubs;
    this.earlier = past.toolUses();
    this.time = time;
  }

  /**
   * The model has replied; its calls come next.
   *
   * @param isCut whether none of them may be run, as the reply was cut
   */
  public void begin(Request sent, Reply reply, boolean isCut) {
    this.sent = sent;
    this.reply = reply;
    this.isCut = isCut;
    ofTurn.clear();
    runInTurn = 0;
    answeredInTurn = 0;
  }

  /**
   * Answers a call.
   *
   * @param nextRequestTokens size of the next request without the result
   */
  public Observation answer(ToolCall call, int nextRequestTokens) {
    int room = limits.observationTokens(nextRequestTokens - stubs.freeable(sent));
    mayBeShrunk = limits.mayLack(nextRequestTokens);
    boolean isByModel = reply != null && reply.calls().contains(call);
    if (!isByModel) {
      return run(call, tools, room);
    }
    answeredInTurn++;
    Observation observation = answerModel(call, room);
    return rules.isPlain() ? observation : noted(call, observation, nextRequestTokens);
  }

  private Observation answerModel(ToolCall call, int room) {
    Toolbox offered = sent.offered();
    if (isCut) {
      return offered.reject(call, text(LoopMessage.CUT_CALL));
    }
    String asked = rules.isPlain() ? "" : offered.canonical(call).orElse("");
    Observation same = ofTurn.get(asked);
    if (same != null) {
      return same instanceof Observation.Rejected ? same : said(text(LoopMessage.SAME_CALL));
    }
    if (runInTurn == LoopRules.MOST_CALLS_A_TURN) {
      return new Observation.Rejected(
          rules.texts().of(LoopMessage.TOO_MANY_CALLS, "calls", LoopRules.MOST_CALLS_A_TURN));
    }
    Optional<StallDetector.Search> earlier =
        progress
            .earlier(asked)
            .filter(search -> !mayBeShrunk && sent.holds(search.observation().text()));
    if (earlier.isPresent()) {
      stubs.keep(earlier.get().callId());
      return said(sameSearch(earlier.get().turn()));
    }
    runInTurn++;
    Observation observation = run(call, offered, room);
    if (!asked.isEmpty()) {
      ofTurn.put(asked, observation);
    }
    return observation;
  }

  private static Observation said(String text) {
    return new Observation.Found(text, List.of());
  }

  private String sameSearch(int turn) {
    List<String> hints = new ArrayList<>();
    List<String> untried = Corrections.untried(sent.offered(), limits.usedTools());
    if (!untried.isEmpty()) {
      hints.add(rules.texts().of(LoopMessage.NOT_TRIED, "tools", String.join(", ", untried)));
    }
    List<ChunkId> unread =
        tracker.chunksSeen().stream().filter(chunk -> !tracker.isRead(chunk)).toList();
    if (!unread.isEmpty()) {
      hints.add(rules.texts().of(LoopMessage.UNREAD, "chunks", names(unread)));
    }
    String same = rules.texts().of(LoopMessage.SAME_SEARCH, "turn", turn);
    return hints.isEmpty() ? same : same + " " + capitalized(String.join("; ", hints)) + ".";
  }

  private static String capitalized(String text) {
    int first = text.offsetByCodePoints(0, 1);
    return text.substring(0, first).toUpperCase(Locale.ROOT) + text.substring(first);
  }

  private Observation run(ToolCall call, Toolbox box, int room) {
    if (!limits.isAnyToolCallLeft()) {
      return new Observation.Rejected(text(LoopMessage.NO_CALLS_LEFT));
    }
    String tool = box.findTool(call).map(RetrievalTool::name).orElse("");
    if (!limits.isToolCallLeft(tool)) {
      return new Observation.Rejected(rules.texts().of(LoopMessage.NO_CALLS_OF_TOOL, "tool", tool));
    }
    if (room < Toolbox.MIN_RESULT_TOKENS) {
      return new Observation.Rejected(text(LoopMessage.NO_ROOM));
    }
    limits.addToolCall(tool);
    Observation late =
        new Observation.Rejected(rules.texts().of(LoopMessage.TOOL_LATE, "tool", tool));
    Toolbox limited = box.withMaxResultTokens(Math.min(room, box.maxResultTokens()));
    return time.within(
        limits.timeForTurn(),
        late,
        limited,
        timed -> timed.call(call, tracker, this::isStillInRequest));
  }

  private String text(LoopMessage text) {
    return rules.texts().of(text);
  }

  /** With what the model should know beside the result: whether it is new, and what is left. */
  private Observation noted(ToolCall call, Observation observation, int nextRequestTokens) {
    List<String> lines = new ArrayList<>();
    boolean isSearch = Toolbox.isSearch(call.name());
    if (isSearch && bringsOnlySeen(observation)) {
      String names = names(observation.shown().stream().map(Snippet::chunk).distinct().toList());
      lines.add(rules.texts().of(LoopMessage.ONLY_SEEN, "chunks", names));
    }
    if (!isCut) {
      progress.note(observation);
    }
    if (reply != null && answeredInTurn == reply.calls().size()) {
      addEndOfTurn(lines, nextRequestTokens);
    }
    Observation noted = with(observation, lines);
    if (isSearch && !observation.shown().isEmpty()) {
      sent.offered()
          .canonical(call)
          .ifPresent(asked -> progress.searched(asked, search(call, noted)));
    }
    return noted;
  }

  private StallDetector.Search search(ToolCall call, Observation noted) {
    return new StallDetector.Search(call.id(), limits.turns(), noted);
  }

  /** Whether a call is one of the three tools', which show chunks of the corpus. */
  public static boolean isOfCorpus(Toolbox tools, ToolCall call) {
    return tools
        .findTool(call)
        .map(RetrievalTool::name)
        .filter(name -> Toolbox.isSearch(name) || name.equals(Toolbox.CHUNK_READ))
        .isPresent();
  }

  private boolean bringsOnlySeen(Observation observation) {
    return !observation.shown().isEmpty()
        && observation.shown().stream().map(Snippet::chunk).allMatch(progress::isSeen);
  }

  private void addEndOfTurn(List<String> lines, int nextRequestTokens) {
    int barren = progress.barrenTurnsWithThis();
    if (barren == LoopRules.HINT_AFTER) {
      lines.add(rules.texts().of(LoopMessage.NOTHING_NEW, "turns", barren));
    }
    int left = limits.toolTurnsLeft(nextRequestTokens);
    if (left == 1) {
      lines.add(text(LoopMessage.LAST_TURN));
    } else if (left > 1 && (left <= 3 || limits.areTokensShort())) {
      lines.add(rules.texts().of(LoopMessage.TURNS_LEFT, "turns", left));
    }
  }

  private static Observation with(Observation observation, List<String> lines) {
    if (lines.isEmpty()) {
      return observation;
    }
    String text = observation.text() + "\n" + String.join("\n", lines);
    return observation instanceof Observation.Rejected
        ? new Observation.Rejected(text)
        : new Observation.Found(text, observation.shown());
  }

  private String names(List<ChunkId> chunks) {
    return chunks.stream()
        .skip(Math.max(0, chunks.size() - MOST_NAMES))
        .map(tracker::nameOf)
        .collect(Collectors.joining(", "));
  }

  /**
   * Whether the model has a chunk's whole text before it: one result that holds all of it, or all
   * those that showed a part.
   */
  private boolean isStillInRequest(ChunkId chunk) {
    List<Shown> shows =
        Stream.concat(earlier.stream().map(use -> new Shown(use, false)), ofRun())
            .filter(shown -> shows(shown.use(), chunk, false))
            .toList();
    List<Shown> whole = shows.stream().filter(shown -> shows(shown.use(), chunk, true)).toList();
    return whole.isEmpty()
        ? !shows.isEmpty() && shows.stream().allMatch(this::isInRequest)
        : whole.stream().anyMatch(this::isInRequest);
  }

  /**
   * A call that showed something.
   *
   * @param isOfTurn whether in the turn under way
   */
  private record Shown(Step.ToolUse use, boolean isOfTurn) {}

  private Stream<Shown> ofRun() {
    return recorder.steps().stream()
        .filter(Step.ToolUse.class::isInstance)
        .map(step -> new Shown((Step.ToolUse) step, step.turn() == limits.turns()));
  }

  /**
   * What was found in this turn goes into the next request. What came before is in the last one,
   * and in the next if that need not be shrunk.
   */
  private boolean isInRequest(Shown shown) {
    Step.ToolUse use = shown.use();
    boolean isAbove = shown.isOfTurn() || (!mayBeShrunk && sent.holds(use.observation().text()));
    if (isAbove && !shown.isOfTurn()) {
      stubs.keep(use.call().id());
    }
    return isAbove;
  }

  private static boolean shows(Step.ToolUse use, ChunkId chunk, boolean isWhole) {
    return use.observation().shown().stream()
        .anyMatch(each -> each.chunk().equals(chunk) && (!isWhole || each.isWholeChunk()));
  }
}
