package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.source.Source;
import dev.arag.index.spi.split.Splitter;
import dev.arag.index.spi.store.SourceReader;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.layout.DocumentSummary;
import dev.arag.solr.internal.layout.Fields;
import dev.arag.solr.internal.layout.Keys;
import dev.arag.solr.internal.layout.Payloads;
import dev.arag.solr.internal.layout.State;
import dev.arag.solr.internal.query.View;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrDocumentList;
import org.apache.solr.common.params.ModifiableSolrParams;

/** Reads what a collection contains, and compares it to the documents that it should contain. */
final class StoredContents {
  private final CollectionClient client;
  private final View view;

  private StoredContents(CollectionClient client, View view) {
    this.client = client;
    this.view = view;
  }

  static StoredContents of(SolrCollection collection) {
    CollectionClient client = new CollectionClient(collection.client(), collection.name());
    CollectionClient.VersionedState state = client.state();
    return new StoredContents(client, new View(client, state.state(), Scope.everything()));
  }

  State state() {
    return view.state();
  }

  private SolrDocumentList visible(String kind) {
    ModifiableSolrParams params = view.params(kind);
    params.set("q", "*:*");
    params.set("rows", 100_000);
    params.set("fl", "*");
    params.set("sort", "doc asc,ord asc,pos asc");
    return view.query(params, Map.of()).getResults();
  }

  /** The visible documents and their sources. */
  Map<String, String> sources() {
    Map<String, String> sources = new TreeMap<>();
    for (SolrDocument each : visible("d")) {
      DocumentSummary document = Payloads.document(each.getFieldValue(Fields.PAYLOAD), "c");
      assertThat(sources.put(document.id(), document.source())).as(document.id()).isNull();
    }
    return sources;
  }

  /** The texts of the visible documents, by id. */
  Map<String, String> texts() {
    Map<String, String> texts = new TreeMap<>();
    for (SolrDocument each : visible("c")) {
      Chunk chunk = Payloads.chunk(each.getFieldValue(Fields.PAYLOAD), "c");
      texts.merge(chunk.location().documentId(), chunk.text(), String::concat);
    }
    return texts;
  }

  /** The number of all Solr documents of a query, visible or not. */
  long count(String query) {
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set("q", query);
    params.set("rows", 0);
    return client.query(params).getResults().getNumFound();
  }

  /** Checks that exactly these documents are visible, with all chunks, sentences and vectors. */
  void assertEqual(Embedder embedder, Map<String, ? extends Collection<Document>> bySource) {
    List<Chunk> chunks = new ArrayList<>();
    Map<String, String> sources = new TreeMap<>();
    bySource.forEach(
        (source, documents) -> {
          chunks.addAll(split(source, documents));
          documents.forEach(each -> sources.put(each.id(), source));
        });
    assertThat(sources()).isEqualTo(sources);
    Map<String, Chunk> expected = new HashMap<>();
    Map<String, Embedding> vectors = new HashMap<>();
    for (Chunk chunk : chunks) {
      expected.put(chunk.id().value(), chunk);
      for (int i = 0; i < chunk.sentences().size(); i++) {
        Sentence sentence = chunk.sentences().get(i);
        vectors.put(
            Keys.of(chunk.id().value()) + " " + i,
            embedder.embedSentences(List.of(sentence.embeddedText())).get(0));
      }
    }
    Map<String, Chunk> found = new HashMap<>();
    for (SolrDocument each : visible("c")) {
      Chunk chunk = Payloads.chunk(each.getFieldValue(Fields.PAYLOAD), "c");
      assertThat(found.put(chunk.id().value(), chunk)).isNull();
    }
    assertThat(found.keySet()).isEqualTo(expected.keySet());
    found.forEach(
        (id, chunk) -> {
          assertThat(chunk.text()).isEqualTo(expected.get(id).text());
          assertThat(chunk.sentences()).isEqualTo(expected.get(id).sentences());
          assertThat(chunk.location().documentId())
              .isEqualTo(expected.get(id).location().documentId());
        });
    Map<String, Embedding> stored = new HashMap<>();
    for (SolrDocument each : visible("s")) {
      stored.put(
          each.getFieldValue("ck") + " " + each.getFieldValue("pos"),
          Embedding.of(Payloads.vector(each.getFieldValue(Fields.VECTOR_BYTES))));
    }
    assertThat(stored).isEqualTo(vectors);
  }

  static List<Chunk> split(String source, Collection<Document> documents) {
    List<Chunk> chunks = new ArrayList<>();
    try {
      new SourceReader(new Splitter(Splitter.DEFAULT_CHUNK_TOKENS, TokenCounter.o200k()))
          .read(
              Source.documents(source, documents).resolve(),
              document ->
                  document
                      .chunks()
                      .forEach(chunk -> chunks.add(TestWriter.stored(chunk, document))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return chunks;
  }
}
