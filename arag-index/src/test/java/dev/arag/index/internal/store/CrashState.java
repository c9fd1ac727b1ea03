package dev.arag.index.internal.store;

import java.util.List;

/**
 * A possible state of a disk after a power failure.
 *
 * @param prefix the number of operations in the trace that had begun
 * @param names for each name change that had not been synced, whether it became durable
 *     nevertheless, in order
 * @param writes the outcomes of the writes that had not been forced, in order
 * @param marks the marks that the test had recorded before the failure, in order
 * @param store the contents of the disk; the arrays are shared with other states and must not be
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
