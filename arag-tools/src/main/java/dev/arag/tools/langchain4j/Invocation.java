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

/** The state of one AI service invocation: toolbox, tracker, and the chunks in its messages. */
final class Invocation {
  private final Toolbox toolbox;
  private final ContextTracker context = new ContextTracker();
  private final SentChunks sentChunks = new SentChunks();
  private volatile @Nullable RuntimeException failure;

  Invocation(Toolbox toolbox) {
    this.toolbox = toolbox;
  }

  /**
   * Records the messages of the next request.
   *
   * @throws RuntimeException the failure of an earlier call, which is not shown to the model
   */
  void beginRequest(List<ChatMessage> messages) {
    RuntimeException failed = failure;
    if (failed != null) {
      throw failed;
    }
    sentChunks.beginRequest(messages);
  }

  ToolProviderResult tools() {
    ToolProviderResult.Builder tools = ToolProviderResult.builder();
    for (RetrievalTool tool : toolbox.tools()) {
      tools.add(SpecificationMapper.toSpecification(tool), executor());
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
      return run(toToolCall(request));
    } catch (RuntimeException e) {
      // LangChain4j would send the message of an exception thrown here to the model.
      failure = e;
      return ToolExecutionResult.builder()
          .isError(true)
          .resultText("The documents cannot be searched now.")
          .build();
    }
  }

  private ToolExecutionResult run(ToolCall call) {
    sentChunks.beginCall();
    Set<ChunkId> inContext = ConcurrentHashMap.newKeySet();
    Observation observation =
        toolbox.call(
            call, context, chunk -> sentChunks.isInNextRequest(chunk) && inContext.add(chunk));
    sentChunks.add(observation.shown());
    boolean isReminder = !inContext.isEmpty() && isChunkRead(call);
    Observation whole = isReminder ? toolbox.call(call, context, chunk -> false) : observation;
    return ToolExecutionResult.builder()
        .isError(observation instanceof Observation.Rejected)
        .result(observation)
        .resultTextSupplier(() -> text(observation, whole, inContext))
        .build();
  }

  private boolean isChunkRead(ToolCall call) {
    return toolbox
        .findTool(call)
        .filter(tool -> tool.name().equals(Toolbox.CHUNK_READ))
        .isPresent();
  }

  /**
   * Returns the text of a result. LangChain4j requests it after all calls of the reply have run:
   * only then is it known whether they evict a text that the result refers to.
   */
  private String text(Observation observation, Observation whole, Set<ChunkId> inContext) {
    if (inContext.stream().allMatch(sentChunks::isInNextRequest)) {
      return observation.text();
    }
    sentChunks.add(whole.shown());
    return whole.text();
  }

  private static ToolCall toToolCall(ToolExecutionRequest request) {
    return new ToolCall(
        Objects.requireNonNullElse(request.id(), ""),
        request.name(),
        Objects.requireNonNullElse(request.arguments(), ""));
  }
}
