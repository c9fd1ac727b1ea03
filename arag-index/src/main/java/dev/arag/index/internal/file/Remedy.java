package dev.arag.index.internal.file;

/** Advice that is appended to messages about a damaged index. */
public final class Remedy {
  public static final String REBUILD =
      "Restore it from a backup, or delete the index and rebuild it from its sources.";

  private Remedy() {}
}
