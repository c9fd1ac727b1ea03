package dev.arag.cli.internal.option;

import dev.arag.index.Index;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Parameters;

/** The first argument of commands that work only on files: the directory of an index. */
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
    // A command does not wait for another writer.
    return Index.builder(path)
        .lockTimeout(Duration.ZERO)
        .knownRules(ProfileOption.knownRules())
        .open();
  }
}
