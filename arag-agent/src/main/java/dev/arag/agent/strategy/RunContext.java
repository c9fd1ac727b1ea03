package dev.arag.agent.strategy;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.core.corpus.Corpus;
import dev.arag.tools.Observation;
import dev.arag.tools.ToolCall;
import dev.arag.tools.Toolbox;
import java.util.List;
import java.util.Optional;

/**
 * The interface of a run for its strategy. All calls are recorded and counted. When the budget has
 * ended, {@link #chat} and {@link #complete} throw an exception that the strategy must not catch,
 * and the run makes its closing call from the last request to the main model.
 *
 * <p>Only for the thread that runs the strategy, while it runs.
 */
public interface RunContext {
  /** The corpus snapshot of the run, restricted to its scope. */
  Corpus corpus();

  /** The tools of this run. */
  Toolbox tools();

  /** The remaining budget. */
  Budget remaining();

  /**
   * The messages of the conversation's earlier questions, without system messages; empty for the
   * first question. Put them before the question, since results refer to text that is in them.
   * Without them the model does not see the earlier questions.
   */
  List<Message> earlier();

  /**
   * Executes one tool call. A call that the model can correct, or that the budget does not allow,
   * returns {@link Observation.Rejected}.
   *
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  Observation call(ToolCall call);

  /**
   * Sends messages to the model: one turn.
   *
   * <p>The history is normalized so that every server accepts it: a call without a result gets a
   * placeholder, and malformed calls are repaired. If the history exceeds the model's window, its
   * oldest results become stubs that name their chunks.
   *
   * @param messages the whole history; each tool call in it is answered once, by its id
   * @param offered the tools the model may call; {@link Toolbox#empty()} for none
   * @throws dev.arag.agent.model.ModelException if the model fails
   * @throws IllegalArgumentException if a result answers no call of the message before it
   */
  Reply chat(List<Message> messages, Toolbox offered);

  /**
   * Returns a correction of a reply of the main model that calls no tool but ends too early. The
   * model has not searched, announces a step without a call, cites no chunk, or gave up before it
   * tried both searches. Each kind is returned once in a run, and recorded. Append the reply and
   * the correction to the history and {@link #chat} again. Empty if the reply needs no correction.
   */
  Optional<Message> correct(Reply reply);

  /** Sends one prompt without tools and returns the text of the reply: one turn. */
  String complete(String prompt);

  /** This run with the model of a role; the main model if the role has no separate model. */
  RunContext as(String role);
}
