package dev.arag.index.internal.file;

/** Hears of each damaged place of a file. */
@FunctionalInterface
public interface DamageListener {
  /**
   * @param offset place in the file, in bytes
   * @param what what is wrong there
   */
  void found(long offset, String what);
}
