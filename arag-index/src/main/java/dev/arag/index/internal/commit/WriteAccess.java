package dev.arag.index.internal.commit;

import dev.arag.core.error.CorpusException;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.store.Output;
import dev.arag.index.internal.store.Store;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Exclusive write access to an index. A writer holds the operating system's lock and a fencing
 * token: an empty file with a unique name. A commit writes the new manifest into the token and
 * renames it to the manifest. Locks can be lost without notice, so a new lock holder first deletes
 * the tokens of all others; the rename of a stale writer then fails. The next token is created
 * before the current one is renamed, so that a writer always has one.
 *
 * <p>A stale writer may still create and delete files. Two rules keep it harmless. A writer creates
 * only files with numbers from the next number of the published manifest on. A file with such a
 * number is deleted only by the writer that created it, while it has access. Leftover files of
 * other writers are deleted after a commit whose next number is past theirs.
 *
 * <p>Not thread-safe. On close, all files that were not published are removed.
 */
public final class WriteAccess implements Closeable {
  private final Store store;
  private final Closeable lock;
  private final LongSupplier tokens;
  private final Set<Long> claimed = new HashSet<>();
  private FencingToken token;
  private boolean isConfirmed = true;

  /** A file that the next commit renames to the manifest. */
  private record FencingToken(String name, Output output) {}

  private WriteAccess(Store store, Closeable lock, LongSupplier tokens) throws IOException {
    this.store = store;
    this.lock = lock;
    this.tokens = tokens;
    this.token = newToken();
  }

  /**
   * Acquires write access and removes leftover files of stopped writers.
   *
   * @param tokens supplies unique numbers, such as random ones
   * @return empty if another writer has access
   * @throws CorpusException if the published manifest cannot be read
   */
  public static Optional<WriteAccess> acquire(Store store, LongSupplier tokens) throws IOException {
    Closeable lock = store.tryLock();
    if (lock == null) {
      return Optional.empty();
    }
    WriteAccess access = null;
    try {
      access = new WriteAccess(store, lock, tokens);
      access.recover();
      return Optional.of(access);
    } catch (IOException | RuntimeException e) {
      closeAfter(e, access == null ? lock : access);
      throw e;
    }
  }

