package dev.arag.strategies.internal.levelrag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Verdict;
import dev.arag.strategies.OtherStrategies;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Follows figure 2 of the LevelRAG paper step by step. */
class WorkedExampleTest {
  private static final String MOVE = "Who direct the film Move (1970 Film)?";
  private static final String SEA = "Who direct the film Méditerranée (1963 Film)?";
  private static final String STUART = "What nationality was Stuart Rosenberg?";
  private static final String POLLET = "What nationality was Jean-Daniel Pollet?";
  private static final String FIRST_NOTES =
      "- "
          + MOVE
          + " Move (1970 Film) was directed by Stuart Rosenberg.\n"
          + "- "
          + SEA
          + " Méditerranée (1963 Film) was directed by Jean-Daniel Pollet.";
  private static final String SECOND_NOTES =
      "- "
          + STUART
          + " Stuart Rosenberg is an American.\n"
          + "- "
          + POLLET
          + " Jean-Daniel Pollet is a French.";

  private final RoleScript script = FilmExample.script();

  private Answer answer() {
    return script
        .agent(FilmExample.CORPUS, OtherStrategies.levelRag())
        .build()
        .ask(FilmExample.QUESTION);
  }

  @Test
  void takesTheActionsOfTheFigureInItsOrder() {
    answer();
    List<String> search = List.of("check", "rewrite", "check");
    assertThat(script.roles().get(0)).isEqualTo("decompose");
    assertThat(script.roles().subList(1, 4)).isEqualTo(search);
    assertThat(script.roles().subList(4, 7)).isEqualTo(search);
    assertThat(script.roles().subList(7, 11))
        .containsExactly("summarize", "summarize", "verify", "supplement");
    assertThat(script.roles().subList(11, 14)).isEqualTo(search);
    assertThat(script.roles().subList(14, 17)).isEqualTo(search);
    assertThat(script.roles().subList(17, script.roles().size()))
        .containsExactly("summarize", "summarize", "verify", RoleScript.MAIN);
  }

  @Test
  void decomposesTheQuestion() {
    answer();
    assertThat(script.requests("decompose"))
        .singleElement()
        .asString()
        .contains(FilmExample.QUESTION);
    assertThat(script.requests("rewrite"))
        .satisfiesExactly(
            first -> assertThat(first).endsWith(MOVE),
            second -> assertThat(second).endsWith(SEA),
            third -> assertThat(third).endsWith(STUART),
            fourth -> assertThat(fourth).endsWith(POLLET));
  }

  @Test
  void summarizesEachQueryFromItsDocuments() {
    answer();
    assertThat(script.requests("summarize"))
        .anySatisfy(
            text -> assertThat(text).contains("directed by Stuart Rosenberg.").contains(MOVE))
        .anySatisfy(text -> assertThat(text).contains("directed by Jean-Daniel").contains(SEA))
        .anySatisfy(text -> assertThat(text).contains("Cool Hand Luke").contains(STUART))
        .anySatisfy(text -> assertThat(text).contains("most active").contains(POLLET))
        .hasSize(4);
  }

  @Test
  void verifiesAndSupplementsFromTheSummaries() {
    answer();
    assertThat(script.requests("verify"))
        .satisfiesExactly(
            first -> assertThat(first).endsWith("Notes:\n" + FIRST_NOTES),
            second -> assertThat(second).endsWith("Notes:\n" + FIRST_NOTES + "\n" + SECOND_NOTES));
    assertThat(script.requests("supplement"))
        .singleElement()
        .asString()
        .contains(FilmExample.QUESTION)
        .endsWith("Notes:\n" + FIRST_NOTES);
  }

  @Test
  void answersFromTheSummariesAndTheQuotedPassages() {
    Answer answer = answer();
    assertThat(script.requests(RoleScript.MAIN))
        .singleElement()
        .asString()
        .startsWith("SYSTEM You answer questions from texts of a collection")
        .contains("[move]", "[sea]", "[stuart]", "[pollet]", "directed by Stuart Rosenberg.")
        .doesNotContain("Old Bridge")
        .contains(FIRST_NOTES + "\n" + SECOND_NOTES)
        .endsWith("Question: " + FilmExample.QUESTION);
    assertThat(answer.text()).startsWith("No");
    assertThat(answer.citations())
        .extracting(each -> each.chunkId().value(), each -> each.verdict())
        .containsExactly(tuple("stuart", Verdict.SUPPORTED), tuple("pollet", Verdict.SUPPORTED));
    assertThat(answer.warnings()).isEmpty();
  }

  /** The supplement repeats the first query, which is neither searched nor summarized again. */
  @Test
  void dropsARepeatedQuery() {
    answer();
    assertThat(script.requests("summarize")).filteredOn(text -> text.contains(MOVE)).hasSize(1);
    assertThat(script.requests("rewrite")).filteredOn(text -> text.contains(MOVE)).hasSize(1);
  }
}
