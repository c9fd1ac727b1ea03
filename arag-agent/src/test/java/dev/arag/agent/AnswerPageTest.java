package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.AnswerView;
import dev.arag.agent.answer.Markup;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.UnseenTerm;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.internal.strategy.TestProfile;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.model.chat.ChatModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests what a page shows of an answer: numbered sources, markers, and rendered text. */
class AnswerPageTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.builder("k1", "The Old Bridge was designed by Mira Voss.")
              .title("Bridges")
              .metadata("url", "https://example.org/bridges")
              .build(),
          Document.builder("k2", "Mira Voss was born in Tarn in 1881. She moved to Quill in 1902.")
              .title("People <b>")
              .metadata("url", "javascript:alert(1)")
              .build());

  private static final String QUESTION = "Where was the designer of the Old Bridge born?";

  private static Agent agent(String answer) {
    ChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k1", "k2")))
            .answer(answer);
    return Agent.builder(CORPUS, model).build();
  }

  private static Answer answer(String text) {
    return agent(text).ask(QUESTION);
  }

  private static String markerTexts(Answer answer) {
    return answer.markers().stream()
        .map(marker -> answer.text().substring(marker.start(), marker.end()))
        .collect(Collectors.joining(" "));
  }

  @Test
  void numbersSourcesInTheOrderOfTheirFirstCitation() {
    Answer answer =
        answer(
            "In Tarn [k2: \"born in Tarn\"], says one [k2: \"moved to Quill\"]; the bridge [k1,"
                + " k2].\n\nEvidence:\n[k1] \"designed by Mira Voss\"");
    assertThat(answer.citations()).extracting(Citation::number).containsExactly(1, 1, 2, 1);
    assertThat(answer.citations())
        .extracting(Citation::title)
        .containsExactly("People <b>", "People <b>", "Bridges", "People <b>");
    assertThat(answer.citations().get(0).page()).isEmpty();
  }

  @Test
  void namesTheMarkersOfTheTextWithTheirCitations() {
    Answer answer =
        answer(
            "In Tarn [k2]. The bridge too (chunk k1, k2); nobody knows [k9#1].\n"
                + "\nEvidence:\n[k2] \"born in Tarn\"\n[k2] \"moved to Quill in 1902\"");
    assertThat(answer.text()).doesNotContain("Evidence");
    assertThat(markerTexts(answer)).isEqualTo("[k2] (chunk k1, k2) [k9#1]");
    Citation.Marker first = answer.markers().get(0);
    assertThat(first.citations())
        .extracting(Citation::quote)
        .contains(Optional.of("born in Tarn"))
        .hasSize(2);
    assertThat(first.sources()).hasSize(1);
    assertThat(answer.markers().get(1).sources())
        .extracting(Citation::number)
        .containsExactly(1, 2);
    assertThat(answer.markers().get(2).citations())
        .extracting(Citation::verdict)
        .containsExactly(Verdict.NOT_SHOWN);
  }

  @Test
  void aRepeatedCitationHasSeveralMarkers() {
    Answer answer = answer("Tarn [k2: \"born in Tarn\"]. Yes, Tarn [k2: \"born in Tarn\"].");
    assertThat(answer.citations()).hasSize(1);
    assertThat(answer.citations().get(0).markers()).hasSize(2);
    assertThat(answer.markers()).hasSize(2);
  }

  @Test
  void rendersFootnotesInHtml() {
    Answer answer = answer("<i>Tarn</i> & more [k2: \"born in Tarn\"][k1].");
    assertThat(answer.render(Markup.HTML, citation -> "<sup>" + citation.number() + "</sup>"))
        .isEqualTo("&lt;i&gt;Tarn&lt;/i&gt; &amp; more <sup>1</sup><sup>2</sup>.");
  }

  @Test
  void rendersMarkdownAndPlainText() {
    Answer answer = answer("**Tarn** [k2: \"born in Tarn\"](javascript:alert(1))");
    assertThat(answer.render(Markup.MARKDOWN, citation -> "[" + citation.number() + "](/k2)"))
        .isEqualTo("\\*\\*Tarn\\*\\* [1](/k2)\\(javascript:alert\\(1\\)\\)");
    assertThat(answer.render(Markup.PLAIN, citation -> ""))
        .isEqualTo("**Tarn** (javascript:alert(1))");
  }

  @Test
  void rendersATextWithoutMarkers() {
    assertThat(answer("NOT FOUND <here>").render(Markup.HTML, citation -> "never"))
        .isEqualTo("NOT FOUND &lt;here&gt;");
  }

  @Test
  void showsEverythingInTheView() {
    Answer answer =
        answer("In Tarn [k2: \"born in Tarn\"], in 1999 [k1: \"by Mira Voss\"] [k9#1].");
    AnswerView view = answer.view();
    assertThat(view.id()).matches("[0-9a-f]{16}").isEqualTo(answer.trajectory().id().orElseThrow());
    assertThat(view.answer()).isEqualTo(answer.text());
    assertThat(view.complete()).isTrue();
    assertThat(view.strategy()).isEqualTo("arag");
    assertThat(view.profile()).isEqualTo("default");
    assertThat(view.citations()).extracting(Citation.View::source).containsExactly(1, 2, 3);
    Citation.View first = view.citations().get(0);
    assertThat(first.verified()).isTrue();
    assertThat(first.claim()).isEqualTo("In Tarn , in 1999");
    assertThat(answer.text().substring(first.answerStart(), first.answerEnd()))
        .isEqualTo("[k2: \"born in Tarn\"]");
    assertThat(view.sources())
        .containsExactly(
            new AnswerView.SourceView(
                1, "k2", "k2", "People <b>", List.of("People <b>"), null, null),
            new AnswerView.SourceView(
                2, "k1", "k1", "Bridges", List.of("Bridges"), null, "https://example.org/bridges"),
            new AnswerView.SourceView(3, "k9#1", null, null, List.of(), null, null));
    assertThat(view.unseenTerms()).extracting(UnseenTerm::text).containsExactly("1999");
    assertThat(view.usage().turns()).isEqualTo(view.turns()).isEqualTo(2);
  }

  @Test
  void theViewHasTheTextWithoutMarkersAndThePlaceOfEachMarker() {
    AnswerView view =
        answer(
                "[k2] says: in Tarn. The bridge [k1, k2] is old [k2: \"born in Tarn\"].\n"
                    + "- [k1] The bridge.\n- Tarn! [k2: \"born in Tarn\"]")
            .view();
    String text = view.text();
    assertThat(text).isEqualTo("says: in Tarn. The bridge is old.\n- The bridge.\n- Tarn!");
    assertThat(view.markers())
        .extracting(
            marker -> view.citations().get(marker.citation()).chunk(),
            marker -> text.substring(marker.start(), marker.end()),
            marker -> text.substring(marker.end()).lines().findFirst().orElse(""))
        .containsExactly(
            tuple("k2", "", "says: in Tarn. The bridge is old."),
            tuple("k2", "The bridge", " is old."),
            tuple("k1", "The bridge", " is old."),
            tuple("k2", "The bridge is old", "."),
            tuple("k1", "", " The bridge."),
            tuple("k2", "- Tarn!", ""));
    assertThat(view.markers().get(3).citation()).isEqualTo(view.markers().get(5).citation());
    AnswerView plain = answer("NOT FOUND").view();
    assertThat(plain.text()).isEqualTo(plain.answer());
    assertThat(plain.markers()).isEmpty();
  }

  @Test
  void aMisattributedQuoteKeepsThePlaceOfItsSource() {
    AnswerView view = answer("In Tarn [k1: \"was born in Tarn in 1881\"].").view();
    assertThat(view.citations().get(0).verdict()).isEqualTo("MISATTRIBUTED");
    assertThat(view.citations().get(0).document()).isEqualTo("k2");
    assertThat(view.sources().get(0).document()).isEqualTo("k1");
  }

  @Test
  void theViewWithoutAnAnswerHasTheSameFields() {
    ChatModel broken = ScriptedChatModel.script();
    NoAnswerException failure =
        catchThrowableOfType(
            NoAnswerException.class,
            () -> Agent.builder(CORPUS, broken).profile(TestProfile.PLAIN).build().ask(QUESTION));
    AnswerView view = failure.view();
    assertThat(view.answer()).isNull();
    assertThat(view.shortAnswer()).isNull();
    assertThat(view.complete()).isFalse();
    assertThat(view.stopReason()).isEqualTo("MODEL_FAILED");
    assertThat(view.profile()).isEqualTo("plain");
    assertThat(view.warnings()).containsExactly(failure.getMessage());
    assertThat(view.citations()).isEmpty();
    assertThat(view.sources()).isEmpty();
  }
}
