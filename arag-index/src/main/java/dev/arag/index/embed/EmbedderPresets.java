package dev.arag.index.embed;

import static java.util.Objects.requireNonNull;

import dev.arag.core.embed.Embedder;
import dev.arag.index.internal.embed.EmbedderSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** Creates the embedders that this library provides, by name or by fingerprint. */
public final class EmbedderPresets {
  /** The name of the default embedder. */
  public static final String BGE_SMALL_ENGLISH = "bge-small-en-v1.5";

  private static final Map<String, BiFunction<OnnxEmbedder.Builder, Path, OnnxEmbedder.Builder>>
      IN_FOLDERS =
          Map.of(
              "qwen3", OnnxEmbedder.Builder::qwen3,
              "all-MiniLM-L6-v2", OnnxEmbedder.Builder::allMiniLm,
              "e5-small-v2", OnnxEmbedder.Builder::e5Small,
              "huggingface", OnnxEmbedder.Builder::huggingFace);

  private EmbedderPresets() {}

  /**
   * Creates an embedder without loading its model. The caller closes the embedder.
   *
   * @param name the name of a preset; currently only {@code bge-small-en-v1.5}
   * @return empty if no preset has this name
   */
  public static Optional<Embedder> named(String name) {
    return requireNonNull(name, "name").equals(BGE_SMALL_ENGLISH)
        ? Optional.of(OnnxEmbedder.bgeSmallEnglish())
        : Optional.empty();
  }

  /** Returns the names that {@link #inFolder} accepts, in alphabetical order. */
  public static List<String> folderNames() {
    return IN_FOLDERS.keySet().stream().sorted().toList();
  }

  /**
   * Creates an embedder whose weights are in a folder, without loading its model. The caller closes
   * the embedder.
   *
   * @param name one of {@link #folderNames()}
   * @param folder the folder with the files that {@link OnnxEmbedder} describes
   * @return empty if no preset has this name
   * @throws dev.arag.core.error.EmbeddingException if a file of the model is missing
   */
  public static Optional<Embedder> inFolder(String name, Path folder) {
    requireNonNull(folder, "folder");
    return Optional.ofNullable(IN_FOLDERS.get(requireNonNull(name, "name")))
        .map(preset -> preset.apply(OnnxEmbedder.builder(), folder).build());
  }

  /**
   * Creates the embedder that created the vectors of an index, without loading its model. The
   * caller closes the embedder.
   *
   * @param fingerprint the fingerprint that the index stores, see {@link
   *     dev.arag.index.IndexStats#embedder()}
   * @return the embedder; empty if no embedder of this library has the fingerprint
   */
  public static Optional<Embedder> byFingerprint(String fingerprint) {
    return requireNonNull(fingerprint, "fingerprint")
            .equals(EmbedderSettings.bgeSmallEnglish().fingerprint())
        ? Optional.of(OnnxEmbedder.bgeSmallEnglish())
        : Optional.empty();
  }
}
