package dev.arag.spring.internal.property;

import dev.arag.core.embed.Embedder;
import dev.arag.index.Index;
import dev.arag.index.embed.EmbedderPresets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The embedder that the property {@code arag.embedder} selects. Closed after the index. */
public final class IndexEmbedder implements AutoCloseable {
  private static final String PROPERTY = "arag.embedder";
  private static final String NONE = "none";

  private final @Nullable String name;
  private final Optional<Embedder> embedder;

  /**
   * @param name the value of the property; null for the embedder that the index stores
   */
  public IndexEmbedder(@Nullable String name) {
    this.name = name;
    this.embedder = name == null || name.equals(NONE) ? Optional.empty() : Optional.of(find(name));
  }

  private static Embedder find(String name) {
    int equals = name.indexOf('=');
    Optional<Embedder> found =
        equals < 0
            ? EmbedderPresets.named(name)
            : inFolder(name.substring(0, equals), Path.of(name.substring(equals + 1)));
    return found.orElseThrow(
        () ->
            new InvalidPropertyException(
                PROPERTY,
                "There is no embedder '"
                    + name
                    + "'. The embedders are "
                    + EmbedderPresets.BGE_SMALL_ENGLISH
                    + ", none, and "
                    + String.join("=FOLDER, ", EmbedderPresets.folderNames())
                    + "=FOLDER.",
                null));
  }

  private static Optional<Embedder> inFolder(String model, Path folder) {
    if (EmbedderPresets.folderNames().contains(model) && !Files.isDirectory(folder)) {
      throw new InvalidPropertyException(PROPERTY, "There is no folder " + folder + ".", null);
    }
    return EmbedderPresets.inFolder(model, folder);
  }

  public void configure(Index.Builder index) {
    if (NONE.equals(name)) {
      index.withoutEmbeddings();
    }
    embedder.ifPresent(index::embedder);
  }

  @Override
  public void close() {
    embedder.ifPresent(Embedder::close);
  }
}
