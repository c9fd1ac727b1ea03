package dev.arag.core.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.CorpusContract;
import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.Slice;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InMemoryCorpusTest extends CorpusContract {
  @Override
  protected Corpus corpus(Map<String, List<Document>> sources) {
    return InMemoryCorpus.ofSources(new HashEmbedder(), sources);
  }

  @Test
  void allowsADocumentWithoutASourceOnlyInTheComplementOfASource() {
    InMemoryCorpus corpus = InMemoryCorpus.of(Document.of("a", "Tarn."));
    assertThat(corpus.documents(Slice.first(1)).get(0).source()).isNull();
    assertThat(corpus.within(Scope.source("a")).documents(Slice.first(1))).isEmpty();
    assertThat(corpus.within(Scope.source("a").not()).documents(Slice.first(1))).hasSize(1);
  }

  @Test
  void containsTheDocumentsThatAPrincipalMayRead() {
    Document read = Document.builder("a", "Tarn.").readableBy("group:hr").build();
    for (InMemoryCorpus corpus :
        List.of(
            InMemoryCorpus.of(read, Document.of("b", "Tarn.")),
            InMemoryCorpus.ofSources(new HashEmbedder(), Map.of("s", List.of(read))))) {
      assertThat(corpus.within(Scope.readableBy("group:hr")).documents(Slice.first(9)))
          .singleElement()
          .satisfies(each -> assertThat(each.id()).isEqualTo("a"));
      assertThat(corpus.within(Scope.readableBy("group:it")).documents(Slice.first(9))).isEmpty();
    }
  }

  @Test
  void countsOnlyChunksInScopeAndJoinsOnlyWholeDocuments() {
    Location second = Location.builder("d").title("T").ordinal(1).offset(4).page(2).build();
    InMemoryCorpus corpus =
        InMemoryCorpus.ofChunks(
            new HashEmbedder(),
            List.of(
                new Chunk(SECOND, second, "two", List.of(), 1, FIRST, null),
                new Chunk(
                    FIRST,
                    Location.builder("d").title("T").build(),
                    "one ",
                    List.of(),
                    1,
                    null,
                    SECOND)));
    assertThat(corpus.documents(Slice.first(9)))
        .containsExactly(new CatalogueEntry("d", null, "T", Map.of(), 7, 2));
    Document whole = corpus.document("d").orElseThrow();
    assertThat(whole.text()).isEqualTo("one two");
    assertThat(whole.pages()).containsExactly(new Document.Page(4, 2));
    for (ChunkId id : List.of(FIRST, SECOND)) {
      Catalogue view = corpus.within(Scope.chunks(id));
      assertThat(view.documents(Slice.first(9)).get(0).chunks()).isEqualTo(1);
      assertThat(view.documents(Slice.first(9)).get(0).characters())
          .isEqualTo(view.read(id).orElseThrow().text().length());
      assertThat(view.document("d")).isEmpty();
      assertThat(view.chunksOf("d")).extracting(Chunk::id).containsExactly(id);
    }
  }

  private static final ChunkId FIRST = ChunkId.of("d#0");
  private static final ChunkId SECOND = ChunkId.of("d#1");

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

  @Test
  void hasNoDocumentOfChunksThatAreShorterThanTheTitleLine() {
    Location location = Location.builder("d").title("Title").offset(-6).build();
    Chunk chunk = new Chunk(ChunkId.of("c"), location, "ab", List.of(), 1, null, null, List.of());
    assertThat(InMemoryCorpus.ofChunks(new HashEmbedder(), List.of(chunk)).document("d")).isEmpty();
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
