package dev.arag.index.langchain4j;

import dev.arag.core.embed.Embedder;
import dev.arag.core.text.Document;
import dev.arag.index.ingest.Parser;
import dev.langchain4j.data.document.DocumentParser;
import dev.langchain4j.model.embedding.EmbeddingModel;
import java.util.Set;

/** LangChain4j's types as ours, and ours as LangChain4j's. */
public final class LangChain4j {
  private LangChain4j() {}

  /**
   * An embedder that asks a LangChain4j model. A model that tells queries from documents is told
   * which of the two a text is; another gets the text as it is, without any prefix. A failure of
   * the model becomes an EmbeddingException. As safe for several threads as the model; closing it
   * does nothing, the model stays yours.
   *
   * @param fingerprint names the model and everything that changes its vectors, for example {@code
   *     text-embedding-3-small/1536}; not blank. An index made under one fingerprint is not opened
   *     under another
   */
  public static Embedder embedder(EmbeddingModel model, String fingerprint) {
    return new EmbedderAdapter(model, fingerprint);
  }

  /**
   * A LangChain4j model that asks an embedder. A request with input type QUERY is embedded as a
   * query, every other text as a sentence of a corpus. The embedder stays yours to close.
   */
  public static EmbeddingModel embeddingModel(Embedder embedder) {
    return new EmbeddingModelAdapter(embedder);
  }

  /**
   * A parser that asks a LangChain4j parser. What a file says of itself lands in the metadata under
   * {@code doc.}, so that no file can choose a value an application scopes by. As safe for several
   * threads as the parser given. Its fingerprint is the name of that parser's class: documents stay
   * as they are when its rules change, until they are deleted and read again.
   *
   * @param extensions file name endings without a dot, such as {@code pdf}; at least one
   */
  public static Parser parser(DocumentParser parser, String... extensions) {
    return new DocumentParserAdapter(parser, Set.of(extensions));
  }

  /**
   * A copy of a LangChain4j document under an id of this library. Metadata is carried over under
   * its own keys; a UUID becomes its text.
   *
   * @param id names the document in its corpus, not blank
   */
  public static Document document(dev.langchain4j.data.document.Document document, String id) {
    return Documents.builder(document, id, "").build();
  }
}
