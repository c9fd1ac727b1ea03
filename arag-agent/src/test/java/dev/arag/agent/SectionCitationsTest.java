package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Span;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.step.Step;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.core.text.SectionId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests citations of sections, and what a conversation remembers of sections. */
class SectionCitationsTest {
  private static final String TEXT =
      "Ada\nAda was born in Tarn. She wrote books.\n"
          + "Bob\nBob built the mill of Quill. She wrote books.\n"
          + "Cid\nCid sang in Ostrand for many years.\n";

  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          people("93", 1), Document.of("k.1", "Dee ran to Marrowby."), people("q#4", 5));

  /** Creates a document of three sections. The second one begins on the next page. */
  private static Document people(String id, int page) {
    return Document.builder(id, TEXT)
        .heading(0, List.of("Ada"))
        .heading(TEXT.indexOf("Bob"), List.of("Bob"))
        .heading(TEXT.indexOf("Cid"), List.of("Cid"))
        .page(0, page)
        .page(TEXT.indexOf("Bob"), page + 1)
        .build();
  }

  private static Answer ask(String answer, String... ids) {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of(ids)))
            .answer(answer);
    return Agent.builder(CORPUS, model).build().ask("Who?");
  }

  private static @Nullable Span span(Citation citation) {
    return citation.place().map(Citation.Place::span).orElse(null);
  }

  private static @Nullable Integer section(Citation citation) {
    return citation.section().map(SectionId::number).orElse(null);
  }

  private static Citation cite(String answer, String... ids) {
    List<Citation> citations = ask(answer, ids).citations();
    assertThat(citations).hasSize(1);
    return citations.get(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[c93.1: \"built the mill of Quill\"]",
        "[C93.1: \"built the mill of Quill\"]",
        "[93.1: \"built the mill of Quill\"]",
        "[chunk c93.1: \"built the mill of Quill\"]",
        "【c93.1: \"built the mill of Quill\"】",
        "[c93.1].\n\nEvidence:\n[c93.1] \"built the mill of Quill\"",
        "(c93.1).\n\nEvidence:\n- c93.1: \"built the mill of Quill\"",
        "[c93].\n\nEvidence:\n[c93.1] \"built the mill of Quill\"",
        "[c93.1].\n\nEvidence:\n[c93] \"built the mill of Quill\"",
        "[c93: \"built the mill of Quill\"]",
        "[c93.2: \"built the mill of Quill\"]",
        "[c93.77: \"built the mill of Quill\"]"
      })
  void namesTheSectionThatContainsTheQuote(String marker) {
    Citation citation = cite("Bob " + marker, "c93");
    assertThat(citation.verdict()).isEqualTo(Verdict.SUPPORTED);
    assertThat(citation.chunkId().value()).isEqualTo("93");
    assertThat(section(citation)).isEqualTo(1);
    assertThat(citation.span().orElseThrow().start()).isEqualTo(TEXT.indexOf("built the mill"));
    assertThat(citation.location().orElseThrow().heading()).containsExactly("Bob");
    assertThat(citation.page()).hasValue(2);
  }

  @Test
  void namesSectionsOfIdsWithAnOrdinal() {
    Citation citation = cite("Cid [q#4.2: \"sang in Ostrand for many years\"].", "q#4.2");
    assertThat(citation.verdict()).isEqualTo(Verdict.SUPPORTED);
    assertThat(section(citation)).isEqualTo(2);
    assertThat(citation.page()).hasValue(6);
    assertThat(ask("Cid [q#4.2: \"sang in Ostrand for many years\"].", "q#4.2").view())
        .extracting(view -> view.citations().get(0).section())
        .isEqualTo("q#4.2");
  }

  @Test
  void checksAQuoteOfAShortSentenceAfterTextThatSanitizingMadeLonger() {
    String text = "<|im_end|> ".repeat(12) + "sailed. It sank. " + "The sea is deep. ".repeat(99);
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("keyword_search", Map.of("keywords", List.of("sailed", "sank")))
            .answer("It did [k: \"It sank\"].");
    Answer answer =
        Agent.builder(InMemoryCorpus.of(Document.of("k", text)), model).build().ask("Did it?");
    Citation citation = answer.citations().get(0);
    assertThat(citation.verdict()).isEqualTo(Verdict.SUPPORTED);
    assertThat(span(citation)).isEqualTo(new Span(text.indexOf("It"), text.indexOf(". The")));
  }

  @Test
  void checksAQuoteOfTheTitle() {
    Document watch =
        Document.builder("w", "It shows the depth.").title("Garmin Fenix diving watch").build();
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("keyword_search", Map.of("keywords", List.of("Garmin")))
            .answer("A watch [w: \"Fenix diving watch\"], it shows [w: \"shows the depth\"].");
    Answer answer = Agent.builder(InMemoryCorpus.of(watch), model).build().ask("Which?");
    assertThat(answer.citations())
        .extracting(Citation::verdict, SectionCitationsTest::span)
        .containsExactly(
            tuple(Verdict.SUPPORTED, new Span(-19, -1)), tuple(Verdict.SUPPORTED, new Span(3, 18)));
    assertThat(answer.citations().get(0).span()).isEmpty();
    assertThat(section(answer.citations().get(0))).isZero();
    assertThat(answer.view().citations().get(0).start()).isNull();
  }

  @Test
  void prefersAQuoteInTheTextToTheSameInTheTitle() {
    Document rules =
        Document.builder("r", "Changed. 30 days of leave are granted.")
            .title("30 days of leave")
            .build();
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("keyword_search", Map.of("keywords", List.of("leave")))
            .answer(
                "A [r: \"30 days of leave\"], b [r: \"of leave Changed\"], c [r: \"40 weeks of"
                    + " rain\"].");
    Answer answer = Agent.builder(InMemoryCorpus.of(rules), model).build().ask("How long?");
    assertThat(answer.citations())
        .extracting(Citation::verdict, SectionCitationsTest::span, SectionCitationsTest::section)
        .containsExactly(
            tuple(Verdict.SUPPORTED, new Span(9, 25), 0),
            tuple(Verdict.SUPPORTED, new Span(0, 7), 0),
            tuple(Verdict.FABRICATED, null, null));
  }

  @Test
  void prefersTheQuoteInTheCitedSection() {
    for (int section : new int[] {0, 1}) {
      Citation citation = cite("Yes [c93." + section + ": \"She wrote books\"].", "c93");
      assertThat(section(citation)).isEqualTo(section);
      assertThat(citation.location().orElseThrow().heading())
          .containsExactly(section == 0 ? "Ada" : "Bob");
    }
    assertThat(section(cite("Yes [c93: \"She wrote books\"].", "c93"))).isZero();
  }

  @Test
  void attachesASentenceOfTheCitedSection() {
    Citation citation = cite("She wrote books, they say [c93.1].", "c93");
    assertThat(citation.verdict()).isEqualTo(Verdict.LOCATED);
    assertThat(section(citation)).isEqualTo(1);
    assertThat(citation.span().orElseThrow().start())
        .isEqualTo(TEXT.lastIndexOf("She wrote books"));
  }

  @Test
  void keepsCitationsOfTwoSectionsOfAChunkApart() {
    List<Citation> citations =
        ask(
                "Ada was born in Tarn [c93.0]. Bob built it [c93.1].\n\nEvidence:\n"
                    + "[c93.0] \"born in Tarn\"\n[c93.1] \"the mill of Quill\"",
                "c93")
            .citations();
    assertThat(citations).extracting(SectionCitationsTest::section).containsExactly(0, 1);
    assertThat(citations)
        .extracting(citation -> citation.claim().orElseThrow())
        .containsExactly("Ada was born in Tarn", "Bob built it");
    assertThat(citations).allMatch(citation -> citation.markers().size() == 1);
  }

  @Test
  void assignsASharedQuoteToTheSectionThatContainsIt() {
    List<Citation> citations =
        ask("Bob built \"the mill of Quill. She wrote\" [c93.0, c93.1].", "c93").citations();
    assertThat(citations)
        .extracting(Citation::verdict)
        .containsExactly(Verdict.LOCATED, Verdict.SUPPORTED);
  }

  @Test
  void acceptsAQuoteThatSpansTwoAdjacentSections() {
    Citation citation = cite("Both [c93.1: \"She wrote books. Cid Cid sang\"].", "c93.1", "c93.2");
    assertThat(citation.verdict()).isEqualTo(Verdict.SUPPORTED);
    assertThat(section(citation)).isEqualTo(1);
  }

  @Test
  void doesNotAcceptTextOfASectionThatWasNotShown() {
    Citation citation = cite("Bob [c93.1: \"built the mill of Quill\"].", "c93.0");
    assertThat(citation.verdict()).isEqualTo(Verdict.FABRICATED);
    assertThat(citation.section()).isEmpty();
  }

  @Test
  void anIdOfAChunkThatEndsInDigitsHasPriority() {
    Citation citation = cite("To Marrowby [k.1: \"ran to Marrowby\"].", "k.1");
    assertThat(citation.chunkId().value()).isEqualTo("k.1");
    assertThat(citation.verdict()).isEqualTo(Verdict.SUPPORTED);
    assertThat(section(citation)).isZero();
  }

  @Test
  void doesNotTakeADecimalNumberForASection() {
    Answer answer = ask("It is long (93.1) and wide [2.5]. Bob built it [c93.1].", "c93");
    assertThat(answer.citations()).hasSize(1);
    assertThat(section(answer.citations().get(0))).isEqualTo(1);
  }

  private static List<String> observations(Trajectory run) {
    return run.steps().stream()
        .filter(Step.ToolUse.class::isInstance)
        .map(step -> ((Step.ToolUse) step).observation().text())
        .toList();
  }

  @Test
  void aResumedConversationKnowsTheSectionsRead() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("c93.1")))
            .answer("Bob [c93.1].")
            .call("chunk_read", Map.of("chunk_ids", List.of("c93.1", "c93.2")))
            .call("chunk_read", Map.of("chunk_ids", List.of("c93")))
            .answer("Bob [c93.1: \"the mill of Quill\"], Cid [c93.2: \"sang in Ostrand\"].");
    Agent agent = Agent.builder(CORPUS, model).build();
    Trajectory first = agent.ask("Who built it?").trajectory();
    Trajectory stored = Trajectory.parse(first.toJson());
    assertThat(stored.shown()).isEqualTo(first.shown());
    assertThat(stored.shown())
        .extracting(each -> each.section())
        .containsExactly(new SectionId(stored.shown().get(0).chunkId(), 1));
    Answer answer = agent.conversation(List.of(stored)).ask("And who sang?");
    List<String> seen = observations(answer.trajectory());
    assertThat(seen.get(0))
        .contains("[c93.2] 93 > Cid", "[c93.1] This text has been shown before; it is above.")
        .doesNotContain("Bob built");
    assertThat(seen.get(1)).contains("[c93.0] 93 > Ada\nAda\n", "[c93.1] to [c93.2] (read)");
    assertThat(answer.citations()).extracting(Citation::verdict).containsOnly(Verdict.SUPPORTED);
  }
}
