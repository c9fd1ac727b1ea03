package dev.arag.agent;

import dev.arag.agent.internal.observe.EventLog;
import dev.arag.agent.internal.run.ConversationState;
import dev.arag.agent.internal.typed.RecordSchema;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Scope;
import java.util.List;

/**
 * A sequence of questions, in which the model sees the earlier questions, their answers and the
 * text they were shown. The model is reminded of chunks it has read instead of receiving them
 * again, as long as their text is still in the request. When the window is full, the oldest results
 * become stubs, whose chunks can be read again. If that is not enough, the oldest questions are
 * omitted.
 *
 * <p>Each question has its own answer, trajectory and budget, and its own snapshot of the corpus.
 * Citations may quote text that an earlier question was shown. A question that fails or is
 * cancelled does not change the conversation.
 *
 * <p>Safe for use by several threads, for one question at a time. Holds no resources and need not
 * be closed.
 */
public final class Conversation {
  private final Agent agent;
  private final ConversationState state;

  Conversation(Agent agent, ConversationState state) {
    this.agent = agent;
    this.state = state;
  }

  /**
   * Answers the next question as {@link Agent#ask(String)} does.
   *
   * @param question not blank
   * @throws NoAnswerException if there is no answer
   * @throws IllegalStateException if a question of this conversation is still being answered
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  public Answer ask(String question) {
    return agent.prepare(question, "", state, List.of()).answer();
  }

  /**
   * Answers the next question with a record, as {@link Agent#ask(String, Class)} does.
   *
   * @param question not blank
   * @throws NoValueException if there is an answer only as text
   * @throws NoAnswerException if there is no answer
   * @throws IllegalArgumentException if the type is not supported; in that case no request is made
   * @throws IllegalStateException if a question of this conversation is still being answered
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  public <T> TypedAnswer<T> ask(String question, Class<T> type) {
    RecordSchema<T> schema = RecordSchema.of(type);
    return agent.prepare(question, schema.fields(), state, List.of()).answer(schema);
  }

  /**
   * Starts to answer the next question as {@link Agent#start(String)} does. The next question can
   * be asked after {@link RunEvent.Finished}.
   *
   * @param question not blank
   * @throws IllegalStateException if a question of this conversation is still being answered
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  public Run start(String question) {
    EventLog log = new EventLog();
    return new Run(agent.prepare(question, "", state, List.of(() -> log::add)), log);
  }

  /**
   * A view of this conversation whose questions are restricted to a scope; a scope can only be
   * narrowed. Text that was shown before stays in the history.
   */
  public Conversation within(Scope scope) {
    return new Conversation(agent.within(scope), state);
  }

  /** The trajectories of the questions so far in order, including those without an answer. */
  public List<Trajectory> trajectories() {
    return state.history().trajectories();
  }
}
