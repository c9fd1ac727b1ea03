package dev.arag.agent.internal.run;

import dev.arag.agent.RunEvent;
import dev.arag.agent.internal.failure.StackTraceText;
import dev.arag.agent.internal.loop.LoopContext;
import dev.arag.agent.internal.loop.ToolCallDispatcher;
import dev.arag.agent.internal.loop.Turn;
import dev.arag.agent.internal.run.ConversationState.ActiveQuestion;
import dev.arag.agent.model.Message;
import dev.arag.agent.strategy.Shown;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.Profile;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.ContextTracker;
import dev.arag.tools.CorpusText;
import dev.arag.tools.Observation;
import dev.arag.tools.RetrievalTool;
import dev.arag.tools.ToolCall;
import dev.arag.tools.Toolbox;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The state of one run: the corpus, the conversation, the model turns, and the tool calls. */
public final class RunSession {
  private final LoopContext loop;
  private final ActiveQuestion question;
  private final Corpus corpus;
  private final RunControl control;
  private final ModelTurns turns;
  private final ToolCallDispatcher dispatcher;
  private final ConversationHistory history;

  /** The chunks whose text the strategy took from the corpus. */
  private final Map<ChunkId, Chunk> readByStrategy =
      Collections.synchronizedMap(new LinkedHashMap<>());

  private final Corpus strategyCorpus;

  public RunSession(
      LoopContext loop,
      ActiveQuestion question,
      Corpus corpus,
      RunControl control,
      ModelTurns turns,
      ToolCallDispatcher dispatcher) {
    this.loop = loop;
    this.question = question;
    this.corpus = corpus;
    this.strategyCorpus =
        ObservedCorpus.of(corpus, chunk -> readByStrategy.putIfAbsent(chunk.id(), chunk));
    this.control = control;
    this.turns = turns;
    this.dispatcher = dispatcher;
    int toolTokens = loop.counter().count(List.of(), dispatcher.tools());
    history =
        question
            .history()
            .within(loop.budget().historyTokens(toolTokens), loop.compactor()::minTokens);
    loop.compactor().retain(history.messages());
  }

  LoopContext loop() {
    return loop;
  }

  Corpus corpus() {
    return corpus;
  }

  /** Returns the corpus as the strategy sees it. */
  Corpus strategyCorpus() {
    return strategyCorpus;
  }

  /** Warns of text that the strategy took from the corpus and sent without showing it. */
  void warnAboutPastedText(Trajectory run) {
    synchronized (readByStrategy) {
      PastedText.warnings(run, readByStrategy.values()).forEach(loop.recorder()::warn);
    }
  }

  RunControl control() {
    return control;
  }

  ModelTurns turns() {
    return turns;
  }

  Toolbox tools() {
    return dispatcher.tools();
  }

  /** Returns the earlier questions of the conversation that fit the model's context window. */
  ConversationHistory history() {
    return history;
  }

  Observation call(ToolCall call) {
    control.requireNotCancelled();
    Duration start = loop.budget().elapsed();
    loop.recorder().send(new RunEvent.ToolCalled(loop.budget().modelCalls(), call));
    Turn turn = turns.turn();
    Observation observation = dispatcher.answer(call, turn);
    turn.addResultTokens(loop.counter().count(Message.ToolResult.of(call, observation)));
    loop.compactor().addResult(call, observation);
    Duration elapsed = loop.budget().elapsed().minus(start);
    loop.recorder().add(toolUse(call, observation, elapsed));
    return observation;
  }

  /** Renders whole chunks for a prompt of the strategy and records them as shown. */
  Shown show(List<ChunkId> chunks) {
    Profile profile = loop.rules().profile();
    return show(
        "chunk_ids", chunks, tracker -> CorpusText.chunks(chunks, corpus, profile, tracker));
  }

  /** Renders hits for a prompt of the strategy and records them as shown. */
  Shown showHits(List<? extends Hit> hits) {
    Profile profile = loop.rules().profile();
    return show(
        "hits",
        hits.stream().map(Hit::chunk).toList(),
        tracker -> CorpusText.hits(hits, corpus, profile, tracker));
  }

  private Shown show(
      String argument, List<ChunkId> chunks, Function<ContextTracker, Observation> render) {
    control.requireNotCancelled();
    Duration start = loop.budget().elapsed();
    Observation observation = render.apply(question.tracker());
    List<String> ids = chunks.stream().map(ChunkId::value).toList();
    String arguments = ToolCall.of(Step.ToolUse.SHOW, Map.of(argument, ids)).arguments();
    ToolCall call = new ToolCall(Step.ToolUse.SHOW, Step.ToolUse.SHOW, arguments);
    Duration elapsed = loop.budget().elapsed().minus(start);
    loop.recorder().add(new Step.ToolUse(loop.budget().modelCalls(), call, observation, elapsed));
    return new Shown(observation.text(), observation.shown());
  }

  private Step toolUse(ToolCall call, Observation observation, Duration elapsed) {
    int number = loop.budget().modelCalls();
    return dispatcher
        .failure()
        .map(
            failure ->
                new Step.ToolUse(
                    number,
                    call,
                    observation,
                    StackTraceText.of(failure, turns::redact),
                    failure.getClass().getName(),
                    elapsed))
        .orElseGet(() -> new Step.ToolUse(number, call, observation, elapsed));
  }

  /** Returns the name of the called tool, without what the model may have added to it. */
  String nameOf(ToolCall call) {
    return tools().findTool(call).map(RetrievalTool::name).orElse(call.name());
  }

  /** Whether a search, a read or the strategy showed the chunk for an earlier question. */
  boolean wasShownEarlier(ChunkId chunk) {
    return history.toolUses().stream()
        .filter(use -> use.isShow() || ToolCallDispatcher.isCorpusTool(tools(), use.call()))
        .flatMap(use -> use.observation().shown().stream())
        .anyMatch(snippet -> snippet.chunk().equals(chunk));
  }

  /** Returns the messages of the conversation as the next question's requests contain them. */
  List<List<Message>> exchangesAfter(String prompt, String answer) {
    return history.exchangesAfter(turns.lastRequest(), loop.compactor(), prompt, answer);
  }

  /** Ends the question and allows the next question of the conversation. */
  void end(Trajectory trajectory) {
    question.end(history.with(trajectory));
  }

  /**
   * Ends the question if it has not ended yet, and allows the next question of the conversation.
   */
  void release() {
    question.release();
  }
}
