package dev.arag.knowledge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.arag.agent.Agent;
import dev.arag.agent.Strategies;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.step.Step;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.NotIndexedException;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.knowledge.job.ExtractionLimits;
import dev.arag.strategies.PromptModel;
import dev.arag.strategies.fixture.Play;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HippoTest {
  private static final String QUESTION = "In which region was the designer of the Old Bridge born?";
  private static final String ALL_FACTS = "{\"facts\":[1,2,3,4,5]}";
  private static final String ANSWER = "NOT FOUND";

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
    Towns.put(index, "region", "In which region the home of the old designer was is not known.");
    Towns.put(
        index, "museum", "In the Old Bridge museum of the region, the designer was honoured.");
    Towns.put(index, "guide", "In which region was the designer of the old map? Nobody knows.");
  }

  @AfterEach
  void close() {
    index.close();
  }

  private void extract() {
    extract(index);
  }

  private static void extract(Index index) {
    assertThat(
            Knowledge.of(index, "m")
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

  /** Runs {@code hippo:k=3} with a filter that chooses the facts with one of some texts. */
  private Play choosing(String answer, String... parts) {
    PromptModel filter =
        PromptModel.of(
            prompt ->
                prompt
                    .lines()
                    .filter(line -> line.matches("\\d\\. .*"))
                    .filter(line -> Stream.of(parts).anyMatch(line::contains))
                    .map(line -> line.substring(0, 1))
                    .collect(Collectors.joining(",", "{\"facts\":[", "]}")));
    return Play.of(
        knowledge.hippo(3, 0),
        index,
        QUESTION,
        Play.script(answer),
        agent -> agent.model("fact-filter", filter));
  }

  /** Round by round: the model chooses two facts of four, and the walk leads to the region. */
  @Test
  void aWorkedExample() {
    extract();
    String quote =
        "In Ilmark [ID]\n\nEvidence:\n[ID] \"Tarn lies in Ilmark\"".replace("ID", id("tarn"));
    Play play = choosing(quote, "Bridge", "Voss");
    assertThat(play.roles()).containsExactly("fact-filter", "agent");
    assertThat(play.request(0))
        .contains("Question: " + QUESTION)
        .contains("<<<facts\n1. The Old Bridge | was designed by | Mira Voss\n2. ")
        .contains("Mira Voss | was born in | Tarn", "Tarn | lies in | Ilmark");
    assertThat(play.chunksIn(1)).containsExactly(id("bridge"), id("voss"), id("tarn"));
    assertThat(play.answer().shortAnswer()).isEqualTo("In Ilmark");
    assertThat(play.answer().citations())
        .extracting(Citation::verdict)
        .containsExactly(Verdict.SUPPORTED);
    assertThat(play.warnings()).isEmpty();
    List<String> bySimilarity =
        Play.of(Strategies.naiveRag(3), index, QUESTION, ANSWER).chunksIn(0);
    assertThat(bySimilarity).doesNotContain(id("voss"), id("tarn"));
  }

  @Test
  void withoutAChosenFactTheChunksAreRankedBySimilarity() {
    extract();
    List<String> bySimilarity =
        Play.of(Strategies.naiveRag(3), index, QUESTION, ANSWER).chunksIn(0);
    assertThat(play("hippo:k=3", "{\"facts\":[]}", ANSWER).chunksIn(1)).isEqualTo(bySimilarity);
    assertThat(play("hippo:k=3", "{\"facts\":[9,-1]}", ANSWER).chunksIn(1)).isEqualTo(bySimilarity);
  }

  @Test
  void withoutAReadableChoiceAllFactsAreUsed() {
    extract();
    List<String> all = play("hippo", ALL_FACTS, ANSWER).chunksIn(1);
    Play unreadable = play("hippo", "#?!", "#?!", ANSWER);
    assertThat(unreadable.chunksIn(2)).isEqualTo(all);
    assertThat(unreadable.warnings()).anyMatch(each -> each.contains("all facts were used"));
    Agent failing =
        Agent.builder(index, PromptModel.script(ANSWER))
            .model("fact-filter", PromptModel.failing())
            .strategy(knowledge.hippo())
            .modelRetries(0)
            .build();
    Answer answer = failing.ask(QUESTION);
    assertThat(answer.warnings()).anyMatch(each -> each.contains("all facts were used"));
    assertThat(answer.trajectory().shown()).isNotEmpty();
  }

  @Test
  void aFactOfADeletedChunkRanksNothing() {
    extract();
    String tarn = id("tarn");
    assertThat(choosing(ANSWER, "Bridge", "Voss").chunksIn(1)).contains(tarn);
    index.delete(List.of("voss"));
    Play play = choosing(ANSWER, "Bridge", "Voss");
    assertThat(play.request(0)).contains("designed by").doesNotContain("born in");
    assertThat(play.chunksIn(1)).doesNotContain(tarn);
    Index fresh = Towns.open(folder.resolve("fresh.arag"));
    try (fresh) {
      for (String document : index.documentIds()) {
        Towns.put(fresh, document, index.document(document).orElseThrow().text());
      }
      extract(fresh);
      assertThat(requests(Knowledge.of(fresh, "m"), fresh)).isEqualTo(requests(knowledge, index));
    }
  }

  /** Returns the requests of a run, without the random code of the fences. */
  private static List<String> requests(Knowledge knowledge, Corpus corpus) {
    List<String> requests = new ArrayList<>();
    PromptModel model = PromptModel.of(prompt -> prompt.contains("<<<facts") ? ALL_FACTS : ANSWER);
    Answer answer =
        Agent.builder(corpus, model).strategy(knowledge.hippo(3, 0)).build().ask(QUESTION);
    model.prompts().forEach(each -> requests.add(each.replaceAll("(<<<|>>>)\\w{4,}", "$1")));
    requests.addAll(answer.warnings());
    return requests;
  }

  @Test
  void documentsOutOfScopeChangeNothing() {
    extract();
    Scope scope = Scope.documents(index.documentIds());
    List<String> before = requests(knowledge, index.within(scope));
    Towns.put(index, "a-tower", "The Old Bridge was designed by Edda Kern.");
    Towns.put(index, "kern", "Edda Kern was born in Quill. Mira Voss was born in Quill.");
    Towns.put(index, "z-quill", "Quill lies in Norland. Tarn lies in Norland.");
    extract();
    assertThat(requests(knowledge, index.within(scope))).isEqualTo(before);
    assertThat(requests(knowledge, index)).isNotEqualTo(before);
  }

  @Test
  void similarNamesAreConnected() {
    Towns.put(index, "bridge", "The Old Bridge was designed by Voss.");
    extract();
    assertThat(choosing(ANSWER, "Bridge").chunksIn(1)).startsWith(id("bridge"), id("voss"));
  }

  @Test
  void missingFactsAreAWarning() {
    extract();
    Towns.put(index, "new", "The Old Bridge region is new.");
    assertThat(play("hippo", ALL_FACTS, ANSWER).warnings())
        .containsExactly(
            "The facts of only 7 of the 8 chunks that are most similar to the question are"
                + " known.");
  }

  @Test
  void anIndexWithoutFactsIsAnError() {
    assertThatExceptionOfType(NotIndexedException.class)
        .isThrownBy(() -> play("hippo", ALL_FACTS, ANSWER))
        .withMessageContaining("Knowledge.extractFacts");
  }

  @Test
  void extractsLazilyAndOnlyOnce() {
    PromptModel extractor = Towns.extractor();
    Agent agent =
        Agent.builder(index, PromptModel.script(ANSWER))
            .model("extractor", extractor)
            .model("fact-filter", PromptModel.script(ALL_FACTS))
            .strategy(knowledge.hippo(3, 50))
            .build();
    Answer first = agent.ask(QUESTION);
    assertThat(extractor.prompts()).hasSize(7);
    assertThat(first.warnings()).isEmpty();
    Answer second = agent.ask(QUESTION);
    assertThat(extractor.prompts()).hasSize(7);
    assertThat(shownLast(second)).hasSameElementsAs(shownLast(first)).hasSize(3);
    assertThat(knowledge.estimateFacts(ExtractionLimits.none()).calls()).isZero();
  }

  /** Returns the chunks that the last step showed. */
  private static List<String> shownLast(Answer answer) {
    return answer
        .trajectory()
        .shownIn(
            answer.trajectory().steps().stream()
                .filter(Step.Sent.class::isInstance)
                .map(Step.Sent.class::cast)
                .reduce((left, right) -> right)
                .orElseThrow())
        .stream()
        .map(each -> each.chunkId().value())
        .distinct()
        .toList();
  }

  @Test
  void extractsOnlyWhatTheBudgetAllows() {
    for (int calls = 1; calls <= 6; calls++) {
      Agent agent =
          Agent.builder(index, PromptModel.script(ANSWER))
              .model("extractor", Towns.extractor())
              .model("fact-filter", PromptModel.script(ALL_FACTS))
              .strategy(knowledge.hippo(3, 50))
              .budget(Budget.builder().maxModelCalls(calls).build())
              .build();
      Answer answer = agent.ask(QUESTION);
      assertThat(answer.usage().modelCalls()).isLessThanOrEqualTo(calls);
      assertThat(answer.stopReason().name()).as(calls + " calls").isEqualTo("ANSWERED");
    }
  }

  @Test
  void worksWhileAnotherWriterHoldsTheLock() {
    Index impatient =
        Index.builder(folder.resolve("i.arag"))
            .embedder(new HashEmbedder(256))
            .lockTimeout(Duration.ZERO)
            .open();
    try (impatient) {
      List<Answer> answers = new ArrayList<>();
      index.put(
          "other",
          () -> {
            answers.add(
                Agent.builder(impatient, PromptModel.script(ANSWER))
                    .model("extractor", Towns.extractor())
                    .model("fact-filter", PromptModel.script(ALL_FACTS))
                    .strategy(Knowledge.of(impatient, "m").hippo(3, 50))
                    .build()
                    .ask(QUESTION));
            return List.<Document>of().iterator();
          });
      assertThat(answers.get(0).warnings())
          .singleElement()
          .asString()
          .startsWith("The extracted facts could not be stored: ");
    }
  }

  @Test
  void readsTheOptionsOfItsName() {
    Strategies names = knowledge.addTo(Strategies.builtIn());
    assertThat(names.named("hippo:lazy=3,k=7").name()).isEqualTo("hippo:k=7,lazy=3");
    assertThat(names.named("hippo:k=5")).isEqualTo(knowledge.hippo());
    for (String wrong : List.of("hippo:k=0", "hippo:k=101", "hippo:lazy=51", "hippo:x=1")) {
      assertThatIllegalArgumentException().isThrownBy(() -> names.named(wrong));
    }
  }

  /** Any history of changes ends like a new index with the same documents. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void everyHistoryEqualsANewIndex(long seed) {
    compareAHistory(seed);
  }

  @ParameterizedTest
  @MethodSource("manySeeds")
  @Tag("full")
  void aThousandHistoriesEqualNewIndexes(long seed) {
    compareAHistory(seed);
  }

  static LongStream manySeeds() {
    return LongStream.rangeClosed(4, 1_003);
  }

  private void compareAHistory(long seed) {
    Random random = new Random(seed);
    Map<String, String> live = new TreeMap<>();
    index.documentIds().forEach(id -> live.put(id, index.document(id).orElseThrow().text()));
    List<String> people = List.of("Mira Voss", "Edda Kern", "Anders Holm");
    List<String> towns = List.of("Tarn", "Quill", "Ilmark", "Norland");
    for (int step = 0; step < 15; step++) {
      String id = "d" + random.nextInt(8);
      switch (random.nextInt(5)) {
        case 0 -> {
          index.delete(List.of(id));
          live.remove(id);
        }
        case 1 -> index.purge();
        case 2 -> extract();
        default -> {
          String person = people.get(random.nextInt(3));
          String text =
              Stream.of(
                      "The Old Bridge was designed by " + person + ".",
                      person + " was born in " + towns.get(random.nextInt(4)) + ".",
                      towns.get(random.nextInt(4))
                          + " lies in "
                          + towns.get(random.nextInt(4))
                          + ".")
                  .toList()
                  .get(random.nextInt(3));
          Towns.put(index, id, text);
          live.put(id, text);
        }
      }
    }
    extract();
    try (Index fresh = Towns.open(folder.resolve("fresh.arag"))) {
      live.forEach((id, text) -> Towns.put(fresh, id, text));
      extract(fresh);
      assertThat(requests(knowledge, index)).isEqualTo(requests(Knowledge.of(fresh, "m"), fresh));
      Scope scope =
          Scope.documents(live.keySet().stream().filter(id -> random.nextBoolean()).toList());
      assertThat(requests(knowledge, index.within(scope)))
          .isEqualTo(requests(Knowledge.of(fresh, "m"), fresh.within(scope)));
    }
  }
}
