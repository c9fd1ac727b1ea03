package dev.arag.strategies.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.core.text.Document;
import dev.arag.paper.Paper;
import dev.arag.strategies.FixedSearch;
import dev.arag.strategies.PromptModel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Follows the case study of the MA-RAG paper (table 4) step by step. */
class MaRagPaperTest {
  private static final String QUESTION =
      "Who is Edward De Vere, 17th Earl Of Oxford's paternal grandfather?";

  private static final String STEP_1 = "Identify Edward De Vere, 17th Earl of Oxford's father";
  private static final String STEP_2 =
      "Determine the name of Edward De Vere, 17th Earl of Oxford's paternal grandfather based on"
          + " the father's name.";

  private static final String QUERY_1 = "Who is Edward De Vere, 17th Earl of Oxford's father?";
  private static final String QUERY_2 = "Who was the father of John de Vere, 16th Earl of Oxford?";

  private static final String FATHER = "John de Vere, 16th Earl of Oxford";
  private static final String GRANDFATHER = "John de Vere, 15th Earl of Oxford";

  private static final String ONLY_SON = "De Vere was the only son of " + FATHER;
  private static final String BORN_TO = FATHER + " was born to " + GRANDFATHER;
  private static final String BORN_1516 = "The 16th Earl (1516 – 3 August 1562) was born to";

  private static final FixedSearch CORPUS_OF_TABLE =
      corpus(
          Map.of(
              QUERY_1, List.of("129772", "6127861", "129773", "14010350", "12540430"),
              QUERY_2, List.of("6127862", "6127858", "17870603", "12540430", "14010350")));

  private static FixedSearch corpus(Map<String, List<String>> results) {
    return new FixedSearch(
        results,
        Document.of("129772", "Edward de Vere was an English peer of the Elizabethan era."),
        Document.of("6127861", "Margery died on 2 December 1568. He was buried in Essex."),
        Document.of(
            "129773", ONLY_SON + ", and Margery Golding. He became a ward of Queen Elizabeth."),
        Document.of("14010350", "The de Vere arms are quarterly gules and or."),
        Document.of("12540430", "Castle Hedingham was the seat of the family."),
        Document.of("6127862", BORN_TO + " and Elizabeth Trussell. He married twice."),
        Document.of("6127858", BORN_1516 + " " + GRANDFATHER + ". He was a courtier."),
        Document.of("17870603", "The de Vere family derived their surname from Ver."));
  }

  private final PromptModel planner =
      PromptModel.script(
          """
          {"analysis": "The grandfather is the father of the father.", "steps": [
            {"task": "%s", "type": "search", "after": []},
            {"task": "%s", "type": "search", "after": [1]}]}
          """
              .formatted(STEP_1, STEP_2));

  private final PromptModel definer =
      PromptModel.script(
          "{\"task\": \"" + QUERY_1 + "\", \"type\": \"SEARCH\"}",
          "{\"task\": \"" + QUERY_2 + "\", \"type\": \"SEARCH\"}");

  private final PromptModel extractor = PromptModel.of(MaRagPaperTest::extract);

  private final PromptModel qa =
      PromptModel.script(
          """
          {"analysis": "129773 names the father. The other passages do not.",
           "answer": "%s", "success": "yes", "rating": 9}
          """
              .formatted(FATHER),
          """
          {"analysis": "Both passages agree.", "answer": "%s", "success": "yes", "rating": 10}
          """
              .formatted(GRANDFATHER));

  private final PromptModel main =
      PromptModel.script(GRANDFATHER + " [c6127862]\n\nEvidence:\n[c6127862] \"" + BORN_TO + "\"");

  /** Takes the notes of table 4. */
  private static String extract(String prompt) {
    boolean isFirst = prompt.contains("Task: " + QUERY_1);
    if (isFirst && prompt.contains(ONLY_SON)) {
      return note("His father is " + FATHER + ".", ONLY_SON);
    }
    if (!isFirst && prompt.contains(BORN_TO)) {
      return note("He was born to " + GRANDFATHER + ".", BORN_TO);
    }
    return !isFirst && prompt.contains(BORN_1516)
        ? note("Born 1516, to " + GRANDFATHER + ".", BORN_1516 + " " + GRANDFATHER)
        : "{\"quotes\": []}";
  }

  private static String note(String text, String quote) {
    return "{\"note\": \"" + text + "\", \"quotes\": [\"" + quote + "\"]}";
  }

  private Answer ask() {
    return agent().ask(QUESTION);
  }

  private Agent agent() {
    return Agent.builder(CORPUS_OF_TABLE, main)
        .model("planner", planner)
        .model("step-definer", definer)
        .model("extractor", extractor)
        .model("qa", qa)
        .strategy(new MaRag(5, 5, false, false))
        .build();
  }

