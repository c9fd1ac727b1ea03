package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.find.FindQuery;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RightsTest {
  private static final String TEXT = "Jo Marsh approves the salary. ";
  private static final FindQuery SALARY =
      FindQuery.in(FindQuery.Unit.SENTENCE).words(List.of("salary"));

  @TempDir private Path folder;

  /** Counts the sentences that it embeds. */
  private static final class Counting implements Embedder {
    private final Embedder embedder = new HashEmbedder(16);
    private int sentences;

    @Override
    public int dimension() {
      return embedder.dimension();
    }

    @Override
    public List<Embedding> embedSentences(List<String> texts) {
      sentences += texts.size();
      return embedder.embedSentences(texts);
    }

    @Override
    public Embedding embedQuery(String query) {
      return embedder.embedQuery(query);
    }

    @Override
    public String fingerprint() {
      return embedder.fingerprint();
    }
  }

  private final Counting embedder = new Counting();

  private Index.Builder builder() {
    return Index.builder(folder.resolve("a.arag")).embedder(embedder);
  }

  private Index open() {
    return builder().rights().mentions(new NameFinder()).openOrCreate();
  }

  private static Document document(String id, String... principals) {
    return Document.builder(id, TEXT + id).metadata("kind", "pay").readableBy(principals).build();
  }

  private static List<String> ids(Catalogue catalogue) {
    return catalogue.documents(Slice.first(100)).stream().map(CatalogueEntry::id).toList();
  }

  private static void requireNothing(Catalogue view, String document, List<Chunk> chunks) {
    assertThat(ids(view)).isEmpty();
    assertThat(view.keywordSearch(KeywordQuery.of(List.of("salary")), 5, 0).total()).isZero();
    assertThat(view.semanticSearch("salary", 5)).isEmpty();
    assertThat(view.search("salary", 5)).isEmpty();
    assertThat(view.read(chunks.stream().map(Chunk::id).toList())).isEmpty();
    assertThat(view.chunksOf(document)).isEmpty();
    assertThat(view.document(document)).isEmpty();
    assertThat(view.find(SALARY, 5, 0).matches()).isEmpty();
    assertThat(view.mentions().orElseThrow().chunks()).isZero();
    assertThat(view.mentions().orElseThrow().corpus().read(chunks.get(0).id())).isEmpty();
  }

  @Test
  void containsNothingWithoutPrincipals() {
    try (Index index = open()) {
      index.put("pay", List.of(document("a", "group:hr"), document("nobody")));
      List<Chunk> chunks = index.ignoringRights().chunksOf("a");
      assertThat(chunks).isNotEmpty();
      Scope hr = Scope.readableBy("group:hr");
      for (Catalogue each :
          List.of(
              index,
              index.snapshot(),
              index.within(Scope.everything()),
              index.within(Scope.equal("kind", "pay")),
              index.within(Scope.documents("a")),
              index.within(Scope.source("none").not()),
              index.within(Scope.readableBy()),
              index.within(Scope.readableBy("group:HR", "hr", "*", "pay")),
              index.within(hr.or(Scope.equal("kind", "pay"))),
              index.within(hr).within(Scope.readableBy("group:it")),
              index.snapshot().within(Scope.chunks(chunks.get(0).id())))) {
        requireNothing(each, "a", chunks);
      }
      for (Catalogue each :
          List.of(
              index.within(hr),
              index.within(Scope.equal("kind", "pay")).within(hr).snapshot(),
              index.within(hr.or(Scope.readableBy("group:it"))),
              index.snapshot().within(Scope.everything().and(hr)))) {
        assertThat(ids(each)).containsExactly("a");
        assertThat(each.hasRights()).isTrue();
      }
      assertThat(ids(index.ignoringRights())).containsExactly("a", "nobody");
      assertThat(ids(index.ignoringRights().within(Scope.documents("nobody")).snapshot()))
          .containsExactly("nobody");
    }
  }

  @Test
  void showsNoPrincipals() {
    try (Index index = open()) {
      index.put("pay", List.of(document("a", "group:secret"), document("b", Document.EVERYONE)));
      Catalogue view = index.within(Scope.readableBy("group:secret"));
      String all =
          view.documents(Slice.first(9)).toString()
              + view.chunksOf("a")
              + view.document("a").orElseThrow().metadata()
              + view.document("a").orElseThrow().readableBy()
              + view.find(SALARY.countBy("kind"), 5, 0)
              + index.metadataKeys()
              + index.stats();
      assertThat(all).contains("kind").doesNotContain("secret");
      assertThat(ids(index.within(Scope.readableBy()))).containsExactly("b");
    }
  }

  @Test
  void embedsNothingIfOnlyRightsChange() throws IOException {
    Path files = Files.createDirectory(folder.resolve("files"));
    Files.writeString(files.resolve("f.txt"), TEXT + "The file is long. It has sentences.");
    Document memory = document("a", "group:hr", "user:jo");
    try (Index index = open()) {
      index.sync(List.of(Source.path(files).readableBy("group:hr")), progress -> {});
      index.put("pay", List.of(memory));
      Catalogue hr = index.within(Scope.readableBy("group:hr"));
      Catalogue it = index.within(Scope.readableBy("group:it"));
      List<Chunk> before = hr.chunksOf("files/f.txt");
      assertThat(ids(hr)).containsExactly("a", "files/f.txt");
      assertThat(ids(it)).isEmpty();
      int embedded = embedder.sentences;
      assertThat(embedded).isPositive();

      index.put("pay", List.of(memory.toBuilder().readableBy("user:jo", "group:hr").build()));
      var unchanged = index.sync(Source.path(files).readableBy("group:hr", "group:hr"));
      assertThat(unchanged.unchanged()).isEqualTo(1);

      index.sync(Source.path(files).readableBy("group:it"));
      index.put("pay", List.of(memory.toBuilder().readableBy("user:jo").build()));
      assertThat(ids(hr)).isEmpty();
      assertThat(ids(it)).containsExactly("files/f.txt");
      assertThat(it.chunksOf("files/f.txt")).isEqualTo(before);
      assertThat(it.semanticSearch("file", 1)).hasSize(1);

      index.sync(Source.path(files));
      assertThat(ids(it)).isEmpty();
      assertThat(ids(index.ignoringRights())).hasSize(2);
      assertThat(embedder.sentences).isEqualTo(embedded);
    }
  }

  @Test
  void staysAfterRestartMergePurgeEmbedAndRebuild() {
    try (Index index = open()) {
      for (int i = 0; i < 12; i++) {
        index.put("pay", List.of(document("d" + i, i % 2 == 0 ? "group:hr" : "group:it")));
      }
      index.delete(List.of("d0"));
      index.purge();
      index.embed(new HashEmbedder(8));
      requireHr(index);
    }
    try (Index index = Index.open(folder.resolve("a.arag"))) {
      assertThat(index.hasRights()).isTrue();
      assertThat(ids(index)).isEmpty();
    }
    try (Index index =
        Index.builder(folder.resolve("a.arag"))
            .embedder(new HashEmbedder(8))
            .mentions(new NameFinder())
            .rebuild()
            .open()) {
      index.put(
          "pay",
          IntStream.range(1, 12)
              .mapToObj(i -> document("d" + i, i % 2 == 0 ? "group:hr" : "group:it"))
              .toList());
      requireHr(index);
    }
  }

  private static void requireHr(Index index) {
    assertThat(index.stats().documents()).isEqualTo(11);
    assertThat(ids(index)).isEmpty();
    assertThat(ids(index.within(Scope.readableBy("group:hr"))))
        .containsExactly("d10", "d2", "d4", "d6", "d8");
  }

  @Test
  void refusesAnotherSetting() {
    try (Index without = builder().withoutEmbeddings().openOrCreate()) {
      assertThatThrownBy(() -> without.put("pay", List.of(document("a", "group:hr"))))
          .isInstanceOf(CorpusException.class)
          .hasMessageContaining("readableBy")
          .hasMessageContaining("Builder.rights");
      assertThat(without.stats().documents()).isZero();
      without.put("pay", List.of(Document.of("a", TEXT)));
      assertThat(ids(without.within(Scope.readableBy("group:hr")))).isEmpty();
      assertThat(ids(without)).containsExactly("a");
    }
    assertThatThrownBy(() -> builder().withoutEmbeddings().rights().open())
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining("was created without rights")
        .hasMessageContaining("rebuild");
    try (Index reader = builder().withoutEmbeddings().open();
        Index rebuilt = builder().withoutEmbeddings().rights().rebuild().open()) {
      rebuilt.put("pay", List.of(document("a", "group:hr")));
      assertThat(ids(rebuilt.within(Scope.readableBy("group:hr")))).containsExactly("a");
      reader.refresh();
      assertThat(ids(reader)).isEmpty();
      assertThatThrownBy(() -> reader.put("pay", List.of(Document.of("b", TEXT))))
          .isInstanceOf(CorpusException.class)
          .hasMessageContaining("was created with rights");
      assertThat(reader.delete(List.of("a"))).isEqualTo(1);
      assertThat(reader.hasRights()).isTrue();
    }
  }

  @Test
  void respectsRightsOfAnotherProcessThatCreatedTheIndex() {
    try (Index early = builder().withoutEmbeddings().openOrCreate();
        Index creator = builder().withoutEmbeddings().rights().openOrCreate()) {
      creator.put("pay", List.of(document("a", "group:hr")));
      early.refresh();
      assertThat(ids(early)).isEmpty();
      assertThatThrownBy(() -> early.put("pay", List.of(document("b", "group:hr"))))
          .isInstanceOf(CorpusException.class);
    }
  }

  @Test
  void cannotBeWidened() {
    Scope hr = Scope.readableBy("group:hr");
    for (Scope each : List.of(hr, hr.and(Scope.source("pay")), hr.or(Scope.source("pay")))) {
      assertThatThrownBy(each::not)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("cannot be negated");
    }
    assertThat(hr.and(Scope.source("pay")).checksRights()).isTrue();
    assertThat(hr.or(Scope.source("pay")).checksRights()).isFalse();
    assertThat(hr.or(hr).checksRights()).isTrue();
    assertThatThrownBy(() -> Scope.readableBy(" ")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Document.builder("a", "").readableBy("\ud800"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void keepsASnapshotAndFollowsNewCommits() {
    try (Index index = open()) {
      index.put("pay", List.of(document("a", "group:hr")));
      Catalogue view = index.within(Scope.readableBy("group:hr"));
      Catalogue snapshot = view.snapshot();
      index.put("pay", List.of(document("a", "group:it")));
      assertThat(ids(view)).isEmpty();
      assertThat(ids(snapshot)).containsExactly("a");
    }
  }

  /** A person with many groups: the index does not keep the result of such a scope. */
  @Test
  void acceptsManyPrincipals() {
    List<String> groups =
        new ArrayList<>(IntStream.range(0, 5_000).mapToObj(i -> "group:" + i).toList());
    try (Index index = open()) {
      index.put("pay", List.of(document("a", "group:4999"), document("b", "group:5000")));
      Corpus view = index.within(Scope.readableBy(groups));
      Map<String, Long> found =
          view.keywordSearch(KeywordQuery.of(List.of("salary")), 5, 0).hits().stream()
              .collect(
                  Collectors.groupingBy(
                      hit -> hit.chunk().location().documentId(), Collectors.counting()));
      assertThat(found).containsOnlyKeys("a");
    }
  }
}
