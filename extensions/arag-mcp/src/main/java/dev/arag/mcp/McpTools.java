package dev.arag.mcp;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.Agent;
import dev.arag.core.corpus.Corpus;
import dev.arag.mcp.internal.tool.CallResult;
import dev.arag.mcp.internal.tool.Instructions;
import dev.arag.mcp.internal.tool.ProgressListener;
import dev.arag.mcp.internal.tool.ServedTool;
import dev.arag.mcp.internal.tool.ServedTools;
import dev.arag.mcp.internal.tool.ToolNames;
import dev.arag.mcp.internal.wire.ServerDescription;
import dev.arag.tools.Toolbox;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.McpStatelessServerFeatures;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tools of a corpus for hosts of the Model Context Protocol: {@code keyword_search}, {@code
 * semantic_search} and {@code chunk_read}, and optionally {@code check_quotes} and {@code ask}.
 * Immutable and thread-safe.
 *
 * <p>Each call is independent of other calls and reads its own snapshot of the corpus. Results show
 * ids of chunks that any later call can resolve. The searches and {@code check_quotes} also have
 * structured content, which contains the whole text, because some hosts pass only the structured
 * content to the model. {@link McpStdio} and {@link McpHttp} omit it for clients of versions of the
 * protocol before 2025-06-18. If a call fails, the result says so without the text of the
 * exception, which the {@linkplain #failureListener failure listener} receives.
 */
public final class McpTools {
  private static final Logger LOG = LoggerFactory.getLogger("dev.arag.mcp");
  private static final String SERVER_NAME = "arag";

  private final Corpus corpus;
  private final Function<Corpus, Toolbox> toolbox;
  private final ToolNames names;
  private final String about;
  private final boolean checksQuotes;
  private final @Nullable Agent agent;
  private final BiConsumer<String, Throwable> failureListener;
  private final List<ServedTool> tools;

  private McpTools(
      Corpus corpus,
      Function<Corpus, Toolbox> toolbox,
      ToolNames names,
      String about,
      boolean checksQuotes,
      @Nullable Agent agent,
      BiConsumer<String, Throwable> failureListener) {
    this.corpus = corpus;
    this.toolbox = toolbox;
    this.names = names;
    this.about = about;
    this.checksQuotes = checksQuotes;
    this.agent = agent;
    this.failureListener = failureListener;
    this.tools = ServedTools.of(corpus, toolbox, names, checksQuotes, agent);
  }

  /** Returns the three retrieval tools of a corpus. The caller closes the corpus. */
  public static McpTools of(Corpus corpus) {
    return new McpTools(
        requireNonNull(corpus, "corpus"),
        Toolbox::of,
        new ToolNames(""),
        "",
        false,
        null,
        (tool, failure) -> LOG.warn("The tool {} failed.", tool, failure));
  }

  /**
   * Returns these tools with the tools of another toolbox instead of the three retrieval tools, for
   * example {@link Toolbox#exploring(Corpus)}.
   *
   * @param toolbox creates the tools of a corpus; called now, and for each call with a snapshot
   */
  public McpTools tools(Function<Corpus, Toolbox> toolbox) {
    requireNonNull(toolbox, "toolbox");
    return new McpTools(corpus, toolbox, names, about, checksQuotes, agent, failureListener);
  }

  /**
   * Returns tools whose names start with a prefix, such as {@code handbook_}. Use it if a host uses
   * several servers with these tools and does not distinguish tools of the same name.
   *
   * @param prefix at most 40 letters, digits, underscores or dashes
   */
  public McpTools prefix(String prefix) {
    return new McpTools(
        corpus, toolbox, new ToolNames(prefix), about, checksQuotes, agent, failureListener);
  }

  /**
   * Returns these tools with a text that tells the model what the documents are, such as {@code The
   * handbook of Example Ltd.} {@link McpStdio} and {@link McpHttp} send it in their instructions.
   * For a {@link dev.arag.core.corpus.Catalogue}, they add the number of the documents and the
   * names of their sources.
   *
   * @param about a trusted text; not blank
   */
  public McpTools about(String about) {
    if (requireNonNull(about, "about").isBlank()) {
      throw new IllegalArgumentException("about must not be blank");
    }
    return new McpTools(
        corpus, toolbox, names, about.strip(), checksQuotes, agent, failureListener);
  }

  /**
   * Returns these tools and {@code check_quotes}. It compares quotes with the text of the chunks
   * that the model names as their sources, by the rules of {@link dev.arag.agent.citation.Verdict}.
   */
  public McpTools checkQuotes() {
    return new McpTools(corpus, toolbox, names, about, true, agent, failureListener);
  }

  /**
   * Returns these tools and {@code ask}, with which an agent answers a question. Each call of
   * {@code ask} makes several LLM calls.
   *
   * @param agent an agent over the same corpus
   */
  public McpTools ask(Agent agent) {
    return new McpTools(
        corpus,
        toolbox,
        names,
        about,
        checksQuotes,
        requireNonNull(agent, "agent"),
        failureListener);
  }

  /**
   * Returns tools with a different listener for failures, for example of the disk or the embedder.
   * The default listener writes a warning to the log. A question without an answer is no failure,
   * and neither is a cancelled call.
   *
   * @param listener receives the name of the tool and the exception, on the thread of the call
   */
  public McpTools failureListener(BiConsumer<String, Throwable> listener) {
    return new McpTools(
        corpus, toolbox, names, about, checksQuotes, agent, requireNonNull(listener, "listener"));
  }

  /**
   * Returns the tools for a server of the MCP SDK with sessions. Disable the validation of
   * arguments by the SDK ({@code validateToolInputs(false)}): these tools also accept arguments
   * that differ from their schemas, such as a number in quotation marks, and tell the model how to
   * correct others.
   */
  public List<McpServerFeatures.SyncToolSpecification> specifications() {
    return tools.stream()
        .map(
            tool ->
                McpServerFeatures.SyncToolSpecification.builder()
                    .tool(describe(tool))
                    .callHandler(
                        (exchange, request) -> call(tool, request, progress(exchange, request)))
                    .build())
        .toList();
  }

  /**
   * Returns the tools for a server of the MCP SDK without sessions, as {@link #specifications()}
   * does.
   */
  public List<McpStatelessServerFeatures.SyncToolSpecification> statelessSpecifications() {
    return tools.stream()
        .map(
            tool ->
                McpStatelessServerFeatures.SyncToolSpecification.builder()
                    .tool(describe(tool))
                    .callHandler(
                        (context, request) ->
                            call(
                                tool,
                                request,
                                context.get(ProgressListener.class.getName())
                                        instanceof ProgressListener listener
                                    ? listener
                                    : ProgressListener.NONE))
                    .build())
        .toList();
  }

  ServerDescription server() {
    String version = McpTools.class.getPackage().getImplementationVersion();
    return new ServerDescription(
        SERVER_NAME,
        Objects.requireNonNullElse(version, "unknown"),
        () -> new Instructions(corpus, names, about).text(),
        statelessSpecifications());
  }

  private static Tool describe(ServedTool tool) {
    ToolAnnotations annotations =
        ToolAnnotations.builder()
            .title(tool.title())
            .readOnlyHint(true)
            .idempotentHint(true)
            .openWorldHint(false)
            .build();
    Tool.Builder builder =
        Tool.builder(tool.name(), tool.parameters())
            .title(tool.title())
            .description(tool.description())
            .annotations(annotations);
    tool.outputSchema().ifPresent(builder::outputSchema);
    return builder.build();
  }

  private static ProgressListener progress(
      McpSyncServerExchange exchange, CallToolRequest request) {
    Object token = request.progressToken();
    return token == null
        ? ProgressListener.NONE
        : (step, message) ->
            exchange.progressNotification(
                ProgressNotification.builder(token, step).message(message).build());
  }

  private CallToolResult call(ServedTool tool, CallToolRequest request, ProgressListener progress) {
    CallResult result = callSafely(tool, request, progress);
    CallToolResult.Builder builder =
        CallToolResult.builder().addTextContent(result.text()).isError(result.isError());
    return result.structured() == null
        ? builder.build()
        : builder.structuredContent(result.structured()).build();
  }

  /** Returns an error instead of an exception, because the SDK would send its message. */
  private CallResult callSafely(
      ServedTool tool, CallToolRequest request, ProgressListener progress) {
    try {
      Map<String, Object> arguments = Objects.requireNonNullElse(request.arguments(), Map.of());
      return tool.call(arguments, progress);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      if (!isCancellation(e)) {
        failureListener.accept(tool.name(), e);
      }
      return CallResult.error(
          tool.name() + " cannot be used now." + names.alternative(tool.name()));
    }
  }

  /** A method that throws for an interrupt may have cleared the interrupt flag. */
  private static boolean isCancellation(Throwable failure) {
    return failure instanceof CancellationException
        || failure.getCause() instanceof InterruptedException
        || Thread.currentThread().isInterrupted();
  }
}
