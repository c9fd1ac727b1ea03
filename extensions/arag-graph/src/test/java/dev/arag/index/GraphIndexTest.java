package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.corpus.MentionSource;
import dev.arag.core.corpus.MentionSource.Mention;
import dev.arag.core.corpus.MentionSource.Posting;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.spi.MentionFinder;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.graph.Graphs;
import dev.arag.graph.entity.Entity;
import dev.arag.graph.entity.EntityGraph;
import dev.arag.graph.entity.GraphRanking;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.source.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The entity graph of an index. {@code MentionIndexTest} tests how an index stores mentions. */
class GraphIndexTest {
  private static final List<Document> DOCUMENTS =
      List.of(
          Document.of("a", "Marie Curie was born in Warsaw. She moved to Paris."),
          Document.of("b", "Pierre Curie worked in Paris. PARIS was large. So was Paris."));

  private final MemoryStore store = new MemoryStore();

  private Index.Builder builder() {
    return Index.builder(store).embedder(new HashEmbedder(4));
  }

  private static void sync(Index index, List<Document> documents) {
    index.sync(Source.documents("texts", documents));
  }

  private static MentionSource mentions(Index index) {
    return index.mentions().orElseThrow();
  }

  @Test
  void findsMentionsWithTheirPlacesCountsAndNames() {
    try (Index index = builder().mentions(Graphs.phrases()).openOrCreate()) {
      assertThat(index.mentions()).isEmpty();
      sync(index, DOCUMENTS);
      List<ChunkId> ids = IndexContents.chunks(index).stream().map(chunk -> chunk.id()).toList();
      assertThat(mentions(index).postings("paris"))
          .containsExactly(
              new Posting(ids.get(0), 1, 1),
              new Posting(ids.get(1), 0, 1),
              new Posting(ids.get(1), 1, 1),
              new Posting(ids.get(1), 2, 1));
      assertThat(mentions(index).name("paris")).contains("Paris");
      assertThat(mentions(index).chunks("paris")).isEqualTo(2);
      assertThat(mentions(index).chunks()).isEqualTo(2);
      assertThat(mentions(index).keysWith("curie", 9))
          .containsExactly("marie curie", "pierre curie");
      assertThat(Graphs.of(index).find("Where is Paris?", 5))
          .extracting(Entity::name)
          .containsExactly("Paris");
      assertThat(index.stats().graph()).isEqualTo("phrases 1");
      MentionRecount.compare(index, Graphs.phrases());
    }
  }

  /** The Hangul fillers are letters, but folding removes them. */
  @Test
  void aNameHasACharacterThatFoldingKeeps() {
    String text = "Old Bridge is \u3164 in \"\u115f\u1160\" Tarn\u3164 \uffa0";
    try (Index index = builder().mentions(Graphs.phrases()).openOrCreate()) {
      sync(index, List.of(Document.of("a", text)));
      assertThat(mentions(index).mentions(IndexContents.chunks(index).get(0).id()))
          .extracting(Mention::key)
          .containsExactly("old bridge", "tarn");
    }
    assertThat(Index.verify(store).problems()).isEmpty();
  }

  @Test
  void showsOnlyMentionsInScope() {
    try (Index index = builder().mentions(Graphs.phrases()).openOrCreate()) {
      sync(index, DOCUMENTS);
      MentionSource inScope = index.within(Scope.documents(List.of("b"))).mentions().orElseThrow();
      assertThat(inScope.keysWith("curie", 9)).containsExactly("pierre curie");
      assertThat(inScope.chunks()).isEqualTo(1);
      assertThat(inScope.name("marie curie")).isEmpty();
      assertThat(Graphs.of(index.within(Scope.documents(List.of("a")))).find("Pierre", 5))
          .isEmpty();
    }
  }

  @Test
  void replacesTheFinderOfAnOlderVersionOfTheLibrary() {
    try (Index index = builder().mentions(olderFinder()).openOrCreate()) {
      sync(index, DOCUMENTS);
    }
    try (Index index = builder().knownFinders(Graphs::finder).open()) {
      sync(index, DOCUMENTS);
      assertThat(index.stats().graph()).isEqualTo("phrases 1");
      MentionRecount.compare(index, Graphs.phrases());
    }
  }

  private static MentionFinder olderFinder() {
    return new MentionFinder() {
      @Override
      public List<Span> find(String sentence, List<String> heading) {
        return List.of(new Span(0, sentence.indexOf(' ')));
      }

      @Override
      public String fingerprint() {
        return "phrases 0";
      }
    };
  }

  /** The graph needs only the stored mentions; a sync also needs the finder. */
  @Test
  void readsTheGraphOfAnIndexThatWasOpenedWithoutTheFinder() {
    try (Index index = builder().mentions(Graphs.phrases()).openOrCreate()) {
      sync(index, DOCUMENTS);
    }
    try (Index index = builder().open()) {
      assertThat(Graphs.of(index).find("Where is Paris?", 5))
          .extracting(Entity::name)
          .containsExactly("Paris");
      assertThatThrownBy(() -> sync(index, List.of()))
          .isInstanceOf(CorpusException.class)
          .hasMessageContaining(
              "were found by the finder phrases 1, but the index was opened without")
          .hasMessageContaining("Index.builder(path).mentions(finder)");
    }
  }

  @Test
  void ranksInAScopeAsInAnIndexOfItsOwn() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      List<Document> own = documents("own", 5 + random.nextInt(30), random);
      List<Document> all = new ArrayList<>(documents("other", random.nextInt(60), random));
      all.addAll(own);
      try (Index alone = index(own);
          Index shared = index(all)) {
        EntityGraph scoped =
            Graphs.of(shared.within(Scope.documents(own.stream().map(Document::id).toList())));
        String question = "Who of " + name(random) + " and " + name(random) + " met?";
        GraphRanking expected = Graphs.of(alone).rank(question, List.of(), 8);
        assertThat(scoped.rank(question, List.of(), 8)).as("seed %d", seed).isEqualTo(expected);
      }
    }
  }

  private static Index index(List<Document> documents) {
    Index index =
        Index.builder(new MemoryStore())
            .embedder(new HashEmbedder(16))
            .mentions(Graphs.phrases())
            .openOrCreate();
    sync(index, documents);
    return index;
  }

  private static List<Document> documents(String name, int count, Random random) {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder text = new StringBuilder();
      for (int j = random.nextInt(6); j >= 0; j--) {
        text.append(name(random)).append(" met ").append(name(random)).append(". ");
      }
      documents.add(Document.of(name + i, text.toString()));
    }
    return documents;
  }

  private static String name(Random random) {
    return List.of("Ada", "Bob", "Cid", "Dan", "Eve").get(random.nextInt(5))
        + " "
        + List.of("Voss", "Holm", "Kern", "Venn", "Quill", "Tarn", "Ilde").get(random.nextInt(7));
  }
}
