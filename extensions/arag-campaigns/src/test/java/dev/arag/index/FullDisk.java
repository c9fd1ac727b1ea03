package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Document;
import dev.arag.index.Workload.State;
import dev.arag.index.internal.store.FileStore;
import dev.arag.index.internal.store.Store;
import dev.arag.index.source.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes to an index until a real disk is full or a file size limit is reached. The main method
 * runs in a separate process.
 */
final class FullDisk {
  private static final int PAGE_BYTES = 4096;
  private static final Document SMALL = Document.of("small", "Its mark is zq00001. Tarn paid.");
  private static final String STORY =
      "Its mark is zq00002. " + "Tarn lies on a river. Mira Voss drew its bridge. ".repeat(400);
  private static final Document LARGE = Document.of("large", STORY);

  private FullDisk() {}

  /**
   * The arguments are either "limit" and the path of an index, or "mount" and a folder. With
   * "limit", the program prints the error message of the index. With "mount", it first prints
   * "mounted" and then one message per small disk. It prints nothing if mounting is not permitted.
   */
  public static void main(String[] args) throws Exception {
    Path path = Path.of(args[1]);
    if (args[0].equals("limit")) {
      System.out.println(fill(path));
    } else {
      fillMounted(path);
    }
  }

  /** Creates the index that {@link #fill} writes to until the disk is full. */
  static void start(Path directory) {
    sync(directory, SMALL);
  }

  /** Repeats the write that failed, which must succeed when there is free space. */
  static void finish(Path directory) throws IOException {
    sync(directory, LARGE);
    requireState(directory, State.NONE.with(SMALL).with(LARGE));
  }

  private static void sync(Path directory, Document document) {
    try (Index index = open(directory)) {
      sync(index, document);
    }
  }

  private static void sync(Index index, Document document) {
    index.sync(Source.documents(document.id(), List.of(document)));
  }

  private static Index open(Path directory) {
    return Index.builder(directory).embedder(new HashEmbedder(8)).openOrCreate();
  }

  /**
   * Returns the error message if the disk is full, and checks that the failed write did not change
   * the index.
   */
  private static String fill(Path directory) throws IOException {
    try (Index index = open(directory)) {
      String message = failureOf(index);
      State before = State.NONE.with(SMALL);
      State expected = message == null ? before.with(LARGE) : before;
      assertThat(IndexContents.of(index).isSameAs(expected)).isTrue();
      requireState(directory, expected);
      return message == null ? "it fits" : message;
    }
  }

  private static @Nullable String failureOf(Index index) {
    try {
      sync(index, LARGE);
      return null;
    } catch (CorpusException e) {
      return e.getMessage();
    }
  }

  private static void requireState(Path directory, State expected) throws IOException {
    Store store = new FileStore(directory);
    assertThat(IndexContents.in(store).isSameAs(expected)).isTrue();
    IndexContents.requireNothingElse(store);
  }

  private static void fillMounted(Path folder) throws IOException, InterruptedException {
    String[] mount = {"mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder.toString()};
    if (new ProcessBuilder(mount).inheritIO().start().waitFor() != 0) {
      return;
    }
    System.out.println("mounted");
    for (int pages = 0; pages < 20; pages++) {
      System.out.println(fillAllBut(folder, pages));
    }
  }

  private static String fillAllBut(Path folder, int pages) throws IOException {
    Path directory = folder.resolve("index-" + pages);
    start(directory);
    long free = folder.toFile().getUsableSpace();
    Path ballast = folder.resolve("ballast");
    Files.write(ballast, new byte[(int) free - pages * PAGE_BYTES]);
    String message = fill(directory);
    Files.delete(ballast);
    finish(directory);
    for (String name : new FileStore(directory).list()) {
      Files.delete(directory.resolve(name));
    }
    return message;
  }
}
