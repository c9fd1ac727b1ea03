package dev.arag.agent.internal.loop;

import dev.arag.agent.model.Message;
import dev.arag.agent.model.Tokens;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Detects a server that silently drops the beginning of requests: its token count does not grow
 * with the conversation. A server that counts only uncached tokens reports about the size of the
 * new messages and is not affected.
 */
public final class TruncationDetector {
  /** Differences between tokenizers can hide smaller growth. */
  private static final int MIN_GROWTH_TOKENS = 256;

  private final RequestTokenCounter counter;
  private List<Message> lastMessages = List.of();
  private long lastReported;

  public TruncationDetector(RequestTokenCounter counter) {
    this.counter = counter;
  }

  /**
   * Compares a request with the one before it.
   *
   * @param reported what the server counted; null if it reported nothing
   * @return the tokens the server processed if it truncated the request; else empty
   */
  public OptionalLong detect(List<Message> messages, @Nullable Tokens reported) {
    if (reported == null || reported.isEstimated()) {
      return OptionalLong.empty();
    }
    boolean isTruncated =
        isContinuation(messages) && isTruncated(growth(messages), reported.input());
    lastMessages = messages;
    lastReported = reported.input();
    return isTruncated ? OptionalLong.of(reported.input()) : OptionalLong.empty();
  }

  /** Many chat templates drop the reasoning before a user message; growth is then unknown. */
  private boolean isContinuation(List<Message> messages) {
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

  /** Reasoning that was counted before may be omitted now. */
  private boolean isTruncated(int growth, long reported) {
    long omitted = counter.countThinking(lastMessages);
    return growth >= MIN_GROWTH_TOKENS
        && reported >= lastReported / 2
        && reported > growth * 3L / 2
        && reported + omitted < lastReported + growth / 5;
  }
}
