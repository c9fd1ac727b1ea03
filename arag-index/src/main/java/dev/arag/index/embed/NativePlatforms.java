package dev.arag.index.embed;

/** What to say where native code cannot be loaded. */
final class NativePlatforms {
  /** Keyword search and reading load nothing native; that is the way out on other machines. */
  static final String PLATFORMS =
      "Encoders need native libraries, which exist for Linux with glibc (x64, aarch64), macOS"
          + " (aarch64) and Windows (x64), not for Alpine or other Linux with musl, nor for Macs"
          + " with Intel processors: there use an image with glibc, an encoder behind HTTP"
          + " (LangChain4j.embedder), or index with --encoder none; all but semantic search works"
          + " without.";

  private NativePlatforms() {}
}
