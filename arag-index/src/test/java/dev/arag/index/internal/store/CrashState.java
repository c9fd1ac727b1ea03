package dev.arag.index.internal.store;

import java.util.List;

/**
 * What a disk may hold after a power failure.
 *
 * @param prefix how many operations of the trace had been begun
 * @param names which name changes that were not yet durable came through, in order
 * @param writes what became of the writes that were not yet durable, in order
 * @param marks what the test had noted before, in order
 * @param store the disk as it is found. Its arrays are shared with other states: never change them
 *     in place
 */
public record CrashState(
    int prefix,
    List<Boolean> names,
    List<WriteFate> writes,
    List<Object> marks,
    MemoryStore store) {
  @Override
  public String toString() {
    return "crash after " + prefix + " operations, names " + names + ", writes " + writes;
  }
}
