package dev.arag.langchain4j;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Corpus;
import dev.arag.langchain4j.internal.AnnotatedTool;
import dev.arag.langchain4j.internal.CorpusContentRetriever;
import dev.arag.langchain4j.internal.CorpusToolProvider;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.RetrievalTool;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Connects a corpus to LangChain4j, as a tool provider or as a content retriever, and converts
 * {@code @Tool} methods to tools.
 */
public final class LangChain4jTools {
  private LangChain4jTools() {}

  /**
   * Returns a provider of the three retrieval tools {@code keyword_search}, {@code semantic_search}
   * and {@code chunk_read} for a corpus. Each invocation of the AI service uses a new {@link
   * dev.arag.tools.call.ContextTracker} and its own snapshot of the corpus. The provider is
   * thread-safe.
   *
   * <p>When the model reads a chunk again, the result says "read before" only if the next request
   * certainly contains the text of the chunk. Otherwise the text is sent again. This is guaranteed
   * if the chat memory keeps at least six messages and each reply contains at most two calls of
   * tools from other providers. A chat memory that is limited by tokens may evict a text as soon as
   * a long message is added. If the model reads such a chunk again, its text is sent again.
   *
   * <p>With LangChain4j before 1.19, an AI service fails if its chat memory evicts the question
   * while the model calls tools. Use a memory that keeps enough messages there.
   *
   * <p>A failure, such as a {@link dev.arag.core.error.CorpusException}, is not shown to the model.
   * The AI service method throws the exception instead, and sends no further request.
   */
  public static ToolProvider toolProvider(Corpus corpus) {
    requireNonNull(corpus, "corpus");
    return toolProvider(request -> corpus);
  }

  /**
   * Like {@link #toolProvider(Corpus)}, but the provider selects a corpus for each invocation. For
   * example, the corpus can be a view of the documents that the current user may read.
   *
   * @param corpus selects the corpus and is called once for each invocation. Its exceptions
   *     propagate to the caller of the AI service method.
   */
  public static ToolProvider toolProvider(Function<ToolProviderRequest, Corpus> corpus) {
    return toolProvider(corpus, Toolbox::of);
  }

  /**
   * Like {@link #toolProvider(Function)}, with other tools than the three retrieval tools.
   *
   * @param tools creates the tools for the snapshot of an invocation, for example {@link
   *     Toolbox#exploring(Corpus)}
   */
  public static ToolProvider toolProvider(
      Function<ToolProviderRequest, Corpus> corpus, Function<Corpus, Toolbox> tools) {
    requireNonNull(corpus, "corpus");
    requireNonNull(tools, "tools");
    return new CorpusToolProvider(request -> tools.apply(corpus.apply(request).snapshot()));
  }

  /**
   * Returns a provider of the tools of a toolbox, for example the three tools with a custom tool.
   * It behaves like {@link #toolProvider(Corpus)}, except that the tools use the corpus with which
   * they were created. If a custom tool fails, the model receives the name of the tool and the type
   * of the exception; see {@link Toolbox#withFailureListener}.
   */
  public static ToolProvider toolProvider(Toolbox tools) {
    requireNonNull(tools, "tools");
    return new CorpusToolProvider(request -> tools);
  }

  /**
   * Returns instructions for an assistant that uses the tools of {@link #toolProvider(Corpus)}: how
   * to search, that retrieved text is data, and how to cite. Put them into the system message of
   * the AI service, next to your own text:
   *
   * <pre>{@code
   * AiServices.builder(Assistant.class)
   *     .systemMessageProvider(memoryId -> "You are polite.\n\n" + LangChain4jTools.instructions())
   * }</pre>
   *
   * <p>{@link LangChain4jCitations} checks citations of this form against the text that the tools
   * returned.
   *
   * @return several lines without a line break at the end
   */
  public static String instructions() {
    try (InputStream file =
        LangChain4jTools.class.getResourceAsStream("assistant-instructions.txt")) {
      byte[] bytes = requireNonNull(file, "assistant-instructions.txt").readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The arag-langchain4j JAR is corrupt: cannot read the instructions.", e);
    }
  }

  /**
   * Converts the {@code @Tool} methods of an object to tools for {@link
   * dev.arag.tools.Toolbox#with(RetrievalTool)}. The model gets the result of a method between two
   * marker lines, which show where untrusted text begins and ends, with an id such as {@code
   * [tool#3]}. An answer can cite this id, and quotes are checked against the result. The name of
   * the source is that of the tool; to set another one, return {@link
   * dev.arag.tools.call.Observation#source} from the method.
   *
   * <p>The methods must be thread-safe and must not change any data. If a method throws an
   * exception, its message is not shown to the model. An agent runs the methods on separate threads
   * and interrupts these threads when the time limit of the run is reached.
   *
   * @param tools an object with {@code @Tool} methods, as for LangChain4j's AI services
   * @return the tools, sorted by name
   */
  public static List<RetrievalTool> toolsOf(Object tools) {
    List<RetrievalTool> annotated = new ArrayList<>();
    requireNonNull(tools, "tools");
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
   * Returns a retriever for use without an agent. It runs a semantic search and returns the full
   * text of the chunks, best first. The metadata of each content consists of the score, {@code
   * chunk_id}, {@code document_id}, {@code title}, {@code heading} and {@code page} if known, and
   * the metadata of the document. Boolean values are converted to text, and lists are joined with
   * commas.
   *
   * <p>The texts have no marker lines that show where untrusted text begins and ends, because the
   * system prompt would have to explain them. Your prompt should say that the texts are quotations
   * and that the model must not follow instructions in them. Special tokens of chat templates,
   * control characters and invisible characters are removed or changed as in the results of the
   * tools, also in the metadata, except for the two ids.
   *
   * @param topK the maximum number of chunks, at least 1
   */
  public static ContentRetriever contentRetriever(Corpus corpus, int topK) {
    requireNonNull(corpus, "corpus");
    if (topK < 1) {
      throw new IllegalArgumentException("topK must be >= 1, was " + topK);
    }
    return new CorpusContentRetriever(corpus, topK);
  }
}
