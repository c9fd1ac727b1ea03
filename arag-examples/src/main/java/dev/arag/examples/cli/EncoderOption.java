package dev.arag.examples.cli;

import dev.arag.core.embed.Embedder;
import dev.arag.index.embed.EncoderPresets;
import dev.arag.index.embed.OnnxEmbedder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * An encoder by the name it has on the command line; as an option, the one a query is encoded with.
 */
final class EncoderOption {
  static final String BGE = EncoderPresets.BGE_SMALL_ENGLISH;
  static final String NONE = "none";

  /** The encoders whose weights lie in a folder of the caller's. */
  private static final Map<String, BiFunction<OnnxEmbedder.Builder, Path, OnnxEmbedder.Builder>>
      FOLDERS =
          Map.of(
              "qwen3", OnnxEmbedder.Builder::qwen3,
              "all-MiniLM-L6-v2", OnnxEmbedder.Builder::allMiniLm,
              "e5-small-v2", OnnxEmbedder.Builder::e5Small,
              "huggingface", OnnxEmbedder.Builder::huggingFace);

  @Option(
      names = "--encoder",
      paramLabel = "NAME",
      description = {
        "What the index was made with, where that is no part of this program:",
        "qwen3=FOLDER and the like."
      })
  private @Nullable String name;

  /** The encoder for queries; null for the one the index knows. The caller closes it. */
  @Nullable Embedder forQueries() {
    return name == null
        ? null
        : parse(name)
            .orElseThrow(() -> new UsageException("--encoder none encodes no query; leave it out"));
  }

  /**
   * @return a new encoder, which the caller closes; empty for {@code none}
   * @throws UsageException if no encoder has this name, or its folder is not there
   */
  static Optional<Embedder> parse(String name) {
    if (name.equals(NONE)) {
      return Optional.empty();
    }
    if (name.equals(BGE)) {
      return Optional.of(OnnxEmbedder.bgeSmallEnglish());
    }
    int equals = name.indexOf('=');
    String model = name.substring(0, Math.max(0, equals));
    BiFunction<OnnxEmbedder.Builder, Path, OnnxEmbedder.Builder> choice = FOLDERS.get(model);
    if (choice == null) {
      throw new UsageException(
          "--encoder knows "
              + BGE
              + ", "
              + NONE
              + ", qwen3=FOLDER, all-MiniLM-L6-v2=FOLDER, e5-small-v2=FOLDER and"
              + " huggingface=FOLDER, was \""
              + name
              + "\"");
    }
    return Optional.of(
        choice.apply(OnnxEmbedder.builder(), folder(model, name.substring(equals + 1))).build());
  }

  private static Path folder(String model, String typed) {
    if (typed.isEmpty() || !Files.exists(new Utf8Path().convert(typed))) {
      throw new UsageException(
          "--encoder "
              + model
              + "=FOLDER: there is no folder \""
              + typed
              + "\"; see docs/qwen3.md");
    }
    return new Utf8Path().convert(typed);
  }
}
