package dev.arag.langchain4j;

import static dev.langchain4j.model.embedding.request.EmbeddingRequestParameters.INPUT_TYPE;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.langchain4j.model.embedding.request.EmbeddingParameter;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import dev.langchain4j.model.embedding.response.EmbeddingResponseMetadata;
import dev.langchain4j.model.output.Response;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A model that records its requests. The first number of a text's vector is the length of the text;
 * the others are 1.
 */
final class FakeModel implements EmbeddingModel {
  private final Set<EmbeddingParameter<?>> supported;
  private final Function<List<Embedding>, List<Embedding>> answer;
  private final List<String> receivedTexts = new ArrayList<>();
  private int dimension = 2;

  private FakeModel(
      Set<EmbeddingParameter<?>> supported, Function<List<Embedding>, List<Embedding>> answer) {
    this.supported = supported;
    this.answer = answer;
  }

  static FakeModel plain() {
    return new FakeModel(Set.of(), vectors -> vectors);
  }

  static FakeModel withInputType() {
    return new FakeModel(Set.of(INPUT_TYPE), vectors -> vectors);
  }

  static FakeModel withoutOneVector() {
    return new FakeModel(Set.of(), vectors -> vectors.subList(1, vectors.size()));
  }

  static FakeModel zero() {
    return new FakeModel(Set.of(), vectors -> List.of(Embedding.from(new float[2])));
  }

  static FakeModel failing(String message) {
    return new FakeModel(
        Set.of(),
        vectors -> {
          throw new IllegalStateException(message);
        });
  }

  void answerWithDimension(int dimension) {
    this.dimension = dimension;
  }

  /**
   * Returns all texts that the model has received. A text follows its input type, if the request
   * has one.
   */
  List<String> receivedTexts() {
    return receivedTexts;
  }

  @Override
  public Set<EmbeddingParameter<?>> supportedParameters() {
    return supported;
  }

  @Override
  public EmbeddingResponse doEmbed(EmbeddingRequest request) {
    EmbeddingInputType type = request.parameters().inputType();
    List<String> texts = request.inputs().stream().map(input -> input.text()).toList();
    texts.forEach(text -> receivedTexts.add(type == null ? text : type + " " + text));
    return EmbeddingResponse.builder()
        .embeddings(answer.apply(texts.stream().map(this::vector).toList()))
        .metadata(EmbeddingResponseMetadata.builder().modelName("fake").build())
        .build();
  }

  /** LangChain4j before 1.18 has no requests and calls this method only. */
  @Override
  public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
    List<String> texts = segments.stream().map(TextSegment::text).toList();
    receivedTexts.addAll(texts);
    return Response.from(answer.apply(texts.stream().map(this::vector).toList()));
  }

  private Embedding vector(String text) {
    float[] vector = new float[dimension];
    Arrays.fill(vector, 1);
    vector[0] = text.length();
    return Embedding.from(vector);
  }
}
