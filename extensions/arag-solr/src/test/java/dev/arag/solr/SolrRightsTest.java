package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.find.FindQuery;
import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the documents of a reader with a collection that contains only these documents. */
class SolrRightsTest {
  private static final HashEmbedder EMBEDDER = new HashEmbedder();
  private static final SolrCollection SHARED = SharedSolr.create(EMBEDDER.dimension(), 2, 1);
  private static final SolrCollection OWN = SharedSolr.create(EMBEDDER.dimension(), 2, 1);
  private static final List<String> PRINCIPALS = List.of("*", "user:a", "group:1", "group:2");
  private static final Scope READER = Scope.readableBy("user:a", "group:1");

  @BeforeEach
  void empty() throws Exception {
    for (SolrCollection each : List.of(SHARED, OWN)) {
      each.client().deleteByQuery(each.name(), "*:*");
      each.client().commit(each.name());
    }
  }

  @AfterAll
  static void close() {
    SHARED.close();
    OWN.close();
  }

  private static SolrIndex.Builder builder(SolrCollection collection) {
    return SolrIndex.builder(collection).embedder(EMBEDDER);
  }

  private static Document document(String id, List<String> principals) {
    return Document.builder(id, "The lake " + id + " of Tarn is cold. It is deep.")
        .metadata("kind", id.length())
        .readableBy(principals)
        .build();
  }

  private static List<String> ids(Catalogue catalogue) {
    return catalogue.documents(Slice.first(50)).stream().map(CatalogueEntry::id).toList();
  }

  /** Everything that a reader can learn. */
  private static List<Object> all(Catalogue catalogue) {
    List<Object> all = new ArrayList<>();
    all.add(catalogue.documents(Slice.first(50)));
    all.add(catalogue.keywordSearch(List.of("lake", "deep"), 20));
    all.add(catalogue.semanticSearch("a cold lake", 20));
    FindQuery find = FindQuery.in(FindQuery.Unit.SENTENCE).words(List.of("lake"));
    all.add(catalogue.find(find.countBy("kind"), 20, 0));
    for (int i = 0; i < 8; i++) {
      all.add(catalogue.chunksOf("d" + i));
      all.add(catalogue.document("d" + i).map(each -> each.text() + each.readableBy()));
    }
    return all;
  }

  private static void change(int changes, long seed) {
    Random random = new Random(seed);
    SolrIndex shared = builder(SHARED).rights().build();
    SolrIndex own = builder(OWN).build();
    Map<String, Document> documents = new TreeMap<>();
    int found = 0;
    for (int i = 0; i < changes; i++) {
      List<Document> changed = new ArrayList<>();
      for (int j = 0; j < 8; j++) {
        if (i == 0 || random.nextInt(4) == 0) {
          List<String> principals =
              PRINCIPALS.stream().filter(each -> random.nextInt(5) == 0).toList();
          changed.add(document("d" + j, principals));
        }
      }
      changed.forEach(each -> documents.put(each.id(), each));
      SyncReport report = shared.put("all", changed);
      assertThat(report.embedded()).isEqualTo(i == 0 ? report.sentences() : 0);
      List<Document> readable =
          documents.values().stream()
              .filter(
                  each ->
                      List.of("*", "user:a", "group:1").stream()
                          .anyMatch(each.readableBy()::contains))
              .map(each -> each.toBuilder().readableBy(List.of()).build())
              .toList();
      own.sync(List.of(Source.documents("all", readable).prune(1)), progress -> {});
      SolrCorpus corpus = SolrCorpus.open(SHARED, EMBEDDER);
      assertThat(ids(corpus)).isEmpty();
      assertThat(all(corpus.within(READER).snapshot()).toString())
          .as("seed %d, change %d", seed, i)
          .isEqualTo(all(SolrCorpus.open(OWN, EMBEDDER)).toString());
      found += readable.size();
    }
    assertThat(found).isPositive();
    System.out.printf("rights in Solr: %d changes, %d readable documents%n", changes, found);
  }

  @Test
  void hidesDocumentsOfOthers() {
    change(3, 1);
  }

  @Tag("solr")
  @Test
  void hidesDocumentsOfOthersAfterManyChanges() {
    change(100, 2);
  }

  @Test
  void deniesByDefaultAndKeepsTheSetting() {
    builder(SHARED).rights().build().put("all", List.of(document("a", List.of("group:1"))));
    builder(SHARED).build().put("all", List.of(document("b", List.of("group:2"))));
    SolrCorpus corpus = SolrCorpus.open(SHARED, EMBEDDER);
    assertThat(corpus.hasRights()).isTrue();
    assertThat(all(corpus).toString()).doesNotContain("Tarn");
    assertThat(ids(corpus.within(Scope.documents("a")))).isEmpty();
    assertThat(ids(corpus.within(READER.or(Scope.documents("b"))))).isEmpty();
    assertThat(ids(corpus.within(READER))).containsExactly("a");
    SolrCorpus owner = SolrCorpus.builder(SHARED).embedder(EMBEDDER).ignoringRights().open();
    assertThat(ids(owner)).containsExactly("a", "b");
    assertThat(owner.hasRights()).isFalse();
  }

  @Test
  void refusesAnotherSetting() {
    assertThatThrownBy(
            () -> builder(SHARED).build().put("all", List.of(document("a", List.of("group:1")))))
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining("Builder.rights");
    builder(SHARED).build().put("all", List.of(document("a", List.of())));
    assertThatThrownBy(
            () -> builder(SHARED).rights().build().put("all", List.of(document("b", List.of()))))
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining("was created without rights");
    assertThat(ids(SolrCorpus.open(SHARED, EMBEDDER).within(READER))).isEmpty();
  }
}
