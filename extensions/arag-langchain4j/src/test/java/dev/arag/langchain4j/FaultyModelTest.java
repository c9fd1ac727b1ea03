package dev.arag.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.error.EmbeddingException;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that an index is unchanged if the model fails in the middle of a sync. */
class FaultyModelTest {
  @TempDir Path folder;

  private enum Fault {
    NONE,
    NOT_A_NUMBER,
    INFINITE,
    ZERO,
    EMPTY,
    WRONG_DIMENSION,
    ONE_TOO_FEW,
    ONE_TOO_MANY,
    THROWS
  }

  /** A model that returns correct vectors, except for the last text of a request. */
  private static final class FaultyModel implements EmbeddingModel {
    private Fault fault = Fault.NONE;

    @Override
    public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
      List<Embedding> vectors = new ArrayList<>();
      for (int i = 0; i < segments.size() - 1; i++) {
        vectors.add(Embedding.from(new float[] {1, i, 2}));
      }
      switch (fault) {
        case NONE -> vectors.add(Embedding.from(new float[] {3, 1, 2}));
        case NOT_A_NUMBER -> vectors.add(Embedding.from(new float[] {3, Float.NaN, 2}));
        case INFINITE -> vectors.add(Embedding.from(new float[] {3, Float.POSITIVE_INFINITY, 2}));
        case ZERO -> vectors.add(Embedding.from(new float[3]));
        case EMPTY -> vectors.add(Embedding.from(new float[0]));
        case WRONG_DIMENSION -> vectors.add(Embedding.from(new float[] {1, 2}));
        case ONE_TOO_FEW -> {}
        case ONE_TOO_MANY ->
            vectors.addAll(
                List.of(
                    Embedding.from(new float[] {1, 1, 1}), Embedding.from(new float[] {1, 1, 2})));
        case THROWS -> throw new IllegalStateException("quota used up");
      }
      return Response.from(vectors);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void leavesTheIndexUnchangedOnAFault(Fault fault) {
    FaultyModel model = new FaultyModel();
    Path directory = folder.resolve("my.arag");
    try (Index index =
        Index.builder(directory).embedder(LangChain4j.embedder(model, "faulty/3")).openOrCreate()) {
      index.sync(Source.documents("d", List.of(Document.of("one", "A bridge. A mill."))));
      var before = index.stats();
      model.fault = fault;
      assertThatThrownBy(
              () ->
                  index.sync(
                      Source.documents("d", List.of(Document.of("two", "A river. A boat. Rain.")))))
          .isInstanceOf(EmbeddingException.class)
          .hasMessageContaining("faulty/3");
      assertThat(index.stats()).isEqualTo(before);
      assertThat(Index.verify(directory).ok()).isTrue();
      model.fault = Fault.NONE;
      index.sync(Source.documents("d", List.of(Document.of("two", "A river. A boat. Rain."))));
      assertThat(index.stats().documents()).isEqualTo(2);
      assertThat(index.semanticSearch("boat", 5)).hasSize(2);
    }
  }
}
