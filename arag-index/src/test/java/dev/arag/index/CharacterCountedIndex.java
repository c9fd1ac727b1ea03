package dev.arag.index;

import java.nio.file.Path;

/** Creates indexes for benchmarks whose chunks are measured in characters, which costs nothing. */
public final class CharacterCountedIndex {
  private CharacterCountedIndex() {}

  /** A token is four UTF-16 units. */
  public static Index.Builder builder(Path directory) {
    return Index.builder(directory).tokenCounter(text -> (text.length() + 3) / 4);
  }
}
