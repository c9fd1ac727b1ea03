package dev.arag.index.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.IndexFiles;
import dev.arag.index.ingest.LineRecords;
import dev.arag.index.source.Source;
import dev.arag.index.source.SourceNameException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
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
      assertThat(index.sync(wiki(link).prune()).moved()).isEmpty();
      assertThat(index.sync(wiki(link).prune()).moved()).isEmpty();
      Files.delete(link);
      Files.createSymbolicLink(link, second);
      SyncReport report = index.sync(wiki(link).prune());
      assertThat(report.moved()).containsExactly(moved(first, second));
      assertThat(report.unchanged()).isOne();
      assertThat(report.added()).isOne();
      assertThat(report.deleted()).isOne();
      assertThat(index.documentIds()).containsExactly("wiki/a.txt", "wiki/c.txt");
      assertThat(index.sync(wiki(link).prune()).moved()).isEmpty();
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
      assertThat(report.moved()).containsExactly(moved(built, deployed));
    }
  }

  private static String[] files(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> i + ".txt").toArray(String[]::new);
  }

  private static PruneRefusedException refused(Executable sync) {
    return assertThrows(PruneRefusedException.class, sync);
  }

  @Test
  void neverEmptiesASource() throws IOException {
    Path home = release("home", "a.txt", "b.txt");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    try (Index index = open()) {
      index.sync(wiki(home).prune());
      Source other = Source.documents("other", List.of(Document.of("o", "Another source.")));
      for (int i = 0; i < 2; i++) {
        PruneRefusedException refused =
            refused(() -> index.sync(List.of(wiki(empty).prune(), other), progress -> {}));
        assertThat(refused)
            .hasMessage(
                "2 of the 2 documents of the source wiki no longer exist there. They were not"
                    + " deleted, because Source.prune allows fewer. The other changes were"
                    + " committed. Check the paths. If the documents are really gone, use"
                    + " Source.prune with a share of 1.");
        assertThat(refused.report().refusedPrunes())
            .containsExactly(new RefusedPrune("wiki", 2, 2));
        assertThat(index.documentIds()).containsExactly("o", "wiki/a.txt", "wiki/b.txt");
      }
      assertThat(index.sync(wiki(home).prune()).unchanged()).isEqualTo(2);
      assertThat(index.sync(wiki(empty).prune(1)).deleted()).isEqualTo(2);
      assertThat(index.sync(wiki(empty).prune()).deleted()).isZero();
    }
  }

  @Test
  void deletesAtMostTheGivenShare() throws IOException {
    Path ten = release("ten", files(0, 10));
    try (Index index = open()) {
      index.sync(wiki(ten).prune());
      Path four = release("four", files(6, 20));
      PruneRefusedException refused = refused(() -> index.sync(wiki(four).prune()));
      assertThat(refused.report().refusedPrunes()).containsExactly(new RefusedPrune("wiki", 10, 6));
      assertThat(refused.report().added()).isEqualTo(10);
      assertThat(refused.report().moved()).containsExactly(moved(ten, four));
      assertThat(index.stats().documents()).isEqualTo(20);
      assertThat(index.sync(wiki(four).prune()).deleted()).isEqualTo(6);
      Path half = release("half", files(6, 13));
      assertThat(index.sync(wiki(half).prune(0.5)).deleted()).isEqualTo(7);
      Files.delete(half.resolve("6.txt"));
      assertThat(index.sync(wiki(half).prune(0)).deleted()).isOne();
    }
  }

  /** A small source is not protected, because the only file of a folder may get another name. */
  @Test
  void deletesMostDocumentsOfASmallSource() throws IOException {
    Path home = release("home", files(0, 9));
    try (Index index = open()) {
      index.sync(wiki(home).prune());
      assertThat(index.sync(wiki(release("next", "x.txt")).prune()).deleted()).isEqualTo(9);
    }
  }

  @Test
  void allFilesThatMovedOneFolderDownAreKeptTwice() throws IOException {
    Path home = release("home", files(0, 12));
    try (Index index = open()) {
      index.sync(wiki(home).prune());
      release("home/docs", files(0, 12));
      for (String file : files(0, 12)) {
        Files.delete(home.resolve(file));
      }
      assertThat(refused(() -> index.sync(wiki(home).prune())).report().added()).isEqualTo(12);
      assertThat(index.stats().documents()).isEqualTo(24);
    }
  }

  @Test
  void recognizesRecords() throws IOException {
    Path home = release("home", "a.txt");
    Files.writeString(home.resolve("r.lines"), "one:A record.\n");
    Path next = release("next");
    Files.copy(home.resolve("r.lines"), next.resolve("r.lines"));
    try (Index index = open()) {
      LineRecords records = new LineRecords();
      index.sync(wiki(home).parser(records).prune());
      assertThat(index.sync(wiki(next).parser(records).prune()).deleted()).isOne();
      assertThat(index.documentIds()).containsExactly("wiki/r.lines/one");
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
              "The source name docs already belongs to another source in this index. Give "
                  + second
                  + " a different name with Source.name. If the source has moved from "
                  + first
                  + ", set its name to docs with Source.name.");
      assertThat(index.sync(Source.path(second).name("docs")).moved()).hasSize(1);
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
