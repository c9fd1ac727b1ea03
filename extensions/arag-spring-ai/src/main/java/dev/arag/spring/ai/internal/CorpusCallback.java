package dev.arag.spring.ai.internal;

import dev.arag.core.corpus.Corpus;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.ToolCall;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/** One of the tools of a {@link Toolbox}. */
public record CorpusCallback(
    ToolDefinition definition, Corpus corpus, Function<Corpus, Toolbox> toolbox)
    implements ToolCallback {
  /** A sentence that is true only of calls that share a tracker. */
  static final String ONLY_ONCE = " Text you already have is not sent again.";

  public static CorpusCallback of(
      RetrievalTool tool, Corpus corpus, Function<Corpus, Toolbox> toolbox) {
    return new CorpusCallback(
        ToolDefinition.builder()
            .name(tool.name())
            .description(tool.description().replace(ONLY_ONCE, ""))
            .inputSchema(tool.parameters())
            .build(),
        corpus,
        toolbox);
  }

  @Override
  public ToolDefinition getToolDefinition() {
    return definition;
  }

  @Override
  public String call(String input) {
    return call(input, null);
  }

  @Override
  public String call(String input, @Nullable ToolContext context) {
    Corpus readable =
        ContextScope.restrict(
            corpus, context == null ? Map.of() : context.getContext(), corpus::within);
    return toolbox
        .apply(readable.snapshot())
        .call(ToolCall.of("", definition.name(), input), Toolbox.newContextOfOneCall())
        .text();
  }
}
