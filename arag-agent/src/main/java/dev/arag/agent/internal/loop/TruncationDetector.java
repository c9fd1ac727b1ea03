package dev.arag.agent.internal.loop;

import dev.arag.agent.model.Message;
import dev.arag.agent.model.Tokens;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Notices a server that drops the beginning of requests without saying so: what it counts does not
 * grow when the conversation does. One that counts only what it had not cached tells about as much
 * as was added, and is not meant.
 */
public final class TruncationDetector {
  /** Less may be lost between two ways of counting. */
  private static final int LEAST_GROWTH = 256;

  private final RequestTokenCounter counter;
  private List<Message> lastMessages = List.of();
  private long lastTold;

  public TruncationDetector(RequestTokenCounter counter) {
    this.counter = counter;
  }

  /** What the server took of a request, if it seems to have cut it; else empty. */
  public OptionalLong look(List<Message> messages, @Nullable Tokens told) {
    if (told == null || told.isEstimated()) {
      return OptionalLong.empty();
    }
    boolean isCut = goesOn(messages) && isCut(growth(messages), told.input());
    lastMessages = messages;
    lastTold = told.input();
    return isCut ? OptionalLong.of(told.input()) : OptionalLong.empty();
  }

  /** A message of the user's makes many templates drop the thinking before it. */
  private boolean goesOn(List<Message> messages) {
    int last = lastMessages.size();
    return last > 0
        && messages.size() > last
        && messages.subList(0, last).equals(lastMessages)
        && messages.subList(last, messages.size()).stream()
            .noneMatch(Message.User.class::isInstance);
  }

  private int growth(List<Message> messages) {
    return messages.subList(lastMessages.size(), messages.size()).stream()
        .mapToInt(counter::countWithoutThinking)
        .sum();
  }

  /** Reasoning that was counted before may have been left out now. */
  private boolean isCut(int growth, long told) {
    long leftOut = counter.thinking(lastMessages);
    return growth >= LEAST_GROWTH
        && told >= lastTold / 2
        && told > growth * 3L / 2
        && told + leftOut < lastTold + growth / 5;
  }
}
