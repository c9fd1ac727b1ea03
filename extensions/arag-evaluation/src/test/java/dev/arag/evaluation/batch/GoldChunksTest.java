package dev.arag.evaluation.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.evaluation.data.GoldParagraph;
import dev.arag.evaluation.data.GoldParagraphs;
import dev.arag.evaluation.data.Question;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The chunks that support a question, by id and by text. */
class GoldChunksTest {
  private static final String FIRST =
      "Mira Voss was born in Tarn in 1881 as the third child of a ferryman on the river Sorrel.";
  private static final String SECOND = "She designed the Old Bridge.";

  private static final InMemoryCorpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "A heading\n\n" + FIRST + "\nAnother sentence stands here."),
          Document.of(
              "k2", "Mira   Voss was BORN in Tarn in 1881, as the third child of a ferryman"),
          Document.of("k3", "Mira Voss was born in Tarn. " + SECOND));

  private static Question question(List<String> supporting, List<String> supportingChunks) {
    return new Question("q", "Where?", List.of("Tarn"), "", supporting, supportingChunks);
  }

  private static GoldChunks goldChunks(GoldParagraphs paragraphs, Question question) {
    return GoldChunks.of(CORPUS, paragraphs, List.of(question));
  }

  @Test
  void findsChunksWithAParagraphOrAPartOfIt() {
    GoldParagraphs paragraphs = GoldParagraphs.of(List.of(new GoldParagraph("7", "Voss", FIRST)));
    Question question = question(List.of("7"), List.of("k3"));
    assertThat(goldChunks(paragraphs, question).apply(question))
        .containsExactlyInAnyOrder(ChunkId.of("k1"), ChunkId.of("k2"));
  }

  @Test
  void findsShortParagraphs() {
    GoldParagraphs paragraphs = GoldParagraphs.of(List.of(new GoldParagraph("7", "", SECOND)));
    Question question = question(List.of("7"), List.of());
    assertThat(goldChunks(paragraphs, question).apply(question)).containsExactly(ChunkId.of("k3"));
  }

  @Test
  void usesIdsWithoutParagraphs() {
    Question question = question(List.of("x"), List.of("k1", "k3"));
    assertThat(goldChunks(GoldParagraphs.NONE, question).apply(question))
        .containsExactlyInAnyOrder(ChunkId.of("k1"), ChunkId.of("k3"));
    Question ofParagraphs = question(List.of("k2"), List.of());
    assertThat(goldChunks(GoldParagraphs.NONE, ofParagraphs).apply(ofParagraphs))
        .containsExactly(ChunkId.of("k2"));
  }

  /** To hide only some of the gold chunks would leave the question answerable. */
  @Test
  void idsThatTheCorpusDoesNotContainAreUnknown() {
    Question question = question(List.of(), List.of("k1", "k9"));
    assertThat(goldChunks(GoldParagraphs.NONE, question).apply(question)).isEmpty();
    Question without = question(List.of(), List.of());
    assertThat(goldChunks(GoldParagraphs.NONE, without).apply(without)).isEmpty();
  }
}
