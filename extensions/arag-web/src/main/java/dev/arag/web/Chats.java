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
 * The conversations of web pages by the id of their chat, in memory. If there are too many, the one
 * that was not used for the longest time is forgotten; its chat continues without the earlier
 * questions. Thread-safe.
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
   * cancelled. If the reader asks an earlier question again, the questions after it are forgotten.
   * A request without a chat id is a conversation of its own.
   *
   * @param owner the name of the user who sent the request, as the server knows it; empty if the
   *     server has one user. A chat of another owner cannot be continued, even if its id is known
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  public Run start(String owner, UiMessageRequest request) {
    return start(owner, Scope.everything(), request);
  }

  /**
   * Starts a run as {@link #start(String, UiMessageRequest)} does. The question is restricted to a
   * scope, but text that was shown before stays in the conversation.
   */
  public Run start(String owner, Scope scope, UiMessageRequest request) {
    requireNonNull(scope, "scope");
    Key key = new Key(requireNonNull(owner, "owner"), request.chat());
    Chat chat = request.chat().isEmpty() ? new Chat(agent) : chat(key);
    return chat.start(scope, request);
  }

  /**
   * Forgets a chat, and cancels its run if it has not ended. Has no effect if there is no such
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
      return chats.computeIfAbsent(key, unused -> new Chat(agent));
    }
  }

  /** A conversation and its last run. */
  private static final class Chat {
    private final Agent agent;
    private Conversation conversation;
    private @Nullable Run last;

    Chat(Agent agent) {
      this.agent = agent;
      conversation = agent.conversation();
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
