package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.corpus.MentionSource;
import dev.arag.core.corpus.MentionSource.Posting;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.spi.MentionFinder;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.internal.sync.BatchLimits;
import dev.arag.index.source.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The mentions of an index: how they are found, stored, changed and kept. */
class MentionIndexTest {
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
  void writesTheSameFilesAsBeforeWithoutMentions() {
    try (Index index = builder().openOrCreate()) {
      sync(index, DOCUMENTS);
      assertThat(index.mentions()).isEmpty();
      assertThat(index.stats().graph()).isNull();
      assertThat(store.files().keySet()).noneMatch(name -> name.startsWith("mentions"));
    }
  }

  @Test
  void keepsTheMentionsWhenTheIndexIsOpenedWithoutTheOption() {
    try (Index index = builder().mentions(new NameFinder()).openOrCreate()) {
      sync(index, DOCUMENTS.subList(0, 1));
    }
    try (Index index = builder().knownFinders(NameFinder::known).open()) {
      sync(index, DOCUMENTS);
      index.delete(List.of("a"));
      index.purge();
      assertThat(mentions(index).keysWith("curie", 9)).containsExactly("pierre curie");
      MentionRecount.compare(index);
    }
    assertThat(Index.verify(store).problems()).isEmpty();
  }

  @Test
  void findsTheMentionsOfAnExistingIndexInOneCommitOfTheNextSync() {
    try (Index index = builder().batchLimits(new BatchLimits(3, 100, 2)).openOrCreate()) {
      sync(index, DOCUMENTS);
      index.delete(List.of("a"));
    }
    byte[] chunks = store.files().get("chunks-1.arag");
    try (Index index = builder().mentions(new NameFinder()).open()) {
      assertThat(index.mentions()).isEmpty();
      long before = index.stats().generation();
      sync(index, List.of());
      assertThat(index.stats().generation()).isEqualTo(before + 1);
      MentionRecount.compare(index);
      assertThat(mentions(index).name("paris")).contains("Paris");
    }
    assertThat(store.files().get("chunks-1.arag")).isSameAs(chunks);
    assertThat(Index.verify(store).problems()).isEmpty();
  }

  private static MentionFinder firstWords(String fingerprint) {
    return new MentionFinder() {
      @Override
      public List<Span> find(String sentence, List<String> heading) {
        return List.of(new Span(0, sentence.indexOf(' ')), new Span(0, sentence.indexOf(' ')));
      }

      @Override
      public String fingerprint() {
        return fingerprint;
      }
    };
  }

  @Test
  void findsTheMentionsAgainWhenTheFinderChanges() {
    try (Index index = builder().mentions(new NameFinder()).openOrCreate()) {
      sync(index, DOCUMENTS);
    }
    try (Index index = builder().mentions(firstWords("mine")).open()) {
      assertThat(mentions(index).chunks("warsaw")).isEqualTo(1);
      sync(index, DOCUMENTS);
      assertThat(mentions(index).chunks("warsaw")).isZero();
      assertThat(mentions(index).postings("marie")).extracting(Posting::count).containsExactly(1);
      assertThat(index.stats().graph()).isEqualTo("mine");
    }
    assertThat(Index.verify(store).problems()).isEmpty();
  }

  @Test
  void cannotAddDocumentsWithoutTheFinderOfTheStoredMentions() {
    try (Index index = builder().mentions(firstWords("mine")).openOrCreate()) {
      sync(index, DOCUMENTS);
    }
    try (Index index = builder().open()) {
      assertThatThrownBy(() -> sync(index, DOCUMENTS))
          .isInstanceOf(CorpusException.class)
          .hasMessageContaining("mine")
          .hasMessageContaining("Index.builder(path).mentions(finder)");
      assertThat(mentions(index).chunks("marie")).isEqualTo(1);
      index.delete(List.of("a"));
      index.purge();
      assertThat(mentions(index).chunks("marie")).isZero();
      assertThat(mentions(index).chunks("pierre")).isEqualTo(1);
    }
  }

  @Test
  void aSyncWithoutTheFinderChangesNothingAndOtherWritesKeepTheMentions() {
    try (Index index = builder().mentions(firstWords("mine")).openOrCreate()) {
      sync(index, DOCUMENTS);
    }
    Map<String, byte[]> before = Map.copyOf(store.files());
    try (Index index = builder().knownFinders(NameFinder::known).open()) {
      assertThatThrownBy(() -> sync(index, List.of(Document.of("c", "Rivers carry sand."))))
          .isInstanceOf(CorpusException.class)
          .hasMessageContaining("were found by the finder mine, but the index was opened without");
      assertThat(store.files()).containsExactlyInAnyOrderEntriesOf(before);
      index.embed(new HashEmbedder(8));
      assertThat(mentions(index).chunks("marie")).isEqualTo(1);
      assertThat(index.stats().graph()).isEqualTo("mine");
    }
    assertThat(Index.verify(store).problems()).isEmpty();
  }

