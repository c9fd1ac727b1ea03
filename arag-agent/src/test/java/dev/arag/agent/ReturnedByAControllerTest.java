package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.answer.TypedAnswer;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.exception.AuthenticationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a page receives if a web controller returns an answer itself instead of its view: with the
 * default mappers of Jackson 2 and 3, the JSON of the view.
 */
@Timeout(60)
class ReturnedByAControllerTest {
  private static final InMemoryCorpus CORPUS =
      InMemoryCorpus.of(
          Document.builder("k2", "Mira Voss was born in Tarn in 1881.")
              .title("Voss")
              .metadata("tenant", "acme")
              .build());
  private static final String QUESTION = "Where was Mira Voss born?";

  enum Jackson {
    TWO {
      @Override
      String write(Object value) throws Exception {
        return new ObjectMapper().writeValueAsString(value);
      }
    },
    THREE {
      @Override
      String write(Object value) {
        return new tools.jackson.databind.ObjectMapper().writeValueAsString(value);
      }
    };

    abstract String write(Object value) throws Exception;

    JsonNode json(Object value) throws Exception {
      return new ObjectMapper().readTree(write(value));
    }
  }

  private static Agent agent() {
    return Agent.builder(
            CORPUS,
            ScriptedChatModel.script()
                .call("chunk_read", Map.of("chunk_ids", List.of("k2")))
                .answer("In Tarn [k2: \"born in Tarn\"], not [k9]."))
        .build();
  }

  @ParameterizedTest
  @EnumSource
  void anAnswerIsItsView(Jackson jackson) throws Exception {
    Answer answer = agent().ask(QUESTION);
    assertThat(jackson.json(answer)).isEqualTo(jackson.json(answer.view()));
    assertThat(
            jackson.json(Map.of("answers", List.of(answer))).at("/answers/0/shortAnswer").asText())
        .isEqualTo("In Tarn, not.");
  }

  @ParameterizedTest
  @EnumSource
  void aCitationIsWrittenAsInTheAnswer(Jackson jackson) throws Exception {
    Answer answer = agent().ask(QUESTION);
    JsonNode citations = jackson.json(answer.citations());
    assertThat(citations).isEqualTo(jackson.json(answer.view()).get("citations")).hasSize(2);
    assertThat(citations.get(0).get("document").asText()).isEqualTo("k2");
    assertThat(citations.get(1).get("document").isNull()).isTrue();
    assertThat(citations.get(0).fieldNames())
        .toIterable()
        .containsExactlyElementsOf(
            List.of(Citation.View.class.getRecordComponents()).stream()
                .map(component -> component.getName())
                .toList());
  }

  @ParameterizedTest
  @EnumSource
  void aTypedAnswerIsItsValueAndItsAnswer(Jackson jackson) throws Exception {
    record Place(String name) {}
    Answer answer = agent().ask(QUESTION);
    JsonNode typed = jackson.json(new TypedAnswer<>(new Place("Tarn"), answer, Map.of()));
    assertThat(typed.at("/value/name").asText()).isEqualTo("Tarn");
    assertThat(typed.get("answer")).isEqualTo(jackson.json(answer.view()));
    assertThat(typed.get("unseenTerms").isObject()).isTrue();
  }

  /** The events contain the system prompt and document text; a page must not receive them. */
  @ParameterizedTest
  @EnumSource
  void anEventIsItsView(Jackson jackson) throws Exception {
    List<RunEvent> events = new ArrayList<>();
    agent().start(QUESTION).forEach(events::add);
    JsonNode written = jackson.json(events);
    JsonNode views = jackson.json(events.stream().map(RunEvent::view).toList());
    assertThat(events).hasSizeGreaterThan(5);
    assertThat(IntStream.range(0, events.size()))
        .allSatisfy(i -> assertThat(written.get(i)).isEqualTo(views.get(i)));
  }

  @ParameterizedTest
  @EnumSource
  void aMissingAnswerIsItsView(Jackson jackson) throws Exception {
    Agent failing =
        Agent.builder(CORPUS, ScriptedChatModel.script().fail(new AuthenticationException("no")))
            .build();
    NoAnswerException failure =
        catchThrowableOfType(NoAnswerException.class, () -> failing.ask(QUESTION));
    assertThat(jackson.json(failure)).isEqualTo(jackson.json(failure.view()));
  }

  @ParameterizedTest
  @EnumSource
  void aTrajectoryIsItsJson(Jackson jackson) throws Exception {
    Answer answer = agent().ask(QUESTION);
    assertThat(jackson.json(Map.of("run", answer.trajectory())).get("run"))
        .isEqualTo(new ObjectMapper().readTree(answer.trajectory().toJson()));
  }

  /** The core has no dependency on Jackson, so hits themselves cannot be written. */
  @ParameterizedTest
  @EnumSource
  void theViewOfHitsHasTheirPlaces(Jackson jackson) throws Exception {
    KeywordHits hits = CORPUS.keywordSearch(List.of("Tarn"), 5);
    assertThat(jackson.json(hits.view()).at("/hits/0/document").asText()).isEqualTo("k2");
    assertThat(jackson.json(hits.hits().get(0).view()).get("title").asText()).isEqualTo("Voss");
  }
}
