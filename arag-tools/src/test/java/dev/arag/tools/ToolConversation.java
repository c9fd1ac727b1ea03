package dev.arag.tools;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.SectionId;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolCall;
import dev.arag.tools.internal.text.Fence;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Runs the tool calls of one conversation with predictable fence codes: aaaaaa, bbbbbb, cccccc and
 * so on.
 */
public final class ToolConversation {
  public final ContextTracker context = Toolbox.newContext(new Alphabet(), List.of());
  private final Toolbox tools;

  private ToolConversation(Toolbox tools) {
    this.tools = tools;
  }

  public static ToolConversation over(Toolbox tools) {
    return new ToolConversation(tools);
  }

  public static ToolConversation over(Corpus corpus) {
    return over(Toolbox.of(corpus));
  }

  public static ToolConversation over(Chunk... chunks) {
    return over(corpus(chunks));
  }

  public static Corpus corpus(Chunk... chunks) {
    return InMemoryCorpus.ofChunks(new HashEmbedder(256), List.of(chunks));
  }

  public Observation keyword(String... keywords) {
    return call("keyword_search", Map.of("keywords", List.of(keywords)));
  }

  public Observation semantic(String query) {
    return call("semantic_search", Map.of("query", query));
  }

  public Observation read(String... ids) {
    return call("chunk_read", Map.of("chunk_ids", List.of(ids)));
  }

  public Observation call(String tool, Map<String, ?> arguments) {
    return tools.call(ToolCall.of(tool, arguments), context);
  }

  public Observation call(String tool, String arguments) {
    return tools.call(ToolCall.of("1", tool, arguments), context);
  }

  public Observation read(Predicate<SectionId> stillInRequest, String... ids) {
    ToolCall call = ToolCall.of("chunk_read", Map.of("chunk_ids", List.of(ids)));
    return tools.call(call, context, stillInRequest);
  }

  /**
   * Generates 0 six times, then 1 six times, and so on, because each fence code has six characters.
   */
  private static final class Alphabet implements RandomGenerator {
    private int drawn;

    @Override
    public long nextLong() {
      return drawn++ / Fence.CODE_LENGTH;
    }

    @Override
    public int nextInt(int bound) {
      return (int) (nextLong() % bound);
    }
  }
}
