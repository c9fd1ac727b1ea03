package dev.arag.evaluation.internal.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.evaluation.Runs;
import dev.arag.evaluation.data.GoldParagraph;
import dev.arag.evaluation.data.GoldParagraphs;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.Question;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The corpus has the chunks ann, tarn, bob and iron; ann and tarn are gold. */
class RetrievalMetricsTest {
  private static final GoldSupport GOLD = GoldSupport.of(Runs.QUESTION, GoldParagraphs.NONE);

  private static Map<Metric, Double> of(ScriptedChatModel model) {
    return RetrievalMetrics.of(ShownText.of(Runs.run(model)), GOLD);
  }

  @Test
  void computesRecallAndPrecisionOfChunks() {
    // "Lee" shows ann and bob, "Copper" shows iron.
    Map<Metric, Double> values =
        of(
            Runs.search("Lee")
                .call("keyword_search", "{\"keywords\":[\"Copper\"]}")
                .answer("X [ann]"));
    assertThat(values)
        .containsEntry(Metric.CHUNK_RECALL, 1 / 2.0)
        .containsEntry(Metric.CHUNK_PRECISION, 1 / 3.0)
        .containsEntry(Metric.ALL_SUPPORT_FOUND, 0.0)
        .containsEntry(Metric.FIRST_HIT_TURN, 1.0);
  }

  @Test
  void computesTheGainByTheOrderOfFirstShowing() {
    // Turn 1: iron. Turn 2: tarn. Turn 3: tarn again and ann.
    Map<Metric, Double> values =
        of(
            Runs.search("Copper")
                .call("keyword_search", "{\"keywords\":[\"Norway\"]}")
                .call("chunk_read", Runs.read("tarn", "ann"))
                .answer("Norway [tarn: \"Tarn is in Norway\"]"));
    double log2of3 = Math.log(3) / Math.log(2);
    assertThat(values.get(Metric.NDCG))
        .isCloseTo((1 / log2of3 + 1 / 2.0) / (1 + 1 / log2of3), within(1e-12));
    assertThat(values)
        .containsEntry(Metric.ALL_SUPPORT_FOUND, 1.0)
        .containsEntry(Metric.FIRST_HIT_TURN, 2.0)
        .containsEntry(Metric.CHUNK_RECALL, 1.0)
        .containsEntry(Metric.CHUNK_PRECISION, 2 / 3.0)
        .containsEntry(Metric.CHUNK_READ_RECALL, 1.0);
  }

  @Test
  void hasNoPrecisionAndNoFirstHitIfNothingWasShown() {
    Map<Metric, Double> values = of(Runs.search("zzz").answer("NOT FOUND"));
    assertThat(values)
        .containsEntry(Metric.CHUNK_RECALL, 0.0)
        .containsEntry(Metric.NDCG, 0.0)
        .doesNotContainKeys(Metric.CHUNK_PRECISION, Metric.FIRST_HIT_TURN);
  }

  @Test
  void measuresNothingWithoutGoldSupport() {
    Question question = new Question("q", "?", List.of("x"));
    ShownText shown = ShownText.of(Runs.answered("Tarn [ann]"));
    assertThat(RetrievalMetrics.of(shown, GoldSupport.of(question, GoldParagraphs.NONE))).isEmpty();
  }

  @Test
  void paragraphsAreTheGoldChunksOfAQuestionWithoutChunks() {
    Question question = new Question("q", "?", List.of("x"), "", List.of("7", "8"), List.of());
    assertThat(GoldSupport.of(question, GoldParagraphs.NONE).chunks())
        .containsExactlyInAnyOrder("7", "8");
  }

  /** A section is gold if it shows the text of a gold paragraph, whatever its chunk. */
  @Test
  void computesRecallAndPrecisionOfSections() {
    GoldParagraphs paragraphs =
        GoldParagraphs.of(
            List.of(
                new GoldParagraph("1", "Ann Lee", "Ann Lee was a painter."),
                new GoldParagraph("2", "Copper", "Gold is a third metal of which nobody wrote.")));
    Question question = new Question("q", "?", List.of("x"), "", List.of("1", "2"), List.of());
    Trajectory run = Runs.run(Runs.search("Lee").answer("Tarn [ann: \"born in Tarn\"]"));
    Map<Metric, Double> values =
        RetrievalMetrics.of(ShownText.of(run), GoldSupport.of(question, paragraphs));
    assertThat(values)
        .containsEntry(Metric.SECTION_RECALL, 1 / 2.0)
        .containsEntry(Metric.SECTION_PRECISION, 1 / 2.0);
  }

