package dev.arag.index;

import java.nio.file.Path;

/**
 * Creates indexes for benchmarks. Chunk lengths are estimated from the number of characters,
 * because counting tokens would take time.
 */
public final class CharacterCountedIndex {
  private CharacterCountedIndex() {}

  /** Returns a builder that counts four UTF-16 units as one token. */
  public static Index.Builder builder(Path directory) {
    return Index.builder(directory).tokenCounter(text -> (text.length() + 3) / 4);
  }
}
