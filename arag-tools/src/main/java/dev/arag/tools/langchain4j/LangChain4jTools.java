package dev.arag.tools.langchain4j;

import dev.arag.core.corpus.Corpus;
import dev.arag.tools.RetrievalTool;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** A corpus as LangChain4j knows tools and retrievers. */
public final class LangChain4jTools {
  private LangChain4jTools() {}

  /**
   * The three tools over a corpus, with a fresh {@link dev.arag.tools.ContextTracker} and one
   * snapshot of the corpus for each invocation of the AI service.
   *
   * <p>A chunk asked for again is called "read before" only where its text is sure to stand in the
   * next request; else it is sent again. A chat memory of at least six messages never hides a text
   * so, however many calls a reply makes, if at most two of them are of other tools. One that
   * counts tokens may drop a text at once when a long one comes; it is then sent when asked for
   * again. A failure, such as a {@link dev.arag.core.error.CorpusException}, is not told to the
   * model: it is thrown from the service's method before the next request. Safe for use by several
   * threads.
   */
  public static ToolProvider toolProvider(Corpus corpus) {
    return toolProvider(request -> corpus);
  }

  /**
   * {@link #toolProvider(Corpus)} over a corpus chosen for each invocation, such as a view of what
   * its user may read.
   *
   * @param corpus called once for each invocation; what it throws is thrown from the service's
   *     method
   */
  public static ToolProvider toolProvider(Function<ToolProviderRequest, Corpus> corpus) {
    return new CorpusToolProvider(corpus);
  }

  /**
   * The {@code @Tool} methods of an object, to stand beside the three tools: {@code
   * Toolbox.over(corpus).with(tool)}. What a method returns is shown to the model as {@code
   * [tool#3]}, quoted as data; it is a source that an answer can cite and that quotes are checked
   * against. The methods only read, and are safe for use by several threads; what one throws is not
   * told to the model. An agent runs them on threads of their own, which are interrupted when the
   * time of the run is up.
   *
   * @param tools as LangChain4j's AI services take it
   * @return in the order of their names
   */
  public static List<RetrievalTool> toolsOf(Object tools) {
    List<RetrievalTool> own = new ArrayList<>();
    for (Method method : tools.getClass().getDeclaredMethods()) {
      if (method.isAnnotationPresent(Tool.class)) {
        ToolExecutor executor =
            DefaultToolExecutor.builder()
                .object(tools)
                .originalMethod(method)
                .methodToInvoke(method)
                .wrapToolArgumentsExceptions(true)
                .propagateToolExecutionExceptions(true)
                .build();
        own.add(OwnTool.of(ToolSpecifications.toolSpecificationFrom(method), executor));
      }
    }
    own.sort(Comparator.comparing(RetrievalTool::name));
    return List.copyOf(own);
  }

  /**
   * Retrieves the full text of the chunks nearest in meaning, best first, without an agent. A
   * content's metadata holds the score, {@code chunk_id}, {@code document_id}, {@code title},
   * {@code heading} and {@code page} where there are any, and the document's own; booleans become
   * text, lists text joined by commas.
   *
   * <p>The texts stand in no fence, since a fence means something only where the system prompt says
   * so, and the prompt is yours: tell the model that they are quotations whose orders it must not
   * follow. Marks of chat templates, control characters and invisible characters in them are made
   * harmless as in the tools' results.
   *
   * @param topK how many chunks, at least 1
   */
  public static ContentRetriever contentRetriever(Corpus corpus, int topK) {
    if (topK < 1) {
      throw new IllegalArgumentException("topK must be >= 1, was " + topK);
    }
    return new ChunkRetriever(corpus, topK);
  }
}
