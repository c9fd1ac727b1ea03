package dev.arag.spring.internal.property;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties with the prefix {@code arag}. An unknown property is an error, because a
 * misspelled one would otherwise have no effect. {@link PropertyBinding} treats blank values as not
 * set.
 *
 * @param index Directory of the index, which is created if it is missing. Without this property,
 *     A-RAG adds no bean.
 * @param rights Whether a new index has rights: only documents that the reader of a request may
 *     read are found. An existing index keeps its setting.
 * @param sources Files and folders that are indexed.
 * @param sync When the sources are indexed.
 * @param embedder Embedder of the index: bge-small-en-v1.5, none for keyword search only, or
 *     qwen3=FOLDER, all-MiniLM-L6-v2=FOLDER, e5-small-v2=FOLDER or huggingface=FOLDER. Default: the
 *     embedder of the index, and bge-small-en-v1.5 for a new index. A bean of type Embedder
 *     replaces this property.
 * @param strategy Name of the strategy that answers questions, such as arag or naive-rag:k=10.
 *     Default: arag. A bean of type Strategy replaces this property.
 * @param agent Limits and instructions of the agent.
 * @param openai LLM behind OpenAI's API or a compatible API.
 * @param observability Traces and metrics of runs.
 * @param langchain4j Beans for AI services of LangChain4j.
 * @param readyAfterFirstCommit Whether the readiness of the application waits for the first commit
 *     of the index, which has the first documents of the sources.
 */
@ConfigurationProperties(prefix = "arag", ignoreUnknownFields = false)
public record AragProperties(
    @Nullable String index,
    @DefaultValue("false") boolean rights,
    @DefaultValue List<SourceProperties> sources,
    @DefaultValue Sync sync,
    @Nullable String embedder,
    @Nullable String strategy,
    @DefaultValue Agent agent,
    @DefaultValue OpenAi openai,
    @DefaultValue Observability observability,
    @DefaultValue LangChain4j langchain4j,
    @DefaultValue("false") boolean readyAfterFirstCommit) {

  /**
   * A file or folder.
   *
   * @param path Path of the file or folder. A relative path starts at the working directory.
   * @param name Name of the source, which is the prefix of its document ids. Default: the last name
   *     of the path.
   * @param prune Whether a sync deletes documents whose files no longer exist.
   * @param pruneShare Largest share of its documents that a sync may delete, 0 to 1. If more are
   *     missing, it deletes none.
   * @param metadata Metadata of every document of the source.
   * @param readableBy Principals that may read every document of the source, such as group:ROLE_HR,
   *     or * for everyone. Requires arag.rights.
   * @param trustSidecars Whether the values of sidecar files count as set in code, without the
   *     prefix doc.
   */
  public record SourceProperties(
      @Nullable String path,
      @Nullable String name,
      @DefaultValue("false") boolean prune,
      @DefaultValue("0.5") double pruneShare,
      @DefaultValue Map<String, String> metadata,
      @DefaultValue List<String> readableBy,
      @DefaultValue("false") boolean trustSidecars) {}

  /**
   * The times of the sync.
   *
   * @param onStartup Whether the sources are synced in the background when the application starts.
   * @param every Time between the end of a sync and the next one, such as 10m. Default: the sources
   *     are not synced again.
   */
  public record Sync(@DefaultValue("true") boolean onStartup, @Nullable Duration every) {}

  /**
   * The agent.
   *
   * @param maxTurns Maximum number of requests to the LLM before the last one, which it must answer
   *     without tools. Default: 15.
   * @param timeout Maximum duration of a run. Default: 5m.
   * @param contextTokens Context window of the LLM in tokens. Default: the window that the LLM
   *     declares, otherwise 128,000.
   * @param instructions Instructions that are appended to the system prompt.
   */
  public record Agent(
      @Nullable Integer maxTurns,
      @Nullable Duration timeout,
      @Nullable Integer contextTokens,
      @Nullable String instructions) {}

  /**
   * The LLM. Beans of type ChatModel and StreamingChatModel replace it.
   *
   * @param baseUrl Base URL of the API, such as http://localhost:11434/v1. Default: the URL of
   *     OpenAI.
   * @param model Name of the model on the server.
   * @param apiKey API key. Required if no base URL is set.
   * @param temperature Sampling temperature, 0 to 2. Default: the default of the server.
   * @param timeout Maximum duration of a request. Default: the time that is left of the run.
   * @param streaming Whether replies are streamed, so that pages can show an answer while it is
   *     written.
   */
  public record OpenAi(
      @Nullable String baseUrl,
      @Nullable String model,
      @Nullable String apiKey,
      @Nullable Double temperature,
      @Nullable Duration timeout,
      @DefaultValue("true") boolean streaming) {
    /** Omits the key. */
    @Override
    public String toString() {
      return "OpenAi[baseUrl=" + baseUrl + ", model=" + model + "]";
    }
  }

  /**
   * Traces and metrics.
   *
   * @param content Whether traces contain questions, answers and document text.
   */
  public record Observability(@DefaultValue("false") boolean content) {}

  /**
   * Beans for LangChain4j.
   *
   * @param toolProvider Whether a bean of type ToolProvider offers the retrieval tools to AI
   *     services. LangChain4j's Spring Boot starter adds it to every AI service.
   */
  public record LangChain4j(@DefaultValue("false") boolean toolProvider) {}
}
