package dev.arag.cli.internal.option;

import dev.arag.core.embed.Embedder;
import dev.arag.index.embed.EmbedderPresets;
import dev.arag.index.embed.OnnxEmbedder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The {@code --embedder} option of commands that search: selects the embedder of queries. The other
 * commands use this class to parse the name of an embedder.
 */
public final class EmbedderOption {
  public static final String BGE = EmbedderPresets.BGE_SMALL_ENGLISH;
  public static final String NONE = "none";

  @Option(
      names = "--embedder",
      paramLabel = "NAME",
      description =
          "The embedder of the index, if it is not built in: qwen3=FOLDER and others, as"
              + " for arag index.")
  private @Nullable String name;

  /** The embedder of queries, which the caller closes; null for the default of the index. */
  @Nullable
  public Embedder forQueries() {
    return name == null
        ? null
        : parse(name)
            .orElseThrow(
                () -> new UsageException("--embedder none cannot embed queries; omit the option"));
  }

  /**
   * @return a new embedder, which the caller closes; empty for {@code none}
   * @throws UsageException if there is no embedder of this name, or its folder does not exist
   */
  public static Optional<Embedder> parse(String name) {
    if (name.equals(NONE)) {
      return Optional.empty();
    }
    if (name.equals(BGE)) {
      return Optional.of(OnnxEmbedder.bgeSmallEnglish());
    }
    int equals = name.indexOf('=');
    String model = name.substring(0, Math.max(0, equals));
    if (!EmbedderPresets.folderNames().contains(model)) {
      throw new UsageException(
          "--embedder must be one of "
              + BGE
              + ", "
              + NONE
              + ", qwen3=FOLDER, all-MiniLM-L6-v2=FOLDER, e5-small-v2=FOLDER or"
              + " huggingface=FOLDER, was \""
              + name
              + "\"");
    }
    return EmbedderPresets.inFolder(model, folder(model, name.substring(equals + 1)));
  }

  private static Path folder(String model, String typed) {
    if (typed.isEmpty() || !Files.exists(new Utf8Path().convert(typed))) {
      throw new UsageException(
          "--embedder " + model + "=FOLDER: no such folder: \"" + typed + "\"; see docs/qwen3.md");
    }
    return new Utf8Path().convert(typed);
  }
}
