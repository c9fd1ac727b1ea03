package dev.arag.index.langchain4j;

import dev.arag.core.embed.Embedder;
import dev.arag.core.text.Document;
import dev.arag.index.ingest.Parser;
import dev.langchain4j.data.document.DocumentParser;
import dev.langchain4j.model.embedding.EmbeddingModel;
import java.util.Set;

/** Converts between types of LangChain4j and of this library. */
public final class LangChain4j {
  private LangChain4j() {}

  /**
   * An embedder that calls a LangChain4j model. If the model distinguishes queries from documents,
   * the request states the type of each text. No prefix is added. A failure of the model becomes an
   * EmbeddingException. The embedder is thread-safe if the model is. Closing it does not close the
   * model.
   *
   * @param fingerprint names the model and everything that changes its vectors, for example {@code
   *     text-embedding-3-small/1536}; not blank. An index that was built with one fingerprint is
   *     not opened with another
   */
  public static Embedder embedder(EmbeddingModel model, String fingerprint) {
    return new EmbedderAdapter(model, fingerprint);
  }

  /**
   * A LangChain4j model that calls an embedder. A request with input type QUERY is embedded as a
   * query, every other text as a sentence of a corpus. The caller closes the embedder.
   */
  public static EmbeddingModel embeddingModel(Embedder embedder) {
    return new EmbeddingModelAdapter(embedder);
  }

  /**
   * A parser that calls a LangChain4j parser. Metadata from the file gets the prefix {@code doc.},
   * so that a file cannot set a value that an application uses in a scope. The parser is
   * thread-safe if the given one is. Its fingerprint is the class name of the given parser, so
   * documents are not parsed again when the rules of that parser change, until they are deleted.
   *
   * @param extensions file name extensions without a dot, such as {@code pdf}; at least one
   */
  public static Parser parser(DocumentParser parser, String... extensions) {
    return new DocumentParserAdapter(parser, Set.of(extensions));
  }

  /**
   * Copies a LangChain4j document. Metadata keeps its keys; a UUID becomes text.
   *
   * @param id id of the document in its corpus, not blank
   */
  public static Document document(dev.langchain4j.data.document.Document document, String id) {
    return DocumentConverter.builder(document, id, "").build();
  }
}
