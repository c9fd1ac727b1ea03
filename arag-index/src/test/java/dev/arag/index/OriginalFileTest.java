package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Document;
import dev.arag.index.ingest.LineRecords;
import dev.arag.index.source.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OriginalFileTest {
  @TempDir private Path folder;
  private Path wiki;
  private Index index;

  @BeforeEach
  void open() throws IOException {
    wiki = Files.createDirectories(folder.toRealPath().resolve("wiki/a")).getParent();
    Files.writeString(wiki.resolve("a/one.txt"), "Tarn.");
    Files.writeString(folder.resolve("two.txt"), "Lake.");
    index = Index.builder(folder.resolve("my.arag")).withoutEmbeddings().openOrCreate();
  }

  @AfterEach
  void close() {
    index.close();
  }

  @Test
  void returnsTheFileOfADocument() throws IOException {
    index.sync(Source.path(wiki));
    index.sync(Source.path(folder.resolve("two.txt")).name("note"));

    assertThat(index.file("wiki/a/one.txt")).contains(wiki.resolve("a/one.txt"));
    assertThat(index.file("note")).contains(folder.toRealPath().resolve("two.txt"));
    assertThat(index.file("wiki/a/two.txt")).isEmpty();

    Files.delete(wiki.resolve("a/one.txt"));
    assertThat(index.file("wiki/a/one.txt")).isEmpty();
  }

  @Test
  void followsASourceThatHasMoved() throws IOException {
    index.sync(Source.path(wiki).name("docs"));
    Path moved = Files.move(wiki, wiki.resolveSibling("moved"));
    assertThat(index.file("docs/a/one.txt")).isEmpty();
    index.sync(Source.path(moved).name("docs"));
    assertThat(index.file("docs/a/one.txt")).contains(moved.resolve("a/one.txt"));
  }

  @Test
  void returnsNoFileOutsideTheFolderOfTheSource() throws IOException {
    Path records = wiki.resolve("some.lines");
    Files.write(records, List.of("../../two.txt:x", "../a/one.txt:x", "1:x"));
    index.sync(Source.path(wiki).parser(new LineRecords()));
    Files.delete(records);
    Files.createDirectory(records);
    index.put("memory", List.of(Document.of("memory", "x"), Document.of("memory/\0", "x")));
    for (String id : index.documentIds()) {
      assertThat(index.file(id).isPresent()).as(id).isEqualTo(id.equals("wiki/a/one.txt"));
    }
    Files.delete(wiki.resolve("a/one.txt"));
    Files.createSymbolicLink(wiki.resolve("a/one.txt"), folder.resolve("two.txt"));
    assertThat(index.file("wiki/a/one.txt")).isEmpty();
    index.delete(List.of("wiki/a/one.txt"));
    assertThat(index.file("wiki/a/one.txt")).isEmpty();
  }
}
