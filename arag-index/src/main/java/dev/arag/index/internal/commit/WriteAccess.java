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
 * <p>One who lost the right without knowing it may still make and delete files. It does no harm by
 * two rules. Nobody makes a file of a number below the next number of the published manifest. And
 * nobody deletes a file of a number from there on, but who made it, while it has the right; so the
 * left-overs of others are deleted when a manifest is published that is past their numbers.
 *
 * <p>For one thread. However it ends, only what is published stays.
 */
public final class WriteAccess implements Closeable {
  private final Store store;
  private final Closeable lock;
  private final LongSupplier tokens;
  private final Set<Long> claimed = new HashSet<>();
  private Permit permit;
  private boolean isConfirmed = true;

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
    removeOtherPermits();
    Manifest published = published();
    if (published == null) {
      return;
    }
    long firstFree = afterLast(store.list());
    if (firstFree > published.nextNumber()) {
      publish(published, published.skippingTo(firstFree));
    }
    removeLeftOvers();
  }

  /** Whoever publishes meanwhile has its next permit already: then all is looked at again. */
  private void removeOtherPermits() throws IOException {
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
        return;
      }
    }
  }

  /** Whether another writer has the right now. A directory that is gone says nothing. */
  public boolean isLost() throws IOException {
    List<String> names = store.list();
    return !names.isEmpty() && !names.contains(permit.name());
  }

  private static long afterLast(List<String> names) {
    return 1 + names.stream().mapToLong(FileNames::number).max().orElse(0);
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

  /**
   * Whoever published what is read may have been stopped before it was so for good. It must be,
   * before anything older goes, and before anybody is told that there was nothing to do.
   */
  private void removeLeftOvers() throws IOException {
    Manifest published = published();
    if (published == null) {
      return;
    }
    List<String> leftOvers =
        unlisted(store.list(), published).stream()
            .filter(name -> FileNames.number(name) < published.nextNumber())
            .toList();
    store.syncDirectory();
    for (String name : leftOvers) {
      store.delete(name);
    }
  }

  private static List<String> unlisted(List<String> names, @Nullable Manifest published) {
    Set<String> listed = published == null ? Set.of() : Set.copyOf(published.files());
    return names.stream()
        .filter(name -> FileNames.number(name) >= 0 && !listed.contains(name))
        .toList();
  }

  /**
   * A number for new files, to be made at once. One who lost the right without knowing it may still
   * make files of its own.
   *
   * @param next the number that would be next
   */
  long claim(long next) throws IOException {
    long number = Math.max(next, afterLast(store.list()));
    claimed.add(number);
    return number;
  }

  /**
   * Makes a state whose files are complete and durable the one that is read, and removes the files
   * that only the state before needed.
   *
   * @throws TakenOverException if another writer has the right now; nothing is published
   * @throws UnconfirmedCommitException if it is published, but perhaps not for good
   */
  void publish(Manifest before, Manifest manifest) throws IOException {
    Permit used = permit;
    Permit next = newPermit();
    try {
      write(manifest, used);
      store.syncDirectory();
      rename(used, manifest);
    } catch (TakenOverException | UnconfirmedCommitException e) {
      discard(next);
      throw e;
    } catch (IOException | RuntimeException e) {
      // One that was written to cannot be used again.
      permit = next;
      discard(used);
      throw e;
    }
    permit = next;
    confirm();
    removeOutdated(before, manifest);
    if (before.generation() == 0) {
      removeLeftOversQuietly();
    }
  }

  private static void write(Manifest manifest, Permit permit) throws IOException {
    try (BlockWriter file = BlockWriter.of(permit.output(), FileKind.MANIFEST)) {
      manifest.write(file);
      file.finish();
    }
  }

  private void rename(Permit used, Manifest manifest) throws IOException {
    try {
      store.rename(used.name(), FileNames.MANIFEST);
    } catch (NoSuchFileException e) {
      throw new TakenOverException(e);
    } catch (IOException e) {
      throw manifest.equals(published()) ? unconfirmed(e) : e;
    }
  }

  private UnconfirmedCommitException unconfirmed(IOException cause) {
    isConfirmed = false;
    return new UnconfirmedCommitException(cause);
  }

  private void confirm() throws IOException {
    try {
      store.syncDirectory();
    } catch (IOException e) {
      throw unconfirmed(e);
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

  private void removeLeftOversQuietly() {
    try {
      removeLeftOvers();
    } catch (IOException e) {
      // As above.
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
    removeLeftOvers();
    store.syncDirectory();
  }

  /** Removes what was not published. */
  @Override
  public void close() throws IOException {
    try {
      if (isConfirmed) {
        removeClaimed();
      }
      discard(permit);
    } finally {
      lock.close();
    }
  }

  /** Whoever takes over deletes our permit before it makes any file. */
  private void removeClaimed() {
    try {
      List<String> names = store.list();
      if (!isLost()) {
        unlisted(names, published()).stream()
            .filter(name -> claimed.contains(FileNames.number(name)))
            .forEach(this::removeQuietly);
      }
    } catch (IOException | CorpusException e) {
      // Nobody can tell what is ours: the next writer will.
    }
  }
}
