package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Table;
import dev.arag.core.text.Section;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.spi.split.Splitter;
import dev.arag.index.sync.SyncReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables over several chunks are stored, merged, copied and read like other text. */
class IndexTablesTest {
  private static final Splitter SPLITTER = new Splitter(64, TokenCounter.o200k());
  private static final String BEFORE = "Tarn grew. ".repeat(20) + "\n";
  private static final String HEADER = "Sales of Tarn\n(tons) | 2018 | 2017\n";

  @TempDir Path folder;

  private Index.Builder builder() {
    return Index.builder(folder.resolve("i")).embedder(new HashEmbedder()).chunkTokens(64);
  }

  private static Document document(String id, int rows) {
    StringBuilder text = new StringBuilder(BEFORE + HEADER);
    for (int i = 0; i < rows; i++) {
      text.append("Mt. ").append(id).append(i).append(" | ").append(i).append(" | x\n");
    }
    int end = text.length();
    text.append("It ends. Here.\n");
    return Document.builder(id, text.toString())
        .title("Report " + id)
        .heading(0, List.of("Growth"))
        .table(new Table(BEFORE.length(), BEFORE.length() + HEADER.length(), end))
        .build();
  }

  private void requireAll(Index index, Document... documents) {
    InMemoryCorpus expected =
        InMemoryCorpus.ofChunks(
            new HashEmbedder(),
            Stream.of(documents).flatMap(each -> SPLITTER.split(each).stream()).toList());
    for (Document document : documents) {
      List<Chunk> chunks = index.chunksOf(document.id());
      assertThat(chunks).isEqualTo(expected.chunksOf(document.id())).hasSizeGreaterThan(3);
      Chunk middle =
          chunks.stream().filter(each -> each.text().startsWith("Mt. ")).findFirst().orElseThrow();
      requireContinued(middle.sections().get(0));
      assertThat(index.within(Scope.documents(document.id())).snapshot().read(middle.id()))
          .hasValue(middle);
      assertThat(middle.sentences().get(0).table()).isSameAs(middle.sentences().get(1).table());
      assertThat(index.document(document.id()).orElseThrow().tables())
          .isEqualTo(document.tables())
          .isEqualTo(expected.document(document.id()).orElseThrow().tables());
    }
    String query = "Sales of Tarn in tons 2018 Mt b3";
    assertThat(index.semanticSearch(query, 9)).isEqualTo(expected.semanticSearch(query, 9));
    assertThat(Index.verify(folder.resolve("i")).problems()).isEmpty();
  }

  private static void requireContinued(Section section) {
    assertThat(section.table().orElseThrow().text()).isEqualTo(HEADER);
    assertThat(section.text()).startsWith("Mt. ");
    assertThat(section.heading()).hasSize(2);
    assertThat(section.sentences().get(0).embeddedText())
        .startsWith("Report ")
        .contains(" > Growth: Sales of Tarn (tons) | 2018 | 2017: Mt. ");
  }

  @Test
  void keepsTablesThroughTheLifeOfAnIndex() {
    Document first = document("a", 60);
    Document second = document("b", 30);
    try (Index index = builder().openOrCreate()) {
      index.put("s", List.of(first));
      index.put("s", List.of(second));
      index.put("s", List.of(document("c", 20)));
      requireAll(index, first, second, document("c", 20));
      index.delete(List.of("c"));
      index.purge();
      requireAll(index, first, second);
      assertThat(index.put("s", List.of(first)).unchanged()).isOne();

      // Only a cell differs, so the vectors of the other rows are used again.
      Document changed = withText(first, first.text().replace("a7 | 7", "a7 | 8"));
      SyncReport report = index.put("s", List.of(changed));
      assertThat(report.updated()).isOne();
      assertThat(report.embedded()).isOne();
      requireAll(index, changed, second);

      // The same text without its table is another document.
      Document plain = Document.builder("b", second.text()).title("Report b").build();
      assertThat(index.put("s", List.of(plain)).updated()).isOne();
      assertThat(index.document("b").orElseThrow().tables()).isEmpty();
      index.put("s", List.of(second, first));
    }
    try (Index index = builder().safeMode().openOrCreate()) {
      requireAll(index, first, second);
    }
  }

  private static Document withText(Document document, String text) {
    return Document.builder(document.id(), text)
        .title(document.title().orElseThrow())
        .heading(0, List.of("Growth"))
        .table(document.tables().get(0))
        .build();
  }

  @Test
  void keepsTheTablesOfATextWithALoneSurrogate() {
    Document document = document("a", 20);
    Document damaged = withText(document, document.text().replace("a7", "a\ud800"));
    try (Index index = builder().openOrCreate()) {
      index.put("s", List.of(damaged));
      assertThat(index.document("a").orElseThrow().tables()).isEqualTo(document.tables());
    }
  }

  /** The offsets that a parser gives are not always starts of lines. */
  @Test
  void storesATableWithAnyOffsets() {
    String text = "😀😀 | 1\n😀 | 2\nEnd.";
    List<Document> documents = new ArrayList<>();
    for (int offset = 0; offset < text.length(); offset++) {
      for (int body = offset; body <= text.length(); body++) {
        for (int end = Math.max(body, offset + 1); end <= text.length(); end++) {
          documents.add(
              Document.builder(offset + " " + body + " " + end, text)
                  .table(new Table(offset, body, end))
                  .build());
        }
      }
    }
    try (Index index = builder().openOrCreate()) {
      index.put("s", documents);
      for (CatalogueEntry entry : index.documents(Slice.first(10_000))) {
        assertThat(index.document(entry.id()).orElseThrow().text()).isEqualTo(text);
      }
    }
    assertThat(Index.verify(folder.resolve("i")).problems()).isEmpty();
  }

  @Test
  void readsAChunkOfALongTableFast() {
    Document document = document("a", 30_000);
    try (Index index = Index.builder(folder.resolve("i")).withoutEmbeddings().openOrCreate()) {
      index.put("s", List.of(document));
      List<Chunk> chunks = index.chunksOf("a");
      assertThat(chunks).hasSizeGreaterThan(200);
      Chunk last = chunks.get(chunks.size() - 2);
      long before = allocated();
      for (int i = 0; i < 100; i++) {
        assertThat(index.read(last.id()).orElseThrow()).isEqualTo(last);
      }
      assertThat(allocated() - before).isLessThan(100 * 400_000L);
      assertThat(index.document("a").orElseThrow().tables()).isEqualTo(document.tables());
    }
  }

  private static long allocated() {
    return ((com.sun.management.ThreadMXBean)
            java.lang.management.ManagementFactory.getThreadMXBean())
        .getCurrentThreadAllocatedBytes();
  }
}
