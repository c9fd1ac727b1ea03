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
 * What a strategy works with during one run. Everything it does is recorded and counted. When the
 * budget has ended, {@link #chat} and {@link #complete} throw past the strategy, and the run makes
 * its closing call from the last conversation with the main model; a strategy does not catch that.
 *
 * <p>To be used by the thread that runs the strategy, while it runs.
 */
public interface RunContext {
  /** The corpus as it was when the run began, in its scope. */
  Corpus corpus();

  /** The tools of this run. */
  Toolbox tools();

  /** What is left of the budget. */
  Budget remaining();

  /**
   * What was said and shown for earlier questions of the conversation, without system messages;
   * empty for a question by itself. Put it before the question: what the tools say is above stands
   * there. A strategy that leaves it out asks as if nothing had been said.
   */
  List<Message> earlier();

  /**
   * Runs one tool call. A call the model can correct, and a call the budget no longer allows, is an
   * {@link Observation.Rejected}: every call is answered.
   *
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  Observation call(ToolCall call);

  /**
   * Sends a conversation to the model: one turn.
   *
   * <p>What is sent is that history in a form every server takes: a call without a result gets one
   * that says so, malformed calls are made well-formed, and when the history grows too long for the
   * model's window its oldest results become stubs that name their chunks.
   *
   * @param messages the whole history; each tool call in it answered, once, by its id
   * @param offered the tools the model may call; {@link Toolbox#empty()} for none
   * @throws dev.arag.agent.model.ModelException if the model fails
   * @throws IllegalArgumentException if a result answers no call of the message before it
   */
  Reply chat(List<Message> messages, Toolbox offered);

  /**
   * What to say to the main model when its reply calls no tool but ends too early: it has not
   * searched, announces a step without making it, names no chunk, or gave up before it tried both
   * searches. Each is said once in a run, and recorded. Put the reply and this message behind the
   * history and {@link #chat} again; empty if the reply stands.
   */
  Optional<Message> nudge(Reply reply);

  /** Sends one prompt without tools and gives the text of the reply: one turn. */
  String complete(String prompt);

  /**
   * The same run, speaking to the model that was given for a role; to the main model where none
   * was.
   */
  RunContext as(String role);
}
