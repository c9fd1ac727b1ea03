package dev.arag.strategies.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.model.Message;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.text.Document;
import dev.arag.tools.call.Snippet;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The rules that every strategy obeys with every corpus. A subclass creates the corpus under test.
 * To add a strategy, add a line to {@link #CASTS}: its name, and the replies of its roles if a
 * model that cites is not enough to reach all of its steps.
 */
public abstract class StrategyContract {
  /** Subclasses in other packages find the strategies by this name. */
  private static final String CASTS_FIELD =
      "dev.arag.strategies.conformance.StrategyContract#CASTS";

  private static final String ENOUGH = "{\"enough\":true,\"next\":\"\"}";

  private static final String NOTES =
      "{\"note\":\"She comes from Tarn.\",\"quotes\":[\"" + Texts.QUOTE + "\"]}";

  private static final String CITING =
      "In Tarn [{id}]\n\nEvidence:\n[{id}] \"" + Texts.QUOTE + "\"";

  /** The strategies, each with a model that reaches all of its steps. */
  static final List<Cast> CASTS =
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
          marag("marag"),
          marag("marag:k=3,steps=2,plan=graph,memory=yes"),
          Cast.of("planned").role("planner", "1. Find the engineer\n2. Find the birthplace"),
          Cast.of("condensed"),
          Cast.of("condensed+arag-naive"),
          Cast.of("covering").role("critic", component("NONE", "Where was Mira Voss born?")),
          Cast.of("covering:follow-ups=1+naive-rag").role("critic", component("FULL", "")),
          Cast.of("covering+marag")
              .role("critic", component("PART", "Who designed the Old Bridge?"))
              .role("planner", "{\"steps\":[{\"task\":\"Where was Mira Voss born?\"}]}")
              .role("step-definer", "{\"task\":\"Where was Mira Voss born?\"}")
              .role("extractor", NOTES)
              .role("qa", "{\"answer\":\"Tarn\",\"success\":true,\"rating\":9}"),
          Cast.of("retrying"),
          Cast.of("retrying+naive-rag")
              .role(Cast.MAIN, "NOT FOUND", CITING)
              .role("reflection", "Search for the engineer."),
          Cast.of("planned+condensed+retrying+graded+naive-rag")
              .role("planner", "1. Find the engineer\n2. Find the birthplace")
              .role("grader", "1: 10")
              .role("checker", "SUPPORTED"),
          Cast.of("levelrag")
              .role("decompose", "1. Who designed the Old Bridge?")
              .role("check", "no", "yes", "no", "yes")
              .role("hyde", "The engineer of the bridge was a man of the sea.")
              .role("rewrite", "- Old Bridge", "- Mira Voss")
              .role("refine", "EXTEND: designed\nEMPHASIZE: Old Bridge\nFILTER: ferry")
              .role("summarize", summary())
              .role("verify", "no", "yes")
              .role("supplement", "1. Where was Mira Voss born?"),
          Cast.of("faithful")
              .role(
                  "memory",
                  "The engineer of the bridge was Anders Holm.",
                  "Anders Holm designed the Old Bridge. He came from Brannock.",
                  "1. The Old Bridge was the work of Anders Holm.\n2. He came from Brannock."),
          Cast.of("multi-agent")
              .role("planner", "1. Who designed the Old Bridge?\n2. Where was Mira Voss born?"),
          Cast.of("multi-agent+naive-rag")
              .role("planner", "Where was Mira Voss born?\nWho is Mira Voss?\nWhere is Tarn?"),
          Cast.of("ragenta")
              .role("predictor", "She comes from Tarn.")
              .role("judge", "YES")
              .role("critic", component("NONE", "Where was Mira Voss born?")));

  private static Cast marag(String name) {
    return Cast.of(name)
        .role(
            "planner",
            "{\"steps\":[{\"task\":\"Who designed the Old Bridge?\",\"type\":\"SEARCH\"},"
                + "{\"task\":\"Where was #1 born?\",\"type\":\"SEARCH\",\"after\":[1]}]}")
        .role(
            name.contains("graph") ? "extractor" : "step-definer",
            name.contains("graph") ? NOTES : "{\"task\":\"Where was Mira Voss born?\"}")
        .role("extractor", NOTES)
        .role("qa", "{\"answer\":\"Tarn\",\"success\":true,\"rating\":9}");
  }

  private static String component(String covered, String followUp) {
    return "{\"components\":[{\"text\":\"birthplace\",\"covered\":\"%s\",\"citations\":[1],\"followUp\":\"%s\"}]}"
        .formatted(covered, followUp);
  }

  private static String plan(String next) {
    return "{\"enough\":false,\"next\":\"" + next + "\"}";
  }

  private static String reading() {
    String finding = "{\"text\":\"Voss comes from Tarn\",\"id\":\"{id}\",\"quote\":\"%s\"}";
    String quoted = String.format(finding, Texts.QUOTE);
    return "{\"evidence\":[" + quoted + "],\"answer\":" + quoted + "}";
  }

  private static String summary() {
    return "{\"answer\":\"Voss comes from Tarn.\",\"quotes\":[{\"id\":\"{id}\",\"quote\":\""
        + Texts.QUOTE
        + "\"}]}";
  }

  private static final Map<Cast, Set<String>> ROLES = new ConcurrentHashMap<>();

  /** The answer to the question for each corpus and cast. Several rules look at the same run. */
  private static final Map<List<?>, Answer> ANSWERS = new ConcurrentHashMap<>();

  private static final Set<String> WITHOUT_TEXT = Set.of("direct");

  final List<ChatRequest> requests = Collections.synchronizedList(new ArrayList<>());

  /** Returns the corpus under test, with {@link #documents}. */
  protected abstract Corpus corpus();

  /** Returns a corpus of the same kind without documents. */
  protected abstract Corpus emptyCorpus();

  /** Returns the documents of the corpus under test. Each becomes one chunk. */
  protected static List<Document> documents() {
    return Texts.ALL;
  }

  /** Runs a strategy. */
  protected static Answer ask(Cast cast, Corpus corpus) {
    return cast.agent(corpus, Set.of(), (role, request) -> {}).build().ask(Texts.QUESTION);
  }

  /** Runs a strategy with the replies of an earlier run. */
  protected static Trajectory replay(Cast cast, Trajectory run, Corpus corpus) {
    return Agent.builder(corpus, run.replay())
        .strategy(cast.strategy())
        .build()
        .ask(Texts.QUESTION)
        .trajectory();
  }

  final Agent.Builder agent(Cast cast, Corpus corpus) {
    return agent(cast, corpus, rolesOf(cast));
  }

  final Agent.Builder agent(Cast cast, Corpus corpus, Set<String> roles) {
    return cast.agent(corpus, roles, (role, request) -> requests.add(request));
  }

  /** Returns the roles that a run uses, in the order of their first request. */
  final Set<String> rolesOf(Cast cast) {
    return ROLES.computeIfAbsent(cast, this::rolesOfARun);
  }

  private Set<String> rolesOfARun(Cast cast) {
    return ask(cast, corpus()).trajectory().steps().stream()
        .filter(Step.Sent.class::isInstance)
        .map(step -> ((Step.Sent) step).role())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private Answer answer(Cast cast) {
    return ANSWERS.computeIfAbsent(
        List.of(corpus(), cast), key -> agent(cast, corpus()).build().ask(Texts.QUESTION));
  }

  /** Rule b. */
  @ParameterizedTest
  @FieldSource(CASTS_FIELD)
  public void everyQuoteIsSupported(Cast cast) {
    Answer answer = answer(cast);
    assertThat(answer.view().strategy()).isEqualTo(cast.strategy().name());
    if (WITHOUT_TEXT.contains(cast.name())) {
      assertThat(answer.outcome()).isEqualTo(Outcome.NOT_FOUND);
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
  @FieldSource(CASTS_FIELD)
  public void everyTextInARequestWasShown(Cast cast) {
    assertThat(unrecorded(answer(cast).trajectory())).isEmpty();
  }

  /** Returns the sentences of the corpus that were sent before the run recorded them as shown. */
  static List<String> unrecorded(Trajectory run) {
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
  @FieldSource(CASTS_FIELD)
  public void showsNothingOutOfScope(Cast cast) {
    List<String> inScope = Texts.OTHERS.stream().map(Document::id).toList();
    Answer answer =
        agent(cast, corpus()).build().within(Scope.documents(inScope)).ask(Texts.QUESTION);
    assertThat(answer.outcome()).isEqualTo(Outcome.NOT_FOUND);
    assertThat(requests)
        .isNotEmpty()
        .allSatisfy(
            request ->
                assertThat(Player.text(request)).doesNotContain(Texts.sentences(Texts.RELEVANT)));
  }

  /** Rule e. */
  @ParameterizedTest
  @FieldSource(CASTS_FIELD)
  public void theSameRepliesGiveTheSameRecord(Cast cast) {
    Trajectory run = answer(cast).trajectory();
    Trajectory read = Trajectory.parse(run.toJson());
    assertThat(replay(cast, read, corpus()).toJson()).isEqualTo(run.toJson());
  }

  /** Rule h. */
  @ParameterizedTest
  @FieldSource(CASTS_FIELD)
  public void findsNothingInAnEmptyCorpus(Cast cast) {
    Corpus corpus = emptyCorpus();
    Answer answer = agent(cast, corpus).build().ask(Texts.QUESTION);
    assertThat(answer.outcome()).isEqualTo(Outcome.NOT_FOUND);
    assertThat(answer.trajectory().shown()).isEmpty();
    assertThat(answer.citations()).isEmpty();
  }
}
