package dev.arag.examples.cli.option;

import dev.arag.core.corpus.Profile;
import dev.arag.core.embed.Embedder;
import dev.arag.examples.cli.console.CommandOutput;
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

  /** Notes that an index was not created for the paper profile, which the command uses. */
  public void noteProfile(Profile profile, Index index, CommandOutput output) {
    if (profile == Profile.PAPER && index.profile() != Profile.PAPER) {
      output.note(
          "arag: this index was created without --profile paper, so its sentences and"
              + " embeddings differ from those of the paper's reference implementation");
    }
  }

  /** A command does not wait for another writer. */
  private Index.Builder builder() {
    return Index.builder(path).lockTimeout(Duration.ZERO);
  }
}
