package dev.arag.solr;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.source.Source;
import dev.arag.index.spi.split.IndexSettings;
import dev.arag.index.spi.split.Splitter;
import dev.arag.index.spi.store.ChunkedDocument;
import dev.arag.index.spi.store.SourceReader;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.client.Shards;
import dev.arag.solr.internal.layout.DocumentFields;
import dev.arag.solr.internal.layout.Fields;
import dev.arag.solr.internal.layout.Payloads;
import dev.arag.solr.internal.layout.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.solr.common.SolrInputDocument;

/** Writes documents without vectors to an empty collection and publishes them. */
final class WrittenChunks {
  private WrittenChunks() {}

  /**
   * @param sources the documents by the name of their source
   * @return the chunks as they were stored
   */
  static List<Chunk> write(SolrCollection collection, Map<String, List<Document>> sources) {
    return write(collection, sources, fields -> {});
  }

  /**
   * @param change changes the fields before they are written
   */
  static List<Chunk> write(
      SolrCollection collection,
      Map<String, List<Document>> sources,
      Consumer<SolrInputDocument> change) {
    CollectionClient client = new CollectionClient(collection.client(), collection.name());
    List<SolrInputDocument> documents = new ArrayList<>();
    sources.forEach((name, of) -> documents.addAll(fields(name, of)));
    documents.forEach(change);
    client.add(documents);
    State state = State.empty("c1", null, 0, IndexSettings.DEFAULT).claim();
    Shards shards = client.shards();
    client.add(
        shards.routeKeys().stream()
            .map(key -> DocumentFields.marker(key, state.claimed(), state.id()))
            .toList());
    client.commit();
    client.replaceState(state.publish(state.claimed(), shards.ranges().size()), -1);
    return documents.stream()
        .filter(each -> each.getFieldValue(Fields.KIND).equals(Fields.CHUNK_KIND))
        .map(each -> Payloads.chunk(each.getFieldValue(Fields.PAYLOAD), "c"))
        .toList();
  }

  private static List<SolrInputDocument> fields(String source, List<Document> documents) {
    List<SolrInputDocument> fields = new ArrayList<>();
    SourceReader reader = new SourceReader(new Splitter(1_000, TokenCounter.o200k()));
    try {
      reader.read(
          Source.documents(source, documents).resolve(),
          document -> fields.addAll(DocumentFields.of(document, source, 1, sentences(document))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return fields;
  }

  private static List<DocumentFields.StoredSentence> sentences(ChunkedDocument document) {
    return document.chunks().stream()
        .flatMap(chunk -> chunk.sentences().stream())
        .map(sentence -> new DocumentFields.StoredSentence(sentence.embeddedText(), null))
        .toList();
  }
}
