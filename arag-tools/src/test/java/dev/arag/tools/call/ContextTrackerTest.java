package dev.arag.tools.call;

import static dev.arag.tools.ChunkBuilder.chunk;
import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.SectionId;
import dev.arag.tools.ToolConversation;
import dev.arag.tools.Toolbox;
import dev.arag.tools.spi.CallContext;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ContextTrackerTest {
  private final Chunk one = chunk("k1").sentence("Mira Voss was born in Tarn.").filler().build();
  private final Chunk two = chunk("k2").sentence("Tarn lies by a river.").filler().build();

  @Test
  void startsEmpty() {
    ContextTracker context = Toolbox.newContext();
    assertThat(context.calls()).isZero();
    assertThat(context.retrievedTokens()).isZero();
    assertThat(context.chunksRead()).isEmpty();
    assertThat(context.sectionsSeen()).isEmpty();
    assertThat(context.shown()).isEmpty();
    assertThat(context.isRead(one.id())).isFalse();
  }

  @Test
  void recordsFoundChunksAsSeenButNotRead() {
    ToolConversation model = ToolConversation.over(one, two);
    model.keyword("Tarn");
    assertThat(model.context.sectionsSeen())
        .extracting(SectionId::chunkId)
        .containsExactlyInAnyOrder(one.id(), two.id());
    assertThat(model.context.isRead(one.id())).isFalse();
    assertThat(model.context.shown()).hasSize(2);
  }

  @Test
  void countsEveryCallAndRepeatedText() {
    ToolConversation model = ToolConversation.over(one, two);
    model.keyword("Mira");
    long once = model.context.retrievedTokens();
    model.keyword("Mira");
    model.call("find", Map.of());
    model.call("chunk_read", "{");
    assertThat(model.context.calls()).isEqualTo(4);
    assertThat(model.context.retrievedTokens()).isEqualTo(2 * once).isPositive();
    assertThat(model.context.retrievedTokens())
        .isEqualTo(model.context.shown().stream().mapToInt(Snippet::tokens).sum());
  }

  @Test
  void returnsChunksInTheOrderTheyWereRead() {
    ToolConversation model = ToolConversation.over(one, two);
    model.read("k2");
    model.read("k1", "k2");
    model.read(chunk -> false, "k2");
    assertThat(model.context.chunksRead()).containsExactly(two.id(), one.id());
  }

  @Test
  void tracksEachConversationSeparately() {
    Toolbox tools = Toolbox.of(ToolConversation.corpus(one));
    ToolConversation first = ToolConversation.over(tools);
    ToolConversation second = ToolConversation.over(tools);
    first.read("k1");
    assertThat(second.read("k1").shown()).hasSize(1);
  }

  @Test
  void createsTheSameFencesFromTheSameRandomSource() {
    Toolbox tools = Toolbox.of(ToolConversation.corpus(one));
    ToolCall call = ToolCall.of("chunk_read", Map.of("chunk_ids", "k1"));
    assertThat(tools.call(call, Toolbox.newContext(new Random(5), List.of())).text())
        .isEqualTo(tools.call(call, Toolbox.newContext(new Random(5), List.of())).text())
        .isNotEqualTo(tools.call(call, Toolbox.newContext(new Random(6), List.of())).text())
        .matches("(?s)<<<[a-z2-7]{6}\n.*\n>>>[a-z2-7]{6}");
  }

  @Test
  void createsDifferentFences() {
    CallContext call = new CallContext(Toolbox.newContext(), null, 1_000, Set.of());
    Set<String> fences = new HashSet<>();
    IntStream.range(0, 500).forEach(i -> fences.add(call.fence("text").substring(3, 9)));
    assertThat(fences).hasSizeGreaterThan(495);
  }

  @Test
  void recordsConcurrentCalls() {
    Toolbox tools = Toolbox.of(ToolConversation.corpus(one, two));
    ContextTracker context = Toolbox.newContext();
    ToolCall call = ToolCall.of("keyword_search", Map.of("keywords", List.of("Tarn")));
    IntStream.range(0, 400).parallel().forEach(i -> tools.call(call, context));
    assertThat(context.calls()).isEqualTo(400);
    assertThat(context.shown()).hasSize(800);
    assertThat(context.sectionsSeen())
        .extracting(SectionId::chunkId)
        .hasSize(2)
        .contains(ChunkId.of("k1"));
  }
}
