package dev.arag.langchain4j.internal;

import dev.arag.core.text.SectionId;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Snippet;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Records the texts of sections sent in one invocation and determines which of them the next
 * request certainly contains. A chat memory evicts the oldest messages first, and evicts a call
 * together with its results. The capacity of the memory is not known here, but it is at least the
 * largest number of messages in any previous request. A text within this number of messages from
 * the end is therefore still present. Any other text is treated as evicted.
 */
final class SentSections {
  /** The number of messages that every chat memory is assumed to keep. */
  private static final int MIN_MEMORY = 6;

  /**
   * The assumed maximum number of calls of other tools in the current reply. This class cannot
   * count them, because it is not notified of them.
   */
  private static final int OTHER_CALLS = 2;

  private final ContextTracker tracker;
  private final Map<SectionId, String> texts = new HashMap<>();
  private final Set<SectionId> sentThisTurn = new HashSet<>();
  private List<ChatMessage> messages = List.of();
  private int maxObserved = MIN_MEMORY;
  private int callsThisTurn;

  SentSections(ContextTracker tracker) {
    this.tracker = tracker;
  }

  /** Records the messages of the next request. */
  synchronized void beginRequest(List<ChatMessage> request) {
    // The first request contains the question in addition to the messages of a full memory.
    int observed = messages.isEmpty() ? request.size() - 1 : request.size();
    maxObserved = Math.max(maxObserved, observed);
    messages = List.copyOf(request);
    sentThisTurn.clear();
    callsThisTurn = 0;
  }

  /** Counts a tool call of the current reply. */
  synchronized void beginCall() {
    callsThisTurn++;
  }

  /**
   * Records the sections whose whole text was shown at once. A section that is sent in parts is not
   * recorded.
   */
  synchronized void add(List<Snippet> shown) {
    for (Snippet snippet : shown) {
      if (snippet.isWholeSection()) {
        texts.put(snippet.section(), snippet.text());
        sentThisTurn.add(snippet.section());
      }
    }
  }

  /** Whether the next request certainly contains the whole text of the section. */
  synchronized boolean isInNextRequest(SectionId section) {
    int earlier = sentThisTurn.contains(section) ? 0 : messagesSince(section);
    long instructions = messages.stream().filter(SystemMessage.class::isInstance).count();
    int inReply = 1 + callsThisTurn + OTHER_CALLS;
    return earlier >= 0 && instructions + earlier + inReply <= maxObserved;
  }

  /**
   * Returns the number of messages from the call that last showed the section to the end, or -1 if
   * there is no such call.
   */
  private int messagesSince(SectionId section) {
    String text = texts.get(section);
    String name = "[" + tracker.nameOf(section) + "]";
    int index = messages.size() - 1;
    while (index >= 0 && (text == null || !contains(messages.get(index), name, text))) {
      index--;
    }
    while (index >= 0 && !(messages.get(index) instanceof AiMessage)) {
      index--;
    }
    return index < 0 ? -1 : messages.size() - index;
  }

  /** Whether a result contains a text and a name. A short text alone may occur in any result. */
  private static boolean contains(ChatMessage message, String name, String text) {
    return message instanceof ToolExecutionResultMessage result
        && result.contents().stream()
            .anyMatch(
                content ->
                    content instanceof TextContent part
                        && part.text().contains(name)
                        && part.text().contains(text));
  }
}