  @Test
  void aPartOfAParagraphShowsIt() {
    String text = "Ann Lee was a painter. Ann Lee was born in Tarn in 1871. She died in 1950.";
    GoldParagraphs paragraphs = GoldParagraphs.of(List.of(new GoldParagraph("1", "Ann", text)));
    Question question = new Question("q", "?", List.of("x"), "", List.of("1"), List.of());
    GoldSupport gold = GoldSupport.of(question, paragraphs);
    ShownText shown = ShownText.of(Runs.answered("Tarn [ann: \"born in Tarn\"]"));
    assertThat(RetrievalMetrics.of(shown, gold)).containsEntry(Metric.SECTION_RECALL, 1.0);
    ShownText other = ShownText.of(Runs.run(Runs.search("Copper").answer("NOT FOUND")));
    assertThat(RetrievalMetrics.of(other, gold)).containsEntry(Metric.SECTION_RECALL, 0.0);
  }

  private static final GoldParagraphs PARAGRAPHS =
      GoldParagraphs.of(
          List.of(
              new GoldParagraph(
                  "ann", "", "Ann Lee was a painter. Ann Lee was born in Tarn in 1871."),
              new GoldParagraph("tarn", "", "Tarn is a small town at a lake. Tarn is in Norway."),
              new GoldParagraph(
                  "bob", "", "Bob Lee was a sculptor. Bob Lee was born in Denmark.")));

  /** The ids of the chunks of another corpus happen to be ids of paragraphs: bob is not gold. */
  @Test
  void theParagraphsAreGoldIfTheyAreTheChunksOfTheCorpus() {
    Question question =
        new Question("q", "?", List.of("x"), "", List.of("ann", "tarn"), List.of("bob"));
    ShownText shown = ShownText.of(Runs.run(Runs.search("Bob").answer("Denmark [bob]")));
    GoldSupport gold = GoldSupport.of(question, PARAGRAPHS).in(shown);
    assertThat(gold.chunks()).containsExactlyInAnyOrder("ann", "tarn");
    assertThat(RetrievalMetrics.of(shown, gold)).containsEntry(Metric.CHUNK_RECALL, 0.0);
  }

  /** The corpus of the run has ids of its own. */
  @Test
  void theTextDecidesIfTheIdsAreThoseOfAnotherCorpus() {
    Question question =
        new Question("q", "?", List.of("x"), "", List.of("1", "2"), List.of("c7", "c8"));
    GoldParagraphs paragraphs =
        GoldParagraphs.of(
            List.of(
                new GoldParagraph(
                    "1", "", "Ann Lee was a painter. Ann Lee was born in Tarn in 1871."),
                new GoldParagraph("2", "", "Tarn is a small town at a lake. Tarn is in Norway.")));
    ShownText shown = ShownText.of(Runs.run(Runs.search("Lee").answer("Denmark [bob]")));
    GoldSupport gold = GoldSupport.of(question, paragraphs).in(shown);
    assertThat(gold.chunks()).hasSize(2).contains("ann");
    assertThat(RetrievalMetrics.of(shown, gold))
        .containsEntry(Metric.CHUNK_RECALL, 1 / 2.0)
        .containsEntry(Metric.CHUNK_PRECISION, 1 / 2.0);
    ShownText none = ShownText.of(Runs.run(Runs.search("Copper").answer("NOT FOUND")));
    assertThat(RetrievalMetrics.of(none, GoldSupport.of(question, paragraphs).in(none)))
        .containsEntry(Metric.CHUNK_RECALL, 0.0);
  }

  @Test
  void theIdsOfTheQuestionAreGoldIfTheirChunksShowTheText() {
    Question question =
        new Question("q", "?", List.of("x"), "", List.of("9"), List.of("ann", "iron"));
    GoldParagraphs paragraphs =
        GoldParagraphs.of(List.of(new GoldParagraph("9", "", "Ann Lee was born in Tarn in 1871.")));
    ShownText shown = ShownText.of(Runs.run(Runs.search("Lee").answer("Denmark [bob]")));
    assertThat(GoldSupport.of(question, paragraphs).in(shown).chunks())
        .containsExactlyInAnyOrder("ann", "iron");
  }
}
