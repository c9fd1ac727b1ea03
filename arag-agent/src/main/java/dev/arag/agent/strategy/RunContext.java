package dev.arag.agent.strategy;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.Profile;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.Observation;
import dev.arag.tools.ToolCall;
import dev.arag.tools.Toolbox;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Gives a strategy access to its run. All model calls and tool calls are recorded and count against
 * the budget. When the budget is used up, {@link #chat} and {@link #complete} throw an exception
 * that the strategy must not catch. The run then makes the closing call, which extends the last
 * request to the main model.
 *
 * <p>Use this object only on the thread that runs the strategy, and only until the strategy
 * returns.
 */
public interface RunContext {
  /**
   * The question as the user asked it, for searches. The question that a strategy receives may
   * contain further instructions for the model.
   */
  String question();

  /** The profile of the agent, which determines the ranking of the searches. */
  Profile profile();

  /** The corpus snapshot of the run, restricted to its scope. */
  Corpus corpus();

  /** The toolbox of this run. */
  Toolbox tools();

  /**
   * The instructions of the application, in the form in which a strategy appends them to its system
   * prompt after a blank line; empty if the agent has none. A strategy that ignores them sends only
   * its own prompt.
   */
  String instructions();

  /** The remaining budget. */
  Budget remaining();

  /**
   * The number of tokens by which a request may still grow until it does not fit the model's
   * context window; 0 if there is no space left. The space for the reply and for the closing call
   * is reserved.
   *
   * @param messages the request without the additional text, which offers no tools
   */
  int freeTokens(List<Message> messages);

  /**
   * The messages of the conversation's earlier questions, without system messages; empty for the
   * first question. Put these messages before the question, because later tool results may refer to
   * text in them. If the strategy omits them, the model does not see the earlier questions.
   */
  List<Message> earlier();

  /**
   * Executes one tool call. Returns {@link Observation.Rejected} if the call contains an error that
   * the model can correct, or if the budget does not allow the call.
   *
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  Observation call(ToolCall call);

  /**
   * Renders whole chunks for a prompt of the strategy. {@link #call} and the two {@code show}
   * methods are the only ways by which corpus text may reach a prompt: the run records the text, so
   * that citations of it can be checked. Text that the strategy takes from {@link #corpus()} counts
   * as not shown.
   *
   * <p>The result has the form of a {@code chunk_read} result: the text is enclosed in a fence, and
   * each section is under its id. A text that was shown before is shown again, because each prompt
   * may be read by itself. The length is not limited. The step is recorded as a tool use by code
   * named {@link dev.arag.agent.trajectory.Step.ToolUse#SHOW}. It is not a tool call of the budget
   * or of the usage, but its tokens are retrieved tokens.
   *
   * @param chunks the chunks in the order in which to show them; duplicates are ignored. The text
   *     names the ids that are unknown, deleted or out of scope.
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  Shown show(Collection<ChunkId> chunks);

  /**
   * Renders the sections and sentences that a search shows of its hits. In all other respects this
   * method is equal to {@link #show(Collection)}.
   *
   * @param hits the hits of searches in {@link #corpus()}, in the order in which to show them
   */
  Shown show(List<? extends Hit> hits);

  /**
   * Sends messages to the model and returns the reply. Each call of this method is one turn.
   *
   * <p>The history is normalized so that every server accepts it: a tool call without a result gets
   * a placeholder result, and malformed tool calls are repaired. If the history exceeds the model's
   * context window, the oldest tool results are replaced by stubs that name their chunks.
   *
   * @param messages the whole history; each tool call in it has at most one result, which is
   *     matched by the id of the call
   * @param offered the tools that the model may call; {@link Toolbox#empty()} for no tools
   * @return the reply of the model
   * @throws dev.arag.agent.model.ModelException if the model fails
   * @throws IllegalArgumentException if a tool result does not belong to a tool call in the
   *     preceding assistant message
   */
  Reply chat(List<Message> messages, Toolbox offered);

  /**
   * Returns a correction if the main model ended its turn too early. A reply is corrected if it
   * calls no tool and one of the following applies: the model has not searched, announces a next
   * step, cites no chunk, or gave up before it tried all searches. Each kind of correction is
   * recorded and returned at most once in a run. Append the reply and then the correction to the
   * history, and call {@link #chat} again.
   *
   * @return the correction; empty if the reply needs none
   */
  Optional<Message> correct(Reply reply);

  /**
   * Sends one prompt without tools and returns the text of the reply. Each call of this method is
   * one turn.
   */
  String complete(String prompt);

  /**
   * Returns a view of this run that uses the model of a role. If the role has no separate model,
   * the view uses the main model.
   */
  RunContext as(String role);
}
