package dev.arag.knowledge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.arag.agent.Agent;
import dev.arag.agent.Strategies;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.error.NotIndexedException;
import dev.arag.index.Index;
import dev.arag.knowledge.job.ExtractionLimits;
import dev.arag.strategies.PromptModel;
import dev.arag.strategies.fixture.Play;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LightRagTest {
  private static final String QUESTION = "What do we know about the designer of the Old Bridge?";
  private static final String KEYWORDS =
      "{\"high\":[\"was born in\"],\"low\":[\"Old Bridge\",\"Nobody\"]}";
  private static final String ANSWER = "NOT FOUND";
  private static final List<String> NAMES =
      List.of("lightrag:local,k=2", "lightrag:global,k=2", "lightrag:mix,k=3");

  @TempDir Path folder;
  private Index index;
  private Knowledge knowledge;

  @BeforeEach
  void open() {
    index = Towns.open(folder.resolve("i.arag"));
    knowledge = Knowledge.of(index, "m");
    Towns.put(index, "bridge", "The Old Bridge was designed by Mira Voss.");
    Towns.put(index, "voss", "Mira Voss was born in Tarn.");
    Towns.put(index, "tarn", "Tarn lies in Ilmark.");
    Towns.put(index, "mill", "The mill was built by Anders Holm.");
    Towns.put(index, "guide", "What do we know about the designer of the old map?");
  }

  @AfterEach
  void close() {
    index.close();
  }

  private void extract() {
    assertThat(
            knowledge
                .extractFacts(Towns.extractor(), ExtractionLimits.none(), progress -> {})
                .left())
        .isZero();
  }

  private String id(String document) {
    return index.chunksOf(document).get(0).id().value();
  }

  private Play play(String strategy, String... replies) {
    return Play.of(knowledge.addTo(Strategies.builtIn()).named(strategy), index, QUESTION, replies);
  }

  /** Round by round: keywords, the entity that a name denotes, its facts and its chunks. */
  @Test
  void aWorkedExampleOfTheLocalSearch() {
    extract();
    String cited =
        "Mira Voss [ID]\n\nEvidence:\n[ID] \"was designed by Mira Voss\""
            .replace("ID", id("bridge"));
    Play play = play("lightrag:local,k=2", KEYWORDS, cited);
    assertThat(play.roles()).containsExactly("keywords", "agent");
    assertThat(play.request(0)).contains("Question: " + QUESTION);
    assertThat(play.lastRequest())
        .contains("- The Old Bridge | was designed by | Mira Voss", "must not be cited");
    assertThat(play.chunksIn(1)).contains(id("bridge"));
    assertThat(play.answer().citations())
        .extracting(Citation::verdict)
        .containsExactly(Verdict.SUPPORTED);
    assertThat(play.warnings()).isEmpty();
  }

  /** The facts that are most similar to the keywords come first, and so do their chunks. */
  @Test
  void aWorkedExampleOfTheGlobalSearch() {
    extract();
    Play play = play("lightrag:global,k=1", KEYWORDS, ANSWER);
    assertThat(play.roles()).containsExactly("keywords", "agent");
    assertThat(play.chunksIn(1)).contains(id("voss"));
    assertThat(play.lastRequest())
        .containsSubsequence("- Mira Voss | was born in | Tarn", "- Tarn | lies in | Ilmark");
  }

  @Test
  void theMixedSearchTakesChunksInTurn() {
    extract();
    Play play = play("lightrag:mix,k=3", KEYWORDS, ANSWER);
    List<String> nearest = Play.of(Strategies.naiveRag(1), index, QUESTION, ANSWER).chunksIn(0);
    assertThat(nearest).containsExactly(id("guide"));
    assertThat(play.chunksIn(1)).contains(id("guide"), id("voss"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"#?!", "{\"high\":[],\"low\":[\" \"]}"})
  void withoutKeywordsTheQuestionIsUsed(String reply) {
    extract();
    PromptModel keywords = PromptModel.script(reply);
    for (String name : NAMES) {
      Play play =
          Play.of(
              knowledge.addTo(Strategies.builtIn()).named(name),
              index,
              QUESTION,
              Play.script(ANSWER),
              agent -> agent.model("keywords", keywords));
      assertThat(play.warnings()).anyMatch(each -> each.contains("no keywords"));
      assertThat(play.answer().trajectory().shown()).isNotEmpty();
    }
  }

  @Test
  void aFailedCallIsAWarning() {
    extract();
    Answer answer =
        Agent.builder(index, PromptModel.script(ANSWER))
            .model("keywords", PromptModel.failing())
            .strategy(knowledge.lightRagMix(5, 0))
            .modelRetries(0)
            .build()
            .ask(QUESTION);
    assertThat(answer.warnings()).anyMatch(each -> each.contains("no keywords"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void endsWithinTheBudget(int calls) {
    extract();
    for (String name : NAMES) {
      PromptModel model = PromptModel.of(p -> p.contains("Write the keywords") ? KEYWORDS : ANSWER);
      Agent.builder(index, model)
          .strategy(knowledge.addTo(Strategies.builtIn()).named(name))
          .budget(Budget.builder().maxModelCalls(calls).build())
          .build()
          .ask(QUESTION);
      assertThat(model.prompts()).hasSizeLessThanOrEqualTo(calls + 1);
    }
  }

  @Test
  void extractsLazilyAndOnlyOnce() {
    PromptModel extractor = Towns.extractor();
    for (int i = 0; i < 2; i++) {
      Play play =
          Play.of(
              knowledge.lightRagLocal(2, 50),
              index,
              QUESTION,
              Play.script(KEYWORDS, ANSWER),
              agent -> agent.model("extractor", extractor));
      assertThat(play.warnings()).isEmpty();
      assertThat(play.lastRequest()).contains("- The Old Bridge | was designed by | Mira Voss");
    }
    assertThat(extractor.prompts()).hasSize(5);
  }

  @Test
  void anIndexWithoutFactsIsRejected() {
    for (String name : NAMES) {
      assertThatExceptionOfType(NotIndexedException.class)
          .isThrownBy(() -> play(name, KEYWORDS, ANSWER))
          .withMessageContaining("Knowledge.extractFacts");
    }
  }

  /** Returns the requests of all modes, without the random code of the fences. */
  private List<String> requests(Corpus corpus) {
    List<String> requests = new ArrayList<>();
    for (String name : NAMES) {
      PromptModel model = PromptModel.of(p -> p.contains("Write the keywords") ? KEYWORDS : ANSWER);
      Answer answer =
          Agent.builder(corpus, model)
              .strategy(knowledge.addTo(Strategies.builtIn()).named(name))
              .build()
              .ask(QUESTION);
      model.prompts().forEach(each -> requests.add(each.replaceAll("(<<<|>>>)\\w{4,}", "$1")));
      requests.addAll(answer.warnings());
    }
    return requests;
  }

  @Test
  void factsOfOtherScopesAndOfDeletedTextsChangeNothing() {
    extract();
    Scope scope = Scope.documents(index.documentIds());
    List<String> before = requests(index);
    Towns.put(index, "a-tower", "The Old Bridge was designed by Edda Kern.");
    Towns.put(index, "kern", "Edda Kern was born in Quill. Mira Voss was born in Quill.");
    extract();
    assertThat(requests(index)).anyMatch(each -> each.contains("Edda Kern"));
    assertThat(requests(index.within(scope))).isEqualTo(before);
    index.delete(List.of("a-tower", "kern"));
    assertThat(requests(index)).isEqualTo(before);
  }
}