  @Test
  void knownFindersAddNoMentionsToAnIndexWithout() {
    try (Index index = builder().knownFinders(NameFinder::known).openOrCreate()) {
      sync(index, DOCUMENTS);
      assertThat(index.mentions()).isEmpty();
    }
  }

  @Test
  void rejectsAFinderThatReturnsSpansOutsideOfTheSentence() {
    MentionFinder outside =
        new MentionFinder() {
          @Override
          public List<Span> find(String sentence, List<String> heading) {
            return List.of(new Span(3, sentence.length() + 1));
          }

          @Override
          public String fingerprint() {
            return "outside";
          }
        };
    try (Index index = builder().mentions(outside).openOrCreate()) {
      assertThatThrownBy(() -> sync(index, DOCUMENTS))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("The finder outside returned a span from 3");
    }
    assertThat(store.files()).isEmpty();
  }

  @Test
  void ignoresSpansThatAreNoNames() {
    String text = "  𝔘 “!” Warsaw  " + "x".repeat(200);
    MentionFinder everything =
        new MentionFinder() {
          @Override
          public List<Span> find(String sentence, List<String> heading) {
            List<Span> all = new ArrayList<>();
            for (int start = 0; start < 20; start++) {
              for (int end = start + 1; end <= sentence.length(); end += 7) {
                all.add(new Span(start, end));
              }
            }
            return all;
          }

          @Override
          public String fingerprint() {
            return "everything";
          }
        };
    try (Index index = builder().mentions(everything).openOrCreate()) {
      sync(index, List.of(Document.of("a", text)));
      ChunkId id = IndexContents.chunks(index).get(0).id();
      assertThat(mentions(index).mentions(id))
          .isNotEmpty()
          .hasSizeLessThanOrEqualTo(MentionFinder.MAX_SPANS)
          .allMatch(mention -> mention.key().codePoints().anyMatch(Character::isLetter))
          .allMatch(mention -> mention.key().equals(mention.key().strip()));
    }
    assertThat(Index.verify(store).problems()).isEmpty();
  }

  /** Counts that {@link #compareHistories} prints. */
  private int steps;

  private int spills;
  private long keys;

  @Test
  void equalsARecountAfterSampledHistories() {
    compareHistories(0, 5);
  }

  @Tag("full")
  @Test
  void equalsARecountAfterManyHistories() {
    compareHistories(5, 1_000);
  }

  private void compareHistories(long from, long to) {
    long start = System.nanoTime();
    for (long seed = from; seed < to; seed++) {
      try {
        history(seed);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + e, e);
      }
    }
    System.out.printf(
        "mentions: %d histories of %d calls, %d keys in scope compared, %d temporary files;"
            + " 0 differences, %d ms%n",
        to - from, steps, keys, spills, (System.nanoTime() - start) / 1_000_000);
    assertThat(spills).isPositive();
  }

  private void history(long seed) {
    RandomTexts texts = new RandomTexts(seed);
    Random random = texts.random();
    MemoryStore disk = new MemoryStore();
    int onHeap = seed % 2 == 0 ? 1 + random.nextInt(60) : 100_000;
    Index.Builder builder =
        Index.builder(disk)
            .withoutEmbeddings()
            .chunkTokens(64)
            .batchLimits(new BatchLimits(1, 200 + random.nextInt(2_000), onHeap));
    boolean isLate = random.nextInt(4) == 0;
    try (Index index = (isLate ? builder : builder.mentions(new NameFinder())).openOrCreate()) {
      steps(index, texts, random);
    }
    if (isLate) {
      try (Index index = builder.mentions(new NameFinder()).openOrCreate()) {
        sync(index, texts.documents(1 + random.nextInt(3)));
        steps(index, texts, random);
      }
    }
    Map<String, byte[]> files = disk.files();
    spills +=
        files.keySet().stream().anyMatch(name -> name.startsWith("mentions")) && onHeap < 60
            ? 1
            : 0;
    // An index without a sync has no files.
    if (!files.isEmpty()) {
      assertThat(Index.verify(disk).problems()).isEmpty();
    }
  }

  private void steps(Index index, RandomTexts texts, Random random) {
    for (int i = 0; i < 8; i++) {
      steps++;
      switch (random.nextInt(5)) {
        case 0 ->
            index.delete(
                index.documentIds().stream().filter(id -> random.nextInt(3) == 0).toList());
        case 1 -> index.purge();
        default -> sync(index, texts.documents(1 + random.nextInt(9)));
      }
      MentionRecount.compare(index);
    }
    if (index.mentions().isPresent()) {
      Scope scope =
          Scope.documents(index.documentIds().stream().filter(id -> random.nextBoolean()).toList());
      keys += MentionRecount.compare(index.within(scope), index);
      keys += MentionRecount.compare(index.within(scope.not()), index);
    }
  }
}
