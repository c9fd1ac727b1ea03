package dev.arag.tools;

import static dev.arag.tools.ChunkBuilder.chunk;
import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.tools.call.ChunkNames;
import dev.arag.tools.call.Observation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How {@code chunk_read} resolves ids of sections. */
class SectionIdsTest {
  private final Chunk people = twoSections("93", "Ada", "Bob");

  private static Chunk twoSections(String id, String first, String second) {
    return chunk(id)
        .heading(first)
        .sentence(first + " wrote.")
        .heading(second)
        .sentence(second + " built.")
        .build();
  }

  private static List<String> shown(Observation observation) {
    return observation.shown().stream().map(snippet -> snippet.section().toString()).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c93.1",
        "93.1",
        "[c93.1]",
        "[c93.1] Bob",
        "C93.1",
        "chunk c93.1",
        "c93 . 1",
        "c93.01",
        "`c93.1`",
        "c93.1.",
        "【c93.1】",
        "\"c93.1\""
      })
  void ignoresDecoration(String written) {
    assertThat(shown(ToolConversation.over(people).read(written))).containsExactly("93.1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c93.99999999999",
        "c93.2147483648",
        "c93.-1",
        "c93.1e1",
        "c93.0x1",
        "c93.１",
        "c93.1.1",
        ".1",
        "c94.1"
      })
  void rejectsIdsThatNameNoChunk(String written) {
    assertThat(ToolConversation.over(people).read(written))
        .isEqualTo(
            new Observation.Rejected(
                "No chunk \"" + written + "\". Search first: search results show the ids."));
  }

  @Test
  void namesTheSectionsOfAChunkWithoutTheRequestedSection() {
    Chunk plain = chunk("k1").sentence("No heading.").build();
    ToolConversation model = ToolConversation.over(people, plain);
    assertThat(model.read("c93.2"))
        .isEqualTo(
            new Observation.Rejected("No section \"c93.2\": c93 has the sections c93.0 to c93.1."));
    assertThat(model.read("93.999999999", "k1.1", "nope").text())
        .isEqualTo(
            "No chunk \"nope\". Search first: search results show the ids."
                + " No section \"93.999999999\": c93 has the sections c93.0 to c93.1."
                + " No section \"k1.1\": k1 is one section.");
    assertThat(model.read("c93.1", "c93.2").text())
        .endsWith(">>>aaaaaa\nNo section \"c93.2\": c93 has the sections c93.0 to c93.1.");
  }

  /** The message must stay short even if many ids are unknown. */
  @Test
  void limitsTheNumberOfUnknownSectionsNamed() {
    String[] ids = new String[20];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = "c93." + (i + 2);
    }
    assertThat(ToolConversation.over(people).read(ids).text().length()).isLessThan(150);
  }

  @Test
  void theOnlySectionOfAChunkIsTheChunk() {
    Chunk plain = chunk("k1").sentence("No heading.").build();
    assertThat(ToolConversation.over(plain).read("k1.0").text())
        .isEqualTo("<<<aaaaaa\n[k1] document of k1\nNo heading.\n>>>aaaaaa");
    ToolConversation model = ToolConversation.over(plain);
    model.read("k1");
    assertThat(model.read("k1.0").text()).startsWith("[k1] This text has been shown before");
  }

  @Test
  void anExactChunkIdTakesPrecedence() {
    Chunk dotted = chunk("93.1").sentence("Exactly this one.").build();
    ToolConversation model = ToolConversation.over(people, dotted);
    assertThat(shown(model.read("93.1"))).containsExactly("93.1.0");
    assertThat(shown(model.read("93.0"))).containsExactly("93.0");
    String alias = ChunkNames.of(dotted.id());
    assertThat(model.read(section -> false, "93.1").text())
        .contains("[" + alias + "] document of 93.1\nExactly");
  }

  @Test
  void readsSectionsOfChunksWithDotsInTheirIds() {
    Chunk version = twoSections("v1.2.3", "Ada", "Bob");
    Chunk file = twoSections("guide.md#7", "Cid", "Dee");
    Chunk longId = twoSections("a very long id.12", "Eve", "Fay");
    ToolConversation model = ToolConversation.over(version, file, longId);
    String alias = ChunkNames.of(version.id());
    String other = ChunkNames.of(longId.id());
    assertThat(alias).matches("x[a-z2-7]{7}");
    assertThat(model.keyword("built").text())
        .contains(
            "[" + alias + ".1] document of v1.2.3 > Bob",
            "[guide.md#7.1] document of guide.md#7 > Dee",
            "[" + other + ".1] document of a very long id.12 > Fay");
    assertThat(shown(model.read(alias + ".0", "guide.md#7.0", other + ".0")))
        .containsExactly("v1.2.3.0", "guide.md#7.0", "a very long id.12.0");
    assertThat(shown(ToolConversation.over(version).read("v1.2.3.1"))).containsExactly("v1.2.3.1");
  }

  /** An alias contains no information, so it is valid only after a result has shown it. */
  @Test
  void anAliasThatWasNotShownIsUnknown() {
    Chunk version = twoSections("v1.2.3", "Ada", "Bob");
    String alias = ChunkNames.of(version.id());
    assertThat(ToolConversation.over(version).read(alias + ".0").text())
        .startsWith("No chunk \"" + alias + ".0\".");
  }

  @Test
  void aSectionOutOfScopeReadsLikeAnUnknownOne() {
    Corpus all = InMemoryCorpus.of(secret("north"), secret("south"));
    Corpus north = all.within(Scope.equal("tenant", "north"));
    assertThat(ToolConversation.over(all).read("south.1").text())
        .contains("[south.1] south > Plan");
    ToolConversation model = ToolConversation.over(north);
    assertThat(model.read("north.1").text()).contains("[north.1] north > Plan");
    for (String id : List.of("south.0", "south.1", "south.7", "south")) {
      assertThat(model.read(id).text())
          .isEqualTo(model.read(id.replace("south", "never")).text().replace("never", "south"))
          .startsWith("No chunk \"" + id + "\".");
    }
  }

  private static Document secret(String tenant) {
    return Document.builder(tenant, "Cover\nTop.\nPlan\nThe plan of the " + tenant + ".")
        .heading(0, List.of("Cover"))
        .heading("Cover\nTop.\n".length(), List.of("Plan"))
        .metadata("tenant", tenant)
        .build();
  }
}
