package dev.arag.tools.langchain4j;

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
      Observation observation = toolbox.call(call(request), context, sent::isStillThere);
      sent.add(observation.shown());
      return result(observation, observation.text());
    } catch (RuntimeException e) {
      // LangChain4j would send the message of what is thrown here to the model.
      failure = e;
      return ToolExecutionResult.builder()
          .isError(true)
          .resultText("The documents cannot be searched now.")
          .build();
    }
  }

  private static ToolExecutionResult result(Observation observation, String text) {
    return ToolExecutionResult.builder()
        .isError(observation instanceof Observation.Rejected)
        .result(observation)
        .resultText(text)
        .build();
  }

  private static ToolCall call(ToolExecutionRequest request) {
    return new ToolCall(
        Objects.requireNonNullElse(request.id(), ""),
        request.name(),
        Objects.requireNonNullElse(request.arguments(), ""));
  }
}
