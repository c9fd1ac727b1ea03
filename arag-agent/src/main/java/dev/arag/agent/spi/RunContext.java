package dev.arag.agent.spi;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.internal.text.SystemPrompt;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolCall;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Gives a strategy access to its run. All model calls and tool calls are recorded and count against
 * the budget. When the budget is used up, {@link #chat} and {@link #complete} throw an exception
 * that the strategy must not catch. The run then makes the closing call, a request without tools.
 * It extends the last request to the main model, or the messages of {@link #closeFrom}.
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

  /**
   * The profile of the agent. A strategy should search with the {@link Profile#rankingRules()} and
   * show text in the {@link Profile#textFormat()}.
   */
  Profile profile();

  /** The corpus snapshot of the run, restricted to its scope. */
  Corpus corpus();

  /** The toolbox of this run. */
  Toolbox tools();

  /**
   * The instructions of the application, in the form in which a strategy appends them to its system
   * prompt after a blank line; empty if the agent has none. A strategy that does not append them
   * sends a prompt without the instructions.
   */
  Optional<String> instructions();

  /** The remaining budget. */
  Budget remaining();

  /**
   * Whether the budget allows further model calls and the closing call after them. The size of each
   * call is assumed to be that of the largest request of the run so far, with {@link
   * Budget#reservedTokens()} for its reply. Call this method before a group of calls. If a run
   * reaches a limit within a group, the calls that were already made are wasted.
   *
   * @param calls the number of calls with the model of this context, at least 0
   */
  boolean affords(int calls);

  /**
   * The number of tokens that can be added to a request so that it still fits the model's context
   * window; 0 if there is no space left. The space for the reply and for the closing call is
   * reserved.
   *
   * @param messages the messages of the request without the additional text; the request offers no
   *     tools
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
   * methods are the only ways by which corpus text may reach a prompt: they record the text, so
   * that the run can check citations of this text. Text that the strategy takes from {@link
   * #corpus()} counts as not shown.
   *
   * <p>The result has the form of a {@code chunk_read} result: the text stands between two marker
   * lines, which show the model where untrusted text begins and ends, and each section is under its
   * id. Text that was shown before is shown again, because a model may receive a prompt without the
   * earlier messages. The length is not limited. The call is recorded as a {@link
   * dev.arag.agent.step.Step.ToolUse} with the name {@link dev.arag.agent.step.Step.ToolUse#SHOW}.
   * It does not count as a tool call, neither in the budget nor in the usage, but its tokens count
   * as retrieved tokens.
   *
   * @param chunks the chunks in the order in which to show them; duplicates are ignored. The text
   *     lists the ids that are unknown, deleted or out of scope.
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  Shown show(Collection<ChunkId> chunks);

  /**
   * Renders the sections and sentences that a search shows of its hits. Otherwise, this method is
   * like {@link #show(Collection)}.
   *
   * @param hits the hits of searches in {@link #corpus()}, in the order in which to show them
   */
  Shown show(List<? extends Hit> hits);

  /**
   * Sends messages to the model and returns the reply. Each call of this method is one model call,
   * and a turn if this context uses the main model.
   *
   * <p>The history is normalized so that every server accepts it: a tool call without a result gets
   * a placeholder result, and malformed tool calls are repaired. If the history exceeds the model's
   * context window, the oldest tool results are replaced by short messages (stubs) that name the
   * chunks of the removed text.
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
   * Returns a correction (a message that asks the model to continue) if a reply of the main model
   * is not yet an answer. A reply is corrected if it calls no tool and one of the following
   * applies: the model has not searched, the reply announces a next step or cites no chunk, or the
   * model gave up before it tried all searches. Each kind of correction is returned and recorded at
   * most once in a run. Append the reply and then the correction to the history, and call {@link
   * #chat} again.
   *
   * @return the correction; empty if the reply needs none
   */
  Optional<Message> correct(Reply reply);

  /**
   * Sends one prompt without tools and returns the text of the reply.
   *
   * @throws dev.arag.agent.model.ModelException if the model fails
   */
  String complete(String prompt);

  /**
   * Sends several prompts without tools, at most {@code Agent.Builder.parallelCalls} at a time. The
   * budget is checked for all prompts together before the first one is sent: each prompt reserves
   * its own size and {@link Budget#reservedTokens()}. If not all prompts fit, the first ones that
   * fit are sent. A prompt that alone exceeds the context window is skipped. The calls are recorded
   * in the order of the prompts when all of them have ended.
   *
   * @param prompts the prompts; the list may be empty
   * @return the results in the order of the prompts
   * @throws dev.arag.agent.model.ModelException if all prompts that were sent failed; the exception
   *     is the failure of the first prompt that did not exceed the run's time limit. If all prompts
   *     exceeded the time limit or the model's context window, the run continues with the closing
   *     call instead
   */
  List<Completion> completeAll(List<String> prompts);

  /**
   * Asks the model for a record. The schema of the record is appended to the prompt and is also
   * part of the request if the server supports that. If the reply cannot be parsed, one more
   * request asks the model to correct it, provided that the budget allows it.
   *
   * @param form a record whose components are strings, numbers, booleans, {@code LocalDate}s,
   *     enums, records, or lists or {@code Optional}s of these
   * @return the record; empty if no reply can be parsed
   * @throws dev.arag.agent.model.ModelException if the model fails
   * @throws IllegalArgumentException if the type is not supported
   */
  <T extends Record> Optional<T> fill(Class<T> form, String prompt);

  /**
   * Asks the model for several records of one type, with the limits of {@link #completeAll}.
   *
   * @param form the type of the records, see {@link #fill}
   * @param prompts the prompts; the list may be empty
   * @return the records in the order of the prompts; empty for a prompt that was not sent, whose
   *     call failed, or whose replies cannot be parsed
   * @throws dev.arag.agent.model.ModelException if all prompts that were sent failed
   * @throws IllegalArgumentException if the type is not supported
   */
  <T extends Record> List<Optional<T>> fillAll(Class<T> form, List<String> prompts);

  /**
   * Runs a strategy on several questions, each in a child run with a conversation of its own. A
   * child run sees neither the question nor the earlier questions of this run. It ends like a run:
   * when it reaches a limit, the closing call writes its answer.
   *
   * <p>The model calls, the tool calls, the tokens and the cost that are left are divided into
   * equal parts, one for each child run and one for the rest of this run. What a child run does not
   * use is returned. Its closing call may exceed its part of the tokens and the cost. The turns of
   * a child run are limited like those of this run, but do not count against this run. The time is
   * divided only among child runs that must wait for each other.
   *
   * <p>When all child runs have ended, their steps are recorded in the order of the questions, and
   * observers receive the events of these steps. The text that they showed is then text that was
   * shown in this run.
   *
   * @param strategy the strategy; the main model of this run is also that of the child runs
   * @param questions the questions, each of which names all it needs; the list may be empty
   * @param atMost the maximum number of child runs at the same time, at least 1. There are never
   *     more than {@code Agent.Builder.parallelCalls}
   * @return the results in the order of the questions: the answer, which may be empty; the failure
   *     of the model; or the limit because of which there is no answer. If no model call is left
   *     for the last child runs, they are skipped
   */
  List<Completion> runAll(Strategy strategy, List<String> questions, int atMost);

  /**
   * Sets the messages that the closing call extends if the budget is used up after this call. By
   * default, the closing call extends the last request to the main model. Use this method if models
   * of other roles may use up the budget before the first request to the main model. Put the
   * results so far into the messages. If the list is empty, the default applies. Only the supplier
   * of the last call of this method is used.
   *
   * @param messages supplies the messages when the closing call is made, normally with {@link
   *     #answerRules()} as system message; it may call {@link #show}, but it must not call a model
   */
  void closeFrom(Supplier<List<Message>> messages);

  /** Adds a warning to the answer and to the trajectory. A repeated warning is added once. */
  void warn(String warning);

  /**
   * The system prompt for a final answer from shown text: the rules for citations and for missing
   * answers, and the instructions of the application.
   */
  default String answerRules() {
    return SystemPrompt.withInstructions(profile().answerPrompt(), instructions());
  }

  /**
   * Checks the quotes of a note against the text that was shown in this run. A quote is kept if the
   * shown text of its chunk contains it, by the rules of {@link
   * dev.arag.agent.citation.Verdict#SUPPORTED}. If this text does not contain the quote but the
   * shown text of exactly one other chunk does, the quote is assigned to this other chunk. All
   * other quotes are removed.
   */
  Note check(Note note);

  /**
   * Checks the citations of an answer against the text that was shown in this run so far, as the
   * run checks the citations of its final answer. Use this method to decide whether the strategy
   * needs a further step.
   */
  ParsedAnswer check(String answer);

  /**
   * Returns a context of this run whose requests go to the model of a role, or to the main model if
   * the role has none. The contexts of a run share all their state, such as the budget and the text
   * shown. Only requests of the role {@code agent} are turns.
   */
  RunContext as(String role);
}
