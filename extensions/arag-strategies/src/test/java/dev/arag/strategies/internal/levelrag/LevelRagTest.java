package dev.arag.strategies.internal.levelrag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.strategies.OtherStrategies;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LevelRagTest {
  private static final Budget LARGE = Budget.builder().maxModelCalls(10_000).build();
  private static final String QUESTION = "Where was Mira Voss born?";

  /** Forty documents with a common word and a word of their own. */
  private static final Corpus NUMBERED =
      InMemoryCorpus.of(
          IntStream.range(0, 40)
              .mapToObj(i -> Document.of("d" + i, "The bridge number" + i + " of valley" + i + "."))
              .toArray(Document[]::new));

  private final AtomicInteger counter = new AtomicInteger();

  /** Replies for which nothing is ever sufficient, and every search differs from all others. */
  private RoleScript insatiable() {
    return new RoleScript()
        .on("decompose", "1. Which bridge is the one?")
        .on("rewrite", "- bridge")
        .on("check", "no")
        .on("refine", text -> refinement(counter.getAndIncrement()))
        .on("hyde", text -> "It is valley" + counter.getAndIncrement() % 40 + ".")
        .on("summarize", "{\"answer\":\"\",\"quotes\":[]}")
        .on("verify", "no")
        .on("supplement", text -> "1. Which bridge is number " + counter.getAndIncrement() + "?")
        .on(RoleScript.MAIN, "NOT FOUND");
  }

  private static String refinement(int number) {
    return "EXTEND: number%d\nEMPHASIZE: bridge\nFILTER: valley%d".formatted(number, number % 40);
  }

  private static Answer ask(RoleScript script, Corpus corpus, String strategy, Budget budget) {
    return script
        .agent(corpus, OtherStrategies.all().named(strategy))
        .budget(budget)
        .build()
        .ask(QUESTION);
  }

  private RoleScript reorderingScript() {
    return insatiable()
        .on("rewrite", "- bridge\n- number18\n- number20\n- number22")
        .on("refine", text -> reordering(counter.getAndIncrement()));
  }

  private static String reordering(int number) {
    return "EXTEND: number%d\nEMPHASIZE: number%d\nFILTER: valley%d"
        .formatted(23 + number, 22 - 2 * (number % 3), 10 + number % 8);
  }

  private static Answer filmAnswer(RoleScript script, int calls) {
    return script
        .agent(FilmExample.CORPUS, OtherStrategies.levelRag())
        .budget(Budget.builder().maxModelCalls(calls).build())
        .build()
        .ask(FilmExample.QUESTION);
  }

  @Nested
  class Refinement {
    /** Each refinement changes the order of the ten best documents. */
    @Test
    void refinesKeywordsAtMost27TimesAndThreeChangesDeep() {
      RoleScript script = reorderingScript();
      RecordingCorpus corpus = new RecordingCorpus(NUMBERED);
      ask(script, corpus, "levelrag:rounds=1,dense=off", LARGE);
      List<KeywordQuery> searches = corpus.keywords();
      assertThat(searches).hasSize(28);
      assertThat(searches.stream().map(KeywordQuery::toString)).doesNotHaveDuplicates();
      assertThat(searches.stream().map(Refinement::changes)).isSorted().contains(1, 2, 3);
      assertThat(searches).anySatisfy(query -> assertThat(query.excluded()).isNotEmpty());
      assertThat(searches).anySatisfy(query -> assertThat(query.weight(3)).isEqualTo(2));
      assertThat(searches).anySatisfy(query -> assertThat(query.keywords()).hasSize(5));
    }

    @Test
    void refinesNoQueryWithFourChanges() {
      RoleScript script = insatiable();
      script.on("refine", text -> "FILTER: valley" + (10 + counter.getAndIncrement()));
      RecordingCorpus corpus = new RecordingCorpus(NUMBERED);
      ask(script, corpus, "levelrag:rounds=1,dense=off", LARGE);
      assertThat(corpus.keywords()).extracting(Refinement::changes).containsExactly(0, 1, 2, 3);
      assertThat(script.count("check")).isEqualTo(4);
      assertThat(script.count("refine")).isEqualTo(3);
    }

    private static int changes(KeywordQuery query) {
      int keywords = query.keywords().size();
      double weights = IntStream.range(0, keywords).mapToDouble(query::weight).sum();
      int first = keywords < 4 ? 1 : 4;
      return (int) weights - first + query.excluded().size();
    }

    @Test
    void returnsTheDocumentsOfTheFirstSufficientRefinement() {
      RoleScript script =
          insatiable().on("check", text -> text.contains("number7 of") ? "yes" : "no");
      RecordingCorpus corpus = new RecordingCorpus(NUMBERED);
      script.on("refine", "EXTEND: number7\nEMPHASIZE: bridge\nFILTER: valley3");
      script.on("rewrite", "- number39");
      ask(script, corpus, "levelrag:rounds=1,dense=off", LARGE);
      assertThat(corpus.keywords()).hasSize(2);
      assertThat(script.requests("refine"))
          .singleElement()
          .asString()
          .contains("Keywords: \"number39\"");
      assertThat(script.requests("summarize"))
          .singleElement()
          .asString()
          .contains("[d7]", "[d39]")
          .doesNotContain("[d1]");
    }

    @Test
    void writesAtMostThreePseudoDocuments() {
      RoleScript script = insatiable();
      RecordingCorpus corpus = new RecordingCorpus(NUMBERED);
      ask(script, corpus, "levelrag:rounds=1,sparse=off", LARGE);
      assertThat(corpus.keywords()).isEmpty();
      assertThat(corpus.queries()).containsExactly("Which bridge is the one?");
      assertThat(corpus.means())
          .containsExactly(
              List.of("Which bridge is the one?", "It is valley0."),
              List.of("Which bridge is the one?", "It is valley1."),
              List.of("Which bridge is the one?", "It is valley2."));
      assertThat(script.count("hyde")).isEqualTo(3);
      assertThat(script.count("check")).isEqualTo(3);
      assertThat(script.requests("hyde").get(0)).doesNotContain("[d");
      assertThat(script.requests("hyde").get(1)).contains("[d");
    }
  }

  @Nested
  class Budgets {
    @ParameterizedTest
    @CsvSource({"levelrag, 4", "levelrag:rounds=2, 2", "levelrag:rounds=1, 1"})
    void asksAtMostAsManyRoundsAsAllowed(String strategy, int rounds) {
      RoleScript script = insatiable();
      ask(script, NUMBERED, strategy, LARGE);
      assertThat(script.count("summarize")).isEqualTo(rounds);
      assertThat(script.count("verify")).isEqualTo(rounds - 1);
      assertThat(script.count("supplement")).isEqualTo(rounds - 1);
      assertThat(script.count(RoleScript.MAIN)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 8, 11, 15, 20, 33, 60})
    void endsWithinTheBudgetWithAnAnswer(int calls) {
      RoleScript script = insatiable();
      Answer answer =
          ask(script, NUMBERED, "levelrag", Budget.builder().maxModelCalls(calls).build());
      assertThat(answer.text()).startsWith("NOT FOUND");
      assertThat(script.roles().size()).isLessThan(calls + 2);
      assertThat(script.count(RoleScript.MAIN)).isEqualTo(1);
      assertThat(script.requests(RoleScript.MAIN).get(0)).contains("[d");
      if (calls > 3) {
        assertThat(script.count("summarize")).isPositive();
      }
      if (calls < 60) {
        assertThat(answer.warnings()).isNotEmpty();
      }
    }

    /** No atomic query uses up the calls of the others. */
    @Test
    void dividesTheBudgetAmongTheQueriesOfARound() {
      RoleScript script =
          insatiable()
              .on("decompose", "1. Which bridge is one?\n2. Which is two?\n3. Which is three?");
      ask(script, NUMBERED, "levelrag", Budget.builder().maxModelCalls(40).build());
      assertThat(script.count("summarize")).isGreaterThan(2);
      assertThat(script.requests("check"))
          .anySatisfy(text -> assertThat(text).endsWith("Which is three?"));
      assertThat(script.count("verify")).isPositive();
    }

    /** The searchers leave enough tokens for the summary and the answer. */
    @Test
    void refinesOnlyAsLongAsTheTokensAllowIt() {
      RoleScript script = reorderingScript().using(20_000, "check");
      Budget budget = Budget.builder().maxModelCalls(10_000).totalTokens(300_000).build();
      Answer answer = ask(script, NUMBERED, "levelrag:rounds=1", budget);
      assertThat(script.count("check")).isBetween(5, 14);
      assertThat(script.count("summarize")).isEqualTo(1);
      assertThat(answer.outcome()).isEqualTo(Outcome.NOT_FOUND);
    }
  }

  @Nested
  class ClosingAnswer {
    /** After the verification, there are too few tokens for the request of the supplement. */
    @Test
    void closesFromTheSummariesAndTheirPassages() {
      RoleScript script = FilmExample.script().using(985_000, "verify");
      Answer answer =
          script
              .agent(FilmExample.CORPUS, OtherStrategies.levelRag())
              .budget(Budget.builder().totalTokens(1_000_000).build())
              .build()
              .ask(FilmExample.QUESTION);
      assertThat(script.count("verify")).isEqualTo(1);
      assertThat(script.count("supplement")).isZero();
      assertThat(answer.stopReason()).isEqualTo(StopReason.TOKEN_BUDGET);
      assertThat(script.requests(RoleScript.MAIN))
          .singleElement()
          .asString()
          .startsWith("SYSTEM You answer questions from texts of a collection")
          .contains("[move]", "directed by Stuart Rosenberg.")
          .contains("Move (1970 Film) was directed by Stuart Rosenberg.")
          .contains("Question: " + FilmExample.QUESTION);
      assertThat(answer.text()).startsWith("No");
    }

    /** Quotes that are not in the text are dropped, and then the summary supports no answer. */
    @Test
    void doesNotAnswerFromASummaryWithoutAQuote() {
      RoleScript script =
          FilmExample.script()
              .on(
                  "summarize",
                  "{\"answer\":\"It was Tom.\",\"quotes\":[{\"id\":\"move\",\"quote\":\"directed by"
                      + " Tom Smith in May\"}]}");
      Answer answer = filmAnswer(script, 1_000);
      assertThat(script.requests("verify").get(0)).contains("It was Tom.");
      assertThat(script.requests(RoleScript.MAIN))
          .singleElement()
          .asString()
          .doesNotContain("Tom")
          .contains("[move]");
      assertThat(answer.warnings())
          .contains(
              "levelrag: no summary has a quote from the texts found, so the texts were shown instead.");
    }

    /** The budget ends in the search for the second query; the text for the first one stays. */
    @Test
    void closesFromTheTextsThatWereFound() {
      RoleScript script =
          FilmExample.script()
              .on("check", text -> text.contains("Move (1970") ? "yes" : "no")
              .using(985_000, "hyde");
      Answer answer =
          script
              .agent(FilmExample.CORPUS, OtherStrategies.all().named("levelrag:k=3"))
              .budget(Budget.builder().totalTokens(1_000_000).build())
              .build()
              .ask(FilmExample.QUESTION);
      assertThat(script.count("summarize")).isZero();
      assertThat(script.requests(RoleScript.MAIN))
          .singleElement()
          .asString()
          .contains("[move]", "directed by Stuart Rosenberg.");
      assertThat(answer.text()).startsWith("No");
    }

    @Test
    void ignoresAQuoteWhoseIdHasOnlyBrackets() {
      RoleScript script =
          insatiable()
              .on(
                  "summarize",
                  "{\"answer\":\"x\",\"quotes\":[{\"id\":\"[]\",\"quote\":\"bridge\"}]}");
      Answer answer = ask(script, NUMBERED, "levelrag:rounds=1", LARGE);
      assertThat(answer.text()).startsWith("NOT FOUND");
    }
  }

  @Nested
  class Failures {
    static Stream<String> roles() {
      return RoleScript.ROLES.stream();
    }

    @ParameterizedTest
    @MethodSource("roles")
    void goesOnAfterAnUnreadableReply(String role) {
      String reply = List.of("", "???", "\u0000{[").get(RoleScript.ROLES.indexOf(role) % 3);
      RoleScript script = FilmExample.script().on("check", "no");
      script.on("refine", "EXTEND: film").on(role, reply);
      Answer answer = filmAnswer(script, 1_000);
      assertThat(answer.text()).as(reply).startsWith("No");
      assertThat(answer.warnings())
          .as("%s: %s", role, reply)
          .contains("levelrag: a reply of the role " + role + " could not be read.");
    }

    @ParameterizedTest
    @MethodSource("roles")
    void goesOnAfterAFailureOfAModel(String role) {
      RoleScript script = FilmExample.script().on("check", "no");
      script.on("refine", "EXTEND: film");
      script.on(
          role,
          text -> {
            throw new IllegalStateException("down");
          });
      Answer answer = filmAnswer(script, 1_000);
      assertThat(answer.text()).startsWith("No");
      assertThat(answer.warnings())
          .anyMatch(warning -> warning.startsWith("levelrag: ") && warning.contains(role));
    }
  }

  @Nested
  class Searches {
    @Test
    void searchesTheWebWithATool() {
      RetrievalTool web =
          RetrievalTool.of(
              "web_search",
              "Searches the web.",
              "{\"type\":\"object\",\"properties\":{\"query\":{\"type\":\"string\"}}}",
              call ->
                  Observation.source("Site", "Mira Voss was born in Tarn: " + call.text("query")));
      RoleScript script =
          insatiable()
              .on(
                  "summarize",
                  "{\"answer\":\"In Tarn.\",\"quotes\":[{\"id\":\"tool#1\",\"quote\":\"Voss was"
                      + " born in Tarn\"}]}")
              .on("verify", "yes")
              .on(RoleScript.MAIN, "In Tarn [tool#1: \"Mira Voss was born in Tarn\"].");
      Strategy strategy =
          OtherStrategies.all().named("levelrag:sparse=off,dense=off,web=web_search");
      Answer answer =
          script
              .agent(NUMBERED, strategy)
              .tools(corpus -> Toolbox.of(corpus).with(web))
              .build()
              .ask(QUESTION);
      assertThat(script.requests(RoleScript.MAIN).get(0))
          .contains("Mira Voss was born in Tarn: Which bridge is the one?")
          .contains("- Which bridge is the one? In Tarn.");
      assertThat(answer.citations())
          .singleElement()
          .satisfies(citation -> assertThat(citation.verdict()).isEqualTo(Verdict.SUPPORTED));
      Answer without = ask(insatiable(), NUMBERED, "levelrag:dense=off,web=web_search", LARGE);
      assertThat(without.warnings()).contains("levelrag: the tool web_search returned no result.");
    }

    @Test
    void searchesOnlyKeywordsWithoutEmbeddings(@TempDir Path folder) {
      RoleScript script = insatiable();
      try (Index index = Index.builder(folder.resolve("i")).withoutEmbeddings().openOrCreate()) {
        index.sync(Source.documents("test", List.of(Document.of("d", "The bridge of Tarn."))));
        Answer answer = ask(script, index, "levelrag", LARGE);
        assertThat(answer.warnings())
            .contains("levelrag: the corpus has no embeddings, so only keywords were searched.");
      }
      assertThat(script.count("hyde")).isZero();
      assertThat(script.requests("summarize").get(0)).contains("The bridge of Tarn.");
    }

    @Test
    void searchesAnEmptyCorpus() {
      RoleScript script = insatiable();
      Answer answer = ask(script, InMemoryCorpus.of(), "levelrag", LARGE);
      assertThat(answer.text()).startsWith("NOT FOUND");
      assertThat(script.count("summarize")).isZero();
    }

    /** The vowel signs are combining characters. */
    @Test
    void asksQueriesThatDifferOnlyInCombiningCharacters() {
      RoleScript script = insatiable().on("decompose", "1. \u0915\u093f\n2. \u0915\u0940");
      ask(script, NUMBERED, "levelrag:rounds=1", LARGE);
      assertThat(script.count("rewrite")).isEqualTo(2);
    }
  }

  @Nested
  class NameAndHistory {
    @Test
    void seesTheEarlierQuestionsWhereTheQuestionIsUnderstood() {
      RoleScript script = FilmExample.script();
      var conversation =
          script.agent(FilmExample.CORPUS, OtherStrategies.levelRag()).build().conversation();
      conversation.ask(FilmExample.QUESTION);
      conversation.ask("And who is older?");
      assertThat(script.requests("decompose").get(1))
          .contains(FilmExample.QUESTION)
          .contains("And who is older?");
    }

    @Test
    void hasACanonicalName() {
      for (String name : List.of("levelrag", "levelrag:rounds=2,k=3,dense=off,web=find")) {
        Strategy strategy = OtherStrategies.all().named(name);
        assertThat(strategy.name()).isEqualTo(name);
        assertThat(strategy).isEqualTo(OtherStrategies.all().named(strategy.name()));
      }
      assertThat(OtherStrategies.levelRag())
          .isEqualTo(OtherStrategies.all().named("levelrag:rounds=4,sparse=on"));
      assertThat(OtherStrategies.levelRag("find").name()).isEqualTo("levelrag:web=find");
      for (String wrong :
          List.of("levelrag:sparse=off,dense=off", "levelrag:rounds=0", "levelrag:sparse=no")) {
        assertThatIllegalArgumentException().isThrownBy(() -> OtherStrategies.all().named(wrong));
      }
    }
  }
}
