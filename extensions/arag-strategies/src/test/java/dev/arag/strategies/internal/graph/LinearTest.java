package dev.arag.strategies.internal.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.error.NoEntityGraphException;
import dev.arag.core.graph.GraphCorpus;
import dev.arag.core.graph.GraphRanking;
import dev.arag.strategies.Strategies;
import dev.arag.strategies.fixture.Play;
import dev.arag.strategies.fixture.Towns;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinearTest {
  private static final Corpus CORPUS = new GraphCorpus(Towns.CORPUS);

  private static Play play(String strategy, String... replies) {
    return Play.of(Strategies.named(strategy), CORPUS, Towns.QUESTION, replies);
  }

  private static List<String> ranked(int topK) {
    return CORPUS.graph().orElseThrow().rank(Towns.QUESTION, List.of(), topK).hits().stream()
        .map(GraphRanking.Hit::chunk)
        .map(Object::toString)
        .toList();
  }

  @Test
  void showsTheFiveBestChunksAndAsksOnce() {
    Play play = play("linear", Towns.ANSWER);
    assertThat(play.roles()).containsExactly("agent");
    assertThat(play.chunksIn(0)).hasSize(5).isEqualTo(ranked(5)).contains("bridge", "voss");
    assertThat(play.request(0)).endsWith("\n\nQuestion: " + Towns.QUESTION);
    assertThat(play.answer().shortAnswer()).isEqualTo("In Tarn");
    assertThat(play.answer().citations())
        .extracting(Citation::verdict)
        .containsExactly(Verdict.SUPPORTED);
    assertThat(play.warnings()).isEmpty();
  }

  @Test
  void theNumberOfChunksIsAnOption() {
    assertThat(play("linear:k=2", Towns.ANSWER).chunksIn(0)).isEqualTo(ranked(2));
    assertThat(Strategies.named("linear:k=2").name()).isEqualTo("linear:k=2");
    assertThat(Strategies.named("linear:k=5").name()).isEqualTo("linear");
    assertThat(Strategies.named("linear:k=5")).isEqualTo(Strategies.linear());
  }

  @Test
  void aWrapperUsesItsRanking() {
    Play play = play("rewrite+linear:k=2", "- the mill of Tarn", Towns.ANSWER);
    assertThat(play.roles()).containsExactly("rewrite", "agent");
    assertThat(play.chunksIn(1)).hasSize(2);
  }

  @Test
  void answersWithABudgetOfOneCall() {
    Play play =
        Play.of(
            Strategies.linear(),
            CORPUS,
            Towns.QUESTION,
            Play.script(Towns.ANSWER),
            agent -> agent.budget(Budget.builder().maxTurns(1).build()));
    assertThat(play.roles()).hasSize(1);
    assertThat(play.answer().stopReason()).isEqualTo(StopReason.ANSWERED);
  }

  @Test
  void aCorpusWithoutAGraphIsOneErrorThatNamesTheWay() {
    assertThatExceptionOfType(NoEntityGraphException.class)
        .isThrownBy(() -> Play.of(Strategies.linear(), Towns.CORPUS, Towns.QUESTION, "unused"))
        .withMessageContaining("Index.builder(directory).graph()");
  }
}
