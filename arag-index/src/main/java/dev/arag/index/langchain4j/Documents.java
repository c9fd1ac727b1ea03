package dev.arag.index.langchain4j;

import dev.arag.core.text.Document;

/** LangChain4j documents as ours. */
final class Documents {
  private Documents() {}

  /**
   * @param keyPrefix put before every metadata key
   */
  static Document.Builder builder(
      dev.langchain4j.data.document.Document document, String id, String keyPrefix) {
    Document.Builder builder = Document.builder(id, document.text());
    document
        .metadata()
        .toMap()
        .forEach((key, value) -> builder.metadata(keyPrefix + key, plain(value)));
    return builder;
  }

  private static Object plain(Object value) {
    return value instanceof Number number && Double.isFinite(number.doubleValue())
        ? number(number)
        : value.toString();
  }

  /** 0.1f widened is 0.10000000149011612, and no filter for 0.1 would find it. */
  private static Number number(Number number) {
    return number instanceof Float ? Double.valueOf(number.toString()) : number;
  }
}
