package dev.arag.index.internal.ingest;

import dev.arag.index.internal.ingest.SourceFiles.Entry;
import dev.arag.index.internal.ingest.SourceFiles.Unlisted;
import dev.arag.index.internal.store.FileStore;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Lists the files of a folder tree once. Files that are deleted during the listing are omitted. */
final class FolderListing {
  private record Folder(Path path, String relative) {}

  private final Path root;
  private final List<Entry> files = new ArrayList<>();
  private final List<Unlisted> unlisted = new ArrayList<>();
  private final Deque<Folder> folders = new ArrayDeque<>();
  private boolean isShrinking;

  FolderListing(Path root) {
    this.root = root;
  }

  SourceFiles sourceFiles(@Nullable Object rootKey) {
    folders.push(new Folder(root, ""));
    while (!folders.isEmpty()) {
      list(folders.pop());
    }
    files.sort(SourceFiles.BY_PATH);
    return new SourceFiles(root, rootKey, true, files, unlisted, isShrinking);
  }

  private void list(Folder folder) {
    try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder.path())) {
      paths.forEach(path -> add(folder, path));
    } catch (DirectoryIteratorException e) {
      addUnlisted(folder.relative(), Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      addUnlisted(folder.relative(), e);
    }
  }

  private void add(Folder folder, Path path) {
    String last = SourceFiles.lastName(path);
    // The folder may contain an index, whose files are not documents.
    if (last.startsWith(".") || last.endsWith(FileStore.SUFFIX)) {
      return;
    }
    String relative = folder.relative().isEmpty() ? last : folder.relative() + "/" + last;
    try {
      add(path, relative);
    } catch (IOException e) {
      addUnlisted(relative, e);
    }
  }

  private void add(Path path, String relative) throws IOException {
    BasicFileAttributes attributes =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (attributes.isDirectory()) {
      folders.push(new Folder(path, relative));
    } else {
      files.add(new Entry(path, relative, SourceFiles.kind(attributes)));
    }
  }

  private void addUnlisted(String relative, IOException failure) {
    if (failure instanceof NoSuchFileException) {
      isShrinking = true;
    } else {
      unlisted.add(new Unlisted(relative, failure));
    }
  }
}
