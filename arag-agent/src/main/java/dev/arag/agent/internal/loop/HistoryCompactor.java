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
 * Shortens a conversation by replacing its oldest results with stubs, which name the chunks they
 * showed. A stub is never reverted, so each request extends the one before it. Results of the last
 * turn are never replaced, since the model has not seen them.
 */
public final class HistoryCompactor {
  private final MessageTemplates messages;
  private final ContextTracker tracker;
  private final RequestTokenCounter counter;
  private final Map<String, String> stubsByCallId = new HashMap<>();
  private final Set<String> compactedCallIds = new HashSet<>();
  private final Set<String> keptCallIds = new HashSet<>();

  /**
   * @param earlier the compactor of the conversation's last question; null if there was none
   */
  public HistoryCompactor(
      MessageTemplates messages,
      ContextTracker tracker,
      RequestTokenCounter counter,
      @Nullable HistoryCompactor earlier) {
    this.messages = messages;
    this.tracker = tracker;
    this.counter = counter;
    if (earlier != null) {
      stubsByCallId.putAll(earlier.stubsByCallId);
      compactedCallIds.addAll(earlier.compactedCallIds);
    }
  }

  /**
   * Removes all results that are not in these messages, because another call may reuse the id of a
   * removed call.
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

  /** The size of messages whose results are all replaced with stubs, in tokens. */
  public int minTokens(List<Message> messages) {
    return messages.stream()
        .mapToInt(
            message ->
                message instanceof Message.ToolResult
                    ? Math.min(counter.count(message), counter.count(compact(message)))
                    : counter.count(message))
        .sum();
  }

  /** Adds the result of a call, so that it can be replaced later. */
  public void addResult(ToolCall call, Observation observation) {
    if (observation instanceof Observation.Found) {
      stubsByCallId.put(call.id(), stub(observation));
    }
  }

  /** Keeps a result in the next request, because a message refers to it. */
  void keep(String callId) {
    keptCallIds.add(callId);
  }

  /** Allows {@link #free} to replace the results that were kept for the last request. */
  public void releaseKept() {
    keptCallIds.clear();
  }

  private String stub(Observation observation) {
    String names =
        observation.shown().stream()
            .map(Snippet::chunk)
            .distinct()
            .map(tracker::nameOf)
            .collect(Collectors.joining(", "));
    return names.isEmpty()
        ? messages.of(LoopMessage.REMOVED_RESULT)
        : messages.of(LoopMessage.REMOVED, "chunks", names);
  }

  /** The request, with stubs for all results that were replaced before. */
  public Request apply(Request request) {
    List<Message> compacted = new ArrayList<>(request.messages());
    compacted.replaceAll(message -> isCompacted(message) ? compact(message) : message);
    return new Request(compacted, request.offered());
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

  /** The number of tokens that {@link #free} can still free. */
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

  /** Results that would become smaller, oldest first, without those after the last reply. */
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
    return counter.count(result) - counter.count(compact(result));
  }
}
