package dev.arag.langchain4j.internal;

import dev.arag.tools.Toolbox;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import java.util.Map;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Provides the tools of a corpus to LangChain4j. The provider is dynamic, so LangChain4j calls it
 * before each request and passes the messages of this request. However, LangChain4j uses the tool
 * executors from the first call for the whole invocation. All executors of one invocation therefore
 * share their state.
 */
public final class CorpusToolProvider implements ToolProvider {
  private final Function<ToolProviderRequest, Toolbox> tools;

  /**
   * The invocations by id. An entry can be garbage-collected when LangChain4j no longer references
   * the id of the invocation.
   */
  private final Map<UUID, Invocation> invocations = new WeakHashMap<>();

  /**
   * @param tools creates the tools of one invocation
   */
  public CorpusToolProvider(Function<ToolProviderRequest, Toolbox> tools) {
    this.tools = tools;
  }

  @Override
  public boolean isDynamic() {
    return true;
  }

  @Override
  public ToolProviderResult provideTools(ToolProviderRequest request) {
    Invocation invocation = invocation(request);
    invocation.beginRequest(request.messages());
    return invocation.tools();
  }

  private Invocation invocation(ToolProviderRequest request) {
    UUID id = request.invocationContext().invocationId();
    Invocation known = id == null ? null : find(id);
    return known == null ? create(id, request) : known;
  }

  private @Nullable Invocation find(UUID id) {
    synchronized (invocations) {
      return invocations.get(id);
    }
  }

  private Invocation create(@Nullable UUID id, ToolProviderRequest request) {
    Invocation invocation = new Invocation(tools.apply(request));
    if (id != null) {
      synchronized (invocations) {
        invocations.put(id, invocation);
      }
    }
    return invocation;
  }
}
