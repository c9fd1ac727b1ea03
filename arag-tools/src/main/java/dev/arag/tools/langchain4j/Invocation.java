package dev.arag.tools.langchain4j;

import dev.arag.core.text.ChunkId;
import dev.arag.tools.ContextTracker;
import dev.arag.tools.Observation;
import dev.arag.tools.RetrievalTool;
import dev.arag.tools.ToolCall;
import dev.arag.tools.Toolbox;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProviderResult;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** One invocation of an AI service: its toolbox, its tracker, and what its messages still hold. */
final class Invocation {
  private final Toolbox toolbox;
  private final ContextTracker context = new ContextTracker();
  private final SentTexts sent = new SentTexts();
  private volatile @Nullable RuntimeException failure;

  Invocation(Toolbox toolbox) {
    this.toolbox = toolbox;
  }

  /**
   * A request with these messages is about to be sent.
   *
   * @throws RuntimeException what a call failed with that the model must not be told
   */
  void next(List<ChatMessage> messages) {
    RuntimeException failed = failure;
    if (failed != null) {
      throw failed;
    }
    sent.next(messages);
  }

  ToolProviderResult tools() {
    ToolProviderResult.Builder tools = ToolProviderResult.builder();
    for (RetrievalTool tool : toolbox.tools()) {
      tools.add(Specification.of(tool), executor());
    }
    return tools.build();
  }

  private ToolExecutor executor() {
    return new ToolExecutor() {
      @Override
      public ToolExecutionResult executeWithContext(
          ToolExecutionRequest request, InvocationContext invocation) {
        return Invocation.this.execute(request);
      }

      @Override
      public String execute(ToolExecutionRequest request, Object memoryId) {
        return Invocation.this.execute(request).resultText();
      }
    };
  }

  private ToolExecutionResult execute(ToolExecutionRequest request) {
    try {
      return answer(call(request));
    } catch (RuntimeException e) {
      // LangChain4j would send the message of what is thrown here to the model.
      failure = e;
      return ToolExecutionResult.builder()
          .isError(true)
          .resultText("The documents cannot be searched now.")
          .build();
    }
  }

  private ToolExecutionResult answer(ToolCall call) {
    sent.beginCall();
    Set<ChunkId> above = ConcurrentHashMap.newKeySet();
    Observation observation =
        toolbox.call(call, context, chunk -> sent.isStillThere(chunk) && above.add(chunk));
    sent.add(observation.shown());
    boolean isReminder = !above.isEmpty() && isRead(call);
    Observation whole = isReminder ? toolbox.call(call, context, chunk -> false) : observation;
    return ToolExecutionResult.builder()
        .isError(observation instanceof Observation.Rejected)
        .result(observation)
        .resultTextSupplier(() -> text(observation, whole, above))
        .build();
  }

  private boolean isRead(ToolCall call) {
    return toolbox.toolOf(call).filter(tool -> tool.name().equals(Toolbox.CHUNK_READ)).isPresent();
  }

  /**
   * The text of a result is asked for when all calls of the reply have been run: only then it shows
   * whether they push out what the model is to be reminded of.
   */
  private String text(Observation observation, Observation whole, Set<ChunkId> above) {
    if (above.stream().allMatch(sent::isStillThere)) {
      return observation.text();
    }
    sent.add(whole.shown());
    return whole.text();
  }

  private static ToolCall call(ToolExecutionRequest request) {
    return new ToolCall(
        Objects.requireNonNullElse(request.id(), ""),
        request.name(),
        Objects.requireNonNullElse(request.arguments(), ""));
  }
}
