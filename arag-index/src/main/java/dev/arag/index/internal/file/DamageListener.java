package dev.arag.index.internal.file;

/** Receives a report for each damaged part of a file. */
@FunctionalInterface
public interface DamageListener {
  /**
   * @param offset the byte offset of the damage in the file
   * @param problem a description of the damage
   */
  void report(long offset, String problem);
}
