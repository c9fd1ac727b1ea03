package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.error.CorpusException;
import dev.arag.core.error.IndexNotFoundException;
import dev.arag.solr.internal.setup.ConfigurationFiles;
import dev.arag.solr.internal.setup.Schema;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.request.schema.SchemaRequest;
import org.apache.solr.common.util.NamedList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("solr")
class SolrSetupTest {
  private static final int DIMENSION = 8;

  @Test
  void createsACollectionOnce() {
    try (SolrCollection collection = SharedSolr.collection()) {
      SolrSetup setup = SolrSetup.of(collection);
      assertThat(setup.exists()).isFalse();
      assertThat(setup.createIfMissing(DIMENSION, 2, 2)).isTrue();
      assertThat(setup.createIfMissing(DIMENSION, 1, 1)).isFalse();
      assertThat(setup.exists()).isTrue();
      assertThatThrownBy(() -> setup.create(1, 1))
          .isInstanceOf(CorpusException.class)
          .hasMessage(
              "The " + collection + " exists already. Use createIfMissing, or delete it first.");
      setup.check(DIMENSION);
      setup.check(0);
      setup.delete();
      assertThat(setup.exists()).isFalse();
      assertThatThrownBy(() -> setup.check(DIMENSION)).isInstanceOf(IndexNotFoundException.class);
      setup.delete();
      assertThat(setup.createIfMissing(DIMENSION + 1, 1, 1)).isTrue();
      setup.delete();
    }
  }

  @Test
  void anotherProcessMayCreateTheCollectionFirst() {
    try (SolrCollection collection = SharedSolr.collection()) {
      AtomicBoolean isCreated = new AtomicBoolean();
      SolrClient slow =
          new SolrClient() {
            @Override
            public NamedList<Object> request(SolrRequest<?> request, String name)
                throws SolrServerException, IOException {
              Object action = request.getParams() == null ? "" : request.getParams().get("action");
              if ("CREATE".equals(action) && isCreated.compareAndSet(false, true)) {
                SolrSetup.of(collection).create(1, 1);
              }
              return collection.client().request(request, name);
            }

            @Override
            public void close() {}
          };
      SolrSetup setup = SolrSetup.of(SolrCollection.of(slow, collection.name()));
      assertThat(setup.createIfMissing(DIMENSION, 1, 1)).isFalse();
      assertThat(isCreated).isTrue();
      setup.delete();
    }
  }

  @Test
  void doesNotOverwriteAConfigurationSet() {
    try (SolrCollection collection = SharedSolr.collection()) {
      SolrSetup setup = SolrSetup.of(collection).configuration("shared-" + collection.name());
      setup.uploadConfiguration(DIMENSION);
      setup.uploadConfiguration(DIMENSION);
      assertThatThrownBy(() -> setup.uploadConfiguration(DIMENSION + 1))
          .isInstanceOf(CorpusException.class)
          .hasMessageContaining("different content: schema.xml is different. ")
          .hasMessageContaining("choose another name");
      setup.uploadConfiguration(DIMENSION);
      setup.delete();
      setup.uploadConfiguration(DIMENSION + 1);
      setup.delete();
    }
  }

  @Test
  void keepsAConfigurationSetThatIsUsed() {
    try (SolrCollection first = SharedSolr.collection();
        SolrCollection second = SharedSolr.collection()) {
      String name = "shared-" + first.name();
      SolrSetup one = SolrSetup.of(first).configuration(name);
      SolrSetup two = SolrSetup.of(second).configuration(name);
      one.createIfMissing(DIMENSION, 1, 1);
      two.createIfMissing(DIMENSION, 1, 1);
      one.delete();
      two.check(DIMENSION);
      two.delete();
      assertThat(two.createIfMissing(DIMENSION + 1, 1, 1)).isTrue();
      two.delete();
    }
  }

  @Test
  void reportsAllDifferences() throws Exception {
    try (SolrCollection collection = SharedSolr.collection()) {
      SolrSetup own = SolrSetup.of(collection);
      own.createIfMissing(DIMENSION, 1, 1);
      assertThatThrownBy(() -> own.check(DIMENSION + 1))
          .isInstanceOf(CorpusException.class)
          .hasMessage(
              "The "
                  + collection
                  + " cannot be used: fieldType vector: vectorDimension is 8, must be 9. Create"
                  + " another collection with SolrSetup, and index the documents again.");
      Schema real =
          Schema.of(
              collection.client().request(new SchemaRequest(), collection.name()).get("schema"));
      assertThat(real).isEqualTo(Schema.parse(ConfigurationFiles.of(DIMENSION).schema()));
      own.delete();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<field name=\"g3\" type=\"gram3\"           | <field name=\"g3\" type=\"gram2\""
            + " | field g3: type is gram2, must be gram3",
        "<field name=\"gen\" type=\"long\" indexed=\"true\" | <field name=\"gen\" type=\"long\""
            + " | field gen: indexed is not set, must be true",
        "maxGramSize=\"3\"                           | maxGramSize=\"4\""
            + " | fieldType gram3: analyzer.tokenizer.maxGramSize is 4, must be 3",
        "<uniqueKey>id</uniqueKey>                   | <uniqueKey>key</uniqueKey>"
            + " | 'uniqueKey:  is key, must be id'",
        "<field name=\"m\"                           | <field name=\"n\""
            + " | field m is missing, field n is not known",
        "solr.SchemaSimilarityFactory                | solr.BM25SimilarityFactory"
            + " | 'similarity: class is solr.BM25SimilarityFactory, must be"
            + " solr.SchemaSimilarityFactory'",
      })
  void comparesSchemas(String text, String replacement, String differences) {
    String xml = ConfigurationFiles.of(DIMENSION).schema();
    assertThat(xml).contains(text);
    Schema changed = Schema.parse(xml.replace(text, replacement));
    assertThat(String.join(", ", Schema.parse(xml).differences(changed))).isEqualTo(differences);
  }

  @ParameterizedTest
  @CsvSource({
    "9.8.1,false",
    "9.9.0,true",
    "9.10.1,true",
    "10.0.0-SNAPSHOT,true",
    "8.11,false",
    "?,false"
  })
  void requiresSolr99(String version, boolean isNewEnough) {
    assertThat(SolrSetup.isNewEnough(version)).isEqualTo(isNewEnough);
  }
}
