package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that an index can be read without write permission and that reading changes no file. */
class ReadOnlyTest {
  private final HashEmbedder embedder = new HashEmbedder();

  @TempDir Path folder;
  private Path directory;

  @BeforeEach
  void makeIndex() throws IOException {
    directory = folder.resolve("index");
    try (Index index = builder(directory).openOrCreate()) {
      index.sync(Source.documents("made", new RandomTexts(1).documents(40)));
      index.delete(
          IndexContents.chunks(index).stream()
              .map(it -> it.location().documentId())
              .limit(3)
              .toList());
    }
    Files.delete(directory.resolve("lock.arag"));
  }

  private Index.Builder builder(Path place) {
    return Index.builder(place).embedder(embedder);
  }

  @Test
  void changesNoFileWhenRead() throws IOException {
    Map<String, String> before = entries(folder);
    readAll(directory);
    assertThat(entries(folder)).isEqualTo(before);
  }

  @Test
  void readsAnIndexWithoutWritePermission() throws IOException {
    assumeTrue(isPosix());
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
      }
    }
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      Map<String, String> before = entries(directory);
      readAll(directory);
      assumeFalse(isRoot(), "root can write despite missing permissions");
      assertThatWritingFails(directory);
      assertThat(entries(directory)).isEqualTo(before);
    } finally {
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  @Test
  void readsAnIndexOnAReadOnlyMount() throws IOException, InterruptedException {
    assumeTrue(isPosix() && isRoot(), "only root can mount");
    Path mount = Files.createDirectory(folder.resolve("mount"));
    assumeTrue(runs("mount", "--bind", "-o", "ro", directory.toString(), mount.toString()));
    try {
      assertThatThrownBy(() -> Files.createFile(mount.resolve("new")))
          .isInstanceOf(IOException.class);
      readAll(mount);
      Map<String, String> before = entries(mount);
      assertThatWritingFails(mount);
      assertThat(entries(mount)).isEqualTo(before);
    } finally {
      // The unmount must be lazy, because file mappings stay open until they are garbage-collected.
      assertThat(runs("umount", "--lazy", mount.toString())).isTrue();
    }
  }

  private void readAll(Path place) {
    try (Index mapped = builder(place).open();
        Index unmapped = builder(place).safeMode().open();
        Index again = builder(place).openOrCreate()) {
      for (Index index : List.of(mapped, unmapped, again)) {
        assertThat(IndexContents.chunks(index)).isNotEmpty();
        assertThat(index.keywordSearch(List.of("river"), 5).hits()).isNotEmpty();
        assertThat(index.semanticSearch("old bridge", 5)).hasSize(5);
        assertThat(index.within(Scope.equal("tenant", 1)).semanticSearch("river", 1)).hasSize(1);
        assertThat(index.stats().documents()).isPositive();
        assertThat(index.refresh()).isFalse();
      }
    }
    assertThat(Index.verify(place).ok()).isTrue();
  }

  private void assertThatWritingFails(Path place) {
    try (Index index = builder(place).open()) {
      Source source = Source.documents("made", List.of(Document.of("new", "A new document.")));
      assertThatThrownBy(() -> index.sync(source))
          .isInstanceOf(CorpusException.class)
          .hasMessageContaining(place.toString());
      assertThat(index.keywordSearch(List.of("river"), 5).hits()).isNotEmpty();
    }
  }

  /** Returns the modification time and size of each file, by path. */
  private static Map<String, String> entries(Path place) throws IOException {
    Map<String, String> entries = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(place)) {
      for (Path path : paths.toList()) {
        BasicFileAttributes read = Files.readAttributes(path, BasicFileAttributes.class);
        entries.put(path.toString(), read.lastModifiedTime() + ", " + read.size());
      }
    }
    return entries;
  }

  private boolean isPosix() {
    return folder.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private static boolean runs(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
  }
}
