package dev.arag.tools;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.SectionId;
import dev.arag.tools.internal.text.Fence;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Runs the tool calls of one conversation with predictable fence codes: aaaaaa, bbbbbb, cccccc and
 * so on.
 */
final class ToolConversation {
  final ContextTracker context = new ContextTracker(new Alphabet());
  private final Toolbox tools;

  private ToolConversation(Toolbox tools) {
    this.tools = tools;
  }

  static ToolConversation over(Toolbox tools) {
    return new ToolConversation(tools);
  }

  static ToolConversation over(Corpus corpus) {
    return over(Toolbox.over(corpus));
  }

  static ToolConversation over(Chunk... chunks) {
    return over(corpus(chunks));
  }

  static Corpus corpus(Chunk... chunks) {
    return InMemoryCorpus.ofChunks(new HashEmbedder(256), List.of(chunks));
  }

  Observation keyword(String... keywords) {
    return call("keyword_search", Map.of("keywords", List.of(keywords)));
  }

  Observation semantic(String query) {
    return call("semantic_search", Map.of("query", query));
  }

  Observation read(String... ids) {
    return call("chunk_read", Map.of("chunk_ids", List.of(ids)));
  }

  Observation call(String tool, Map<String, ?> arguments) {
    return tools.call(ToolCall.of(tool, arguments), context);
  }

  Observation call(String tool, String arguments) {
    return tools.call(new ToolCall("1", tool, arguments), context);
  }

  Observation read(Predicate<SectionId> stillInRequest, String... ids) {
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
