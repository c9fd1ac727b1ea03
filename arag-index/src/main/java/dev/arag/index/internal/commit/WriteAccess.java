package dev.arag.index.internal.commit;

import dev.arag.core.error.CorpusException;
import dev.arag.core.error.IndexVersionException;
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
 * Exclusive write access to an index. A writer holds a lock of the operating system and a fencing
 * token, which is an empty file with a unique name. A commit writes the new manifest into the token
 * file and then renames this file to the manifest. A process can lose an operating-system lock
 * without noticing, for example on a network file system. Therefore a writer that acquires the lock
 * first deletes the tokens of all other writers. If a stale writer, which has lost the lock, then
 * tries to commit, renaming its token fails. Before a writer renames its token, it creates the next
 * one, so that it always has a token.
 *
 * <p>A stale writer may still create and delete files. Two rules ensure that this causes no damage:
 *
 * <ul>
 *   <li>A writer creates only files whose number is at least the next number in the published
 *       manifest.
 *   <li>A file with such a number is deleted only by the writer that created it, and only while
 *       this writer has access. Files that other writers left behind are deleted after a commit has
 *       raised the next number above their numbers.
 * </ul>
 *
 * <p>Closing deletes all files that this writer created and did not publish. Not thread-safe.
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
   * Acquires write access and deletes files that earlier writers left behind.
   *
   * @param tokens supplies unique numbers, for example random numbers
   * @return the write access; empty if another writer has access
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
    if (published == null || isTooOld()) {
      return;
    }
    long firstFree = afterLast(store.list());
    if (firstFree > published.nextNumber()) {
      publish(published, published.skippingTo(firstFree));
    }
    removeLeftovers();
  }

  /** Returns whether the index can only be rebuilt. Its files are left for the first commit. */
  private boolean isTooOld() throws NoSuchFileException {
    try {
      Manifest.read(store);
      return false;
    } catch (IndexVersionException e) {
      if (e.isTooOld()) {
        return true;
      }
      throw e;
    }
  }

  /**
   * Deletes the tokens of all other writers. A stale writer that commits at the same time has
   * already created its next token. Therefore the deletion is repeated until no other token exists
   * and no commit was published in between.
   */
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

  /**
   * Returns whether another writer has taken over write access, which is the case if the token of
   * this writer was deleted. Returns false if the directory is empty or missing, because then the
   * whole index may have been deleted.
   */
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

  /** Returns the published manifest; null before the first commit. */
  private @Nullable Manifest readPublished() {
    try {
      return Manifest.readOfAnyVersion(store);
    } catch (NoSuchFileException nothingYet) {
      return null;
    }
  }

  /**
   * Makes the published manifest durable and then deletes leftover files. The writer of the
   * manifest may have stopped before the manifest was durable. If files of an older commit were
   * deleted first, a power failure could destroy the index.
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
   * Claims a number for files that are created immediately afterwards. The number is larger than
   * the numbers of all existing files because a stale writer may have created files.
   *
   * @param next the lowest number that may be claimed
   */
  long claim(long next) throws IOException {
    long number = Math.max(next, afterLast(store.list()));
    claimed.add(number);
    return number;
  }

  /** Deletes a file that this writer created and will not publish. */
  void deleteClaimed(String name) throws IOException {
    if (!isLost()) {
      removeQuietly(name);
    }
  }

  /**
   * Publishes a manifest and deletes the files that only the previous manifest lists. All files
   * that the new manifest lists must be complete and durable.
   *
   * @throws StaleWriterException if another writer has taken over write access; the manifest is not
   *     published
   * @throws UnconfirmedCommitException if the manifest is published but may not be durable
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
      // A token cannot be used again after data was written to it.
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

  /**
   * Deletes files that only the previous manifest lists. Some systems cannot delete open files; the
   * next writer deletes those.
   */
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
      // The next writer deletes the files.
    }
  }

  private void removeQuietly(String name) {
    try {
      store.delete(name);
    } catch (IOException e) {
      // The file uses disk space until the next writer deletes it.
    }
  }

  private void discard(FencingToken unused) {
    try {
      unused.output().close();
    } catch (IOException e) {
      // The token is not needed any more, so no data is lost.
    }
    removeQuietly(unused.name());
  }

  /**
   * Deletes all files that do not belong to the published commit, and makes the deletions durable.
   */
  void removeUnpublished() throws IOException {
    removeLeftovers();
    store.syncDirectory();
  }

  /** Deletes the files that this writer created and did not publish, and releases the lock. */
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

  /**
   * Deletes the unpublished files whose numbers this writer claimed. While the token of this writer
   * exists, no other writer can have created files with these numbers.
   */
  private void removeClaimed() {
    try {
      List<String> names = store.list();
      if (!isLost()) {
        findUnlisted(names, readPublished()).stream()
            .filter(name -> claimed.contains(FileNames.number(name)))
            .forEach(this::removeQuietly);
      }
    } catch (IOException | CorpusException e) {
      // It is unknown which writer owns the files, so they are left for the next writer to delete.
    }
  }
}
