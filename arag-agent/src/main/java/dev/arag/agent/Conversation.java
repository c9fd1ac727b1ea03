package dev.arag.agent;

import dev.arag.agent.internal.run.ConversationState;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Scope;
import java.util.List;

/**
 * Several questions, one after the other, of which each knows those before it: the model is sent
 * what was said and shown before, and is reminded of chunks it has read instead of being sent them
 * again, as long as their text still stands in the request. Where the window is full, the oldest
 * results become stubs that can be read again, and at last the oldest questions are left out.
 *
 * <p>Each question has an answer, a record and a budget of its own, and sees the corpus as it is
 * when it is asked; citations may quote what an earlier question was shown. One that fails or is
 * cancelled leaves the conversation as it was before.
 *
 * <p>May be used by several threads, for one question at a time. Holds no resources; nobody closes
 * it.
 */
public final class Conversation {
  private final Agent agent;
  private final ConversationState talk;

  Conversation(Agent agent, ConversationState talk) {
    this.agent = agent;
    this.talk = talk;
  }

  /**
   * Answers the next question as {@link Agent#ask(String)} does.
   *
   * @param question not blank
   * @throws NoAnswerException if there is nothing to read
   * @throws IllegalStateException if a question of this conversation is still being answered
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  public Answer ask(String question) {
    return agent.asked(question, talk).answer();
  }

  /**
   * Answers the next question with a value of a record, as {@link Agent#ask(String, Class)} does.
   *
   * @param question not blank
   * @throws NoValueException if there is an answer in words only
   * @throws NoAnswerException if there is nothing to read
   * @throws IllegalArgumentException if values of this type cannot be made; nothing was asked then
   * @throws IllegalStateException if a question of this conversation is still being answered
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  public <T> TypedAnswer<T> ask(String question, Class<T> type) {
    return agent.asked(question, type, talk);
  }

  /**
   * Starts to answer the next question as {@link Agent#start(String)} does. When the events of the
   * run tell that it has finished, the next question can be asked.
   *
   * @param question not blank
   * @throws IllegalStateException if a question of this conversation is still being answered
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  public Run start(String question) {
    return agent.started(question, talk);
  }

  /**
   * The same conversation, reading only what the scope allows in the questions asked through the
   * view; a scope only narrows. What was shown before stays in the history.
   */
  public Conversation within(Scope scope) {
    return new Conversation(agent.within(scope), talk);
  }

  /** The records of the questions so far, those without an answer too, first one first. */
  public List<Trajectory> trajectories() {
    return talk.past().trajectories();
  }
}
