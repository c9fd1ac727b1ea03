package dev.arag.tools;

import static dev.arag.tools.ChunkBuilder.chunk;
import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.SectionId;
import dev.arag.core.token.TokenCounter;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What {@code chunk_read} returns for ids of sections. */
class SectionReadTest {
  private final Chunk first =
      chunk("93")
          .heading("Ada")
          .sentence("Ada wrote.")
          .heading("Bob")
          .sentence("Bob built.")
          .between(null, "94")
          .build();
  private final Chunk second =
      chunk("94")
          .heading("Cid")
          .sentence("Cid sang.")
          .heading("Dee")
          .sentence("Dee ran.")
          .between("93", null)
          .build();

  private ToolConversation both() {
    return ToolConversation.over(first, second);
  }

  @Test
  void readsOneSectionWithItsNeighborsAndTheOtherHeadings() {
    assertThat(both().read("c93.1").text())
        .isEqualTo(
            """
            <<<aaaaaa
            [c93.1] Bob · before c93.0 · after c94.0
            Bob
            Bob built.
            (also in c93: .0 Ada)
            >>>aaaaaa""");
    assertThat(both().read("[C94.0]").text())
        .contains("[c94.0] Cid · before c93.1 · after c94.1\nCid\nCid sang.");
  }

  @Test
  void readsSeveralSectionsAndChunksAtOnce() {
    Observation read = both().read("c94.1", "c93");
    assertThat(read.text())
        .isEqualTo(
            """
            <<<aaaaaa
            [c94.1] Dee · before c94.0
            Dee
            Dee ran.
            (also in c94: .0 Cid)

            [c93] · after c94
            [c93.0] Ada
            Ada
            Ada wrote.
            [c93.1] Bob
            Bob
            Bob built.
            >>>aaaaaa""");
    assertThat(read.shown())
        .extracting(each -> each.section().toString())
        .containsExactly("94.1", "93.0", "93.1");
    assertThat(read.shown()).allMatch(Snippet::isWholeSection);
  }

  @Test
  void sendsOnlyTheSectionsOfAChunkThatWereNotSent() {
    ToolConversation model = both();
    model.read("c93.0");
    assertThat(model.read("c93").text())
        .contains("[c93.0] Ada (read)\n[c93.1] Bob\nBob\nBob built.");
    assertThat(model.context.isRead(ChunkId.of("93"))).isTrue();
    assertThat(model.context.chunksRead()).containsExactly(ChunkId.of("93"));
    assertThat(model.read("c93").text())
        .isEqualTo("[c93] This text has been shown before; it is above.");
  }

  @Test
  void aSectionThatWasEvictedIsSentAgain() {
    ToolConversation model = both();
    model.read("c93.0");
    Set<SectionId> asked = new HashSet<>();
    Observation again = model.read(section -> asked.add(section) && false, "c93.0");
    assertThat(again.text()).contains("[c93.0] Ada · after c93.1\nAda\nAda wrote.");
    assertThat(asked).containsExactly(new SectionId(ChunkId.of("93"), 0));
  }

  @Test
  void neighborsOfASectionAreSections() {
    ToolConversation model = both();
    Observation read = model.call("chunk_read", "{\"chunk_ids\": [\"c93.1\"], \"neighbors\": 1}");
    assertThat(read.shown())
        .extracting(each -> each.section().toString())
        .containsExactly("93.0", "93.1", "94.0");
  }

  @Test
  void readsTheDigitsOfANumberAsWritten() {
    ChunkBuilder many = chunk("93");
    IntStream.range(0, 12).forEach(i -> many.heading("Part " + i).sentence("Text " + i + "."));
    ToolConversation model = ToolConversation.over(many.build());
    assertThat(model.call("chunk_read", "{\"chunk_ids\": [93.10]}").text())
        .contains("[c93.10] Part 10");
    assertThat(model.call("chunk_read", "{\"chunk_ids\": 93.1}").text())
        .contains("[c93.1] Part 1 ");
  }

  @Test
  void listsOtherHeadingsUpToALimit() {
    ChunkBuilder many = chunk("k1");
    IntStream.range(0, 500).forEach(i -> many.heading("Part " + i).sentence("Text."));
    ToolConversation model = ToolConversation.over(many.build());
    String text = model.read("k1.7").text();
    String line =
        text.lines().filter(each -> each.startsWith("(also in")).findFirst().orElseThrow();
    assertThat(line).startsWith("(also in k1: .0 Part 0, .1 Part 1").matches(".*, \\+\\d+ more\\)");
    assertThat(TokenCounter.o200k().count(line)).isLessThan(80);
    assertThat(model.context.retrievedTokens())
        .isEqualTo(
            TokenCounter.o200k().count("Part 7")
                + TokenCounter.o200k().count("Part 7\nText.")
                + TokenCounter.o200k().count("\n" + line));
  }

  @Test
  void sendsALongSectionInParts() {
    ChunkBuilder builder = chunk("k1").heading("Short").sentence("One.").heading("Long");
    IntStream.range(0, 30)
        .forEach(i -> builder.sentence("Line " + i + " " + "x ".repeat(20) + "."));
    Chunk chunk = builder.build();
    ToolConversation model =
        ToolConversation.over(
            Toolbox.over(ToolConversation.corpus(chunk)).withMaxResultTokens(400));
    StringBuilder text = new StringBuilder();
    SectionId section = new SectionId(chunk.id(), 1);
    Observation part = model.read("k1.1");
    assertThat(part.text())
        .contains("[k1.1] goes on (")
        .contains("Read it again for the next part.");
    while (true) {
      text.append(part.shown().get(0).text()).append('\n');
      if (model.context.isRead(section)) {
        break;
      }
      part = model.read("k1.1");
    }
    assertThat(text.toString()).isEqualTo(chunk.sections().get(1).text());
  }

  @Test
  void namesTheSectionsThatExceedTheLimit() {
    ChunkBuilder many = chunk("k1");
    IntStream.range(0, 30)
        .forEach(i -> many.heading("Part " + i).sentence("word ".repeat(40).strip() + "."));
    ToolConversation model =
        ToolConversation.over(
            Toolbox.over(ToolConversation.corpus(many.build())).withMaxResultTokens(200));
    assertThat(model.read("k1").text())
        .endsWith(
            "\nNot sent (limit): k1.4, k1.5, k1.6, k1.7, k1.8, k1.9, k1.10, k1.11, k1.12, k1.13"
                + " and 16 more. Ask again for them.");
  }
}
