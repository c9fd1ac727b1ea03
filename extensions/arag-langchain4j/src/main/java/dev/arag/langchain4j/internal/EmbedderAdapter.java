package dev.arag.langchain4j.internal;

import static dev.langchain4j.model.embedding.request.EmbeddingRequestParameters.INPUT_TYPE;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.error.EmbeddingException;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import java.util.List;
import java.util.function.Supplier;

/** Adapts a LangChain4j embedding model to {@link Embedder}. */
public final class EmbedderAdapter implements Embedder {
  private static final int UNKNOWN = 0;

  /** Whether LangChain4j has requests with an input type, which 1.18 added. */
  static final boolean HAS_INPUT_TYPES = hasInputTypes();

  private final EmbeddingModel model;
  private final String fingerprint;

  /** Cached, because a remote model may need a request to determine its dimension. */
  private volatile int dimension = UNKNOWN;

  public EmbedderAdapter(EmbeddingModel model, String fingerprint) {
    if (fingerprint.isBlank()) {
      throw new IllegalArgumentException(
          "The fingerprint must name the model and everything that affects its vectors, was blank.");
    }
    this.model = model;
    this.fingerprint = fingerprint;
  }

  private static boolean hasInputTypes() {
    try {
      return EmbeddingInputType.values().length > 0;
    } catch (NoClassDefFoundError e) {
      return false;
    }
  }

  @Override
  public int dimension() {
    int known = dimension;
    if (known == UNKNOWN) {
      known = call(model::dimension);
      dimension = known;
    }
    return known;
  }

  @Override
  public String fingerprint() {
    return fingerprint;
  }

  @Override
  public List<Embedding> embedSentences(List<String> sentences) {
    return sentences.isEmpty() ? List.of() : embed(sentences, false);
  }

  @Override
  public Embedding embedQuery(String query) {
    return embed(List.of(query), true).get(0);
  }

  private List<Embedding> embed(List<String> texts, boolean isQuery) {
    List<TextSegment> segments = texts.stream().map(TextSegment::from).toList();
    List<Embedding> embeddings =
        call(() -> vectors(segments, isQuery).stream().map(EmbedderAdapter::toEmbedding).toList());
    requireComplete(embeddings, texts.size());
    return embeddings;
  }

  private List<dev.langchain4j.data.embedding.Embedding> vectors(
      List<TextSegment> segments, boolean isQuery) {
    if (!HAS_INPUT_TYPES || !model.supportedParameters().contains(INPUT_TYPE)) {
      return model.embedAll(segments).content();
    }
    EmbeddingInputType type = isQuery ? EmbeddingInputType.QUERY : EmbeddingInputType.DOCUMENT;
    EmbeddingRequest request =
        EmbeddingRequest.builder().textSegments(segments).inputType(type).build();
    return model.embed(request).embeddings();
  }

  private static Embedding toEmbedding(dev.langchain4j.data.embedding.Embedding embedding) {
    return Embedding.of(embedding.vector());
  }

  private void requireComplete(List<Embedding> embeddings, int expected) {
    if (embeddings.size() != expected) {
      throw new EmbeddingException(
          fingerprint + " returned " + embeddings.size() + " vectors for " + expected + " texts.",
          null,
          true,
          null);
    }
    embeddings.forEach(embedding -> requireDimension(embedding.dimension()));
  }

  private void requireDimension(int actual) {
    if (dimension == UNKNOWN) {
      dimension = actual;
    }
    if (actual != dimension) {
      throw new EmbeddingException(
          fingerprint
              + " returned a vector of "
              + actual
              + " floats, but earlier vectors had "
              + dimension
              + ". Check whether the model was changed.");
    }
  }

  private <T> T call(Supplier<T> request) {
    try {
      return request.get();
    } catch (RuntimeException e) {
      throw new EmbeddingException(
          "The embedding model "
              + fingerprint
              + " failed. Check its address, its settings and whether its server runs. Cause: "
              + e.getMessage(),
          e,
          RemoteCalls.isRetriable(e),
          null);
    }
  }

  @Override
  public String toString() {
    return "Embedder " + fingerprint + " with " + model.getClass().getSimpleName();
  }
}
