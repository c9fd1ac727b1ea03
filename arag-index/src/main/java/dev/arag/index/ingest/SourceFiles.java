package dev.arag.index.ingest;

import dev.arag.core.corpus.CorpusOrder;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * The files of a source, found without following links.
 *
 * @param root the real path of the source
 * @param isFolder whether the source is a folder; else it is the only file
 * @param files what to read, in the order of their relative paths
 */
record SourceFiles(Path root, boolean isFolder, List<Entry> files) {
  /** An index may lie among the documents; the names of its folder and files end so. */
  private static final String INDEX_FILE = ".arag";

  private static final Comparator<Entry> BY_PATH =
      Comparator.comparing(Entry::relative, CorpusOrder::compareCodePoints);

  /**
   * @param relative the path below the root with '/' between names; empty for the root
   */
  record Entry(Path path, String relative) {}

  /** Folders that cannot be listed are told to the sink. */
  static SourceFiles below(Path source, IngestSink sink, String name) throws IOException {
    Path root = source.toRealPath();
    if (!Files.isDirectory(root)) {
      return new SourceFiles(root, false, List.of(new Entry(root, "")));
    }
    return new SourceFiles(root, true, walk(root, sink, name));
  }

  private static List<Entry> walk(Path root, IngestSink sink, String name) {
    List<Entry> files = new ArrayList<>();
    Deque<Entry> folders = new ArrayDeque<>(List.of(new Entry(root, "")));
    while (!folders.isEmpty()) {
      Entry folder = folders.pop();
      try {
        list(folder, folders, files);
      } catch (IOException e) {
        String id = folder.relative().isEmpty() ? name : name + "/" + folder.relative();
        sink.skipped(new Skip(id, "the folder: " + FolderReading.describe(e)));
      }
    }
    files.sort(BY_PATH);
    return files;
  }

  private static void list(Entry folder, Deque<Entry> folders, List<Entry> files)
      throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder.path())) {
      for (Path path : entries) {
        add(folder, path, folders, files);
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  private static void add(Entry folder, Path path, Deque<Entry> folders, List<Entry> files) {
    String last = FileIngest.lastName(path);
    if (last.startsWith(".") || last.endsWith(INDEX_FILE)) {
      return;
    }
    String relative = folder.relative().isEmpty() ? last : folder.relative() + "/" + last;
    Entry entry = new Entry(path, relative);
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      folders.push(entry);
    } else {
      files.add(entry);
    }
  }

  /**
   * The real path of a file to read.
   *
   * @throws UnreadableSourceException if it is no regular file of this source
   */
  Path regularFile(Entry entry) throws IOException {
    Path real = real(entry);
    BasicFileAttributes attributes = Files.readAttributes(real, BasicFileAttributes.class);
    if (attributes.isDirectory()) {
      throw new UnreadableSourceException("it is a link to a folder");
    }
    if (!attributes.isRegularFile()) {
      throw new UnreadableSourceException("it is not a regular file");
    }
    return real;
  }

  private Path real(Entry entry) throws IOException {
    if (!Files.isSymbolicLink(entry.path())) {
      return entry.path();
    }
    if (!Files.exists(entry.path())) {
      throw new UnreadableSourceException("it is a link that leads nowhere");
    }
    Path real = entry.path().toRealPath();
    if (!real.startsWith(root)) {
      throw new UnreadableSourceException("it is a link that leads out of the source");
    }
    return real;
  }
}