  private static void closeAfter(Exception failure, Closeable resource) {
    try {
      resource.close();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private FencingToken newToken() throws IOException {
    String name = FileNames.fencingToken(tokens.getAsLong());
    return new FencingToken(name, store.create(name));
  }

  private void recover() throws IOException {
    removeOtherTokens();
    Manifest published = readPublished();
    if (published == null) {
      return;
    }
    long firstFree = afterLast(store.list());
    if (firstFree > published.nextNumber()) {
      publish(published, published.skippingTo(firstFree));
    }
    removeLeftovers();
  }

  /** A stale writer that commits meanwhile has a new token already: then the check is repeated. */
  private void removeOtherTokens() throws IOException {
    while (true) {
      Manifest before = readPublished();
      boolean isAlone = true;
      for (String name : store.list()) {
        if (FileNames.isFencingToken(name) && !name.equals(token.name())) {
          store.delete(name);
          isAlone = false;
        }
      }
      if (isAlone && isSame(before, readPublished())) {
        return;
      }
    }
  }

  /** Whether another writer has access now. An empty or missing directory proves nothing. */
  public boolean isLost() throws IOException {
    List<String> names = store.list();
    return !names.isEmpty() && !names.contains(token.name());
  }

  private static long afterLast(List<String> names) {
    return 1 + names.stream().mapToLong(FileNames::number).max().orElse(0);
  }

  private static boolean isSame(@Nullable Manifest before, @Nullable Manifest after) {
    return before == null ? after == null : before.equals(after);
  }

  /** Null before the first commit. */
  private @Nullable Manifest readPublished() {
    try {
      return Manifest.read(store);
    } catch (NoSuchFileException nothingYet) {
      return null;
    }
  }

  /**
   * Makes the published manifest durable, then deletes leftover files. Its writer may have been
   * stopped before the manifest was durable, so this comes before anything older is deleted.
   */
  private void removeLeftovers() throws IOException {
    Manifest published = readPublished();
    if (published == null) {
      return;
    }
    List<String> leftovers =
        findUnlisted(store.list(), published).stream()
            .filter(name -> FileNames.number(name) < published.nextNumber())
            .toList();
    store.syncDirectory();
    for (String name : leftovers) {
      store.delete(name);
    }
  }

  private static List<String> findUnlisted(List<String> names, @Nullable Manifest published) {
    Set<String> listed = published == null ? Set.of() : Set.copyOf(published.files());
    return names.stream()
        .filter(name -> FileNames.number(name) >= 0 && !listed.contains(name))
        .toList();
  }

  /**
   * Claims a number for files that are created at once. It is above that of every existing file,
   * since a stale writer may have created files.
   *
   * @param next the lowest number to claim
   */
  long claim(long next) throws IOException {
    long number = Math.max(next, afterLast(store.list()));
    claimed.add(number);
    return number;
  }

  /**
   * Publishes a manifest whose files are complete and durable, and removes files that only the
   * manifest before used.
   *
   * @throws StaleWriterException if another writer has access now; nothing is published
   * @throws UnconfirmedCommitException if it is published, but may not be durable
   */
  void publish(Manifest before, Manifest manifest) throws IOException {
    FencingToken used = token;
    FencingToken next = newToken();
    try {
      write(manifest, used);
      store.syncDirectory();
      rename(used, manifest);
    } catch (StaleWriterException | UnconfirmedCommitException e) {
      discard(next);
      throw e;
    } catch (IOException | RuntimeException e) {
      // A token that was written to cannot be used again.
      token = next;
      discard(used);
      throw e;
    }
    token = next;
    confirm();
    removeOutdated(before, manifest);
    if (before.generation() == 0) {
      removeLeftoversQuietly();
    }
  }

  private static void write(Manifest manifest, FencingToken token) throws IOException {
    try (BlockWriter file = BlockWriter.of(token.output(), FileKind.MANIFEST)) {
      manifest.write(file);
      file.finish();
    }
  }

  private void rename(FencingToken used, Manifest manifest) throws IOException {
    try {
      store.rename(used.name(), FileNames.MANIFEST);
    } catch (NoSuchFileException e) {
      throw new StaleWriterException(e);
    } catch (IOException e) {
      throw manifest.equals(readPublished()) ? newUnconfirmedException(e) : e;
    }
  }

  private UnconfirmedCommitException newUnconfirmedException(IOException cause) {
    isConfirmed = false;
    return new UnconfirmedCommitException(cause);
  }

  private void confirm() throws IOException {
    try {
      store.syncDirectory();
    } catch (IOException e) {
      throw newUnconfirmedException(e);
    }
  }

  /** A file that cannot be deleted, since it is open, is left to the next writer. */
  private void removeOutdated(Manifest before, Manifest manifest) {
    Set<String> listed = Set.copyOf(manifest.files());
    for (String name : before.files()) {
      if (!listed.contains(name)) {
        removeQuietly(name);
      }
    }
  }

  private void removeLeftoversQuietly() {
    try {
      removeLeftovers();
    } catch (IOException e) {
      // The next writer removes them.
    }
  }

  private void removeQuietly(String name) {
    try {
      store.delete(name);
    } catch (IOException e) {
      // Uses disk space until the next writer removes it.
    }
  }

  private void discard(FencingToken unused) {
    try {
      unused.output().close();
    } catch (IOException e) {
      // Nothing was written to it.
    }
    removeQuietly(unused.name());
  }

  /** Durably removes all files that are not published. */
  void removeUnpublished() throws IOException {
    removeLeftovers();
    store.syncDirectory();
  }

  /** Removes files that were not published, and releases the lock. */
  @Override
  public void close() throws IOException {
    try {
      if (isConfirmed) {
        removeClaimed();
      }
      discard(token);
    } finally {
      lock.close();
    }
  }

  /** If this writer's token exists, no other writer has created files under claimed numbers. */
  private void removeClaimed() {
    try {
      List<String> names = store.list();
      if (!isLost()) {
        findUnlisted(names, readPublished()).stream()
            .filter(name -> claimed.contains(FileNames.number(name)))
            .forEach(this::removeQuietly);
      }
    } catch (IOException | CorpusException e) {
      // The owner of the files is unknown; the next writer removes them.
    }
  }
}
