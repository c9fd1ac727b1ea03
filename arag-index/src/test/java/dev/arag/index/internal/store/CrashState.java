package dev.arag.index.internal.store;

import java.util.List;

/**
 * A possible state of a disk after a power failure.
 *
 * @param prefix the number of operations of the trace that had begun
 * @param names the name changes that became durable without a sync, in order
 * @param writes the outcomes of the writes that were not yet durable, in order
 * @param marks the marks that the test had recorded before, in order
 * @param store the contents of the disk. Its arrays are shared with other states and must not be
 *     modified
 */
public record CrashState(
    int prefix,
    List<Boolean> names,
    List<WriteOutcome> writes,
    List<Object> marks,
    MemoryStore store) {
  @Override
  public String toString() {
    return "crash after " + prefix + " operations, names " + names + ", writes " + writes;
  }
}
