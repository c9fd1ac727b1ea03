package dev.arag.index.internal.file;

/** What messages about damage tell people to do. */
public final class Advice {
  public static final String REBUILD =
      "Restore it from a copy, or delete the index and build it anew from its sources.";

  private Advice() {}
}
