package dev.arag.tools.internal.read;

import static dev.arag.tools.ChunkBuilder.chunk;
import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.ChunkBuilder;
import dev.arag.tools.ToolConversation;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ChunkNames;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChunkReadToolTest {
  /**
   * Returns seven consecutive chunks, q#0 to q#6. Each contains one sentence with {@code words}
   * repeated words.
   */
  private static Chunk[] row(int words) {
    return IntStream.rangeClosed(0, 6)
        .mapToObj(
            i ->
                chunk("q#" + i)
                    .under("Part " + i)
                    .sentence("Text " + i + " " + "word ".repeat(words).strip() + ".")
                    .between(i == 0 ? null : "q#" + (i - 1), i == 6 ? null : "q#" + (i + 1))
                    .build())
        .toArray(Chunk[]::new);
  }

  private static List<String> shownIds(Observation observation) {
    return observation.shown().stream().map(snippet -> snippet.chunkId().value()).toList();
  }

  @Test
  void showsTextWithHeadingAndNeighbors() {
    ToolConversation model = ToolConversation.over(row(1));
    assertThat(model.read("q#0", "q#3").text())
        .isEqualTo(
            """
            <<<aaaaaa
            [q#0] document of q#0 > Part 0 · after q#1
            Text 0 word.

            [q#3] document of q#3 > Part 3 · before q#2 · after q#4
            Text 3 word.
            >>>aaaaaa""");
    assertThat(model.context.chunksRead()).extracting(ChunkId::value).containsExactly("q#0", "q#3");
  }

  @Test
  void showsTheStoredTextWithoutInvisibleCharacters() {
    Chunk chunk =
        chunk("k1").sentence("One\u200B  two.").sentence("\tThree «four».".strip()).build();
    Observation read = ToolConversation.over(chunk).read("k1");
    assertThat(read.text())
        .isEqualTo("<<<aaaaaa\n[k1] document of k1\nOne  two.\nThree «four».\n>>>aaaaaa");
    Snippet snippet = read.shown().get(0);
    assertThat(snippet.isWholeChunk()).isTrue();
    assertThat(snippet.offset()).isEqualTo(1_000);
    assertThat(snippet.text()).isEqualTo("One  two.\nThree «four».");
  }

  @Test
  void countsTextAndHeading() {
    ToolConversation model = ToolConversation.over(row(1));
    model.read("q#2");
    TokenCounter counter = TokenCounter.o200k();
    assertThat(model.context.retrievedTokens())
        .isEqualTo(counter.count("document of q#2 > Part 2") + counter.count("Text 2 word."));
  }

  @Test
  void addsNeighborsInReadingOrder() {
    ToolConversation model = ToolConversation.over(row(1));
    Observation read =
        model.call("chunk_read", Map.of("chunk_ids", List.of("q#3"), "neighbors", 1));
    assertThat(shownIds(read)).containsExactly("q#2", "q#3", "q#4");
    assertThat(
            shownIds(
                ToolConversation.over(row(1))
                    .call("chunk_read", Map.of("chunk_ids", "q#0", "neighbors", 9))))
        .containsExactly("q#0", "q#1", "q#2");
  }

  @Test
  void sendsTheChunksThatFitAndListsTheOthers() {
    Observation read =
        ToolConversation.over(row(1_000)).read("q#6", "q#5", "q#4", "q#3", "q#2", "q#1", "q#0");
    assertThat(shownIds(read)).containsExactly("q#6", "q#5", "q#4", "q#3", "q#2");
    assertThat(read.text()).endsWith("\nNot sent (limit): q#1, q#0. Ask again for them.");
  }

  @Test
  void prefersRequestedChunksToNeighbors() {
    Observation read =
        ToolConversation.over(row(1_000))
            .call("chunk_read", Map.of("chunk_ids", List.of("q#1", "q#5"), "neighbors", 1));
    assertThat(shownIds(read)).containsExactly("q#0", "q#1", "q#2", "q#4", "q#5");
    assertThat(read.text()).endsWith("\nNot sent (limit): q#6. Ask again for it.");
  }

  @Test
  void sendsAtMostSixThousandTokens() {
    ToolConversation model = ToolConversation.over(row(2_500));
    Observation read = model.read("q#0", "q#1", "q#2");
    assertThat(shownIds(read)).containsExactly("q#0", "q#1");
    assertThat(model.context.retrievedTokens()).isLessThanOrEqualTo(6_000);
    assertThat(read.text()).endsWith("\nNot sent (limit): q#2. Ask again for it.");
  }

  @Test
  void sendsALongChunkInParts() {
    ChunkBuilder chunks = chunk("k1").under("Long");
    IntStream.range(0, 30).forEach(i -> chunks.sentence("Line " + i + " " + "x ".repeat(20) + "."));
    Chunk chunk = chunks.build();
    Toolbox tools = Toolbox.of(ToolConversation.corpus(chunk)).withMaxResultTokens(400);
    ToolConversation model = ToolConversation.over(tools);
    String text = "";
    int reads = 0;
    while (!model.context.isRead(chunk.id())) {
      Observation part = model.read("k1");
      Snippet snippet = part.shown().get(0);
      assertThat(snippet.tokens()).isLessThanOrEqualTo(400);
      assertThat(snippet.isWholeChunk()).isFalse();
      assertThat(snippet.text()).startsWith("Line ").endsWith(".");
      assertThat(chunk.text().substring(snippet.offset() - 1_000)).startsWith(snippet.text());
      text += snippet.text() + "\n";
      reads++;
    }
    assertThat(text).isEqualTo(chunk.text());
    assertThat(reads).isBetween(2, 5);
    assertThat(model.read("k1").text()).startsWith("[k1] This text has been shown before");
  }

  @Test
  void tellsTheModelThatAPartIsIncomplete() {
    ChunkBuilder chunks = chunk("k1");
    IntStream.range(0, 4).forEach(i -> chunks.sentence("x ".repeat(60) + "."));
    ToolConversation model =
        ToolConversation.over(
            Toolbox.of(ToolConversation.corpus(chunks.build())).withMaxResultTokens(150));
    assertThat(model.read("k1").text())
        .endsWith("\n[k1] goes on (49 % shown). Read it again for the next part.");
    assertThat(model.context.isRead(ChunkId.of("k1"))).isFalse();
    assertThat(model.read("k1").text()).endsWith(".\n>>>bbbbbb");
    assertThat(model.context.isRead(ChunkId.of("k1"))).isTrue();
  }

  /** Without the tracker of this call, the next call would send the same part. */
  @Test
  void doesNotOfferTheNextPartInASingleCall() {
    ChunkBuilder chunks = chunk("k1");
    IntStream.range(0, 4).forEach(i -> chunks.sentence("x ".repeat(60) + "."));
    Toolbox tools = Toolbox.of(ToolConversation.corpus(chunks.build())).withMaxResultTokens(150);
    ToolCall call = ToolCall.of("chunk_read", Map.of("chunk_ids", "k1"));
    assertThat(tools.call(call, Toolbox.newContextOfOneCall()).text())
        .endsWith("\n[k1] goes on (49 % shown). Search for words of the rest.");
  }

  @Test
  void splitsALongSentence() {
    Chunk chunk = chunk("k1").sentence("𝕏".repeat(2_000)).build();
    ToolConversation model =
        ToolConversation.over(
            Toolbox.of(ToolConversation.corpus(chunk)).withMaxResultTokens(1_000));
    StringBuilder text = new StringBuilder();
    while (!model.context.isRead(chunk.id())) {
      text.append(model.read("k1").shown().get(0).text());
    }
    assertThat(text.toString()).isEqualTo(chunk.text().strip());
  }

  @Test
  void doesNotNameTextOfTheSameResultAsUnread() {
    List<Chunk> chunks = new ArrayList<>(List.of(row(1)));
    chunks.add(chunk("k9").sentence("A lake.").filler().build());
    ToolConversation model = ToolConversation.over(chunks.toArray(Chunk[]::new));
    model.keyword("lake");
    model.read("q#0");
    assertThat(model.read(section -> true, "q#0", "k9").text())
        .endsWith("[q#0] This text has been shown before; it is above.");
  }

  @Test
  void findsTheOnlyChunkShownIfTheNumberIsMissing() {
    ToolConversation model = ToolConversation.over(row(1));
    assertThat(model.read("q").text()).startsWith("No chunk \"q\".");
    model.read("q#2");
    assertThat(model.read(section -> false, "[Q]").text())
        .contains("[q#2] document of q#2 > Part 2");
    model.read("q#0");
    assertThat(model.read("q").text()).startsWith("No chunk \"q\". Ids you have seen: q#2, q#0");
  }

  @Test
  void doesNotSendTextInTheContextAgain() {
    List<Chunk> chunks = new ArrayList<>(List.of(row(1)));
    chunks.add(chunk("k9").sentence("A lake.").filler().build());
    ToolConversation model = ToolConversation.over(chunks.toArray(Chunk[]::new));
    model.keyword("lake");
    model.read("q#0", "q#1");
    Observation again = model.read(section -> true, "q#0", "q#2", "q#1");
    assertThat(again.text())
        .isEqualTo(
            """
            <<<cccccc
            [q#2] document of q#2 > Part 2 · before q#1 · after q#3
            Text 2 word.
            >>>cccccc
            [q#0] This text has been shown before; it is above. Not read yet: k9.
            [q#1] This text has been shown before; it is above. Not read yet: k9.""");
    assertThat(shownIds(again)).containsExactly("q#2");
  }

  @Test
  void sendsAndCountsEvictedTextAgain() {
    ToolConversation model = ToolConversation.over(row(1));
    Observation first = model.read("q#0");
    long once = model.context.retrievedTokens();
    Observation again = model.read(chunk -> false, "q#0");
    assertThat(again.shown()).isEqualTo(first.shown());
    assertThat(model.context.retrievedTokens()).isEqualTo(2 * once);
    assertThat(model.context.chunksRead()).hasSize(1);
  }

  @Test
  void sendsTextAgainOnTheSecondRequestIfTheContextIsUnknown() {
    ToolConversation model = ToolConversation.over(row(1));
    model.read("q#0");
    assertThat(model.read("q#0").shown()).isEmpty();
    assertThat(model.read("q#0").shown()).hasSize(1);
    assertThat(model.read("q#0").shown()).isEmpty();
    model.keyword("Text");
    assertThat(model.read("q#0").shown()).isEmpty();
  }

  @Test
  void listsKnownIdsWhenRejectingUnknownIds() {
    ToolConversation model = ToolConversation.over(row(1));
    assertThat(model.read("q7k2m#99"))
        .isEqualTo(
            new Observation.Rejected(
                "No chunk \"q7k2m#99\". Search first: search results show the ids."));
    model.read("q#1");
    assertThat(model.read("nope", "q#9", "nope").text())
        .isEqualTo("No chunk \"nope\" or \"q#9\". Ids you have seen: q#1.");
    assertThat(model.read("q#2", "q#9").text())
        .endsWith(">>>bbbbbb\nNo chunk \"q#9\". Ids you have seen: q#1.");
  }

  @Test
  void parsesIdsLeniently() {
    for (String ids :
        List.of(
            "{\"chunk_ids\": \"q#1, q#2\"}",
            "{\"chunk_ids\": \"[q#1], [q#2]\"}",
            "{\"chunk_ids\": \"[\\\"q#1\\\", \\\"q#2\\\"]\"}",
            "{\"chunk_ids\": [\"chunk q#1\", \"Q#2\"]}",
            "{\"chunk_ids\": [\"q#1;q#2\", \"\"]}",
            "{\"chunk_ids\": [\"[q#1] Part 1\", \"q # 2\", \"q#1\"]}")) {
      Observation read = ToolConversation.over(row(1)).call("chunk_read", ids);
      assertThat(shownIds(read)).as(ids).containsExactly("q#1", "q#2");
    }
  }

  @Test
  void resolvesNumbersAndAliases() {
    Chunk number = chunk("110").sentence("Tarn one.").filler().build();
    Chunk path = chunk("docs/long name.md").sentence("Tarn two.").filler().build();
    ToolConversation model = ToolConversation.over(number, path);
    String alias = ChunkNames.of(path.id());
    assertThat(model.keyword("Tarn").text()).contains("[c110]", "[" + alias + "]");
    assertThat(shownIds(model.read("c110", alias))).containsExactly("110", "docs/long name.md");
    assertThat(shownIds(ToolConversation.over(number, path).read("110", "docs/long name.md")))
        .containsExactly("110", "docs/long name.md");
  }

  @Test
  void showsDifferentNamesForIdsWithTheSameName() {
    Chunk number = chunk("110").sentence("Tarn one.").build();
    Chunk letter = chunk("c110").sentence("Tarn two.").build();
    ToolConversation model = ToolConversation.over(number, letter);
    Observation found = model.keyword("Tarn");
    List<String> names =
        found.text().lines().filter(line -> line.startsWith("[")).collect(Collectors.toList());
    assertThat(names).doesNotHaveDuplicates();
    for (String name : names) {
      assertThat(model.read(chunk -> false, name).shown()).hasSize(1);
    }
    assertThat(model.context.chunksRead()).containsExactlyInAnyOrder(number.id(), letter.id());
  }

  @Test
  void rejectsTooManyOrNoIds() {
    String[] ids = IntStream.range(0, 21).mapToObj(i -> "q#" + i).toArray(String[]::new);
    assertThat(ToolConversation.over(row(1)).read(ids).text())
        .startsWith("\"chunk_ids\" must hold 1 to 20 ids, was 21. Call it like this: chunk_read {");
    assertThat(ToolConversation.over(row(1)).read("[]").text())
        .startsWith("\"chunk_ids\" must hold 1 to 20 ids, was 0.");
  }
}
