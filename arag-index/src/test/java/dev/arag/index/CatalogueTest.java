package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.internal.search.IndexState;
import dev.arag.index.internal.search.IndexView;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.source.Source;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the list of documents of an index: after syncs, deletions and merges, and in views. */
class CatalogueTest {
  private static final String SENTENCE = "The river rose above the old bridge 😀 in that year.\n";

  private final Index index =
      Index.builder(new MemoryStore()).withoutEmbeddings().chunkTokens(64).openOrCreate();

  @AfterEach
  void close() {
    index.close();
  }

  private void sync(String source, Document... documents) {
    index.sync(Source.documents(source, List.of(documents)));
  }

  private List<String> ids(Catalogue catalogue) {
    return catalogue.documents(Slice.first(100)).stream().map(CatalogueEntry::id).toList();
  }

  /** Returns documents whose numbers are {@code step} apart, in an order that is not theirs. */
  private static Document[] documents(int first, int count, int step) {
    return IntStream.range(0, count)
        .map(i -> first + step * (i * 7 % count))
        .mapToObj(i -> Document.of("d%03d".formatted(i), "Text of " + i + "."))
        .toArray(Document[]::new);
  }

  private static Document longDocument(String id) {
    Document.Builder document = Document.builder(id, SENTENCE.repeat(40)).title("On rivers");
    IntStream.range(0, 8).forEach(i -> document.page(5 * i * SENTENCE.length(), i + 1));
    return document.metadata("year", 1893).build();
  }

  @Test
  void joinsTheChunksOfADocument() {
    Document document = longDocument("long");
    sync("wiki", document);
    List<Chunk> chunks = index.chunksOf("long");
    assertThat(chunks).hasSizeGreaterThan(5);
    assertThat(index.documents(Slice.first(9)))
        .containsExactly(
            new CatalogueEntry(
                "long",
                "wiki",
                "On rivers",
                Map.of("year", 1893L, "language", "en"),
                document.text().length(),
                chunks.size()));
    Document read = index.document("long").orElseThrow();
    assertThat(read.text()).isEqualTo(document.text());
    assertThat(read.pages()).isEqualTo(document.pages());
    assertThat(read.metadata()).containsEntry("year", 1893L);
    assertThat(read.title()).hasValue("On rivers");
  }

  @Test
  void countsTheChunksInScopeOfADocument() {
    sync("wiki", longDocument("long"), longDocument("other"));
    List<Chunk> chunks = index.chunksOf("long");
    Chunk first = chunks.get(0);
    Chunk third = chunks.get(2);
    Chunk last = chunks.get(chunks.size() - 1);
    Catalogue view = index.within(Scope.chunks(first.id(), third.id(), last.id()));
    CatalogueEntry entry = view.documents(Slice.first(9)).get(0);
    assertThat(ids(view)).containsExactly("long");
    assertThat(entry.chunks()).isEqualTo(3);
    assertThat(entry.characters())
        .isEqualTo(
            first.text().length()
                - "On rivers\n".length()
                + third.text().length()
                + last.text().length());
    assertThat(view.chunksOf("long")).containsExactly(first, third, last);
    assertThat(view.document("long")).isEmpty();
    assertThat(view.read(List.of(chunks.get(1).id()))).isEmpty();
    assertThat(view.keywordSearch(List.of("river"), 20).total()).isEqualTo(3);
    assertThat(ids(view.within(Scope.source("wiki")))).containsExactly("long");
    assertThat(ids(view.within(Scope.documents("other")))).isEmpty();
  }

