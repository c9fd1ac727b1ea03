package dev.arag.agent.internal.loop;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.internal.model.Request;
import dev.arag.agent.model.Reply;
import dev.arag.agent.spi.LoopMessage;
import dev.arag.agent.step.Step;
import dev.arag.core.corpus.Corpus;
import dev.arag.tools.call.ContextTracker;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * The state of one run, which the classes that implement the run share.
 *
 * @param corpus the snapshot of the corpus
 * @param tracker what the model was shown in the conversation
 * @param budget the limits of the run and the usage so far
 * @param recorder records the steps and sends the events of the run
 * @param earlier the tool calls of the conversation's earlier questions
 * @param repetitionDetector tracks the searches of the run and the text that they showed
 * @param compactor replaces old results with stubs
 */
public record RunState(
    LoopRules rules,
    Corpus corpus,
    ContextTracker tracker,
    BudgetTracker budget,
    RunRecorder recorder,
    List<Step.ToolUse> earlier,
    RepetitionDetector repetitionDetector,
    HistoryCompactor compactor,
    RequestTokenCounter counter) {
  /** Creates the state of a child run, in a conversation of its own. */
  public RunState child(
      String question, Budget share, long seed, Function<RandomGenerator, ContextTracker> tracker) {
    BudgetTracker own = budget.child(share, recorder.clock());
    RunRecorder steps = recorder.child(question, seed, own);
    return of(rules, corpus, tracker.apply(steps.random()), own, steps, List.of());
  }

  /** Creates the state of a run that begins. */
  public static RunState of(
      LoopRules rules,
      Corpus corpus,
      ContextTracker tracker,
      BudgetTracker budget,
      RunRecorder recorder,
      List<Step.ToolUse> earlier) {
    RequestTokenCounter counter = new RequestTokenCounter();
    return new RunState(
        rules,
        corpus,
        tracker,
        budget,
        recorder,
        earlier,
        new RepetitionDetector(),
        new HistoryCompactor(rules.messages(), tracker, counter),
        counter);
  }

  /** Returns the size of a request in o200k tokens. */
  public int count(Request request) {
    return counter.count(request.messages(), request.offered());
  }

  /**
   * Adds the token usage of a reply to the budget, and returns the reply with this usage. If the
   * server reported none, it is estimated.
   */
  public Reply addUsage(Reply reply, String role, int requestTokens) {
    Reply.Tokens reported = reply.tokens();
    Reply.Tokens tokens =
        reported == null
            ? Reply.Tokens.estimated(requestTokens, counter.count(reply.message()))
            : reported;
    budget.addTokens(role, tokens);
    return reply.withTokens(tokens);
  }

  public String message(LoopMessage message) {
    return rules.messages().of(message);
  }

  public String message(LoopMessage message, String name, Object value) {
    return rules.messages().of(message, name, value);
  }
}
