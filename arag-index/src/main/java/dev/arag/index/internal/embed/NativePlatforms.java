package dev.arag.index.internal.embed;

/** The text for messages about platforms on which native code cannot be loaded. */
public final class NativePlatforms {
  /** Keyword search and reading load no native code, so they work on every platform. */
  static final String PLATFORMS =
      "Embedders need native libraries, which exist for Linux with glibc (x64, aarch64), macOS"
          + " (aarch64) and Windows (x64). They do not exist for Alpine and other Linux systems with"
          + " musl, or for Macs with Intel processors. On such a system, use an image with glibc, a"
          + " remote embedder (LangChain4j.embedder), or no embedder"
          + " (Index.builder(dir).withoutEmbeddings()). Without an embedder, everything except"
          + " semantic search works.";

  private NativePlatforms() {}
}
