package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.spi.split.Splitter;
import dev.arag.index.spi.store.ChunkedDocument;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.layout.DocumentFields;
import dev.arag.solr.internal.layout.Fields;
import dev.arag.solr.internal.layout.Payloads;
import dev.arag.solr.internal.layout.WordSegments;
import java.util.ArrayList;
import java.util.List;
import org.apache.solr.common.SolrDocumentList;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("solr")
class LayoutTest {
  private static final HashEmbedder EMBEDDER = new HashEmbedder();

  @Test
  void findsAndReadsAChunk() {
    try (SolrCollection collection = SharedSolr.create(EMBEDDER.dimension(), 1, 1)) {
      CollectionClient client = new CollectionClient(collection.client(), collection.name());
      Document document =
          Document.builder("a \"b\" !", "Intro\nTarn, C++ and Tarn. The tarns of Élan.\n")
              .heading(0, List.of("Intro"))
              .metadata("year", 1999)
              .build();
      List<Chunk> chunks = new Splitter(1000, TokenCounter.o200k()).split(document);
      List<DocumentFields.StoredSentence> sentences = new ArrayList<>();
      for (Sentence sentence : chunks.get(0).sentences()) {
        Embedding vector = EMBEDDER.embedSentences(List.of(sentence.embeddedText())).get(0);
        sentences.add(new DocumentFields.StoredSentence(sentence.embeddedText(), vector));
      }
      client.add(
          DocumentFields.of(
              new ChunkedDocument(document, chunks, null, "00", List.of()), "s", 1, sentences));
      client.commit();
      SolrDocumentList found =
          search(client, "{!bool must=$k filter='kind:c'}", "k", "{!field f=g3 v=$p}", "p", "tarn");
      assertThat(found).hasSize(1);
      assertThat(found.get(0).getFieldValue("score")).isEqualTo(3f);
      Chunk read = Payloads.chunk(found.get(0).getFieldValue(Fields.PAYLOAD), "c");
      assertThat(read.text()).isEqualTo(chunks.get(0).text());
      assertThat(read.sentences()).isEqualTo(chunks.get(0).sentences());
      for (String word : List.of("tarn", "c++", "tarn. the tarns")) {
        List<String> phrases = WordSegments.phrases(word);
        float whole = 0;
        for (String phrase : phrases) {
          SolrDocumentList hits = search(client, "{!field f=w v=$p}", "p", phrase);
          whole += hits.isEmpty() ? 0 : (Float) hits.get(0).getFieldValue("score");
        }
        assertThat(whole).as(word).isEqualTo(word.equals("tarn") ? 2 : 1);
      }
      float[] query = EMBEDDER.embedQuery("Tarn").toArray();
      SolrDocumentList near =
          search(
              client,
              "{!func}vectorSimilarity(v,"
                  + java.util.Arrays.toString(query).replace(" ", "")
                  + ")",
              "fq",
              "kind:s");
      assertThat(near).hasSize(3);
    }
  }

  private static SolrDocumentList search(CollectionClient client, String... params) {
    ModifiableSolrParams all = new ModifiableSolrParams();
    all.set("q", params[0]);
    all.set("fl", "*,score");
    for (int i = 1; i < params.length; i += 2) {
      all.set(params[i], params[i + 1]);
    }
    return client.query(all).getResults();
  }
}
