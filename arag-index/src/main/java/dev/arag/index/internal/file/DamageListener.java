package dev.arag.index.internal.file;

/** Receives each damaged place of a file. */
@FunctionalInterface
public interface DamageListener {
  /**
   * @param offset byte offset in the file
   * @param problem a description of the damage
   */
  void report(long offset, String problem);
}
