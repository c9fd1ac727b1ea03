package dev.arag.agent.internal.loop;

import dev.arag.agent.model.Message;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.ToolCall;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts the o200k tokens of requests. The counts are cached because each request repeats the
 * messages of earlier requests.
 */
public final class RequestTokenCounter {
  /** The assumed size of roles, ids, and separators. The exact size differs between servers. */
  private static final int MESSAGE_OVERHEAD = 8;

  private static final TokenCounter TOKENS = TokenCounter.o200k();

  private final Map<Message, Integer> messageCounts = new HashMap<>();
  private final IdentityHashMap<RetrievalTool, Integer> toolCounts = new IdentityHashMap<>();

  public int count(List<Message> messages, Toolbox offered) {
    int messageTokens = messages.stream().mapToInt(this::count).sum();
    return messageTokens + offered.tools().stream().mapToInt(this::count).sum();
  }

  public int count(Message message) {
    return messageCounts.computeIfAbsent(message, RequestTokenCounter::compute);
  }

  /**
   * Returns the size of a message without its reasoning. Many servers remove reasoning from the
   * history.
   */
  int countWithoutThinking(Message message) {
    return count(message) - countThinking(message);
  }

  /** Returns the total size of the reasoning in messages. */
  int countThinking(List<Message> messages) {
    return messages.stream().mapToInt(RequestTokenCounter::countThinking).sum();
  }

  private static int countThinking(Message message) {
    return message instanceof Message.Assistant assistant ? TOKENS.count(assistant.thinking()) : 0;
  }

  private static int compute(Message message) {
    int tokens = MESSAGE_OVERHEAD + TOKENS.count(message.text());
    if (message instanceof Message.Assistant assistant) {
      tokens += TOKENS.count(assistant.thinking());
      tokens += assistant.calls().stream().mapToInt(RequestTokenCounter::count).sum();
    }
    return tokens;
  }

  private static int count(ToolCall call) {
    return MESSAGE_OVERHEAD + TOKENS.count(call.name()) + TOKENS.count(call.arguments());
  }

  private int count(RetrievalTool tool) {
    return toolCounts.computeIfAbsent(tool, RequestTokenCounter::compute);
  }

  private static int compute(RetrievalTool tool) {
    return MESSAGE_OVERHEAD
        + TOKENS.count(tool.name())
        + TOKENS.count(tool.description())
        + TOKENS.count(tool.parameters());
  }
}
