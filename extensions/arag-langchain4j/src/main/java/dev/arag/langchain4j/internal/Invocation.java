package dev.arag.langchain4j.internal;

import dev.arag.core.text.SectionId;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolCall;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProviderResult;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of one invocation of an AI service: the toolbox, the tracker, and the sections in the
 * messages.
 */
final class Invocation {
  private final Toolbox toolbox;
  private final ContextTracker context = Toolbox.newContext();
  private final SentSections sentSections = new SentSections(context);
  private volatile @Nullable RuntimeException failure;

  Invocation(Toolbox toolbox) {
    this.toolbox = toolbox;
  }

  /**
   * Records the messages of the next request.
   *
   * @throws RuntimeException if an earlier tool call failed. The failure is thrown here, because
   *     the model must not see its message.
   */
  void beginRequest(List<ChatMessage> messages) {
    RuntimeException failed = failure;
    if (failed != null) {
      throw failed;
    }
    sentSections.beginRequest(messages);
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
      // If the exception were thrown here, LangChain4j would send its message to the model.
      failure = e;
      return ToolExecutionResult.builder()
          .isError(true)
          .resultText("The documents cannot be searched now.")
          .build();
    }
  }

  private ToolExecutionResult run(ToolCall call) {
    sentSections.beginCall();
    Set<SectionId> inContext = new LinkedHashSet<>();
    Observation observation =
        toolbox.call(call, context, section -> isInNextRequest(section, inContext));
    sentSections.add(observation.shown());
    boolean isReminder = !inContext.isEmpty() && isChunkRead(call);
    Observation whole = isReminder ? withoutReminders(call, observation, inContext) : observation;
    return ToolExecutionResult.builder()
        .isError(observation instanceof Observation.Rejected)
        .result(observation)
        .resultTextSupplier(() -> text(observation, whole, inContext))
        .build();
  }

  /**
   * @param inContext receives the section if the next request contains it
   */
  private boolean isInNextRequest(SectionId section, Set<SectionId> inContext) {
    boolean isIn = sentSections.isInNextRequest(section);
    if (isIn) {
      inContext.add(section);
    }
    return isIn;
  }

  /**
   * Runs a read again, so that it sends all texts. If a result contains a part of a long text, the
   * same read would send the next part. In this case, only the other texts are read again.
   */
  private Observation withoutReminders(
      ToolCall call, Observation observation, Set<SectionId> inContext) {
    if (observation.shown().stream().allMatch(Snippet::isWholeSection)) {
      return toolbox.call(call, context, section -> false);
    }
    StringBuilder text = new StringBuilder(observation.text());
    List<Snippet> shown = new ArrayList<>(observation.shown());
    for (SectionId section : inContext) {
      ToolCall read =
          ToolCall.of(Toolbox.CHUNK_READ, Map.of("chunk_ids", List.of(context.nameOf(section))));
      Observation again = toolbox.call(read, context, id -> false);
      text.append('\n').append(again.text());
      shown.addAll(again.shown());
    }
    return new Observation.Found(text.toString(), shown);
  }

  private boolean isChunkRead(ToolCall call) {
    return toolbox
        .findTool(call)
        .filter(tool -> tool.name().equals(Toolbox.CHUNK_READ))
        .isPresent();
  }

  /**
   * Returns the text of a result. LangChain4j calls this method after all tool calls of the reply
   * have run. Earlier, it is not known whether these calls evict a text that the result refers to.
   */
  private String text(Observation observation, Observation whole, Set<SectionId> inContext) {
    if (inContext.stream().allMatch(sentSections::isInNextRequest)) {
      return observation.text();
    }
    sentSections.add(whole.shown());
    return whole.text();
  }

  private static ToolCall toToolCall(ToolExecutionRequest request) {
    return ToolCall.of(
        Objects.requireNonNullElse(request.id(), ""),
        request.name(),
        Objects.requireNonNullElse(request.arguments(), ""));
  }
}
