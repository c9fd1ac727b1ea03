package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.AragException;
import dev.arag.core.text.Document;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A source with a name can move to another path. */
class MovedSourceTest {
  @TempDir Path temporary;

  private Path folder;
  private Path directory;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = temporary.toRealPath();
    directory = folder.resolve("my.arag");
  }

  private Index open() {
    return Index.builder(directory).embedder(new HashEmbedder(8)).openOrCreate();
  }

  /** Creates a folder whose files have their own name as text. */
  private Path release(String name, String... files) throws IOException {
    Path release = Files.createDirectories(folder.resolve(name));
    for (String file : files) {
      Files.writeString(release.resolve(file), "This is " + file + ".");
    }
    return release;
  }

  private static Source wiki(Path path) {
    return Source.path(path).name("wiki");
  }

  private static MovedSource moved(Path from, Path to) {
    return new MovedSource("wiki", from.toString(), to.toString());
  }

  @Test
  void followsASwitchedLinkAndReportsTheMove() throws IOException {
    Path first = release("releases/1", "a.txt", "b.txt");
    Path second = release("releases/2", "a.txt", "c.txt");
    Path link = Files.createSymbolicLink(folder.resolve("current"), first);
    try (Index index = open()) {
      assertThat(index.sync(wiki(link).prune()).movedSources()).isEmpty();
      assertThat(index.sync(wiki(link).prune()).movedSources()).isEmpty();
      Files.delete(link);
      Files.createSymbolicLink(link, second);
      SyncReport report = index.sync(wiki(link).prune());
      assertThat(report.movedSources()).containsExactly(moved(first, second));
      assertThat(report.unchanged()).isOne();
      assertThat(report.added()).isOne();
      assertThat(report.deleted()).isOne();
      assertThat(index.documentIds()).containsExactly("wiki/a.txt", "wiki/c.txt");
      assertThat(index.sync(wiki(link).prune()).movedSources()).isEmpty();
    }
  }

  @Test
  void updatesAnIndexThatWasBuiltFromAnotherFolder() throws IOException {
    Path built = release("build/docs", "a.txt");
    try (Index index = open()) {
      index.sync(wiki(built));
    }
    Path deployed = folder.resolve("app");
    Files.move(built, deployed);
    try (Index index = open()) {
      SyncReport report = index.sync(wiki(deployed).prune());
      assertThat(report.unchanged()).isOne();
      assertThat(report.movedSources()).containsExactly(moved(built, deployed));
    }
  }

  @Test
  void refusesToPruneAtAPathWithoutAnyOfTheDocuments() throws IOException {
    Path home = release("home", "a.txt", "b.txt");
    Path wrong = release("wrong", "x.txt");
    try (Index index = open()) {
      index.sync(wiki(home));
      Map<String, byte[]> before = IndexFiles.of(directory);
      Source other = Source.documents("other", List.of(Document.of("o", "Another source.")));
      assertThatThrownBy(() -> index.sync(List.of(other, wiki(wrong).prune()), progress -> {}))
          .isInstanceOf(SourceMovedException.class)
          .isInstanceOf(AragException.class)
          .hasMessage(
              "The source wiki was synced from "
                  + home
                  + " and is now at "
                  + wrong
                  + ", which contains none of its documents. A sync with prune would delete"
                  + " them. The index was not changed. Check the path. If these documents are not"
                  + " needed, delete them with Index.delete.");
      assertThat(IndexFiles.of(directory)).usingRecursiveComparison().isEqualTo(before);
      Path empty = Files.createDirectory(folder.resolve("empty"));
      assertThatThrownBy(() -> index.sync(wiki(empty).prune()))
          .isInstanceOf(SourceMovedException.class);
      assertThat(index.sync(wiki(home).prune()).unchanged()).isEqualTo(2);
      index.delete(index.documentIds());
      assertThat(index.sync(wiki(wrong).prune()).added()).isOne();
    }
  }

  @Test
  void refusesBeforeChangedSettingsAreCommitted() throws IOException {
    Path home = release("home", "a.txt");
    try (Index index = open()) {
      index.sync(wiki(home));
    }
    Map<String, byte[]> before = IndexFiles.of(directory);
    try (Index index =
        Index.builder(directory).embedder(new HashEmbedder(8)).headingsInEmbeddings(false).open()) {
      Path wrong = release("wrong", "x.txt");
      assertThatThrownBy(() -> index.sync(wiki(wrong).prune()))
          .isInstanceOf(SourceMovedException.class);
    }
    assertThat(IndexFiles.of(directory)).usingRecursiveComparison().isEqualTo(before);
  }

  @Test
  void refusesToPruneAfterASyncAtTheWrongPath() throws IOException {
    Path home = release("home", "a.txt", "b.txt");
    Path wrong = release("wrong", "x.txt");
    try (Index index = open()) {
      index.sync(wiki(home));
      assertThat(index.sync(wiki(wrong)).movedSources()).containsExactly(moved(home, wrong));
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> index.sync(wiki(wrong).prune()))
            .isInstanceOf(SourceMovedException.class)
            .hasMessageContaining(
                "was synced from "
                    + home
                    + " and is now at "
                    + wrong
                    + ", which does not contain 2 of its 3 documents");
        assertThat(index.sync(wiki(wrong)).unchanged()).isOne();
      }
      assertThat(index.documentIds()).hasSize(3);
      SyncReport back = index.sync(wiki(home).prune());
      assertThat(back.deleted()).isOne();
      assertThat(back.movedSources()).containsExactly(moved(wrong, home));
      assertThat(index.documentIds()).containsExactly("wiki/a.txt", "wiki/b.txt");
      Path next = release("next", "b.txt");
      assertThat(index.sync(wiki(next).prune()).deleted()).isOne();
    }
  }

  @Test
  void refusesToPruneWhileTwoPathsAlternate() throws IOException {
    Path first = release("first", "a.txt");
    Path second = release("second", "x.txt");
    try (Index index = open()) {
      for (Path path : List.of(first, second, first, second)) {
        index.sync(wiki(path));
      }
      assertThat(index.documentIds()).containsExactly("wiki/a.txt", "wiki/x.txt");
      assertThatThrownBy(() -> index.sync(wiki(second).prune()))
          .isInstanceOf(SourceMovedException.class)
          .hasMessageContainingAll(first.toString(), second.toString());
    }
  }

  @Test
  void prunesAgainWhenTheOtherDocumentsWereDeletedOrAreThere() throws IOException {
    Path home = release("home", "a.txt");
    Path wrong = release("wrong", "x.txt", "y.txt");
    try (Index index = open()) {
      index.sync(wiki(home));
      index.sync(wiki(wrong));
      Path third = release("third", "x.txt");
      assertThatThrownBy(() -> index.sync(wiki(third).prune()))
          .isInstanceOf(SourceMovedException.class)
          .hasMessageContaining("which does not contain 2 of its 3 documents");
      index.delete(List.of("wiki/a.txt"));
      assertThat(index.sync(wiki(wrong).prune()).unchanged()).isEqualTo(2);
      Files.delete(wrong.resolve("y.txt"));
      assertThat(index.sync(wiki(wrong).prune()).deleted()).isOne();
    }
  }

  @Test
  void refusesToPruneDocumentsThatWereStoredFromMemory() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Path next = release("next", "x.txt");
    try (Index index = open()) {
      index.sync(wiki(empty));
      index.put("wiki", List.of(Document.of("row", "A row.")));
      index.sync(wiki(next));
      assertThatThrownBy(() -> index.sync(wiki(next).prune()))
          .isInstanceOf(SourceMovedException.class)
          .hasMessageContaining("was synced from an unknown path and is now at " + next);
    }
  }

  @Test
  void recognizesRecords() throws IOException {
    Path home = release("home", "a.txt");
    Files.writeString(home.resolve("r.jsonl"), "{\"id\": \"one\", \"text\": \"A record.\"}\n");
    Path next = release("next");
    Files.copy(home.resolve("r.jsonl"), next.resolve("r.jsonl"));
    try (Index index = open()) {
      index.sync(wiki(home).prune());
      assertThat(index.sync(wiki(next).prune()).deleted()).isOne();
      assertThat(index.documentIds()).containsExactly("wiki/r.jsonl/one");
    }
  }

  @Test
  void rejectsAnotherPathUnderADefaultName() throws IOException {
    Path first = release("one/docs", "a.txt");
    Path second = release("two/docs", "a.txt");
    try (Index index = open()) {
      index.sync(first);
      assertThatThrownBy(() -> index.sync(second))
          .isInstanceOf(SourceNameException.class)
          .hasMessage(
              "The source name docs already belongs to a different path in this index. Give "
                  + second
                  + " a different name with Source.name. If the source has moved from "
                  + first
                  + ", set its name to docs with Source.name.");
      assertThat(index.sync(Source.path(second).name("docs")).movedSources()).hasSize(1);
      assertThat(index.documentIds()).containsExactly("docs/a.txt");
    }
  }

  @Test
  void forgetsThePathOfASourceWithoutDocumentsInAPurge() throws IOException {
    Path secret = release("secret plans", "a.txt");
    try (Index index = open()) {
      index.sync(wiki(secret));
      index.sync(Source.path(release("kept", "b.txt")));
      index.delete(List.of("wiki/a.txt"));
      assertThat(manifest()).contains("secret plans", "kept");
      index.purge();
      assertThat(manifest()).doesNotContain("secret plans").contains("kept");
    }
    assertThat(Index.verify(directory).ok()).isTrue();
  }

  private String manifest() throws IOException {
    return new String(IndexFiles.of(directory).get("manifest.arag"), StandardCharsets.ISO_8859_1);
  }
}
