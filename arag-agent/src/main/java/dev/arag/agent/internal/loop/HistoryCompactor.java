package dev.arag.agent.internal.loop;

import dev.arag.agent.LoopMessage;
import dev.arag.agent.model.Message;
import dev.arag.tools.ContextTracker;
import dev.arag.tools.Observation;
import dev.arag.tools.Snippet;
import dev.arag.tools.ToolCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes room in a conversation: its oldest results become stubs, which name the chunks they showed.
 * What is a stub stays one, so that the conversation goes on from what was sent before. The results
 * of the last turn stay, as the model has not seen them.
 */
public final class HistoryCompactor {
  private final MessageTemplates texts;
  private final ContextTracker tracker;
  private final RequestTokenCounter counter;
  private final Map<String, String> stubs = new HashMap<>();
  private final Set<String> shrunk = new HashSet<>();
  private final Set<String> kept = new HashSet<>();

  /**
   * @param before what earlier questions of the conversation have shrunk; null if there were none
   */
  public HistoryCompactor(
      MessageTemplates texts,
      ContextTracker tracker,
      RequestTokenCounter counter,
      @Nullable HistoryCompactor before) {
    this.texts = texts;
    this.tracker = tracker;
    this.counter = counter;
    if (before != null) {
      stubs.putAll(before.stubs);
      shrunk.addAll(before.shrunk);
    }
  }

  /**
   * Forgets all results but those of these messages: an id that is not in a conversation any more
   * may be given to another call.
   */
  public void retain(List<Message> messages) {
    Set<String> ids = new HashSet<>();
    for (Message message : messages) {
      if (message instanceof Message.ToolResult result) {
        ids.add(result.callId());
      }
    }
    stubs.keySet().retainAll(ids);
    shrunk.retainAll(ids);
  }

  /** How many tokens messages need when all results in them are shrunk. */
  public int least(List<Message> messages) {
    return messages.stream()
        .mapToInt(
            message ->
                message instanceof Message.ToolResult
                    ? Math.min(counter.count(message), counter.count(shrink(message)))
                    : counter.count(message))
        .sum();
  }

  /** Notes the result of a call, so that it can be shrunk later. */
  public void note(ToolCall call, Observation observation) {
    if (observation instanceof Observation.Found) {
      stubs.put(call.id(), stub(observation));
    }
  }

  /** The model was told that this result stands above, so it does in the next request. */
  void keep(String callId) {
    kept.add(callId);
  }

  /** The next request has been made. */
  public void release() {
    kept.clear();
  }

  private String stub(Observation observation) {
    String names =
        observation.shown().stream()
            .map(Snippet::chunk)
            .distinct()
            .map(tracker::nameOf)
            .collect(Collectors.joining(", "));
    return names.isEmpty()
        ? texts.of(LoopMessage.REMOVED_RESULT)
        : texts.of(LoopMessage.REMOVED, "chunks", names);
  }

  /** The conversation with those results shrunk that were before. */
  public Request apply(Request request) {
    List<Message> messages = new ArrayList<>(request.messages());
    messages.replaceAll(message -> isShrunk(message) ? shrink(message) : message);
    return new Request(messages, request.offered());
  }

  private boolean isShrunk(Message message) {
    return message instanceof Message.ToolResult result && shrunk.contains(result.callId());
  }

  private Message shrink(Message message) {
    Message.ToolResult result = (Message.ToolResult) message;
    String stub = stubs.getOrDefault(result.callId(), result.text());
    return new Message.ToolResult(result.callId(), result.tool(), stub, result.isError());
  }

  /** How many tokens {@link #free} could still free. */
  public int freeable(Request request) {
    return candidates(request).stream().mapToInt(this::saving).sum();
  }

  /** Shrinks the oldest results until so many tokens are free, or none is left to shrink. */
  public Request free(Request request, int tokens) {
    int freed = 0;
    for (Message.ToolResult result : candidates(request)) {
      if (freed >= tokens) {
        break;
      }
      freed += saving(result);
      shrunk.add(result.callId());
    }
    return apply(request);
  }

  /** Results that would become smaller, oldest first, without those behind the last message. */
  private List<Message.ToolResult> candidates(Request request) {
    List<Message> messages = request.messages();
    int last = messages.size() - 1;
    while (last >= 0 && !(messages.get(last) instanceof Message.Assistant)) {
      last--;
    }
    return messages.subList(0, Math.max(0, last)).stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(Message.ToolResult.class::cast)
        .filter(result -> !shrunk.contains(result.callId()) && !kept.contains(result.callId()))
        .filter(result -> saving(result) > 0)
        .toList();
  }

  private int saving(Message.ToolResult result) {
    return counter.count(result) - counter.count(shrink(result));
  }
}
