package dev.arag.index.internal.file;

/** Remedies that messages about a damaged index end with. */
public final class Remedy {
  public static final String REBUILD =
      "Restore it from a backup, or delete the index and rebuild it from its sources.";

  private Remedy() {}
}
