package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Scope;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.PageLayout;
import dev.arag.core.text.Region;
import dev.arag.index.source.Source;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the stored places of text on pages: after syncs, deletions and merges, and in views. */
class LayoutTest {
  private static final Pattern WORD = Pattern.compile("\\S+");
  private static final int LINES_OF_A_PAGE = 4;

  @TempDir Path folder;
  private Index index;

  @BeforeEach
  void open() {
    index =
        Index.builder(folder.resolve("my.arag")).withoutEmbeddings().chunkTokens(64).openOrCreate();
  }

  @AfterEach
  void close() {
    index.close();
  }

  /** Returns the n-th line of a document; each line has different words. */
  private static String line(String id, int n) {
    return "Line " + n + " of " + id + " tells of the bridge over the river Tarn.";
  }

  /**
   * Returns a document of lines. Each page has four of them; the letters are 6 points wide.
   *
   * @param top the distance of the first line of each page from its upper edge
   */
  private static Document.Builder document(String id, int lines, double top) {
    StringBuilder text = new StringBuilder();
    IntStream.range(0, lines).forEach(n -> text.append(line(id, n)).append('\n'));
    Document.Builder document = Document.builder(id, text.toString());
    int start = 0;
    PageLayout.Builder page = PageLayout.builder(1, 612, 792);
    for (int n = 0; n < lines; n++) {
      if (n > 0 && n % LINES_OF_A_PAGE == 0) {
        document.layout(page.build());
        page = PageLayout.builder(1 + n / LINES_OF_A_PAGE, 612, 792);
      }
      if (n % LINES_OF_A_PAGE == 0) {
        document.page(start, 1 + n / LINES_OF_A_PAGE);
      }
      page.line(top + 14 * (n % LINES_OF_A_PAGE), top + 14 * (n % LINES_OF_A_PAGE) + 12);
      for (Matcher word = WORD.matcher(line(id, n)); word.find(); ) {
        page.word(
            start + word.start(), start + word.end(), 72 + 6 * word.start(), 72 + 6 * word.end());
      }
      start += line(id, n).length() + 1;
    }
    return document.layout(page.build());
  }

  private void sync(Document... documents) {
    index.sync(Source.documents("wiki", List.of(documents)));
  }

  /** Returns the region of whole words of the n-th line. */
  private static Region expected(String id, int n, String words, double top) {
    return new Region(
        1 + n / LINES_OF_A_PAGE,
        72 + 6 * line(id, n).indexOf(words),
        top + 14 * (n % LINES_OF_A_PAGE),
        6 * words.length(),
        12,
        612,
        792);
  }

  private static void requireAll(Catalogue corpus, Document document, int lines, double top) {
    String id = document.id();
    List<Region> whole = new ArrayList<>();
    for (int n = 0; n < lines; n++) {
      int start = document.text().indexOf(line(id, n));
      int from = start + line(id, n).indexOf("tells of");
      assertThat(corpus.regions(id, from, from + 8))
          .containsExactly(expected(id, n, "tells of", top));
      whole.add(expected(id, n, line(id, n), top));
    }
    assertThat(corpus.regions(id, 0, document.text().length())).isEqualTo(whole);
    assertThat(corpus.regions(id, -100, Integer.MAX_VALUE)).isEqualTo(whole);
  }

  @Test
  void findsTheRegionsOfEveryDocumentAfterMergesAndDeletions() {
    Document first = document("first", 40, 72).title("On rivers").build();
    Document second = document("second", 9, 100.55).build();
    Document none = Document.of("none", "A text without places.");
    sync(first, second, none);
    requireAll(index, first, 40, 72);
    requireAll(index, second, 9, 100.55);
    assertThat(index.chunksOf("first")).hasSizeGreaterThan(5);
    assertThat(index.chunksOf("first").get(0).location().offset()).isNegative();
    assertThat(index.regions("none", 0, 10)).isEmpty();
    assertThat(index.regions("unknown", 0, 10)).isEmpty();
    assertThat(index.regions("first", 10, 10)).isEmpty();
    assertThat(index.regions("first", -10, 0)).isEmpty();
    for (int i = 0; i < 30; i++) {
      sync(document("more" + i, 3, 10 + i).build());
    }
    index.delete(List.of("second"));
    index.purge();
    requireAll(index, first, 40, 72);
    requireAll(index, document("more7", 3, 17).build(), 3, 17);
    assertThat(index.regions("second", 0, 100)).isEmpty();
    assertThat(Index.verify(folder.resolve("my.arag")).problems()).isEmpty();
  }

  @Test
  void storesChangedPlacesAndKeepsTheChunks() {
    sync(document("a", 12, 72).build());
    List<ChunkId> chunks = index.chunksOf("a").stream().map(Chunk::id).toList();
    Catalogue before = index.snapshot();
    assertThat(
            index
                .sync(Source.documents("wiki", List.of(document("a", 12, 72).build())))
                .unchanged())
        .isOne();
    Document moved = document("a", 12, 72.05).build();
    assertThat(index.sync(Source.documents("wiki", List.of(moved))).updated()).isOne();
    assertThat(index.chunksOf("a").stream().map(Chunk::id).toList()).isEqualTo(chunks);
    requireAll(index, moved, 12, 72.05);
    requireAll(before, moved, 12, 72);
    Document without = Document.builder("a", moved.text()).build();
    sync(without);
    assertThat(index.regions("a", 0, 1_000)).isEmpty();
  }

  @Test
  void keepsThePlacesOfADocumentThatIsChangedForStorage() {
    Document document = document("a", 12, 72).metadata("note", "\ud800").build();
    index.sync(Source.documents("wiki", List.of(document)).metadata("team", "maps"));
    requireAll(index, document, 12, 72);
  }

  @Test
  void showsOnlyThePlacesOfChunksInScope() {
    Document document = document("a", 40, 72).title("On rivers").build();
    sync(document, document("b", 40, 72).build());
    List<Chunk> chunks = index.chunksOf("a");
    Chunk second = chunks.get(1);
    Chunk last = chunks.get(chunks.size() - 1);
    Catalogue view = index.within(Scope.chunks(second.id(), last.id()));
    List<Region> expected = new ArrayList<>(regionsOf(index, second));
    expected.addAll(regionsOf(index, last));
    assertThat(view.regions("a", 0, document.text().length())).isEqualTo(expected).isNotEmpty();
    assertThat(regionsOf(view, second)).isEqualTo(regionsOf(index, second));
    assertThat(regionsOf(view, chunks.get(0))).isEmpty();
    assertThat(view.regions("b", 0, 100)).isEmpty();
    assertThat(index.within(Scope.documents("b")).regions("a", 0, 100)).isEmpty();
  }

  private static List<Region> regionsOf(Catalogue corpus, Chunk chunk) {
    int start = chunk.location().offset();
    return corpus.regions("a", start, start + chunk.text().length());
  }
}
