package dev.arag.solr;

import dev.arag.core.corpus.Profile;
import dev.arag.core.embed.Embedder;
import dev.arag.core.text.Document;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.ChunkedDocument;
import dev.arag.index.Source;
import dev.arag.index.SourceReader;
import dev.arag.index.split.Splitter;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.client.Shards;
import dev.arag.solr.internal.layout.DocumentFields;
import dev.arag.solr.internal.layout.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Writes documents to an empty collection and publishes them, without the rules of a sync. */
final class TestWriter {
  private TestWriter() {}

  /**
   * @param sources the documents by the name of their source
   */
  static void write(
      SolrCollection collection, Embedder embedder, Map<String, List<Document>> sources) {
    CollectionClient client = new CollectionClient(collection.client(), collection.name());
    SourceReader reader = new SourceReader(new Splitter(1_000, TokenCounter.o200k()));
    sources.forEach(
        (name, documents) -> {
          try {
            reader.read(
                Source.documents(name, documents).resolve(),
                document -> client.add(fields(document, name, embedder)));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    State state =
        State.empty(
                embedder.fingerprint(),
                embedder.dimension(),
                new State.Settings(1_000, true, Profile.DEFAULT))
            .claim();
    Shards shards = client.shards();
    client.add(
        shards.routeKeys().stream()
            .map(key -> DocumentFields.marker(key, state.claimed()))
            .toList());
    client.commit();
    client.replaceState(state.publish(state.claimed(), shards.ranges().size()), -1);
  }

  private static List<org.apache.solr.common.SolrInputDocument> fields(
      ChunkedDocument document, String source, Embedder embedder) {
    List<DocumentFields.StoredSentence> sentences =
        document.chunks().stream()
            .flatMap(chunk -> chunk.sentences().stream())
            .map(sentence -> sentence.embeddedText())
            .map(
                text ->
                    new DocumentFields.StoredSentence(
                        text, embedder.embedSentences(List.of(text)).get(0)))
            .toList();
    return DocumentFields.of(document, source, 1, sentences);
  }
}
