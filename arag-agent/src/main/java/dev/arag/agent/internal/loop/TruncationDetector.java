package dev.arag.agent.internal.loop;

import dev.arag.agent.model.Message;
import java.util.List;

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

  private TruncationDetector() {}

  /**
   * A request, and the number of its tokens that the server reported.
   *
   * @param reported 0 if there was no such request yet
   */
  public record Sent(List<Message> messages, long reported) {}

  /** Whether the server truncated a request, judged by the request before it. */
  public static boolean isTruncated(Sent request, Sent before, RequestTokenCounter counter) {
    return isContinuation(request, before)
        && isTooSmall(request.reported(), growth(request, before, counter), before, counter);
  }

  /**
   * Whether a request only adds messages other than user messages to the previous one. Many chat
   * templates drop the reasoning before a user message, so the growth would be unknown.
   */
  private static boolean isContinuation(Sent request, Sent before) {
    int last = before.messages().size();
    List<Message> messages = request.messages();
    return last > 0
        && messages.size() > last
        && messages.subList(0, last).equals(before.messages())
        && messages.subList(last, messages.size()).stream()
            .noneMatch(Message.User.class::isInstance);
  }

  private static int growth(Sent request, Sent before, RequestTokenCounter counter) {
    return request.messages().stream()
        .skip(before.messages().size())
        .mapToInt(counter::countWithoutThinking)
        .sum();
  }

  /**
   * Whether the reported count is too small. The server may have counted reasoning in the previous
   * request and omitted it from this one, so the size of the reasoning is added.
   */
  private static boolean isTooSmall(
      long reported, int growth, Sent before, RequestTokenCounter counter) {
    long omitted = counter.countThinking(before.messages());
    return growth >= MIN_GROWTH_TOKENS
        && reported >= before.reported() / 2
        && reported > growth * 3L / 2
        && reported + omitted < before.reported() + growth / 5;
  }
}
