package dev.arag.tools.langchain4j;

import dev.arag.core.text.ChunkId;
import dev.arag.tools.Snippet;
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
 * The chunk texts sent in one invocation, and which of them the next request is sure to hold. A
 * chat memory drops its oldest messages, a call together with its results, and nobody tells how
 * many it holds. But it holds as many as it was seen to hold: what stands no farther from the end
 * than that is still there. A text is taken to be gone where that is not sure.
 */
final class SentTexts {
  /** What any chat memory is taken to hold. */
  private static final int LEAST_MEMORY = 6;

  /** Calls of other tools in the reply under way, of which nothing is known here. */
  private static final int OTHER_CALLS = 2;

  private final Map<ChunkId, String> texts = new HashMap<>();
  private final Set<ChunkId> ofTurn = new HashSet<>();
  private List<ChatMessage> messages = List.of();
  private int mostHeld = LEAST_MEMORY;
  private int callsOfTurn;

  /** A request with these messages is about to be sent. */
  synchronized void next(List<ChatMessage> request) {
    // The first request has the question behind all that a full memory holds.
    int held = messages.isEmpty() ? request.size() - 1 : request.size();
    mostHeld = Math.max(mostHeld, held);
    messages = List.copyOf(request);
    ofTurn.clear();
    callsOfTurn = 0;
  }

  /** A call of the reply under way is about to be run. */
  synchronized void beginCall() {
    callsOfTurn++;
  }

  /** Notes the chunks shown whole; one sent in parts counts as not there. */
  synchronized void add(List<Snippet> shown) {
    for (Snippet snippet : shown) {
      if (snippet.isWholeChunk()) {
        texts.put(snippet.chunk(), snippet.text());
        ofTurn.add(snippet.chunk());
      }
    }
  }

  /** Whether the next request is sure to hold the chunk's whole text. */
  synchronized boolean isStillThere(ChunkId chunk) {
    int before = ofTurn.contains(chunk) ? 0 : messagesFrom(chunk);
    long instructions = messages.stream().filter(SystemMessage.class::isInstance).count();
    int ofReply = 1 + callsOfTurn + OTHER_CALLS;
    return before >= 0 && instructions + before + ofReply <= mostHeld;
  }

  /** How many messages there were from the call on that showed the chunk last; -1 if none did. */
  private int messagesFrom(ChunkId chunk) {
    String text = texts.get(chunk);
    int at = messages.size() - 1;
    while (at >= 0 && (text == null || !holds(messages.get(at), text))) {
      at--;
    }
    while (at >= 0 && !(messages.get(at) instanceof AiMessage)) {
      at--;
    }
    return at < 0 ? -1 : messages.size() - at;
  }

  private static boolean holds(ChatMessage message, String text) {
    return message instanceof ToolExecutionResultMessage result
        && result.contents().stream()
            .anyMatch(content -> content instanceof TextContent part && part.text().contains(text));
  }
}
