package dev.arag.knowledge.internal.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.knowledge.Themes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommunitiesTest {
  @TempDir Path folder;

  private static List<Communities.Community> of(Corpus corpus) {
    return Communities.of(corpus.mentions().orElseThrow());
  }

  /** Returns everything that a prompt or a key can depend on. */
  private static List<String> described(Corpus corpus) {
    List<String> described = new ArrayList<>();
    for (Communities.Community each : of(corpus)) {
      Unit unit = each.unit();
      List<String> documents =
          corpus.read(unit.chunks()).stream().map(chunk -> chunk.location().documentId()).toList();
      described.add(
          "%s %s %s %s %d %s"
              .formatted(
                  new TreeSet<>(each.entities()),
                  unit.title(),
                  unit.content(),
                  unit.address(),
                  each.chunks(),
                  documents));
    }
    return described;
  }

  private static List<List<String>> documents(Corpus corpus) {
    return of(corpus).stream()
        .map(
            each ->
                corpus.read(each.unit().chunks()).stream()
                    .map(chunk -> chunk.location().documentId())
                    .toList())
        .toList();
  }

  private Index open(String name, List<Document> documents) {
    Index index = Themes.open(folder.resolve(name));
    Themes.put(index, documents);
    return index;
  }

  @Test
  void entitiesThatOccurTogetherAreACommunity() {
    try (Index index = open("i.arag", Themes.ALL)) {
      assertThat(documents(index))
          .containsExactly(
              List.of("brannock", "holm", "mill"),
              List.of("bridge", "tarn", "voss"),
              List.of("sea"));
      assertThat(of(index).get(1).entities()).contains("mira voss", "tarn");
      assertThat(of(index).get(1).unit().title()).contains("Mira Voss", "Tarn");
      assertThat(of(index).get(2).entities()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theOrderOfDocumentsAndSegmentsDoesNotMatter(long seed) {
    List<Document> shuffled = new ArrayList<>(Themes.ALL);
    Collections.shuffle(shuffled, new Random(seed));
    try (Index index = open("i.arag", Themes.ALL);
        Index other = Themes.open(folder.resolve("other.arag"))) {
      other.put("test", shuffled.subList(0, 4));
      other.put("test", List.of(Document.of("gone", "Mira Voss met Anders Holm in Tarn.")));
      other.put("test", shuffled.subList(4, 7));
      other.delete(List.of("gone"));
      assertThat(described(other)).isEqualTo(described(index));
    }
  }

  @Test
  void documentsOutOfScopeChangeNothing() {
    Scope scope = Scope.documents(Themes.ALL.stream().map(Document::id).toList());
    try (Index index = open("i.arag", Themes.ALL)) {
      List<String> before = described(index.within(scope));
      Themes.put(
          index,
          List.of(
              Document.of("a", "Mira Voss met Anders Holm in Brannock."),
              Document.of("z", "Mira Voss and Anders Holm left Tarn for Brannock.")));
      assertThat(described(index.within(scope))).isEqualTo(before);
      assertThat(described(index)).isNotEqualTo(before);
    }
  }

  @Test
  void eachChunkBelongsToOneCommunityAndSummariesAreLimited() {
    List<Document> many = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      many.add(Document.of("d" + i, "Number " + i + " has no friends. It is alone."));
    }
    try (Index index = Themes.open(folder.resolve("i.arag"))) {
      index.put("test", many);
      List<Communities.Community> all = of(index);
      assertThat(all.stream().mapToInt(Communities.Community::chunks).sum()).isEqualTo(100);
      assertThat(all)
          .allSatisfy(
              each ->
                  assertThat(each.unit().sources())
                      .hasSizeBetween(1, Communities.MAX_SOURCES)
                      .hasSizeLessThanOrEqualTo(each.chunks()));
      assertThat(all.stream().flatMap(each -> each.unit().chunks().stream()))
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void entitiesInTooManyChunksAreIgnored() {
    List<Document> many = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String town = i % 2 == 0 ? "Tarn" : "Quill";
      many.add(Document.of("d" + i, "Ilmark contains " + town + "."));
    }
    try (Index index = Themes.open(folder.resolve("i.arag"))) {
      index.put("test", many);
      assertThat(of(index)).noneMatch(each -> each.entities().contains("ilmark"));
      assertThat(Communities.isTooFrequent(index.mentions().orElseThrow(), "ilmark")).isTrue();
      assertThat(Communities.isTooFrequent(index.mentions().orElseThrow(), "tarn")).isFalse();
    }
  }

  /** Any history of changes ends like a new index with the same documents. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void everyHistoryEqualsANewIndex(long seed) {
    compareAHistory(seed);
  }

  @ParameterizedTest
  @MethodSource("manySeeds")
  @Tag("full")
  void aThousandHistoriesEqualNewIndexes(long seed) {
    compareAHistory(seed);
  }

  static LongStream manySeeds() {
    return LongStream.rangeClosed(4, 1_003);
  }

  private void compareAHistory(long seed) {
    Random random = new Random(seed);
    List<String> names = List.of("Mira Voss", "Tarn", "Anders Holm", "Brannock", "Edda Kern");
    Map<String, Document> live = new TreeMap<>();
    try (Index index = Themes.open(folder.resolve("history.arag"));
        Index fresh = Themes.open(folder.resolve("fresh.arag"))) {
      for (int i = 0; i < 25; i++) {
        String id = "d" + random.nextInt(8);
        if (random.nextInt(4) == 0) {
          index.delete(List.of(id));
          live.remove(id);
        } else {
          String text =
              "%s met %s near %s."
                  .formatted(
                      names.get(random.nextInt(5)),
                      names.get(random.nextInt(5)),
                      names.get(random.nextInt(5)));
          live.put(id, Document.of(id, text));
          index.put("test", List.of(Document.of(id, text)));
        }
        if (random.nextInt(8) == 0) {
          index.purge();
        }
      }
      List<Document> some = live.values().stream().filter(each -> !each.id().equals("d3")).toList();
      fresh.put("test", some);
      Scope scope = Scope.documents(some.stream().map(Document::id).toList());
      assertThat(described(index.within(scope))).isEqualTo(described(fresh));
    }
  }
}
