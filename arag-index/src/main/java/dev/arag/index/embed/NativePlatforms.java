package dev.arag.index.embed;

/** The message for platforms on which native code cannot be loaded. */
final class NativePlatforms {
  /** Keyword search and reading load no native code, so they work on all platforms. */
  static final String PLATFORMS =
      "Encoders need native libraries, which exist for Linux with glibc (x64, aarch64), macOS"
          + " (aarch64) and Windows (x64), but not for Alpine or other Linux with musl, nor for Macs"
          + " with Intel processors. There, use an image with glibc, an encoder behind HTTP"
          + " (LangChain4j.embedder), or no encoder: Index.builder(dir).withoutEmbeddings(). All but"
          + " semantic search works without one.";

  private NativePlatforms() {}
}
