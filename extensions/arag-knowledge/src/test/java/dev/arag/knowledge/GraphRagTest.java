package dev.arag.knowledge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.arag.agent.Agent;
import dev.arag.agent.Strategies;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.error.NotIndexedException;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.knowledge.job.ExtractionLimits;
import dev.arag.strategies.PromptModel;
import dev.arag.strategies.fixture.Play;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphRagTest {
  private static final String QUESTION = "Where was Mira Voss born?";
  private static final String ANSWER = "NOT FOUND";
  private static final String SECRET = "Zanzibar";

  @TempDir Path folder;
  private Index index;
  private Knowledge knowledge;

  @BeforeEach
  void open() {
    index = Themes.open(folder.resolve("i.arag"));
    knowledge = Knowledge.of(index, "m");
    Themes.put(index, Themes.ALL);
  }

  @AfterEach
  void close() {
    index.close();
  }

  private String id(String document) {
    return index.chunksOf(document).get(0).id().value();
  }

  private Play play(String strategy, Corpus corpus, PromptModel summarizer, String answer) {
    return Play.of(
        knowledge.addTo(Strategies.builtIn()).named(strategy),
        corpus,
        QUESTION,
        Play.script(answer),
        agent -> agent.model("summarizer", summarizer).model("mapper", mapper()));
  }

  private Play play(String strategy, String answer) {
    return play(strategy, index, Summaries.model(), answer);
  }

  /** A model that returns two points, and others without a score or a quote. */
  private static PromptModel mapper() {
    return PromptModel.of(
        prompt ->
            "{\"points\":["
                + "{\"text\":\"A mill stood at Quill\",\"score\":40,"
                + "\"quotes\":[\"The Quill Mill was built by Anders Holm.\"]},"
                + "{\"text\":\"Voss comes from Tarn\",\"score\":90,"
                + "\"quotes\":[\"Mira Voss was born in Tarn.\"]},"
                + "{\"text\":\"worthless\",\"score\":0,\"quotes\":[\"Tarn lies in Ilmark.\"]},"
                + "{\"text\":\"invented\",\"score\":99,\"quotes\":[\"Voss lives in Rome.\"]}]}");
  }

  private String cited() {
    return "In Tarn [ID]\n\nEvidence:\n[ID] \"Mira Voss was born in Tarn\""
        .replace("ID", id("voss"));
  }

  private static void assertSupported(Play play) {
    assertThat(play.answer().shortAnswer()).isEqualTo("In Tarn");
    assertThat(play.answer().citations())
        .extracting(Citation::verdict)
        .containsExactly(Verdict.SUPPORTED);
  }

  /** Round by round: the summaries of two communities, then the answer from all texts. */
  @Test
  void aWorkedExampleOfTheLocalSearch() {
    assertThat(
            knowledge
                .extractFacts(Towns.extractor(), ExtractionLimits.none(), progress -> {})
                .left())
        .isZero();
    Play play = play("graphrag:local,k=1", cited());
    assertThat(play.roles()).startsWith("summarizer").endsWith("agent");
    assertThat(play.roles().size()).isLessThanOrEqualTo(3);
    assertThat(play.request(0)).contains("Mira Voss was born in Tarn.", "Tarn lies in Ilmark.");
    assertThat(play.chunksIn(play.roles().size() - 1)).contains(id("voss"), id("bridge"));
    assertThat(play.lastRequest())
        .contains("must not be cited", "- Mira Voss, ", "- Mira Voss | was born in | Tarn")
        .contains("Question: " + QUESTION);
    assertSupported(play);
    assertThat(play.warnings()).isEmpty();
    assertThat(play("graphrag:local,k=1", cited()).roles()).containsExactly("agent");
  }

  /** Round by round: a summary for each community, a batch with points, and the answer. */
  @Test
  void aWorkedExampleOfTheGlobalSearch() {
    Play play = play("graphrag:global", cited());
    assertThat(play.roles())
        .containsExactly("summarizer", "summarizer", "summarizer", "mapper", "agent");
    assertThat(play.request(3)).contains("- Mira Voss, ", "About", "Mira Voss was born in Tarn.");
    assertThat(play.lastRequest())
        .containsSubsequence("- Voss comes from Tarn", "- A mill stood at Quill")
        .doesNotContain("worthless", "invented", "A ferry sank");
    assertThat(play.chunksIn(4)).containsExactly(id("voss"), id("mill"));
    assertSupported(play);
    assertThat(play.warnings()).isEmpty();
    assertThat(play("graphrag:global", cited()).roles()).containsExactly("mapper", "agent");
  }

  @Test
  void summariesThatTheRunMayNotMakeAreCountedInAWarning() {
    Play play = play("graphrag:global,lazy=1", cited());
    assertThat(play.roles()).containsExactly("summarizer", "mapper", "agent");
    assertThat(play.warnings()).anyMatch(each -> each.contains("1 of the 3 summaries"));
    assertThat(play("graphrag:global,lazy=1", cited()).warnings())
        .anyMatch(each -> each.contains("2 of the 3 summaries"));
  }

  /** A model that summarizes, and writes down a secret of one document. */
  private static PromptModel telling() {
    return PromptModel.of(
        prompt ->
            prompt.contains("Edda Kern")
                ? "{\"summary\":\"It is about " + SECRET + "\",\"quotes\":[\"Mira Voss\"]}"
                : Summaries.reply(prompt));
  }

  /** Returns the requests of all strategies in a scope, without the random code of the fences. */
  private List<String> requests(Corpus corpus) {
    List<String> requests = new ArrayList<>();
    for (String name : List.of("graphrag:local,k=2", "graphrag:global")) {
      PromptModel main = PromptModel.of(prompt -> ANSWER);
      PromptModel summarizer = telling();
      PromptModel mapper = mapper();
      Answer answer =
          Agent.builder(corpus, main)
              .model("summarizer", summarizer)
              .model("mapper", mapper)
              .strategy(knowledge.addTo(Strategies.builtIn()).named(name))
              .build()
              .ask(QUESTION);
      Stream.of(main, mapper)
          .flatMap(each -> each.prompts().stream())
          .forEach(each -> requests.add(each.replaceAll("(<<<|>>>)\\w{4,}", "$1")));
      requests.addAll(answer.warnings());
    }
    return requests;
  }

  @Test
  void aSummaryOfTextOutOfScopeIsNotUsed() {
    Scope scope = Scope.documents(Themes.ALL.stream().map(Document::id).toList());
    List<String> before = requests(index.within(scope));
    Themes.put(index, List.of(Document.of("kern", "Mira Voss married Edda Kern in Tarn.")));
    assertThat(requests(index)).anyMatch(each -> each.contains(SECRET));
    assertThat(requests(index.within(scope))).isEqualTo(before);
    assertThat(before).noneMatch(each -> each.contains(SECRET) || each.contains("Kern"));
  }

  @Test
  void aSummaryOfADeletedTextIsNotUsedAndLeavesTheDisk() throws IOException {
    List<String> before = requests(index);
    Themes.put(index, List.of(Document.of("kern", "Mira Voss married Edda Kern in Tarn.")));
    assertThat(requests(index)).anyMatch(each -> each.contains(SECRET));
    index.delete(List.of("kern"));
    assertThat(requests(index)).isEqualTo(before);
    assertThat(bytesContain(SECRET)).isFalse();
    assertThat(bytesContain("About")).isTrue();
  }

  private boolean bytesContain(String text) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        if (Files.readString(each, StandardCharsets.ISO_8859_1).contains(text)) {
          return true;
        }
      }
    }
    return false;
  }

  @Test
  void aSummaryIsUsedWithAWarningIfLittleWasAdded() {
    for (int i = 0; i < 6; i++) {
      Themes.put(index, List.of(Document.of("t" + i, "Mira Voss saw " + i + " ships in Tarn.")));
    }
    assertThat(play("graphrag:global", cited()).roles()).contains("summarizer");
    Themes.put(index, List.of(Document.of("t6", "Mira Voss saw 6 ships in Tarn.")));
    Play added = play("graphrag:global", cited());
    assertThat(added.roles()).doesNotContain("summarizer");
    assertThat(added.warnings()).anyMatch(each -> each.contains("earlier versions"));
    index.delete(List.of("t1"));
    assertThat(play("graphrag:global", cited()).roles()).contains("summarizer");
  }

  @Test
  void failuresAreCountedInWarnings() {
    Play failed = play("graphrag:global", index, PromptModel.failing(), cited());
    assertThat(failed.warnings()).anyMatch(each -> each.contains("0 of the 3 summaries"));
    assertThat(failed.answer().text()).startsWith("NOT FOUND");
    Play unreadable = play("graphrag:local", index, PromptModel.script("#?!"), cited());
    assertThat(unreadable.warnings()).anyMatch(each -> each.contains("summaries"));
    assertSupported(unreadable);
    Play withoutPoints =
        Play.of(
            knowledge.graphRagGlobal(),
            index,
            QUESTION,
            Play.script(cited()),
            agent ->
                agent
                    .model("summarizer", Summaries.model())
                    .model("mapper", PromptModel.failing()));
    assertThat(withoutPoints.warnings()).anyMatch(each -> each.contains("1 of 1 batches"));
    assertSupported(withoutPoints);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void endsWithinTheBudget(int calls) {
    for (String name : List.of("graphrag:local", "graphrag:global")) {
      PromptModel model = PromptModel.of(Summaries::reply);
      Agent agent =
          Agent.builder(index, model)
              .strategy(knowledge.addTo(Strategies.builtIn()).named(name))
              .budget(Budget.builder().maxModelCalls(calls).build())
              .build();
      try {
        assertThat(agent.ask(QUESTION).text()).isNotBlank();
      } catch (NoAnswerException e) {
        assertThat(e.getMessage()).isNotBlank();
      }
      assertThat(model.prompts()).hasSizeLessThanOrEqualTo(calls + 1);
    }
  }

  @Test
  void findsNothingInAnEmptyIndex() {
    try (Index empty = Themes.open(folder.resolve("empty.arag"))) {
      empty.sync(Source.documents("test", List.of()));
      Knowledge none = Knowledge.of(empty, "m");
      for (var each : List.of(none.graphRagGlobal(), none.graphRagLocal())) {
        Play play = Play.of(each, empty, QUESTION, ANSWER);
        assertThat(play.answer().text()).startsWith("NOT FOUND");
        assertThat(play.roles()).containsExactly("agent");
      }
    }
  }

  @Test
  void anIndexWithoutMentionsIsRejected() {
    try (Index plain = Towns.open(folder.resolve("plain.arag"))) {
      Towns.put(plain, "voss", "Mira Voss was born in Tarn.");
      Knowledge none = Knowledge.of(plain, "m");
      for (var each : List.of(none.graphRagGlobal(), none.graphRagLocal())) {
        assertThatExceptionOfType(NotIndexedException.class)
            .isThrownBy(() -> Play.of(each, plain, QUESTION, ANSWER))
            .withMessageContaining("mentions");
      }
    }
  }

  @Test
  void names() {
    Strategies names = knowledge.addTo(Strategies.builtIn());
    assertThat(names.named("graphrag:local,k=5,lazy=2")).isEqualTo(knowledge.graphRagLocal());
    assertThat(names.named("graphrag:global,lazy=0,batches=3").name())
        .isEqualTo("graphrag:global,batches=3,lazy=0");
    assertThat(names.named("lightrag:mix,lazy=1").name()).isEqualTo("lightrag:mix,lazy=1");
    assertThat(names.named("lightrag:local,k=10")).isEqualTo(knowledge.lightRagLocal(10, 0));
    for (String wrong :
        List.of(
            "graphrag",
            "graphrag:drift",
            "graphrag:k=5",
            "graphrag:local,batches=2",
            "graphrag:global,batches=13",
            "lightrag:hybrid",
            "lightrag:mix,k=0",
            "lightrag:mix,lazy=51")) {
      assertThatIllegalArgumentException().isThrownBy(() -> names.named(wrong)).as(wrong);
    }
  }
}
