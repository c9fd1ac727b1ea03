package dev.arag.examples.cli.option;

import dev.arag.core.embed.Embedder;
import dev.arag.index.Index;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** The first argument of most commands: the directory of an index. */
public final class IndexDirectory {
  @Parameters(index = "0", paramLabel = "DIR", description = "The directory of the index.")
  private Path path;

  public Path path() {
    return path;
  }

  /**
   * @throws dev.arag.core.error.IndexNotFoundException if there is no index
   */
  public Index open() {
    return builder().open();
  }

  /**
   * @param encoder the encoder of queries; null for the default of the index
   */
  public Index open(@Nullable Embedder encoder) {
    return encoder == null ? open() : builder().embedder(encoder).open();
  }

  /** A command does not wait for another writer. */
  private Index.Builder builder() {
    return Index.builder(path).lockTimeout(Duration.ZERO);
  }
}
