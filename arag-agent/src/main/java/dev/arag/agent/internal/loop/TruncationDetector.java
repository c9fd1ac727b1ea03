package dev.arag.agent.internal.loop;

import dev.arag.agent.model.Message;
import dev.arag.agent.model.Tokens;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Detects a server that silently drops the beginning of requests. The token count that such a
 * server reports does not grow with the conversation. Some servers count only uncached tokens, so
 * their count is close to the size of the new messages. Such servers are not reported.
 */
public final class TruncationDetector {
  /**
   * The minimum growth of a request that is checked. Smaller growth can be due to differences
   * between tokenizers.
   */
  private static final int MIN_GROWTH_TOKENS = 256;

  private final RequestTokenCounter counter;
  private List<Message> lastMessages = List.of();
  private long lastReported;

  public TruncationDetector(RequestTokenCounter counter) {
    this.counter = counter;
  }

  /**
   * Compares a request with the previous request.
   *
   * @param reported the token count that the server reported; null if it reported none
   * @return the number of tokens that the server processed if it truncated the request; otherwise
   *     empty
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

  /**
   * Whether a request only adds messages other than user messages to the previous one. Many chat
   * templates drop the reasoning before a user message, so the growth would be unknown.
   */
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

  /**
   * Whether the reported count is too small. The server may have counted reasoning in the previous
   * request and omitted it from this one, so the size of the reasoning is added.
   */
  private boolean isTruncated(int growth, long reported) {
    long omitted = counter.countThinking(lastMessages);
    return growth >= MIN_GROWTH_TOKENS
        && reported >= lastReported / 2
        && reported > growth * 3L / 2
        && reported + omitted < lastReported + growth / 5;
  }
}
