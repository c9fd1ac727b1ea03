package dev.arag.tools.langchain4j;

import dev.arag.core.text.ChunkId;
import dev.arag.tools.Snippet;
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
 * The chunk texts sent in one invocation, and which of them the next request will still hold. The
 * last request is known; what is added to a full chat memory pushes out its oldest messages, and it
 * is taken that as many go next time as went last time.
 */
final class SentTexts {
  private final Map<ChunkId, String> texts = new HashMap<>();
  private final Set<ChunkId> sinceRequest = new HashSet<>();
  private List<ChatMessage> messages = List.of();
  private List<String> surviving = List.of();

  /** A request with these messages is about to be sent. */
  synchronized void next(List<ChatMessage> request) {
    List<ChatMessage> next =
        request.stream().filter(message -> !(message instanceof SystemMessage)).toList();
    surviving =
        next.subList(goneNextTime(next, lost(next)), next.size()).stream()
            .filter(ToolExecutionResultMessage.class::isInstance)
            .map(message -> text((ToolExecutionResultMessage) message))
            .toList();
    messages = next;
    sinceRequest.clear();
  }

  /** How many of the oldest messages of the last request are not in this one. */
  private int lost(List<ChatMessage> next) {
    int lost = 0;
    while (lost < messages.size() && (next.isEmpty() || !messages.get(lost).equals(next.get(0)))) {
      lost++;
    }
    return lost;
  }

  /** A tool result goes when the call before it goes. */
  private static int goneNextTime(List<ChatMessage> next, int lost) {
    int gone = Math.min(lost, next.size());
    while (gone > 0 && gone < next.size() && next.get(gone) instanceof ToolExecutionResultMessage) {
      gone++;
    }
    return gone;
  }

  private static String text(ToolExecutionResultMessage message) {
    StringBuilder text = new StringBuilder();
    message.contents().stream()
        .filter(TextContent.class::isInstance)
        .forEach(content -> text.append(((TextContent) content).text()));
    return text.toString();
  }

  /** Notes the chunks shown whole; one sent in parts counts as not there. */
  synchronized void add(List<Snippet> shown) {
    for (Snippet snippet : shown) {
      if (snippet.isWholeChunk()) {
        texts.put(snippet.chunk(), snippet.text());
        sinceRequest.add(snippet.chunk());
      }
    }
  }

  /** Whether the chunk's whole text will be in the next request. */
  synchronized boolean isStillThere(ChunkId chunk) {
    String text = texts.get(chunk);
    return sinceRequest.contains(chunk)
        || (text != null && surviving.stream().anyMatch(result -> result.contains(text)));
  }
}
