package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.UnseenTerm;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.tools.Toolbox;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests answers that cite the counts of {@code find}. */
class CountCitationsTest {
  /** 17 of 24 documents are from 2019. */
  private static final InMemoryCorpus CORPUS =
      InMemoryCorpus.of(
          IntStream.range(0, 24)
              .mapToObj(
                  i ->
                      Document.builder("d" + i, "The Old Bridge was closed. It was raining.")
                          .metadata("year", i < 17 ? 2019 : 2020)
                          .build())
              .toArray(Document[]::new));

  private static Answer ask(String answer) {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("find", Map.of("words", List.of("bridge"), "count_by", "year"))
            .answer(answer);
    return Agent.builder(CORPUS, model)
        .tools(corpus -> Toolbox.of(corpus).with(Toolbox.find((Catalogue) corpus)))
        .build()
        .ask("How many documents of 2019 name the bridge?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "17 of them [tool#1: \"2019 | 17\"].; SUPPORTED",
        "18 of them [tool#1: \"2019 | 18\"].; FABRICATED",
        "24 in all [tool#1: \"24 sentences in 24 documents\"].; SUPPORTED",
        "25 in all [tool#1: \"25 sentences in 24 documents\"].; FABRICATED"
      })
  void aFigureIsComparedWithTheCounts(String answer, String verdict) {
    assertThat(ask(answer).citations())
        .extracting(Citation::verdict)
        .containsExactly(Verdict.valueOf(verdict));
  }

  @Test
  void aWrongFigureWithoutAQuoteIsATermThatNoTextContains() {
    assertThat(ask("17 of them name it [tool#1].").unseenTerms()).isEmpty();
    assertThat(ask("18 of them name it [tool#1].").unseenTerms())
        .extracting(UnseenTerm::text)
        .containsExactly("18");
  }

  @Test
  void aSentenceIsCitedBesideTheCounts() {
    assertThat(ask("It was closed [d0: \"The Old Bridge was closed\"].").citations())
        .extracting(Citation::verdict)
        .containsExactly(Verdict.SUPPORTED);
  }
}
