package dev.arag.web;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.Agent;
import dev.arag.agent.Conversation;
import dev.arag.agent.Run;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Scope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the conversations of web pages in memory, by the id that the page gave its chat. If there
 * are more than the given maximum, the least recently used conversation is removed; its next
 * question is asked without the earlier ones. Thread-safe.
 */
public final class Chats {
  private final Agent agent;
  private final Map<Key, Chat> chats;

  private record Key(String owner, String id) {}

  /**
   * @param agent answers the questions
   * @param maxChats the number of conversations that are kept, at least 1
   */
  public Chats(Agent agent, int maxChats) {
    this.agent = requireNonNull(agent, "agent");
    if (maxChats < 1) {
      throw new IllegalArgumentException("maxChats must be >= 1, was " + maxChats);
    }
    chats =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Key, Chat> eldest) {
            return size() > maxChats;
          }
        };
  }

  /**
   * Starts a run that answers a question of a chat. If a run of the same chat has not ended, it is
   * cancelled. If the reader asks an earlier question again (see {@link
   * UiMessageRequest#earlierQuestions()}), the questions after it are removed from the
   * conversation. A request without a chat id starts a conversation that is not kept.
   *
   * @param owner the authenticated name of the user who sent the request; empty if the server has
   *     only one user. The same chat id with another owner is another chat
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  public Run start(String owner, UiMessageRequest request) {
    return start(owner, Scope.everything(), request);
  }

  /**
   * Starts a run as {@link #start(String, UiMessageRequest)} does. The question is restricted to a
   * scope. Text that was shown for earlier questions stays in the conversation, even if it is
   * outside the scope.
   */
  public Run start(String owner, Scope scope, UiMessageRequest request) {
    requireNonNull(scope, "scope");
    Key key = new Key(requireNonNull(owner, "owner"), request.chat());
    Chat chat = request.chat().isEmpty() ? new Chat(agent, agent.conversation()) : chat(key);
    return chat.start(scope, request);
  }

  /**
   * Continues a conversation that was stored: the next question of the chat follows these
   * trajectories. Has no effect if the chat is in memory.
   *
   * @param owner the owner that {@link #start(String, UiMessageRequest)} receives
   * @param id the id of the chat, not empty
   * @param trajectories the trajectories of the conversation in order, see {@link
   *     Agent#conversation(List)}
   * @throws IllegalArgumentException if a trajectory does not continue the one before it
   */
  public void resume(String owner, String id, List<Trajectory> trajectories) {
    Key key = new Key(requireNonNull(owner, "owner"), requireNonNull(id, "id"));
    synchronized (chats) {
      chats.computeIfAbsent(key, unused -> new Chat(agent, agent.conversation(trajectories)));
    }
  }

  /**
   * Removes a chat, and cancels its run if it has not ended. Has no effect if there is no such
   * chat.
   *
   * @param owner the owner that {@link #start(String, UiMessageRequest)} received
   */
  public void forget(String owner, String id) {
    Key key = new Key(requireNonNull(owner, "owner"), requireNonNull(id, "id"));
    Chat chat;
    synchronized (chats) {
      chat = chats.remove(key);
    }
    if (chat != null) {
      chat.cancel();
    }
  }

  private Chat chat(Key key) {
    synchronized (chats) {
      return chats.computeIfAbsent(key, unused -> new Chat(agent, agent.conversation()));
    }
  }

  /** A conversation and its last run. */
  private static final class Chat {
    private final Agent agent;
    private Conversation conversation;
    private @Nullable Run last;

    Chat(Agent agent, Conversation conversation) {
      this.agent = agent;
      this.conversation = conversation;
    }

    synchronized Run start(Scope scope, UiMessageRequest request) {
      if (last != null) {
        end(last);
      }
      List<Trajectory> earlier = conversation.trajectories();
      if (request.earlierQuestions() < earlier.size()) {
        conversation = agent.conversation(earlier.subList(0, request.earlierQuestions()));
      }
      Run run = conversation.within(scope).start(request.question());
      last = run;
      return run;
    }

    synchronized void cancel() {
      if (last != null) {
        last.cancel();
      }
    }

    /**
     * @throws CancellationException if the caller's thread is interrupted
     */
    private static void end(Run run) {
      run.cancel();
      try {
        run.trajectory();
      } catch (CancellationException e) {
        throw e;
      } catch (RuntimeException e) {
        // The reader of the earlier run received the failure.
      }
    }
  }
}
