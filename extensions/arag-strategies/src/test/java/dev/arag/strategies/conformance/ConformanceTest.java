package dev.arag.strategies.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.agent.Agent;
import dev.arag.agent.Answer;
import dev.arag.agent.NoAnswerException;
import dev.arag.agent.Run;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.model.Message;
import dev.arag.agent.strategy.Strategy;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.InMemoryCorpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.graph.GraphCorpus;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.Source;
import dev.arag.strategies.Strategies;
import dev.arag.tools.Snippet;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The rules that every strategy obeys. To add a strategy, add a line to {@link #CASTS}: its name,
 * and the replies of its roles if a model that cites is not enough to reach all of its steps.
 */
class ConformanceTest {
  private static final String ENOUGH = "{\"enough\":true,\"next\":\"\"}";

  private static final List<Cast> CASTS =
      List.of(
          Cast.of("direct"),
          Cast.of("naive-rag"),
          Cast.of("hybrid-rag"),
          Cast.of("all-in"),
          Cast.of("arag-naive"),
          Cast.of("arag"),
          Cast.of("arag-no-keyword"),
          Cast.of("arag-no-semantic"),
          Cast.of("arag-no-read"),
          Cast.of("rewrite").role("rewrite", "- birthplace of the engineer Mira Voss"),
          Cast.of("rewrite+naive-rag").role("rewrite", "- birthplace of the engineer Mira Voss"),
          Cast.of("multi-query+hybrid-rag").role("multi-query", "1. Mira Voss\n2. born in Tarn"),
          Cast.of("multi-query").role("multi-query", "1. Mira Voss\n2. born in Tarn"),
          Cast.of("hyde+naive-rag").role("hyde", "The engineer was born in a town by the sea."),
          Cast.of("hyde").role("hyde", "The engineer was born in a town by the sea."),
          Cast.of("graded+naive-rag:k=8")
              .role("grader", "1: 4\n2: 5\n3: 1\n4: 4\n5: 3\n6: 3\n7: 3\n8: 3")
              .role("rewriter", "Mira Voss born")
              .role("checker", "PARTLY", "SUPPORTED"),
          Cast.of("graded").role("grader", "1: 10").role("checker", "SUPPORTED"),
          Cast.of("adaptive").role("router", "MULTI"),
          Cast.of("adaptive:none=hybrid-rag").role("router", "NONE"),
          Cast.of("iter-retgen"),
          Cast.of("ircot")
              .role(
                  "reasoner",
                  "The engineer who designed the bridge is Mira Voss.",
                  "So we need her place of birth.",
                  "FINAL: Tarn"),
          Cast.of("resp")
              .role("reader", reading())
              .role("planner", plan("Where was Mira Voss born?"), ENOUGH),
          Cast.of("resp:form=self-ask")
              .role("reader", reading())
              .role(
                  "planner",
                  plan("Who designed the Old Bridge?"),
                  plan("Where was Mira Voss born?"),
                  ENOUGH),
          Cast.of("linear"));

  private static String plan(String next) {
    return "{\"enough\":false,\"next\":\"" + next + "\"}";
  }

  private static String reading() {
    String finding = "{\"text\":\"Voss comes from Tarn\",\"id\":\"{id}\",\"quote\":\"%s\"}";
    String quoted = String.format(finding, Texts.QUOTE);
    return "{\"evidence\":[" + quoted + "],\"answer\":" + quoted + "}";
  }

  private static final Corpus CORPUS =
      new GraphCorpus(InMemoryCorpus.of(new HashEmbedder(256), Texts.ALL));

  private static final Set<String> WITHOUT_TEXT = Set.of("direct");
  private static final int PARALLEL_CALLS = 4;

  @TempDir static Path folder;
  private static Index index;

  private final List<ChatRequest> requests = Collections.synchronizedList(new ArrayList<>());

  @BeforeAll
  static void makeIndex() {
    index =
        Index.builder(folder.resolve("i.arag"))
            .embedder(new HashEmbedder(256))
            .graph()
            .openOrCreate();
    index.sync(Source.documents("test", Texts.ALL));
  }

  @AfterAll
  static void closeIndex() {
    index.close();
  }

  private Agent.Builder agent(Cast cast, Corpus corpus) {
    return agent(cast, corpus, rolesOf(cast));
  }

  private Agent.Builder agent(Cast cast, Corpus corpus, Set<String> roles) {
    return cast.agent(corpus, roles, (role, request) -> requests.add(request));
  }

  /** Returns the roles that a run uses, in the order of their first request. */
  private static Set<String> rolesOf(Cast cast) {
    Answer answer = cast.agent(CORPUS, Set.of(), (role, request) -> {}).build().ask(Texts.QUESTION);
    return answer.trajectory().steps().stream()
        .filter(Step.Sent.class::isInstance)
        .map(step -> ((Step.Sent) step).role())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  @Test
  void everyNameIsTested() {
    Set<String> tested =
        CASTS.stream().map(cast -> cast.name().split("[+:]")[0]).collect(Collectors.toSet());
    assertThat(tested).containsAll(Strategy.names());
    assertThat(tested).containsAll(Strategies.names());
    assertThat(tested).containsAll(Strategies.wrappers());
  }

  @ParameterizedTest
  @FieldSource("CASTS")
  void usesTheRolesOfItsCast(Cast cast) {
    assertThat(rolesOf(cast)).containsAll(cast.roles().keySet());
  }

  /** Rule a. */
  @ParameterizedTest
  @FieldSource("CASTS")
  void answersWithABudgetOfOneCall(Cast cast) {
    Agent agent =
        agent(cast, CORPUS).budget(Budget.builder().maxTurns(1).maxModelCalls(1).build()).build();
    requests.clear();
    Answer answer = agent.ask(Texts.QUESTION);
    assertThat(answer.text()).isNotBlank();
    assertThat(requests).hasSizeBetween(1, 2);
    assertThat(answer.citations()).allMatch(each -> each.verdict() == Verdict.SUPPORTED);
  }

  /** Rule b. */
  @ParameterizedTest
  @FieldSource("CASTS")
  void everyQuoteIsSupportedByTheTextOfACorpusInMemory(Cast cast) {
    assertQuotesAreSupported(agent(cast, CORPUS).build().ask(Texts.QUESTION), cast);
  }

  /** Rule b. */
  @ParameterizedTest
  @FieldSource("CASTS")
  void everyQuoteIsSupportedByTheTextOfAnIndex(Cast cast) {
    assertQuotesAreSupported(agent(cast, index).build().ask(Texts.QUESTION), cast);
  }

  private static void assertQuotesAreSupported(Answer answer, Cast cast) {
    assertThat(answer.view().strategy()).isEqualTo(Strategies.named(cast.name()).name());
    if (WITHOUT_TEXT.contains(cast.name())) {
      assertThat(answer.stopReason()).isEqualTo(StopReason.NOT_FOUND);
      return;
    }
    assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(answer.shortAnswer()).isEqualTo("In Tarn");
    assertThat(answer.warnings()).isEmpty();
    assertThat(answer.citations())
        .isNotEmpty()
        .extracting(Citation::verdict)
        .containsOnly(Verdict.SUPPORTED);
  }

  /** Rule c. */
  @ParameterizedTest
  @FieldSource("CASTS")
  void everyTextInARequestWasShown(Cast cast) {
    assertThat(unrecorded(agent(cast, CORPUS).build().ask(Texts.QUESTION).trajectory())).isEmpty();
  }

  @Test
  void aTextThatWasNotShownIsFound() {
    Strategy pasting =
        (question, run) -> {
          String text = run.corpus().read(ChunkId.of("voss")).orElseThrow().text();
          return run.complete("[voss] " + text + "\n" + question);
        };
    Answer answer = agent(CASTS.get(0), CORPUS).strategy(pasting).build().ask(Texts.QUESTION);
    assertThat(unrecorded(answer.trajectory())).hasSize(2);
  }

  /** Returns the sentences of the corpus that were sent before the run recorded them as shown. */
  private static List<String> unrecorded(Trajectory run) {
    StringBuilder recorded = new StringBuilder();
    List<String> unrecorded = new ArrayList<>();
    for (Step step : run.steps()) {
      if (step instanceof Step.ToolUse use) {
        use.observation().shown().stream()
            .map(Snippet::text)
            .forEach(text -> recorded.append(text).append('\n'));
      } else if (step instanceof Step.Sent sent) {
        String request =
            sent.messages().stream().map(Message::text).collect(Collectors.joining("\n"));
        Texts.sentences(Texts.ALL).stream()
            .filter(request::contains)
            .filter(sentence -> recorded.indexOf(sentence) < 0)
            .forEach(unrecorded::add);
      }
    }
    return unrecorded;
  }

  /** Rule d. */
  @ParameterizedTest
  @FieldSource("CASTS")
  void showsNothingOutOfScope(Cast cast) {
    List<String> inScope = Texts.OTHERS.stream().map(Document::id).toList();
    for (Corpus corpus : List.of(CORPUS, index)) {
      requests.clear();
      Answer answer =
          agent(cast, corpus)
              .build()
              .within(Scope.documents(inScope.toArray(String[]::new)))
              .ask(Texts.QUESTION);
      assertThat(answer.stopReason()).isEqualTo(StopReason.NOT_FOUND);
    }
    assertThat(requests)
        .isNotEmpty()
        .allSatisfy(
            request ->
                assertThat(Player.text(request)).doesNotContain(Texts.sentences(Texts.RELEVANT)));
  }

  /** Rule e. */
  @ParameterizedTest
  @FieldSource("CASTS")
  void theSameRepliesGiveTheSameRecord(Cast cast) {
    for (Corpus corpus : List.of(CORPUS, index)) {
      String json = agent(cast, corpus).build().ask(Texts.QUESTION).trajectory().toJson();
      Agent replaying =
          Agent.builder(corpus, Trajectory.fromJson(json).replay())
              .strategy(Strategies.named(cast.name()))
              .build();
      assertThat(replaying.ask(Texts.QUESTION).trajectory().toJson()).isEqualTo(json);
    }
  }

  /** Rule f. */
  @ParameterizedTest
  @FieldSource("CASTS")
  void endsWithAWarningAfterUnreadableReplies(Cast cast) {
    Set<String> roles = rolesOf(cast);
    for (String role : roles) {
      assertThat(endingAfter("#?!", role, cast, roles)).as(role).isNotEmpty();
      endingAfter("I would rather talk about the weather.", role, cast, roles);
      endingAfter("", role, cast, roles);
    }
  }

  /** Returns the warnings of the answer; the message if there is no answer. */
  private List<String> endingAfter(String reply, String role, Cast cast, Set<String> roles) {
    requests.clear();
    try {
      List<String> warnings =
          agent(cast.role(role, reply), CORPUS, roles).build().ask(Texts.QUESTION).warnings();
      assertThat(requests).hasSizeLessThanOrEqualTo(Budget.defaults().maxModelCalls() + 1);
      return warnings;
    } catch (NoAnswerException e) {
      return List.of(String.valueOf(e.getMessage()));
    }
  }

  /** Rule g. */
  @ParameterizedTest
  @FieldSource("CASTS")
  void endsAtOnceWhenItIsCancelled(Cast cast) throws InterruptedException {
    Set<String> roles = rolesOf(cast);
    requests.clear();
    agent(cast, CORPUS, roles).build().ask(Texts.QUESTION);
    int calls = requests.size();
    for (int last = 1; last <= calls; last++) {
      assertEndsAfterCancelInCall(last, cast, roles);
    }
  }

  private static void assertEndsAfterCancelInCall(int last, Cast cast, Set<String> roles)
      throws InterruptedException {
    AtomicInteger calls = new AtomicInteger();
    CountDownLatch reached = new CountDownLatch(1);
    Run run =
        cast.agent(
                CORPUS,
                roles,
                (role, request) -> {
                  if (calls.incrementAndGet() >= last) {
                    reached.countDown();
                    sleepUntilInterrupted();
                  }
                })
            .build()
            .start(Texts.QUESTION);
    assertThat(reached.await(20, TimeUnit.SECONDS)).isTrue();
    long start = System.nanoTime();
    run.cancel();
    NoAnswerException end = catchThrowableOfType(NoAnswerException.class, run::answer);
    Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
    assertThat(end.stopReason()).isEqualTo(StopReason.CANCELLED);
    assertThat(elapsed).isLessThan(Duration.ofSeconds(5));
    assertThat(calls.get()).isLessThan(last + PARALLEL_CALLS);
  }

  private static void sleepUntilInterrupted() {
    try {
      Thread.sleep(60_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Rule h. */
  @ParameterizedTest
  @FieldSource("CASTS")
  void findsNothingInAnEmptyCorpus(Cast cast) {
    Answer answer =
        agent(cast, new GraphCorpus(InMemoryCorpus.of(new HashEmbedder(256), List.of())))
            .build()
            .ask(Texts.QUESTION);
    assertThat(answer.stopReason()).isEqualTo(StopReason.NOT_FOUND);
    assertThat(answer.trajectory().shown()).isEmpty();
    assertThat(answer.citations()).isEmpty();
  }

  @ParameterizedTest
  @FieldSource("CASTS")
  void aNameFindsAnEqualStrategy(Cast cast) {
    Strategy strategy = Strategies.named(cast.name());
    assertThat(Strategies.named(strategy.name())).isEqualTo(strategy);
  }
}
