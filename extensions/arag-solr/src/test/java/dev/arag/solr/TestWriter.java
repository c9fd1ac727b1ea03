package dev.arag.solr;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.source.Source;
import dev.arag.index.spi.split.IndexSettings;
import dev.arag.index.spi.split.Splitter;
import dev.arag.index.spi.store.ChunkedDocument;
import dev.arag.index.spi.store.SourceReader;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.client.Shards;
import dev.arag.solr.internal.layout.DocumentFields;
import dev.arag.solr.internal.layout.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.solr.common.SolrInputDocument;
import org.jspecify.annotations.Nullable;

/** Writes documents to an empty collection and publishes them, without the rules of a sync. */
final class TestWriter {
  private TestWriter() {}

  /**
   * Writes the only documents of an empty collection.
   *
   * @param sources the documents by the name of their source
   */
  static void write(
      SolrCollection collection, Embedder embedder, Map<String, List<Document>> sources) {
    publish(collection, embedder, sources);
  }

  /**
   * Publishes a state that contains only the given documents. Earlier documents remain in the
   * collection, where only snapshots of earlier states contain them.
   *
   * @param embedder the embedder; null for a collection without vectors
   * @return all chunks
   */
  static List<Chunk> publish(
      SolrCollection collection, @Nullable Embedder embedder, Map<String, List<Document>> sources) {
    CollectionClient client = new CollectionClient(collection.client(), collection.name());
    CollectionClient.VersionedState stored = client.state();
    State before =
        stored == null
            ? State.empty(
                id(),
                embedder == null ? null : embedder.fingerprint(),
                embedder == null ? 0 : embedder.dimension(),
                IndexSettings.DEFAULT)
            : stored.state();
    State claimed = before.claim();
    List<Chunk> chunks = add(client, embedder, sources, claimed.claimed());
    publish(client, claimed, stored == null ? -1 : stored.version());
    return chunks;
  }

  private static String id() {
    return UUID.randomUUID().toString().replace("-", "");
  }

  /** Publishes the last claimed generation alone. */
  private static void publish(CollectionClient client, State claimed, long version) {
    Shards shards = client.shards();
    long generation = claimed.claimed();
    client.add(
        shards.routeKeys().stream()
            .map(key -> DocumentFields.marker(key, generation, claimed.id()))
            .toList());
    client.commit();
    State empty =
        new State(
            claimed.format(),
            claimed.id(),
            claimed.rules(),
            claimed.embedder(),
            claimed.dimension(),
            claimed.settings(),
            generation,
            List.of(),
            0,
            0,
            null,
            List.of(),
            null);
    client.replaceState(empty.publish(generation, shards.ranges().size()), version);
  }

  private static List<Chunk> add(
      CollectionClient client,
      @Nullable Embedder embedder,
      Map<String, List<Document>> sources,
      long generation) {
    List<Chunk> chunks = new ArrayList<>();
    List<SolrInputDocument> fields = new ArrayList<>();
    SourceReader reader = new SourceReader(new Splitter(1_000, TokenCounter.o200k()));
    sources.forEach(
        (name, documents) -> {
          try {
            reader.read(
                Source.documents(name, documents).resolve(),
                document -> {
                  document.chunks().forEach(chunk -> chunks.add(stored(chunk, document)));
                  fields.addAll(fields(document, name, embedder, generation));
                  if (fields.size() > 1_000) {
                    client.add(fields);
                    fields.clear();
                  }
                });
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    if (!fields.isEmpty()) {
      client.add(fields);
    }
    return chunks;
  }

  /** Returns a chunk as it is read: with the metadata of the document, such as its language. */
  static Chunk stored(Chunk chunk, ChunkedDocument document) {
    Location location = chunk.location();
    return new Chunk(
        chunk.id(),
        Location.builder(location.documentId())
            .title(location.title())
            .heading(location.heading())
            .page(location.page().isPresent() ? location.page().getAsInt() : null)
            .ordinal(location.ordinal())
            .offset(location.offset())
            .metadata(document.document().metadata())
            .build(),
        chunk.text(),
        chunk.sentences(),
        chunk.tokens(),
        chunk.previous(),
        chunk.next(),
        chunk.pageStarts());
  }

  private static List<SolrInputDocument> fields(
      ChunkedDocument document, String source, @Nullable Embedder embedder, long generation) {
    List<String> texts =
        document.chunks().stream()
            .flatMap(chunk -> chunk.sentences().stream())
            .map(Sentence::embeddedText)
            .toList();
    List<DocumentFields.StoredSentence> sentences = new ArrayList<>();
    for (String text : texts) {
      Embedding vector = embedder == null ? null : embedder.embedSentences(List.of(text)).get(0);
      sentences.add(new DocumentFields.StoredSentence(text, vector));
    }
    return DocumentFields.of(document, source, generation, sentences);
  }
}
