package dev.arag.langchain4j.internal;

import dev.arag.core.text.Document;

/** Converts LangChain4j documents to documents of this library. */
public final class DocumentConverter {
  private DocumentConverter() {}

  /**
   * @param keyPrefix the prefix to add to every metadata key
   */
  public static Document.Builder builder(
      dev.langchain4j.data.document.Document document, String id, String keyPrefix) {
    Document.Builder builder = Document.builder(id, document.text());
    document
        .metadata()
        .toMap()
        .forEach((key, value) -> builder.metadata(keyPrefix + key, toMetadata(value)));
    return builder;
  }

  private static Object toMetadata(Object value) {
    return value instanceof Number number && Double.isFinite(number.doubleValue())
        ? number(number)
        : value.toString();
  }

  /**
   * Converts a float through its text. A widening conversion would turn 0.1f into
   * 0.10000000149011612, which a filter for 0.1 would not match.
   */
  private static Number number(Number number) {
    return number instanceof Float ? Double.valueOf(number.toString()) : number;
  }
}
