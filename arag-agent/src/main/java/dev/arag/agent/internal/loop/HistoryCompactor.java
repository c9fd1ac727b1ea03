package dev.arag.agent.internal.loop;

import dev.arag.agent.internal.model.Request;
import dev.arag.agent.model.Message;
import dev.arag.agent.spi.LoopMessage;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Shortens a conversation by replacing its oldest tool results with stubs. A stub names the chunks
 * and sections that the result showed. Once a result is replaced, all later requests contain the
 * stub, so that consecutive requests begin with the same messages. Results of the last turn are
 * never replaced, because the model has not seen them yet.
 */
public final class HistoryCompactor {
  private final MessageTemplates messages;
  private final ContextTracker tracker;
  private final RequestTokenCounter counter;
  private final Map<String, String> stubsByCallId = new HashMap<>();
  private final Set<String> compactedCallIds = new HashSet<>();
  private final Set<String> keptCallIds = new HashSet<>();

  public HistoryCompactor(
      MessageTemplates messages, ContextTracker tracker, RequestTokenCounter counter) {
    this.messages = messages;
    this.tracker = tracker;
    this.counter = counter;
  }

  /**
   * Forgets all results that are not in these messages. This is necessary because a later call may
   * reuse the id of a call that is no longer in the conversation.
   */
  public void retain(List<Message> messages) {
    Set<String> ids = new HashSet<>();
    for (Message message : messages) {
      if (message instanceof Message.ToolResult result) {
        ids.add(result.callId());
      }
    }
    stubsByCallId.keySet().retainAll(ids);
    compactedCallIds.retainAll(ids);
  }

  /** Returns the size of the messages in tokens if all their results were replaced with stubs. */
  public int minTokens(List<Message> messages) {
    return messages.stream()
        .mapToInt(
            message ->
                message instanceof Message.ToolResult
                    ? Math.min(counter.count(message), counter.count(compact(message)))
                    : counter.count(message))
        .sum();
  }

  /** Adds the result of a call so that a stub can replace it later. */
  public void addResult(ToolCall call, Observation observation) {
    if (observation instanceof Observation.Found) {
      stubsByCallId.put(call.id(), stub(observation.shown()));
    }
  }

  /** Keeps a result in the next request because another message refers to the result. */
  void keep(String callId) {
    keptCallIds.add(callId);
  }

  /**
   * Allows {@link #free} to replace the results that {@link #keep} protected in the last request.
   */
  public void releaseKept() {
    keptCallIds.clear();
  }

  /** Returns the text that replaces a result that showed these texts. */
  String stub(List<Snippet> removed) {
    String names = String.join(", ", ShownNames.of(removed, tracker));
    return names.isEmpty()
        ? messages.of(LoopMessage.REMOVED_RESULT)
        : messages.of(LoopMessage.REMOVED, "chunks", names);
  }

  /** Returns the request with stubs in place of all results that were replaced before. */
  public Request apply(Request request) {
    List<Message> compacted = new ArrayList<>(request.messages());
    compacted.replaceAll(message -> isCompacted(message) ? compact(message) : message);
    return request.with(compacted);
  }

  private boolean isCompacted(Message message) {
    return message instanceof Message.ToolResult result
        && compactedCallIds.contains(result.callId());
  }

  private Message compact(Message message) {
    Message.ToolResult result = (Message.ToolResult) message;
    String stub = stubsByCallId.getOrDefault(result.callId(), result.text());
    return new Message.ToolResult(result.callId(), result.tool(), stub, result.isError());
  }

  /** Returns the number of tokens that {@link #free} can still free. */
  public int freeableTokens(Request request) {
    return candidates(request).stream().mapToInt(this::saving).sum();
  }

  /** Replaces the oldest results until the given number of tokens is freed or none is left. */
  public Request free(Request request, int tokens) {
    int freed = 0;
    for (Message.ToolResult result : candidates(request)) {
      if (freed >= tokens) {
        break;
      }
      freed += saving(result);
      compactedCallIds.add(result.callId());
    }
    return apply(request);
  }

  /**
   * Returns the results that {@link #free} may replace: results before the last reply that are
   * larger than their stubs, oldest first.
   */
  private List<Message.ToolResult> candidates(Request request) {
    List<Message> all = request.messages();
    int last = all.size() - 1;
    while (last >= 0 && !(all.get(last) instanceof Message.Assistant)) {
      last--;
    }
    return all.subList(0, Math.max(0, last)).stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(Message.ToolResult.class::cast)
        .filter(
            result ->
                !compactedCallIds.contains(result.callId())
                    && !keptCallIds.contains(result.callId()))
        .filter(result -> saving(result) > 0)
        .toList();
  }

  private int saving(Message.ToolResult result) {
    return saving(result, compact(result));
  }

  /** Returns the number of tokens by which a message is shorter than another. */
  int saving(Message message, Message shorter) {
    return counter.count(message) - counter.count(shorter);
  }
}
