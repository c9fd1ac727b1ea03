package dev.arag.examples.cli.option;

import dev.arag.core.embed.Embedder;
import dev.arag.index.Index;
import java.nio.file.Path;
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
    return Index.open(path);
  }

  /**
   * @param encoder the encoder of queries; null for the default of the index
   */
  public Index open(@Nullable Embedder encoder) {
    return encoder == null ? open() : Index.builder(path).embedder(encoder).open();
  }
}
