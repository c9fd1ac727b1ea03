package dev.arag.langchain4j;

import static java.util.Objects.requireNonNull;

import dev.arag.core.embed.Embedder;
import dev.arag.core.text.Document;
import dev.arag.index.spi.Parser;
import dev.arag.langchain4j.internal.DocumentConverter;
import dev.arag.langchain4j.internal.DocumentParserAdapter;
import dev.arag.langchain4j.internal.EmbedderAdapter;
import dev.arag.langchain4j.internal.EmbeddingModelAdapter;
import dev.arag.reranker.spi.Reranker;
import dev.langchain4j.data.document.DocumentParser;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.scoring.ScoringModel;
import java.util.Set;

/** Converts between types of LangChain4j and types of this library. */
public final class LangChain4j {
  private LangChain4j() {}

  /**
   * Returns an embedder that calls a LangChain4j model. If the model supports input types, each
   * request states whether its texts are queries or documents. The embedder adds no prefixes. If
   * the model fails, the embedder throws an EmbeddingException. The embedder is thread-safe if the
   * model is thread-safe. Closing the embedder does not close the model.
   *
   * @param fingerprint a name for the model and everything that affects its vectors, for example
   *     {@code text-embedding-3-small/1536}; not blank. An index can be opened only with the
   *     fingerprint it was built with
   */
  public static Embedder embedder(EmbeddingModel model, String fingerprint) {
    return new EmbedderAdapter(
        requireNonNull(model, "model"), requireNonNull(fingerprint, "fingerprint"));
  }

  /**
   * Returns a reranker that calls a LangChain4j model once for each search. It is thread-safe if
   * the model is thread-safe.
   */
  public static Reranker reranker(ScoringModel model) {
    requireNonNull(model, "model");
    return (query, passages) ->
        model.scoreAll(passages.stream().map(TextSegment::from).toList(), query).content().stream()
            .mapToDouble(Double::doubleValue)
            .toArray();
  }

  /**
   * Returns a LangChain4j model that calls an embedder. The texts of a request with input type
   * QUERY are embedded as queries; all other texts are embedded as sentences of a corpus. The
   * caller closes the embedder.
   */
  public static EmbeddingModel embeddingModel(Embedder embedder) {
    return new EmbeddingModelAdapter(requireNonNull(embedder, "embedder"));
  }

  /**
   * Returns a parser that calls a LangChain4j parser. The keys of metadata from the file get the
   * prefix {@code doc.}, so that a file cannot set metadata by which an application restricts
   * access (a scope). The returned parser is thread-safe if the given parser is thread-safe.
   *
   * <p>The fingerprint of the returned parser is the class name of the given parser. If that parser
   * later produces other text, a sync does not notice it. To parse unchanged files again, delete
   * their documents from the index first.
   *
   * @param extensions file name extensions without a dot, such as {@code pdf}; at least one
   */
  public static Parser parser(DocumentParser parser, String... extensions) {
    requireNonNull(parser, "parser");
    for (String extension : requireNonNull(extensions, "extensions")) {
      requireNonNull(extension, "extension");
    }
    return new DocumentParserAdapter(parser, Set.of(extensions));
  }

  /**
   * Converts a LangChain4j document. The metadata keys do not change; a UUID value becomes a
   * string.
   *
   * @param id the id of the document in its corpus, not blank
   */
  public static Document document(dev.langchain4j.data.document.Document document, String id) {
    requireNonNull(document, "document");
    requireNonNull(id, "id");
    return DocumentConverter.builder(document, id, "").build();
  }
}
