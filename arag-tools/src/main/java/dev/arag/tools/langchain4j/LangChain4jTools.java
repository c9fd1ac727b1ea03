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

/** Adapters of a corpus to LangChain4j: a tool provider and a content retriever. */
public final class LangChain4jTools {
  private LangChain4jTools() {}

  /**
   * The three tools over a corpus, with a new {@link dev.arag.tools.ContextTracker} and one
   * snapshot of the corpus for each invocation of the AI service. Safe for use by several threads.
   *
   * <p>A repeated read returns "read before" only if the next request certainly contains the text
   * of the chunk; otherwise the text is sent again. This holds for a chat memory of at least six
   * messages if at most two calls of a reply are of other tools. A memory that counts tokens may
   * evict a text as soon as a long one is added; the text is then sent again on request.
   *
   * <p>A failure, such as a {@link dev.arag.core.error.CorpusException}, is not shown to the model.
   * It is thrown from the service's method before the next request.
   */
  public static ToolProvider toolProvider(Corpus corpus) {
    return toolProvider(request -> corpus);
  }

  /**
   * {@link #toolProvider(Corpus)} over a corpus chosen for each invocation, such as a view of the
   * documents that its user may read.
   *
   * @param corpus called once for each invocation; its exceptions are thrown from the service's
   *     method
   */
  public static ToolProvider toolProvider(Function<ToolProviderRequest, Corpus> corpus) {
    return new CorpusToolProvider(corpus);
  }

  /**
   * The {@code @Tool} methods of an object as tools for {@link
   * dev.arag.tools.Toolbox#with(RetrievalTool)}. The result of a method is shown to the model as
   * {@code [tool#3]} and quoted as data. It is a source: an answer can cite it, and quotes are
   * checked against it.
   *
   * <p>The methods must only read and be safe for use by several threads. The message of an
   * exception is not shown to the model. An agent runs the methods on separate threads, which it
   * interrupts at the end of the run's time limit.
   *
   * @param tools an object with {@code @Tool} methods, as for LangChain4j's AI services
   * @return sorted by name
   */
  public static List<RetrievalTool> toolsOf(Object tools) {
    List<RetrievalTool> annotated = new ArrayList<>();
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
        annotated.add(AnnotatedTool.of(ToolSpecifications.toolSpecificationFrom(method), executor));
      }
    }
    annotated.sort(Comparator.comparing(RetrievalTool::name));
    return List.copyOf(annotated);
  }

  /**
   * Retrieves the full text of the chunks nearest in meaning, best first, without an agent. The
   * metadata of a content are the score, {@code chunk_id}, {@code document_id}, {@code title},
   * {@code heading} and {@code page} if known, and the metadata of the document. Booleans become
   * text, lists become text joined by commas.
   *
   * <p>The texts are not fenced, because a fence has a meaning only if the system prompt explains
   * it. Your prompt should say that the texts are quotations and that instructions in them must not
   * be followed. Special tokens of chat templates, control characters and invisible characters are
   * neutralized as in the results of the tools.
   *
   * @param topK number of chunks, at least 1
   */
  public static ContentRetriever contentRetriever(Corpus corpus, int topK) {
    if (topK < 1) {
      throw new IllegalArgumentException("topK must be >= 1, was " + topK);
    }
    return new CorpusContentRetriever(corpus, topK);
  }
}
