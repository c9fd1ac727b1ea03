package dev.arag.index;

import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
import java.util.List;
import java.util.Map;

/** The settings of a source of documents. */
record ModelSource(String name, String idPrefix, Map<String, Object> metadata) {
  static final List<ModelSource> ALL =
      List.of(
          new ModelSource("one", "", Map.of()),
          new ModelSource("two", "", Map.of("tenant", 1L)),
          new ModelSource("three", "p:", Map.of("tags", List.of("river", "three"))));

  Source of(Iterable<Document> documents) {
    Source source = Source.documents(name, documents).idPrefix(idPrefix);
    for (Map.Entry<String, Object> each : metadata.entrySet()) {
      source = source.metadata(each.getKey(), each.getValue());
    }
    return source;
  }
}
