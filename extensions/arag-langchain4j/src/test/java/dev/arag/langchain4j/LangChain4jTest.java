package dev.arag.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.EmbedderContract;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.EmbeddingException;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.reranker.Reranking;
import dev.arag.reranker.spi.Reranker;
import dev.langchain4j.data.document.BlankDocumentException;
import dev.langchain4j.data.document.DocumentParser;
import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.scoring.ScoringModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LangChain4jTest extends EmbedderContract {
  @Override
  protected Embedder embedder() {
    return LangChain4j.embedder(LangChain4j.embeddingModel(new HashEmbedder()), "back/1");
  }

  @Tag("langchain4j-newest")
  @Test
  void passesTheInputTypeToAModelThatSupportsIt() {
    FakeModel model = FakeModel.withInputType();
    Embedder embedder = LangChain4j.embedder(model, "fake/2");
    embedder.embedSentences(List.of("a", "b"));
    embedder.embedQuery("c");
    assertThat(model.receivedTexts()).containsExactly("DOCUMENT a", "DOCUMENT b", "QUERY c");
  }

  @Test
  void passesTheTextUnchangedToOtherModels() {
    FakeModel model = FakeModel.plain();
    Embedder embedder = LangChain4j.embedder(model, "fake/2");
    embedder.embedSentences(List.of("a", "b"));
    embedder.embedQuery("c");
    assertThat(model.receivedTexts()).containsExactly("a", "b", "c");
  }

  @Test
  void keepsTheOrderOfVectorsAndNormalizesThem() {
    Embedder embedder = LangChain4j.embedder(FakeModel.plain(), "fake/2");
    assertThat(embedder.embedSentences(List.of("abc", "a")))
        .containsExactly(Embedding.of(new float[] {3, 1}), Embedding.of(new float[] {1, 1}));
    assertThat(embedder.embedSentences(List.of())).isEmpty();
  }

  @Test
  void takesTheDimensionFromTheFirstVector() {
    FakeModel model = FakeModel.plain();
    Embedder embedder = LangChain4j.embedder(model, "fake/2");
    embedder.embedQuery("a");
    assertThat(embedder.dimension()).isEqualTo(2);
    assertThat(model.receivedTexts()).containsExactly("a");
  }

  @Test
  void requestsTheDimensionOnce() {
    FakeModel model = FakeModel.plain();
    Embedder embedder = LangChain4j.embedder(model, "fake/2");
    assertThat(embedder.dimension()).isEqualTo(2);
    assertThat(embedder.dimension()).isEqualTo(2);
    assertThat(model.receivedTexts()).hasSize(1);
  }

  @Test
  void namesAFailingModel() {
    Embedder embedder = LangChain4j.embedder(FakeModel.failing("quota used up"), "fake/2");
    assertThatThrownBy(() -> embedder.embedQuery("a"))
        .isInstanceOf(EmbeddingException.class)
        .hasMessageContaining("fake/2")
        .hasMessageContaining("quota used up")
        .hasCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void rejectsMissingVectors() {
    Embedder embedder = LangChain4j.embedder(FakeModel.withoutOneVector(), "fake/2");
    assertThatThrownBy(() -> embedder.embedSentences(List.of("a", "b")))
        .isInstanceOf(EmbeddingException.class)
        .hasMessageContaining("1 vectors for 2 texts");
  }

  @Test
  void rejectsAVectorOfAnotherDimension() {
    FakeModel model = FakeModel.plain();
    Embedder embedder = LangChain4j.embedder(model, "fake/2");
    embedder.embedQuery("a");
    model.answerWithDimension(3);
    assertThatThrownBy(() -> embedder.embedQuery("a"))
        .isInstanceOf(EmbeddingException.class)
        .hasMessageContaining("3 floats, but earlier vectors had 2");
  }

  @Test
  void rejectsAZeroVector() {
    Embedder embedder = LangChain4j.embedder(FakeModel.zero(), "fake/2");
    assertThatThrownBy(() -> embedder.embedQuery("a")).isInstanceOf(EmbeddingException.class);
  }

  @Test
  void rejectsABlankFingerprint() {
    assertThatThrownBy(() -> LangChain4j.embedder(FakeModel.plain(), " "))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Tag("langchain4j-newest")
  @Test
  void supportsInputTypesInAnAdaptedEmbedder() {
    Embedder embedder = new MarkingEmbedder();
    EmbeddingModel model = LangChain4j.embeddingModel(embedder);
    assertThat(model.embed("x").content().vector())
        .isEqualTo(embedder.embedSentences(List.of("x")).get(0).toArray());
    EmbeddingRequest query =
        EmbeddingRequest.builder().input("x").inputType(EmbeddingInputType.QUERY).build();
    assertThat(model.embed(query).embeddings().get(0).vector())
        .isEqualTo(embedder.embedQuery("x").toArray());
    assertThat(model.dimension()).isEqualTo(2);
    assertThat(model.modelName()).isEqualTo("marking/2");
  }

  @Test
  void returnsTheSameVectorsAfterAdaptingTwice() {
    Embedder hash = new HashEmbedder();
    Embedder back = LangChain4j.embedder(LangChain4j.embeddingModel(hash), hash.fingerprint());
    List<String> texts = List.of("one bridge", "two towers");
    assertThat(back.embedSentences(texts)).isEqualTo(hash.embedSentences(texts));
    assertThat(back.embedQuery("bridge")).isEqualTo(hash.embedQuery("bridge"));
    assertThat(back.dimension()).isEqualTo(hash.dimension());
  }

  @Test
  void ranksByTheScoresOfAModel() {
    ScoringModel byLength =
        (segments, query) ->
            Response.from(
                segments.stream()
                    .map(segment -> (double) query.length() + segment.text().length())
                    .toList());
    Reranker reranker = LangChain4j.reranker(byLength);
    assertThat(reranker.score("ab", List.of("c", "def"))).containsExactly(3, 5);
    assertThat(reranker.batchSize()).isEqualTo(Integer.MAX_VALUE);
    Corpus corpus = InMemoryCorpus.of(Document.of("a", "A tarn."), Document.of("b", "The tarn."));
    assertThat(Reranking.of(reranker).apply(corpus).keywordSearch(List.of("tarn"), 2))
        .extracting(hit -> hit.chunkId().value())
        .containsExactly("b", "a");
  }

  @Test
  void keepsTextAndMetadataOfADocument() {
    UUID uuid = new UUID(1, 2);
    Metadata metadata =
        new Metadata()
            .put("author", "Oda")
            .put("year", 1911)
            .put("weight", 0.1f)
            .put("odd", Double.NaN)
            .put("ref", uuid);
    Document document =
        LangChain4j.document(
            dev.langchain4j.data.document.Document.from("Text.", metadata), "letters/1");
    assertThat(document.id()).isEqualTo("letters/1");
    assertThat(document.text()).isEqualTo("Text.");
    assertThat(document.metadata())
        .containsEntry("author", "Oda")
        .containsEntry("year", 1911L)
        .containsEntry("weight", 0.1)
        .containsEntry("odd", "NaN")
        .containsEntry("ref", uuid.toString());
  }

  @Test
  void prefixesMetadataOfAFile() throws IOException {
    Parser parser = LangChain4j.parser(LangChain4jTest::read, "TXT", "log");
    assertThat(parser.extensions()).containsExactlyInAnyOrder("txt", "log");
    Document document = parser.parse("a.txt", stream("Hello.")).document().build();
    assertThat(document.text()).isEqualTo("Hello.");
    assertThat(document.metadata()).containsExactly(entry("doc.tenant", "mine"));
  }

  @Test
  void givesAReasonForAFileThatCannotBeParsed() {
    DocumentParser blank =
        in -> {
          throw new BlankDocumentException();
        };
    DocumentParser broken =
        in -> {
          throw new IllegalStateException("no such cipher");
        };
    assertThatThrownBy(() -> LangChain4j.parser(blank, "x").parse("a.x", stream("")))
        .isInstanceOf(UnreadableSourceException.class)
        .hasMessage("it contains no text");
    assertThatThrownBy(() -> LangChain4j.parser(broken, "x").parse("a.x", stream("")))
        .isInstanceOf(UnreadableSourceException.class)
        .hasMessageContaining("no such cipher");
  }

  @Test
  void requiresExtensionsWithoutDotsForAParser() {
    DocumentParser parser = LangChain4jTest::read;
    assertThatThrownBy(() -> LangChain4j.parser(parser))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> LangChain4j.parser(parser, ".pdf"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(".pdf");
  }

  private static dev.langchain4j.data.document.Document read(InputStream in) {
    try {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return dev.langchain4j.data.document.Document.from(text, Metadata.from("tenant", "mine"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  /** An embedder that distinguishes queries from sentences. */
  private static final class MarkingEmbedder implements Embedder {
    @Override
    public int dimension() {
      return 2;
    }

    @Override
    public String fingerprint() {
      return "marking/2";
    }

    @Override
    public List<Embedding> embedSentences(List<String> sentences) {
      return sentences.stream().map(sentence -> Embedding.of(new float[] {0, 1})).toList();
    }

    @Override
    public Embedding embedQuery(String query) {
      return Embedding.of(new float[] {1, 0});
    }
  }
}
