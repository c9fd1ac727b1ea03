package dev.arag.core.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The views of hits, with the metadata that an application names. */
class HitViewTest {
  private static final InMemoryCorpus CORPUS =
      InMemoryCorpus.of(
          Document.builder("a", "The Old Bridge of Tarn. Mira drew it.")
              .metadata("version", 2)
              .metadata("date", "2024-05-01")
              .metadata("secret", "no")
              .build(),
          Document.of("b", "Another bridge."));

  /** Returns the components of a record by name, as a library for JSON does. */
  private static Map<String, Object> components(Object view) throws ReflectiveOperationException {
    Map<String, Object> values = new LinkedHashMap<>();
    for (RecordComponent each : view.getClass().getRecordComponents()) {
      values.put(each.getName(), each.getAccessor().invoke(view));
    }
    return values;
  }

  @Test
  void withoutKeysAViewHasOnlyTheComponents() throws Exception {
    KeywordHits hits = CORPUS.keywordSearch(List.of("bridge"), 5);
    KeywordHit hit = hits.hits().get(0);
    SemanticHit semantic = CORPUS.semanticSearch("bridge", 5).get(0);
    assertSameFields(hit.view(List.of()), components(hit.view()));
    assertSameFields(semantic.view(List.of()), components(semantic.view()));
    Map<String, Object> all = components(hits.view());
    all.put("hits", hits.hits().stream().map(each -> each.view(List.of())).toList());
    assertSameFields(hits.view(List.of()), all);
  }

  private static void assertSameFields(Map<String, Object> view, Map<String, Object> expected) {
    assertThat(List.copyOf(view.entrySet())).isEqualTo(List.copyOf(expected.entrySet()));
  }

  @Test
  void theNamedKeysAreShownInTheirOrder() {
    List<String> keys = List.of("date", "author", "version");
    KeywordHits hits = CORPUS.keywordSearch(List.of("bridge", "old"), 5);
    Object metadata = hits.hits().get(0).view(keys).get("metadata");
    assertThat(metadata).hasToString("{date=2024-05-01, version=2}");
    assertThat(hits.hits().get(1).view(keys).get("metadata")).isEqualTo(Map.of());
    assertThat(hits.view(keys).get("hits"))
        .isEqualTo(hits.hits().stream().map(hit -> hit.view(keys)).toList());
    assertThat(hits.view(keys)).doesNotContainKey("metadata");
    SemanticHit semantic = CORPUS.within(Scope.documents("a")).semanticSearch("bridge", 1).get(0);
    assertThat(semantic.view(keys).get("metadata")).isEqualTo(metadata);
  }
}