  @Test
  void findsTheGrandfatherInTwoSteps() {
    Answer answer = ask();
    assertThat(answer.shortAnswer()).isEqualTo(GRANDFATHER);
    assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(answer.citations()).extracting(Citation::verdict).containsExactly(Verdict.SUPPORTED);
    assertThat(answer.citations().get(0).span()).isPresent();
    assertThat(answer.warnings()).isEmpty();
    assertThat(rolesOf(answer))
        .containsExactly(
            "planner",
            "step-definer",
            "extractor",
            "extractor",
            "extractor",
            "extractor",
            "extractor",
            "qa",
            "step-definer",
            "extractor",
            "extractor",
            "extractor",
            "extractor",
            "extractor",
            "qa",
            "agent");
  }

  @Test
  void thePaperProfileHasTheSameSteps() {
    Answer answer = agent().toBuilder().profile(Paper.profile()).build().ask(QUESTION);
    assertThat(rolesOf(answer)).hasSize(16);
    assertThat(qa.prompts().get(1)).contains("6127862] \"" + BORN_TO + "\"");
    assertThat(answer.citations()).extracting(Citation::verdict).containsExactly(Verdict.SUPPORTED);
    assertThat(answer.warnings()).isEmpty();
  }

  private static List<String> rolesOf(Answer answer) {
    return answer.trajectory().steps().stream()
        .filter(Step.ModelCall.class::isInstance)
        .map(step -> ((Step.ModelCall) step).role())
        .toList();
  }

  @Test
  void theStepDefinerKnowsThePlanAndTheAnswersSoFar() {
    Answer unused = ask();
    assertThat(planner.prompts()).singleElement().asString().contains("Question: " + QUESTION);
    assertThat(definer.prompts()).hasSize(2).allMatch(prompt -> prompt.contains(QUESTION));
    assertThat(definer.prompts().get(0))
        .contains("1. " + STEP_1 + " (SEARCH)\n2. " + STEP_2 + " (SEARCH)")
        .contains("Answers so far:\nNone yet.")
        .contains("The step to do now: 1. " + STEP_1);
    assertThat(definer.prompts().get(1))
        .contains("Answers so far:\n1. " + QUERY_1 + ": " + FATHER + " (rating 9 of 10)")
        .contains("The step to do now: 2. " + STEP_2);
  }

  @Test
  void theTasksAreTheOnlyQueries() {
    int before = CORPUS_OF_TABLE.queries().size();
    Answer unused = ask();
    List<String> queries = CORPUS_OF_TABLE.queries();
    assertThat(queries.subList(before, queries.size()))
        .containsExactly(QUERY_1 + " 5", QUERY_2 + " 5");
  }

  @Test
  void eachExtractorReadsOnePassageForTheTask() {
    Answer unused = ask();
    assertThat(extractor.prompts())
        .hasSize(10)
        .allMatch(prompt -> prompt.lines().filter(line -> line.matches("\\[c\\d+].*")).count() == 1)
        .filteredOn(prompt -> prompt.contains("Task: " + QUERY_1))
        .hasSize(5);
  }

  @Test
  void theQaRoleReadsTheNotesWithTheirQuotesAndNoPassage() {
    Answer unused = ask();
    assertThat(qa.prompts()).hasSize(2);
    assertThat(qa.prompts().get(0))
        .contains("Task: " + QUERY_1)
        .contains("His father is " + FATHER + ".\n[c129773] \"" + ONLY_SON + "\"")
        .doesNotContain("ward of Queen Elizabeth")
        .doesNotContain("English peer");
    assertThat(qa.prompts().get(1))
        .contains("Answers of earlier tasks:\n1. " + QUERY_1 + ": " + FATHER)
        .contains("[c6127862] \"" + BORN_TO + "\"")
        .contains("[c6127858] \"" + BORN_1516 + " " + GRANDFATHER + "\"")
        .doesNotContain("surname from Ver");
  }

  @Test
  void theFinalRequestShowsTheFindingsAndTheQuotedPassages() {
    Answer unused = ask();
    assertThat(main.prompts()).hasSize(1);
    assertThat(main.prompts().get(0))
        .contains("1. " + QUERY_1 + ": " + FATHER)
        .contains("2. " + QUERY_2 + ": " + GRANDFATHER + " (rating 10 of 10)")
        .contains("[c129773]")
        .contains("[c6127862]")
        .contains("[c6127858]")
        .contains(BORN_TO)
        .doesNotContain("English peer")
        .doesNotContain("surname from Ver")
        .endsWith("Question: " + QUESTION + "\n");
  }
}
