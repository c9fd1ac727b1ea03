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
 * The right to publish. Two things give it: the operating system's lock, and a permit, an empty
 * file of a name that nobody had before. A new manifest is written into the permit and the permit
 * renamed to be the manifest. Locks can be lost without notice; so whoever gets the lock deletes
 * the permits of all others first, and the rename of a writer who lost the lock finds nothing to
 * rename. That is why the next permit is made before the last one is used up.
 *
 * <p>For one thread. However it ends, only what is published stays.
 */
public final class WriteAccess implements Closeable {
  private final Store store;
  private final Closeable lock;
  private final LongSupplier tokens;
  private final Set<Long> claimed = new HashSet<>();
  private Permit permit;
  private long firstFree;
  private boolean mayClean;

  /** A file that may become the manifest. */
  private record Permit(String name, Output output) {}

  private WriteAccess(Store store, Closeable lock, LongSupplier tokens) throws IOException {
    this.store = store;
    this.lock = lock;
    this.tokens = tokens;
    this.permit = newPermit();
  }

  /**
   * Takes the right to write, and removes what stopped writers left behind.
   *
   * @param tokens gives numbers that nobody else gets, such as random ones
   * @return empty if somebody else has it
   * @throws CorpusException if what is published cannot be read
   */
  public static Optional<WriteAccess> take(Store store, LongSupplier tokens) throws IOException {
    Closeable lock = store.tryLock();
    if (lock == null) {
      return Optional.empty();
    }
    WriteAccess access = null;
    try {
      access = new WriteAccess(store, lock, tokens);
      access.enter();
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

  private Permit newPermit() throws IOException {
    String name = FileNames.permit(tokens.getAsLong());
    return new Permit(name, store.create(name));
  }

  private void enter() throws IOException {
    boolean wereOthers = removeOtherPermits();
    List<String> names = store.list();
    if (wereOthers) {
      // A writer who does not know yet that it lost the right still cleans up behind itself.
      firstFree = 1 + names.stream().mapToLong(FileNames::number).max().orElse(0);
    }
    Manifest published = published();
    removeUnlisted(names, published == null ? Set.of() : Set.copyOf(published.files()));
    mayClean = true;
  }

  /** Whoever publishes meanwhile has its next permit already: then all is looked at again. */
  private boolean removeOtherPermits() throws IOException {
    boolean wereOthers = false;
    while (true) {
      Manifest before = published();
      boolean isAlone = true;
      for (String name : store.list()) {
        if (FileNames.isPermit(name) && !name.equals(permit.name())) {
          store.delete(name);
          isAlone = false;
        }
      }
      if (isAlone && isSame(before, published())) {
        return wereOthers;
      }
      wereOthers = true;
    }
  }

  private static boolean isSame(@Nullable Manifest before, @Nullable Manifest after) {
    return before == null ? after == null : before.equals(after);
  }

  /** Null before the first commit. */
  private @Nullable Manifest published() {
    try {
      return Manifest.read(store);
    } catch (NoSuchFileException nothingYet) {
      return null;
    }
  }

  /** What is read as published must be so for good before anything older goes. */
  private void removeUnlisted(List<String> names, Set<String> listed) throws IOException {
    List<String> unlisted =
        names.stream()
            .filter(name -> FileNames.number(name) >= 0 && !listed.contains(name))
            .toList();
    if (!unlisted.isEmpty()) {
      store.syncDirectory();
    }
    for (String name : unlisted) {
      store.delete(name);
    }
  }

  /**
   * A number for new files, to be made at once.
   *
   * @param next the number that would be next
   */
  long claim(long next) {
    long number = Math.max(next, firstFree);
    claimed.add(number);
    return number;
  }

  /**
   * Makes a state whose files are complete and durable the one that is read, and removes the files
   * that only the state before needed.
   *
   * @throws TakenOverException if another writer has the right now; nothing is published
   * @throws UnconfirmedException if it is published, but perhaps not for good
   */
  void publish(Manifest before, Manifest manifest) throws IOException {
    Permit used = permit;
    Permit next = newPermit();
    try {
      write(manifest, used);
      store.syncDirectory();
      store.rename(used.name(), FileNames.MANIFEST);
    } catch (NoSuchFileException e) {
      mayClean = false;
      discard(next);
      throw new TakenOverException(e);
    } catch (IOException | RuntimeException e) {
      discard(next);
      throw e;
    }
    permit = next;
    confirm();
    removeOutdated(before, manifest);
  }

  private static void write(Manifest manifest, Permit permit) throws IOException {
    try (BlockWriter file = BlockWriter.of(permit.output(), FileKind.MANIFEST)) {
      manifest.write(file);
      file.finish();
    }
  }

  private void confirm() throws IOException {
    try {
      store.syncDirectory();
    } catch (IOException e) {
      mayClean = false;
      throw new UnconfirmedException(e);
    }
  }

  /** What cannot be removed now, since somebody holds it open, the next writer removes. */
  private void removeOutdated(Manifest before, Manifest manifest) {
    Set<String> listed = Set.copyOf(manifest.files());
    for (String name : before.files()) {
      if (!listed.contains(name)) {
        removeQuietly(name);
      }
    }
  }

  private void removeQuietly(String name) {
    try {
      store.delete(name);
    } catch (IOException e) {
      // Only room on the disk is lost, until the next writer comes.
    }
  }

  private void discard(Permit unused) {
    try {
      unused.output().close();
    } catch (IOException e) {
      // Nothing was written to it.
    }
    removeQuietly(unused.name());
  }

  /** Removes all files but those of the published state, for good. */
  void removeUnpublished() throws IOException {
    Manifest published = published();
    Set<String> listed = published == null ? Set.of() : Set.copyOf(published.files());
    removeUnlisted(store.list(), listed);
    store.syncDirectory();
  }

  /** Nothing of this session is to be removed: a file of its names may be somebody else's. */
  public void leaveAll() {
    mayClean = false;
  }

  /** Removes what was not published. */
  @Override
  public void close() throws IOException {
    try {
      if (mayClean) {
        removeClaimed();
      }
      discard(permit);
    } finally {
      lock.close();
    }
  }

  private void removeClaimed() {
    try {
      Manifest published = published();
      Set<String> listed = published == null ? Set.of() : Set.copyOf(published.files());
      claimed.forEach(number -> removeUnlisted(number, listed));
    } catch (CorpusException unreadable) {
      // Nobody can tell what belongs to it.
    }
  }

  private void removeUnlisted(long number, Set<String> listed) {
    for (FileKind kind : FileKind.values()) {
      String name = FileNames.of(kind, number);
      if (FileNames.number(name) == number && !listed.contains(name)) {
        removeQuietly(name);
      }
    }
  }
}
