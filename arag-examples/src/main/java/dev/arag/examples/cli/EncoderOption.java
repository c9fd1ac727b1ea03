package dev.arag.examples.cli;

import dev.arag.core.embed.Embedder;
import dev.arag.index.embed.OnnxEmbedder;
import java.util.Optional;

/** An encoder by the name it has on the command line. */
final class EncoderOption {
  static final String BGE = "bge-small-en-v1.5";
  static final String NONE = "none";
  private static final String QWEN = "qwen3";

  private EncoderOption() {}

  /**
   * @return a new encoder, which the caller closes; empty for {@code none}
   * @throws UsageException if no encoder has this name
   */
  static Optional<Embedder> parse(String name) {
    if (name.equals(NONE)) {
      return Optional.empty();
    }
    if (name.equals(BGE)) {
      return Optional.of(OnnxEmbedder.bgeSmallEnglish());
    }
    if (name.equals(QWEN) || name.startsWith(QWEN + "=")) {
      throw new UsageException("--encoder qwen3 is not yet available; use " + BGE);
    }
    throw new UsageException(
        "--encoder knows " + BGE + " and " + NONE + " so far, was \"" + name + "\"");
  }
}
