package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.budget.Prices;
import dev.arag.agent.internal.strategy.TestProfile;
import dev.arag.agent.model.Message;
import dev.arag.agent.spi.Note;
import dev.arag.agent.spi.Profile;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.MeanSearch;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.Slice;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ToolCall;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the methods of {@link RunContext} that fixed strategies need. */
class StrategySupportTest {
  private static final ChunkId BRIDGE = ChunkId.of("k1");
  private static final ChunkId BIRTH = ChunkId.of("k2");
  private static final ChunkId CREEK = ChunkId.of("k3");
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss. It has nine arches."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881. Tarn lies in the north."),
          Document.of("k3", "The creek is short. Tarn lies in the north."));
  private static final String QUESTION = "Where was Mira Voss born?";
  private static final String READER = "reader";

  private static Agent.Builder agent(ScriptedChatModel model, Strategy strategy) {
    return Agent.builder(CORPUS, model).strategy(strategy);
  }

  private static ScriptedChatModel answering(String... answers) {
    ScriptedChatModel model = ScriptedChatModel.script();
    Stream.of(answers).forEach(model::answer);
    return model;
  }

  private static void assertReplays(Trajectory run, Strategy strategy, Budget budget) {
    Trajectory again =
        Agent.builder(CORPUS, Trajectory.parse(run.toJson()).replay())
            .strategy(strategy)
            .budget(budget)
            .build()
            .ask(run.question())
            .trajectory();
    assertThat(again.toJson()).isEqualTo(run.toJson());
  }

  /** Readers use up the budget before the main model is asked. */
  private static Strategy reading(RunPreparation preparation) {
    return (question, run) -> {
      preparation.prepare(run);
      String text = run.show(List.of(BIRTH)).text();
      while (true) {
        run.as(READER).complete(text + "\nSummarize.");
      }
    };
  }

  private interface RunPreparation {
    void prepare(RunContext run);
  }

  private static final Budget TWO_CALLS = Budget.builder().maxModelCalls(2).build();

  private enum Need {
    TURNS("agent", 3, budget -> budget.maxTurns(4)),
    TURNS_OF_A_ROLE(READER, 59, budget -> budget.maxTurns(1)),
    MODEL_CALLS(READER, 3, budget -> budget.maxModelCalls(4)),
    TOKENS(READER, 2, budget -> budget.contextTokens(4_000).totalTokens(3_200)),
    COST(READER, 2, budget -> budget.cost(3.2, Prices.perMillion(0, 0, 1_000)));

    private final String role;
    private final int afforded;
    private final Function<Budget.Builder, Budget.Builder> set;

    Need(String role, int afforded, Function<Budget.Builder, Budget.Builder> set) {
      this.role = role;
      this.afforded = afforded;
      this.set = set;
    }
  }

  private static Note.Quote quote(ChunkId chunk, String text) {
    return new Note.Quote(chunk, text);
  }

  private static List<Note.Quote> checked(Note.Quote... quotes) {
    List<Note> checked = new ArrayList<>();
    Strategy strategy =
        (question, run) -> {
          run.as(READER).complete(run.show(List.of(BIRTH, CREEK)).text());
          run.show(List.of(BRIDGE)); // This text is not part of a request.
          checked.add(run.check(new Note("a summary", List.of(quotes))));
          return "Done.";
        };
    agent(answering("a"), strategy).build().ask(QUESTION);
    assertThat(checked.get(0).text()).isEqualTo("a summary");
    return checked.get(0).quotes();
  }

  private static final String FLAG =
      "A request contains text of [k2] that the strategy did not show with RunContext.show, so"
          + " citations of it cannot be checked.";

  private static Answer pasting(Function<RunContext, String> prompt) {
    return agent(
            answering("In Tarn [k2: \"born in Tarn in 1881\"].", "again"),
            (question, run) -> run.complete(prompt.apply(run) + "\n" + question))
        .build()
        .ask(QUESTION);
  }

  private static Stream<Function<RunContext, String>> pastedTexts() {
    return Stream.of(
        run -> run.corpus().read(BIRTH).orElseThrow().text(),
        run -> run.corpus().read(List.of(BIRTH)).get(0).text(),
        run -> run.corpus().read(BIRTH).orElseThrow().text().replace(" ", "\n"),
        run -> run.corpus().semanticSearch(QUESTION, 3).get(0).chunk().text(),
        run -> run.corpus().semanticSearch(SemanticQuery.of("born in 1881"), 1, 0).get(0).snippet(),
        run ->
            run.corpus().semanticSearchAll(List.of(SemanticQuery.of(QUESTION)), 1, 0).stream()
                .flatMap(List::stream)
                .map(hit -> hit.chunk().text())
                .findFirst()
                .orElseThrow(),
        run -> run.corpus().keywordSearch(List.of("1881"), 1).hits().get(0).chunk().text(),
        run -> run.corpus().rank(SemanticQuery.of(QUESTION), List.of(BIRTH)).get(0).snippet(),
        run ->
            run.corpus().meanSearch().stream()
                .flatMap(
                    search ->
                        search
                            .semanticSearch(List.of(QUESTION), RankingRules.standard(), 1, 0)
                            .stream())
                .map(hit -> hit.chunk().text())
                .findFirst()
                .orElseThrow(),
        run -> run.corpus().within(Scope.chunks(BIRTH)).read(BIRTH).orElseThrow().text(),
        run -> run.as(READER).corpus().snapshot().read(BIRTH).orElseThrow().text(),
        run -> ((Catalogue) run.corpus()).chunksOf("k2").get(0).text(),
        run -> ((Catalogue) run.corpus()).document("k2").orElseThrow().text());
  }

  private static Stream<Function<RunContext, String>> allowedTexts() {
    return Stream.of(
        run -> run.show(run.corpus().semanticSearch(QUESTION, 3)).text(),
        run -> run.show(List.of(BIRTH)).snippets().get(0).text(),
        run -> run.corpus().read(BIRTH).orElseThrow().text().substring(0, 30),
        run -> run.corpus().semanticSearch(QUESTION, 3).get(0).title(),
        run -> {
          run.corpus().read(BIRTH);
          return run.call(ToolCall.of("chunk_read", Map.of("chunk_ids", List.of("k2")))).text();
        },
        run -> {
          ((Catalogue) run.corpus()).documents(Slice.first(10)).forEach(each -> each.id());
          return "no text";
        });
  }

  @Nested
  class CloseFrom {
    @Test
    void withoutCloseFromARunThatNeverAskedTheMainModelHasNoClosingCall() {
      ScriptedChatModel model = answering("a", "b", "In Tarn [k2].");
      Answer answer = agent(model, reading(run -> {})).budget(TWO_CALLS).build().ask(QUESTION);
      assertThat(answer.warnings()).anyMatch(each -> each.startsWith("The model did not answer"));
      assertThat(model.requests()).hasSize(2);
    }

    @Test
    void theClosingCallIsMadeFromWhatTheStrategySupplies() {
      ScriptedChatModel model =
          answering("a", "b", "In Tarn [k2].\n\nEvidence:\n[k2] \"born in Tarn in 1881\"");
      Strategy strategy =
          reading(
              run -> {
                run.closeFrom(() -> List.of(new Message.User("an earlier supplier")));
                run.closeFrom(
                    () ->
                        List.of(
                            new Message.System(run.answerRules()),
                            new Message.User(run.show(List.of(BIRTH)).text() + QUESTION)));
              });
      Answer answer = agent(model, strategy).budget(TWO_CALLS).build().ask(QUESTION);
      assertThat(answer.stopReason()).isEqualTo(StopReason.MODEL_CALL_LIMIT);
      assertThat(answer.text()).isEqualTo("In Tarn [k2].");
      assertThat(answer.citations()).allMatch(each -> each.verdict().isVerified());
      String closing = model.requests().get(2).messages().toString();
      assertThat(closing)
          .contains("You answer questions from texts", QUESTION, "No tool calls are left.")
          .doesNotContain("an earlier supplier");
      assertThat(answer.usage().modelCalls()).isEqualTo(3);
      assertThat(answer.usage().turns()).isEqualTo(1);
      assertReplays(answer.trajectory(), strategy, TWO_CALLS);
    }

    @Test
    void anEmptySupplyStandsForTheLastRequest() {
      ScriptedChatModel model = answering("a", "In Tarn.");
      Strategy strategy =
          (question, run) -> {
            run.closeFrom(List::of);
            run.complete("the last request");
            return run.as(READER).complete("too many");
          };
      agent(model, strategy)
          .budget(Budget.builder().maxModelCalls(1).build())
          .build()
          .ask(QUESTION);
      assertThat(model.requests().get(1).messages().toString()).contains("the last request");
    }

    @Test
    void theSuppliedMessagesAreAlsoUsedAfterAnEmptyAnswer() {
      ScriptedChatModel model = answering("In Tarn.");
      Strategy strategy =
          (question, run) -> {
            run.closeFrom(() -> List.of(new Message.User("the notes")));
            return "";
          };
      assertThat(agent(model, strategy).build().ask(QUESTION).text()).isEqualTo("In Tarn.");
      assertThat(model.requests().get(0).messages().toString()).contains("the notes");
    }

    @Test
    void aSupplierThatCallsAModelEndsTheRunWithThePassagesFound() {
      Strategy strategy =
          reading(run -> run.closeFrom(() -> List.of(new Message.User(run.complete("more")))));
      Answer answer =
          agent(answering("a", "b", "c"), strategy).budget(TWO_CALLS).build().ask(QUESTION);
      assertThat(answer.stopReason()).isEqualTo(StopReason.MODEL_CALL_LIMIT);
      assertThat(answer.text()).contains("[k2] Mira Voss was born in Tarn");
    }
  }

  @Nested
  class Affords {
    @ParameterizedTest
    @EnumSource
    void knowsHowManyFurtherCallsTheBudgetAllows(Need need) {
      List<Integer> afforded = new ArrayList<>();
      Strategy strategy =
          (question, run) -> {
            RunContext role = run.as(need.role);
            assertThat(role.affords(0)).isTrue();
            role.complete("first");
            int calls = 0;
            while (role.affords(calls + 1)) {
              calls++;
            }
            afforded.add(calls);
            return "Done.";
          };
      Budget budget = need.set.apply(Budget.builder()).build();
      agent(answering("a"), strategy).budget(budget).build().ask(QUESTION);
      boolean isByUsage = need == Need.TOKENS || need == Need.COST;
      int expected = isByUsage ? need.afforded - 1 : need.afforded;
      assertThat(afforded.get(0)).isBetween(expected, need.afforded);
    }

    @Test
    void affordsNoHugeNumberOfCalls() {
      List<Boolean> afforded = new ArrayList<>();
      Strategy strategy =
          (question, run) -> {
            run.complete("first");
            afforded.add(run.affords(Integer.MAX_VALUE));
            afforded.add(run.as(READER).affords(Integer.MAX_VALUE));
            return "Done.";
          };
      agent(answering("a"), strategy).build().ask(QUESTION);
      assertThat(afforded).containsExactly(false, false);
    }

    /** The main model makes the closing call, at its own price. */
    @Test
    void affordsNoCallIfTheClosingCallIsTooExpensive() {
      List<Boolean> afforded = new ArrayList<>();
      Strategy strategy =
          (question, run) -> {
            afforded.add(run.as(READER).affords(1));
            return "Done.";
          };
      Prices prices = Prices.perMillion(0, 0, 1_000).role(READER, 0, 0, 1);
      for (double limit : new double[] {0.5, 2}) {
        Budget budget = Budget.builder().cost(limit, prices).build();
        agent(answering(), strategy).budget(budget).build().ask(QUESTION);
      }
      assertThat(afforded).containsExactly(false, true);
    }

    @Test
    void affordsNothingWhenTheTimeIsShort() {
      long[] now = {0};
      List<Boolean> afforded = new ArrayList<>();
      Strategy strategy =
          (question, run) -> {
            afforded.add(run.affords(1));
            now[0] = Duration.ofSeconds(95).toNanos();
            afforded.add(run.affords(1));
            return "Done.";
          };
      agent(answering(), strategy)
          .nanoTime(() -> now[0])
          .budget(Budget.builder().timeout(Duration.ofSeconds(100)).build())
          .build()
          .ask(QUESTION);
      assertThat(afforded).containsExactly(true, false);
      Strategy negative =
          (question, run) -> {
            assertThatIllegalArgumentException().isThrownBy(() -> run.affords(-1));
            return "Done.";
          };
      agent(answering(), negative).build().ask(QUESTION);
    }
  }

  @Nested
  class WarningsAndRules {
    @Test
    void aWarningIsPartOfTheAnswerAndOfTheTrajectory() {
      Strategy strategy =
          (question, run) -> {
            run.warn("1 of 2 passages was not read.");
            run.as(READER).warn("1 of 2 passages was not read.");
            return "Done.";
          };
      Answer answer = agent(answering(), strategy).build().ask(QUESTION);
      assertThat(answer.warnings()).containsOnlyOnce("1 of 2 passages was not read.");
      Trajectory read = Trajectory.parse(answer.trajectory().toJson());
      assertThat(read.warnings()).containsExactly("1 of 2 passages was not read.");
      assertReplays(answer.trajectory(), strategy, Budget.defaults());
    }

    @Test
    void aRunWithoutAnswerKeepsItsWarnings() {
      Strategy strategy =
          (question, run) -> {
            run.warn("Nothing was read.");
            return "";
          };
      NoAnswerException failure =
          catchThrowableOfType(
              NoAnswerException.class, () -> agent(answering(), strategy).build().ask(QUESTION));
      assertThat(failure.trajectory().warnings()).containsExactly("Nothing was read.");
    }

    @Test
    void theAnswerRulesAreThePromptOfNaiveRagWithTheInstructions() {
      for (Profile profile : TestProfile.BOTH) {
        List<String> rules = new ArrayList<>();
        Strategy strategy =
            (question, run) -> {
              rules.add(run.as(READER).answerRules());
              return "Done.";
            };
        agent(answering(), strategy)
            .profile(profile)
            .instructions("Answer in Dutch.")
            .build()
            .ask(QUESTION);
        ScriptedChatModel model = answering("In Tarn [k2].");
        agent(model, Strategies.naiveRag(2))
            .profile(profile)
            .instructions("Answer in Dutch.")
            .build()
            .ask(QUESTION);
        assertThat(rules.get(0)).contains("Answer in Dutch.");
        assertThat(model.requests().get(0).messages().get(0).toString()).contains(rules.get(0));
      }
    }
  }

  @Nested
  class Check {
    @Test
    void keepsQuotesThatTheShownTextContains() {
      Note.Quote exact = quote(BIRTH, "Mira Voss was born in Tarn");
      Note.Quote otherForm = quote(BIRTH, "“mira voss  was born … in 1881”");
      assertThat(checked(exact, otherForm)).containsExactly(exact, otherForm);
    }

    @Test
    void removesQuotesThatNoShownTextContains() {
      assertThat(
              checked(
                  quote(BIRTH, "Mira Voss was born in Quill"),
                  quote(BIRTH, "Mira Voss was raised in Tarn in 1881"),
                  quote(BIRTH, " … "),
                  quote(BRIDGE, "The Old Bridge was designed by Mira Voss"),
                  quote(ChunkId.of("unknown"), "It has nine arches")))
          .isEmpty();
    }

    @Test
    void movesAQuoteToTheOnlyShownChunkThatContainsIt() {
      assertThat(
              checked(
                  quote(CREEK, "Mira Voss was born in Tarn"),
                  quote(ChunkId.of("unknown"), "The creek is short"),
                  quote(BRIDGE, "Tarn lies in the north"),
                  quote(CREEK, "Tarn lies in the north")))
          .containsExactly(
              quote(BIRTH, "Mira Voss was born in Tarn"),
              quote(CREEK, "The creek is short"),
              quote(CREEK, "Tarn lies in the north"));
    }
  }

  @Nested
  class UnseenText {
    @ParameterizedTest
    @MethodSource("dev.arag.agent.StrategySupportTest#pastedTexts")
    void warnsOfCorpusTextThatAStrategyPastes(Function<RunContext, String> prompt) {
      Answer answer = pasting(prompt);
      assertThat(answer.warnings()).containsAll(answer.trajectory().warnings());
      assertThat(answer.trajectory().warnings())
          .singleElement(STRING)
          .matches(
              "A request contains text of \\[k2](, \\[k3])? that the strategy did not show .+");
    }

    @ParameterizedTest
    @MethodSource("dev.arag.agent.StrategySupportTest#allowedTexts")
    void doesNotWarnOfShownTextAndOfNames(Function<RunContext, String> prompt) {
      assertThat(pasting(prompt).trajectory().warnings()).isEmpty();
    }

    @Test
    void doesNotWarnOfTextThatTheQuestionOrAModelContains() {
      String known = "Mira Voss was born in Tarn in 1881.";
      Strategy strategy =
          (question, run) -> {
            run.corpus().read(List.of(BRIDGE, BIRTH));
            return run.complete(run.complete("Guess.") + question);
          };
      Answer answer =
          agent(answering("The Old Bridge was designed by Mira Voss.", "Yes."), strategy)
              .build()
              .ask("Is it true? " + known);
      assertThat(answer.trajectory().warnings()).isEmpty();
    }

    @Test
    void warnsOfTextInAScriptWithoutSpaces() {
      String text = "東京都は日本の首都であり人口は約一千四百万人である。";
      Corpus corpus = InMemoryCorpus.of(Document.of("t1", text));
      Strategy strategy =
          (question, run) ->
              run.complete(run.corpus().read(ChunkId.of("t1")).orElseThrow().text() + question);
      Answer answer = Agent.builder(corpus, answering("はい。")).strategy(strategy).build().ask("東京?");
      assertThat(answer.trajectory().warnings()).containsExactly(FLAG.replace("[k2]", "[t1]"));
    }

    /** A long request is compared with all its sentences in little time. */
    @ParameterizedTest
    @ValueSource(
        strings = {"%d is the number of the long sentence.", "%d東京都は日本の首都であり人口は約一千四百万人である。"})
    @Timeout(30)
    void comparesManySentences(String sentence) {
      int count = 20_000;
      String text =
          IntStream.range(0, count)
              .mapToObj(i -> sentence.formatted(1_000_000 + i))
              .collect(Collectors.joining("\n"));
      Corpus corpus = InMemoryCorpus.of(Document.of("t1", text));
      Strategy strategy =
          (question, run) -> {
            List<ChunkId> all =
                ((Catalogue) run.corpus()).chunksOf("t1").stream().map(Chunk::id).toList();
            return run.complete(run.show(all).text() + question);
          };
      Answer answer =
          Agent.builder(corpus, answering("Yes."))
              .strategy(strategy)
              .budget(Budget.builder().contextTokens(10_000_000).build())
              .build()
              .ask("How many?");
      assertThat(answer.trajectory().warnings()).isEmpty();
    }

    @Test
    void namesAtMostFiveChunks() {
      Document[] documents =
          Stream.of(1, 2, 3, 4, 5, 6, 7)
              .map(i -> Document.of("d" + i, "The long sentence has number " + i + " of seven."))
              .toArray(Document[]::new);
      Corpus corpus = InMemoryCorpus.of(documents);
      Strategy strategy =
          (question, run) -> {
            StringBuilder prompt = new StringBuilder();
            for (Document document : documents) {
              prompt.append(run.corpus().read(ChunkId.of(document.id())).orElseThrow().text());
              prompt.append('\n');
            }
            return run.complete(prompt + question);
          };
      assertThat(
              Agent.builder(corpus, answering("Yes."))
                  .strategy(strategy)
                  .build()
                  .ask("How many?")
                  .trajectory()
                  .warnings())
          .containsExactly(FLAG.replace("[k2]", "[d1], [d2], [d3], [d4], [d5] and 2 more"));
    }

    /** A method that is added to Corpus later must not bypass the observed corpus. */
    @ParameterizedTest
    @ValueSource(classes = {Corpus.class, Catalogue.class})
    void observesEveryMethodOfACorpus(Class<?> type) {
      List<Class<?>> observed = new ArrayList<>();
      Strategy strategy =
          (question, run) -> {
            observed.add(run.corpus().getClass());
            return "Done.";
          };
      agent(answering(), strategy).build().ask(QUESTION);
      assertThat(type.getMethods())
          .allSatisfy(
              method ->
                  assertThat(
                          observed
                              .get(0)
                              .getMethod(method.getName(), method.getParameterTypes())
                              .getDeclaringClass())
                      .as("%s is not observed", method)
                      .matches(each -> !each.isInterface()));
    }

    @Test
    void aCorpusThatIsNoCatalogueIsObservedAsSuch() {
      Corpus plain = new PlainCorpus(CORPUS);
      List<Corpus> seen = new ArrayList<>();
      Strategy strategy =
          (question, run) -> {
            seen.add(run.corpus());
            return run.complete(run.corpus().read(BIRTH).orElseThrow().text());
          };
      Answer answer =
          Agent.builder(plain, answering("Yes.")).strategy(strategy).build().ask(QUESTION);
      assertThat(seen.get(0)).isNotInstanceOf(Catalogue.class).isNotInstanceOf(MeanSearch.class);
      assertThat(seen.get(0).meanSearch()).isEmpty();
      assertThat(answer.trajectory().warnings()).containsExactly(FLAG);
    }
  }

  @Nested
  class DefaultLoop {
    @Test
    void theLoopOfTheAgentGetsNoWarning() {
      ScriptedChatModel model =
          ScriptedChatModel.script()
              .call(Toolbox.SEMANTIC_SEARCH, Map.of("query", QUESTION))
              .answer("In Tarn [k2: \"born in Tarn in 1881\"].");
      Answer answer = Agent.builder(CORPUS, model).build().ask(QUESTION);
      assertThat(answer.warnings()).isEmpty();
      assertThat(answer.trajectory().toJson()).doesNotContain("\"warnings\"", "\"group\"");
      assertThat(model.requests()).extracting(ChatRequest::messages).hasSize(2);
    }
  }
}
