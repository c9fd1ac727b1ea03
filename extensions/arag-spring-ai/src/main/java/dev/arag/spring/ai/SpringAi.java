package dev.arag.spring.ai;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.core.corpus.Corpus;
import dev.arag.langchain4j.AgentTool;
import dev.arag.langchain4j.LangChain4jTools;
import dev.arag.spring.ai.internal.AgentCallback;
import dev.arag.spring.ai.internal.AnswerResponse;
import dev.arag.spring.ai.internal.ContextScope;
import dev.arag.spring.ai.internal.CorpusCallback;
import dev.arag.spring.ai.internal.CorpusRetriever;
import dev.arag.spring.ai.internal.SpringAiChatModel;
import dev.arag.tools.Toolbox;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.rag.retrieval.search.DocumentRetriever;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;

/**
 * Connects a corpus, an agent and models to Spring AI. {@link AgentAdvisor} lets an agent answer
 * the questions of a chat client.
 *
 * <p>The tools, the retriever and the advisor restrict one call to a scope if the code that makes
 * the call puts it into the context with the key {@link #SCOPE}. Without this key they read the
 * whole corpus, so give them a restricted corpus or agent if a call without a scope must not. The
 * tools and the retriever find nothing in a corpus with rights unless the scope names principals.
 */
public final class SpringAi {
  /**
   * The key of a {@link dev.arag.core.corpus.Scope} in the tool context of a chat client ({@code
   * toolContext}), in the parameters of its advisors ({@code advisors(a -> a.param(...))}) or in
   * the context of a query. Another type of value is rejected with an {@link
   * IllegalArgumentException}. If the corpus is already restricted, both scopes apply.
   */
  public static final String SCOPE = ContextScope.KEY;

  /**
   * The key of a {@link dev.arag.agent.event.RunEvent} in the metadata of the responses that {@link
   * AgentAdvisor} streams.
   */
  public static final String EVENT = AnswerResponse.EVENT;

  private SpringAi() {}

  /**
   * Returns a model for {@link Agent#builder(Corpus, dev.langchain4j.model.chat.ChatModel)} that
   * calls a Spring AI model. Text is streamed to the events of a run if the model can stream.
   *
   * <p>The options of the model stay in effect, except its default tools. A request that forbids
   * tool calls or asks for a JSON schema uses the parameter of the server if the options have one;
   * tool calls can be forbidden with OpenAI models only. Otherwise, the request says so in words.
   * Failures with an HTTP status are classified by it. The agent repeats failed requests, so switch
   * off the retries of the model, or set {@link Agent.Builder#modelRetries} to 0.
   *
   * <p>If a run is cancelled, the subscription to the stream is cancelled. Whether this closes the
   * connection depends on the model. The returned model is thread-safe if the given one is.
   */
  public static dev.langchain4j.model.chat.ChatModel chatModel(ChatModel model) {
    return new SpringAiChatModel(requireNonNull(model, "model"), name -> null);
  }

  /**
   * Returns the three retrieval tools {@code keyword_search}, {@code semantic_search} and {@code
   * chunk_read} for a corpus.
   *
   * @see #tools(Corpus, Function)
   */
  public static ToolCallbackProvider tools(Corpus corpus) {
    return tools(corpus, Toolbox::of);
  }

  /**
   * Returns the tools of a toolbox. Spring AI does not say which calls belong to one conversation,
   * so each call has its own {@link dev.arag.tools.call.ContextTracker} and its own snapshot of the
   * corpus: a text is shown again if it is read again, and of a section that is longer than the
   * limit on one result, only the first part can be read. Thread-safe.
   *
   * <p>A rejected call, for example one with an unknown id, is text for the model. A failure, such
   * as a {@link dev.arag.core.error.CorpusException}, is not: it ends the call of the chat client.
   *
   * @param toolbox creates the tools for the snapshot of a call, for example {@link
   *     Toolbox#exploring(Corpus)}
   */
  public static ToolCallbackProvider tools(Corpus corpus, Function<Corpus, Toolbox> toolbox) {
    requireNonNull(corpus, "corpus");
    requireNonNull(toolbox, "toolbox");
    ToolCallback[] tools =
        toolbox.apply(corpus).tools().stream()
            .map(tool -> CorpusCallback.of(tool, corpus, toolbox))
            .toArray(ToolCallback[]::new);
    return ToolCallbackProvider.from(tools);
  }

  /**
   * Returns instructions for a chat client that uses the tools of {@link #tools(Corpus)}: how to
   * search, that retrieved text is data, and how to cite. Put them into its system text.
   */
  public static String instructions() {
    return LangChain4jTools.instructions();
  }

  /**
   * Returns a tool named {@code ask_documents} that asks an agent.
   *
   * @see #agentTool(Agent, String, String)
   */
  public static ToolCallback agentTool(Agent agent) {
    return new AgentCallback(agent, AgentTool.of(agent));
  }

  /**
   * Returns a tool that asks an agent one question. Its result is the answer with numbered sources,
   * their quotes and the verdict on each quote. Each call is a separate run, on the thread that
   * executes the tool. If this thread is interrupted, the run is cancelled. If there is no answer,
   * the result says why.
   *
   * <p>A failure, such as a {@link dev.arag.core.error.CorpusException}, becomes a {@code
   * ToolExecutionException}. By default, Spring AI sends its message to the model; the message
   * contains no details.
   *
   * @param description tells the model what the documents are about
   */
  public static ToolCallback agentTool(Agent agent, String name, String description) {
    return new AgentCallback(agent, AgentTool.of(agent).named(name, description));
  }

  /**
   * Returns a retriever for use without an agent, for example in a {@code
   * RetrievalAugmentationAdvisor}. It runs a semantic search and returns the full text of the
   * chunks, best first, each with its score. The id is that of the chunk. The metadata consists of
   * {@code chunk_id}, {@code document_id}, {@code title}, {@code heading} and {@code page} if
   * known, and the metadata of the document.
   *
   * <p>The texts have no marker lines that show where untrusted text begins and ends, so your
   * prompt should say that they are quotations and that the model must not follow instructions in
   * them. A query transformer that removes the context of the query removes the scope, too.
   *
   * @param topK the maximum number of chunks, at least 1
   */
  public static DocumentRetriever documentRetriever(Corpus corpus, int topK) {
    requireNonNull(corpus, "corpus");
    if (topK < 1) {
      throw new IllegalArgumentException("topK must be >= 1, was " + topK);
    }
    return new CorpusRetriever(corpus, topK);
  }

  /**
   * Returns the answer with its checked citations from a response of a chat client that uses an
   * {@link AgentAdvisor}.
   *
   * @return empty if the response has no answer, as all but the last response of a stream
   */
  public static Optional<Answer> answer(ChatResponse response) {
    return AnswerResponse.answer(requireNonNull(response, "response"));
  }
}
