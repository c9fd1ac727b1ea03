package dev.arag.langchain4j.internal;

import static dev.langchain4j.model.embedding.request.EmbeddingRequestParameters.INPUT_TYPE;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingInput;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.langchain4j.model.embedding.request.EmbeddingParameter;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import dev.langchain4j.model.embedding.response.EmbeddingResponseMetadata;
import dev.langchain4j.model.output.Response;
import java.util.List;
import java.util.Set;

/** Adapts an {@link Embedder} to a LangChain4j embedding model. */
public final class EmbeddingModelAdapter implements EmbeddingModel {
  private final Embedder embedder;

  public EmbeddingModelAdapter(Embedder embedder) {
    this.embedder = embedder;
  }

  @Override
  public EmbeddingResponse doEmbed(EmbeddingRequest request) {
    List<String> texts = request.inputs().stream().map(EmbeddingInput::text).toList();
    return EmbeddingResponse.builder()
        .embeddings(
            embed(texts, request.parameters().inputType()).stream()
                .map(EmbeddingModelAdapter::toLangChain4j)
                .toList())
        .metadata(EmbeddingResponseMetadata.builder().modelName(modelName()).build())
        .build();
  }

  /** LangChain4j before 1.18 has no requests and calls this method only. */
  @Override
  public Response<List<dev.langchain4j.data.embedding.Embedding>> embedAll(
      List<TextSegment> segments) {
    if (EmbedderAdapter.HAS_INPUT_TYPES) {
      return EmbeddingModel.super.embedAll(segments);
    }
    List<String> texts = segments.stream().map(TextSegment::text).toList();
    return Response.from(
        embedder.embedSentences(texts).stream().map(EmbeddingModelAdapter::toLangChain4j).toList());
  }

  private List<Embedding> embed(List<String> texts, EmbeddingInputType type) {
    return type == EmbeddingInputType.QUERY
        ? texts.stream().map(embedder::embedQuery).toList()
        : embedder.embedSentences(texts);
  }

  private static dev.langchain4j.data.embedding.Embedding toLangChain4j(Embedding embedding) {
    return dev.langchain4j.data.embedding.Embedding.from(embedding.toArray());
  }

  @Override
  public Set<EmbeddingParameter<?>> supportedParameters() {
    return Set.of(INPUT_TYPE);
  }

  @Override
  public int dimension() {
    return embedder.dimension();
  }

  @Override
  public String modelName() {
    return embedder.fingerprint();
  }
}
