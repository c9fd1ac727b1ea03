package dev.arag.agent;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.answer.NoValueException;
import dev.arag.agent.answer.TypedAnswer;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.internal.observe.EventLog;
import dev.arag.agent.internal.run.ConversationState;
import dev.arag.agent.internal.typed.RecordSchema;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Scope;
import java.util.List;
import java.util.Objects;

/**
 * A sequence of questions. With each question the model sees the earlier questions, their answers
 * and the sections that these answers quote with a verified citation. The other corpus text of an
 * answered question is replaced by short messages (stubs) that name its chunks. The model can read
 * these chunks again. The results of custom tools stay. If the model asks for a chunk whose text is
 * still in the request, the tool returns a reminder instead of the text. When the context window is
 * full, the oldest tool results are also replaced by stubs. If stubs do not free enough space, the
 * oldest questions are omitted from the request.
 *
 * <p>If the corpus {@linkplain dev.arag.core.corpus.Catalogue#hasRights has rights}, a question for
 * which a document was found that the corpus no longer contains is forgotten with all later ones:
 * they are neither sent nor part of {@link #trajectories()}, and the next answer has a warning.
 *
 * <p>Each question has a separate answer, trajectory, budget and corpus snapshot. A citation may
 * quote text that was shown for an earlier question. If a question fails or is cancelled, its
 * messages are not sent with later questions.
 *
 * <p>Several threads may share a conversation, but only one question can be asked at a time. A
 * conversation holds no resources and does not have to be closed.
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
   * Answers the next question as text and as a record, as {@link Agent#ask(String, Class)} does.
   *
   * @param question not blank
   * @throws NoValueException if there is an answer as text but no record
   * @throws NoAnswerException if there is no answer
   * @throws IllegalArgumentException if the type is not supported; no request is sent in this case
   * @throws IllegalStateException if a question of this conversation is still being answered
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  public <T> TypedAnswer<T> ask(String question, Class<T> type) {
    RecordSchema<T> schema = RecordSchema.of(Objects.requireNonNull(type, "type"));
    return agent.prepare(question, schema.fields(), state, List.of()).answer(schema);
  }

  /**
   * Starts a run that answers the next question, as {@link Agent#start(String)} does. After the
   * event {@link RunEvent.Finished} of this run, the conversation accepts another question.
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
   * Returns this conversation with further questions restricted to a scope. If the corpus is
   * already restricted, both scopes apply. Text that was shown before stays in the history, even if
   * it is outside the scope, unless the corpus has rights.
   */
  public Conversation within(Scope scope) {
    return new Conversation(agent.within(scope), state);
  }

  /**
   * The trajectories of all questions asked so far, in order. Questions without an answer are
   * included. {@link Agent#conversation(List)} resumes the conversation from this list. Each
   * trajectory contains the earlier ones, so it is sufficient to store the last one, or the {@link
   * Trajectory#toIncrement()} of each.
   */
  public List<Trajectory> trajectories() {
    return state.history().trajectories();
  }
}