  /**
   * The syncs leave several segments, because each is much smaller than the one before. Their
   * documents alternate in corpus order.
   */
  @Test
  void keepsCorpusOrderOverSegmentsChangesAndMerges() {
    sync("s0", documents(0, 40, 3));
    sync("s1", documents(1, 10, 3));
    sync("s1", Document.of("d001", "Changed."), Document.of("e", "New."));
    index.delete(List.of("d003", "d004"));
    assertThat(index.stats().segments()).hasSizeGreaterThan(2);
    List<String> all = index.documentIds();
    assertThat(all).hasSize(49);
    assertThat(ids(index)).isEqualTo(all);
    assertThat(index.documents(new Slice(5, 7)))
        .extracting(CatalogueEntry::id)
        .isEqualTo(all.subList(5, 12));
    Catalogue source = index.within(Scope.source("s1"));
    assertThat(ids(source)).hasSize(10).isSubsetOf(all).contains("e");
    assertThat(index.document("d003")).isEmpty();
    assertThat(index.chunksOf("d003")).isEmpty();

    index.purge();
    assertThat(ids(index)).isEqualTo(all);
  }

  @Test
  void keepsThePagesOfASnapshotDuringChanges() {
    sync("s", Document.of("a", "Text."), Document.of("c", "Text."), Document.of("e", "Text."));
    Catalogue snapshot = index.snapshot();
    Catalogue view = index.within(Scope.documents("a", "b"));
    assertThat(ids(view)).containsExactly("a");
    Slice slice = Slice.first(1);
    assertThat(snapshot.documents(slice).get(0).id()).isEqualTo("a");
    sync("s", Document.of("b", "Text."));
    index.delete(List.of("c"));
    assertThat(snapshot.documents(slice.next()).get(0).id()).isEqualTo("c");
    assertThat(snapshot.document("c")).isPresent();
    assertThat(ids(snapshot)).containsExactly("a", "c", "e");
    assertThat(ids(index)).containsExactly("a", "b", "e");
    assertThat(ids(view)).containsExactly("a", "b");
  }

  @Test
  void listsDocumentsWithoutChunks() {
    sync(
        "s",
        Document.builder("empty", "").metadata("year", 1893).build(),
        Document.of("full", "Text."));
    CatalogueEntry entry = index.documents(Slice.first(9)).get(0);
    assertThat(entry).isEqualTo(new CatalogueEntry("empty", "s", "empty", entry.metadata(), 0, 0));
    assertThat(entry.metadata()).containsEntry("year", 1893L);
    assertThat(index.document("empty").orElseThrow().text()).isEmpty();
    assertThat(index.document("empty").orElseThrow().title()).isEmpty();
    assertThat(index.chunksOf("empty")).isEmpty();
    assertThat(ids(index.within(Scope.documents("empty")))).containsExactly("empty");
    assertThat(ids(index.within(Scope.equal("year", 1893)))).containsExactly("empty");
    assertThat(ids(index.within(Scope.source("s").not()))).isEmpty();
    Catalogue chunk = index.within(Scope.chunks(ChunkId.of("any")));
    assertThat(ids(chunk)).isEmpty();
    assertThat(chunk.document("empty")).isEmpty();
    index.delete(List.of("empty"));
    assertThat(ids(index)).containsExactly("full");
    assertThat(index.document("empty")).isEmpty();
  }

  @Test
  void readsADocumentFromOneCommit() {
    sync("s", Document.of("a", ""));
    IndexState empty = index.currentState();
    sync("s", Document.of("a", "Text."));
    Iterator<IndexState> states = List.of(empty, index.currentState()).iterator();
    Catalogue view = new IndexView(states::next, Scope.everything());
    assertThat(view.document("a").orElseThrow().text()).isEmpty();
    assertThat(view.document("a").orElseThrow().text()).isEqualTo("Text.");
  }

  @Test
  void cannotBeUsedAfterTheIndexIsClosed() {
    sync("s", Document.of("a", "Text."));
    Catalogue snapshot = index.snapshot();
    index.close();
    assertThatIllegalStateException().isThrownBy(() -> index.documents(Slice.first(1)));
    assertThatIllegalStateException().isThrownBy(() -> snapshot.document("a"));
    assertThatIllegalStateException().isThrownBy(() -> snapshot.chunksOf("a"));
  }
}
