package dev.arag.core.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import java.util.List;
import org.junit.jupiter.api.Test;

class InMemoryCorpusTest extends CorpusContract {
  @Override
  protected Corpus corpus(List<Document> documents) {
    return InMemoryCorpus.of(new HashEmbedder(), documents);
  }

  @Test
  void rejectsTwoChunksWithTheSameId() {
    Document document = Document.of("a", "Text.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> InMemoryCorpus.of(document, document))
        .withMessageContaining("Two chunks have the id a");
  }

  @Test
  void showsTheSentenceBelowAMatchingHeading() {
    Corpus corpus =
        InMemoryCorpus.ofChunks(
            new HashEmbedder(),
            List.of(chunk("Mira Voss", "She was born in Tarn.", "She died in Port Ferrow.")));
    KeywordHit hit = corpus.keywordSearch(List.of("Mira Voss"), 5).hits().get(0);
    assertThat(hit.sentences()).extracting(Sentence::text).containsExactly("She was born in Tarn.");
    assertThat(hit.snippet()).isEqualTo("She was born in Tarn.");
  }

  @Test
  void scoresAHeadingLineWithoutShowingIt() {
    Corpus corpus =
        InMemoryCorpus.ofChunks(
            new HashEmbedder(), List.of(chunk("Mira Voss", "She was born in Tarn.", "Rain.")));
    SemanticHit hit = corpus.semanticSearch("Mira Voss", 1).get(0);
    assertThat(hit.score()).isGreaterThan(0.99);
    assertThat(hit.sentences()).extracting(Sentence::text).doesNotContain("Mira Voss");
  }

  private static Chunk chunk(String heading, String first, String second) {
    List<Sentence> sentences =
        List.of(
            new Sentence(heading, 0, List.of(), true),
            new Sentence(first, heading.length() + 1, List.of(heading), false),
            new Sentence(second, heading.length() + first.length() + 2, List.of(heading), false));
    String text = heading + "\n" + first + " " + second;
    return new Chunk(
        ChunkId.of("c"), Location.builder("d").build(), text, sentences, 9, null, null);
  }
}
