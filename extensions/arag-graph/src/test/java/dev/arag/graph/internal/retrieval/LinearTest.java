package dev.arag.graph.internal.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.arag.agent.Strategies;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.step.StopReason;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.error.NotIndexedException;
import dev.arag.graph.Graphs;
import dev.arag.graph.entity.GraphRanking;
import dev.arag.graph.internal.rank.GraphCorpus;
import dev.arag.strategies.OtherStrategies;
import dev.arag.strategies.fixture.Play;
import dev.arag.strategies.fixture.Towns;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinearTest {
  private static final Strategies NAMES =
      OtherStrategies.all()
          .withOptions(Graphs.LINEAR, OtherStrategies.chunks(Graphs.LINEAR_CHUNKS, Graphs::linear));

  private static final Corpus CORPUS = new GraphCorpus(Towns.CORPUS);

  private static Play play(String strategy, String... replies) {
    return Play.of(NAMES.named(strategy), CORPUS, Towns.QUESTION, replies);
  }

  private static List<String> ranked(int topK) {
    return Graphs.of(CORPUS).rank(Towns.QUESTION, List.of(), topK).hits().stream()
        .map(GraphRanking.Hit::chunkId)
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
    assertThat(NAMES.named("linear:k=2").name()).isEqualTo("linear:k=2");
    assertThat(NAMES.named("linear:k=5").name()).isEqualTo("linear");
    assertThat(NAMES.named("linear:k=5")).isEqualTo(Graphs.linear());
  }

  @Test
  void hasANameInTheGrammarOfNames() {
    String name =
        "retrying+adaptive:multi=(adaptive:none=linear,multi=(rewrite+ircot:k=3,sentences=2))";
    assertThat(NAMES.named(name).name()).isEqualTo(name);
    assertThat(NAMES.named(name)).isEqualTo(NAMES.named(name));
    assertThat(NAMES.names()).endsWith("ragenta", "linear");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NAMES.named("linear:k=0"))
        .withMessage("In 'linear:k=0', k must be a number from 1 to 100.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NAMES.named("linear:n=5"))
        .withMessage("'linear:n=5' has an unknown option: n. The options are k.");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> NAMES.withOptions(Graphs.LINEAR, OtherStrategies.chunks(5, Graphs::linear)))
        .withMessage("There is already a strategy with the name 'linear'. Use another name.");
    assertThatIllegalArgumentException().isThrownBy(() -> Graphs.linear(0));
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
            Graphs.linear(),
            CORPUS,
            Towns.QUESTION,
            Play.script(Towns.ANSWER),
            agent -> agent.budget(Budget.builder().maxTurns(1).build()));
    assertThat(play.roles()).hasSize(1);
    assertThat(play.answer().stopReason()).isEqualTo(StopReason.ANSWERED);
  }

  @Test
  void aCorpusWithoutAGraphIsOneErrorThatNamesTheWay() {
    assertThatExceptionOfType(NotIndexedException.class)
        .isThrownBy(() -> Play.of(Graphs.linear(), Towns.CORPUS, Towns.QUESTION, "unused"))
        .withMessageContaining("Index.builder(directory).mentions(...)");
  }
}
