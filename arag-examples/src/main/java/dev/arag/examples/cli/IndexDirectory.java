package dev.arag.examples.cli;

import dev.arag.core.embed.Embedder;
import dev.arag.index.Index;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** The first argument of most commands: the directory of an index. */
final class IndexDirectory {
  @Parameters(index = "0", paramLabel = "DIR", description = "The directory of the index.")
  private Path path;

  Path path() {
    return path;
  }

  /**
   * @throws dev.arag.core.error.IndexNotFoundException if there is no index
   */
  Index open() {
    return Index.open(path);
  }

  /**
   * @param encoder the encoder of queries; null for the default of the index
   */
  Index open(@Nullable Embedder encoder) {
    return encoder == null ? open() : Index.builder(path).embedder(encoder).open();
  }
}
