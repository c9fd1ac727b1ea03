package dev.arag.knowledge.internal.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryTreeTest {
  @TempDir Path folder;
  private Index index;

  @BeforeEach
  void open() {
    index =
        Index.builder(folder.resolve("i.arag"))
            .embedder(new HashEmbedder(32))
            .chunkTokens(400)
            .openOrCreate();
  }

  @AfterEach
  void close() {
    index.close();
  }

  private static String chapter(String name, int sentences) {
    return IntStream.range(0, sentences)
        .mapToObj(i -> name + " number " + i + " has a gate of iron and a bell of " + i + " tons.")
        .collect(Collectors.joining(" ", "## " + name + "\n\n", "\n\n"));
  }

  private Unit document(String text) throws IOException {
    Path books = Files.createDirectories(folder.resolve("books"));
    Files.writeString(books.resolve("book.md"), text);
    index.sync(books);
    return SummaryTree.document(index.chunksOf(index.documentIds().get(0)));
  }

  private static Set<String> contents(Unit unit) {
    return unit.children().stream().map(Unit::content).collect(Collectors.toSet());
  }

  @Test
  void aShortDocumentIsOnePart() throws IOException {
    Unit document = document("# Book\n\n" + chapter("Tower", 20));
    assertThat(document.children()).isEmpty();
    assertThat(document.chunks()).hasSameSizeAs(index.chunksOf(index.documentIds().get(0)));
  }

  @Test
  void aLongDocumentHasAPartForEachMainHeading() throws IOException {
    Unit document =
        document(
            "# Book\n\n" + chapter("Tower", 150) + chapter("Castle", 150) + chapter("Mill", 600));
    assertThat(document.children()).extracting(Unit::title).contains("Tower", "Castle", "Mill");
    assertThat(document.children())
        .hasSizeBetween(4, 8)
        .allMatch(each -> each.tokens() <= SummaryTree.MAX_TOKENS);
    assertThat(document.chunks()).hasSameSizeAs(index.chunksOf(index.documentIds().get(0)));
  }

  @Test
  void anEditChangesOneSection() throws IOException {
    String end = chapter("Castle", 200) + chapter("Mill", 200);
    Unit before = document("# Book\n\n" + chapter("Tower", 200) + end);
    Unit after =
        document("# Book\n\n" + chapter("Tower", 200).replace("number 9 ", "number 8 ") + end);
    assertThat(after.content()).isNotEqualTo(before.content());
    assertThat(after.address()).isEqualTo(before.address());
    Set<String> unchanged = new HashSet<>(contents(before));
    unchanged.retainAll(contents(after));
    assertThat(unchanged).hasSize(before.children().size() - 1);
  }

  @Test
  void aNewDocumentChangesOneGroup() {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < 520; i++) {
      documents.add(Document.of("folder%d/town%03d".formatted(i / 300, i), "Town " + i + "."));
    }
    index.put("test", documents);
    List<Unit> before = SummaryTree.of(index);
    assertThat(before).hasSizeBetween(26, 130).allMatch(each -> each.children().size() <= 20);
    assertThat(before.stream().mapToInt(each -> each.children().size()).sum()).isEqualTo(520);
    assertThat(before.get(0).title()).isEqualTo("test folder0/");
    documents.add(Document.of("folder0/town100a", "Another town."));
    index.put("test", documents);
    Set<String> unchanged = before.stream().map(Unit::content).collect(Collectors.toSet());
    List<Unit> after = SummaryTree.of(index);
    unchanged.retainAll(after.stream().map(Unit::content).collect(Collectors.toSet()));
    assertThat(unchanged).hasSizeGreaterThanOrEqualTo(before.size() - 3);
  }
}
