package dev.arag.examples.cli;

import static dev.arag.examples.cli.CliResult.arag;
import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.error.AragException;
import dev.arag.core.error.EncoderMismatchException;
import dev.arag.core.error.IndexNotFoundException;
import dev.arag.core.error.NoEmbeddingsException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that error messages name. */
class CliExceptionHandlerTest {
  private static final List<AragException> FAILURES =
      List.of(
          new IndexNotFoundException("There is no index."),
          new EncoderMismatchException("Another encoder."),
          new NoEmbeddingsException("No embeddings."));

  @TempDir static Path folder;

  @Test
  void commandsForSolrHaveTheOption() {
    for (AragException failure : FAILURES) {
      assertThat(CliExceptionHandler.withHint(failure, true))
          .startsWith(failure.getMessage())
          .doesNotContain("DIR", "arag embed");
    }
  }

  @Test
  void commandsForADirectoryHaveTheDirectory() {
    for (AragException failure : FAILURES) {
      assertThat(CliExceptionHandler.withHint(failure, false)).contains(" DIR");
    }
  }

  @Test
  void theTextOfTheMessageDoesNotDecide() {
    arag("stats", folder.resolve("Solr collection"))
        .failedWith(2, "Solr collection", "arag index DIR SOURCE...");
  }
}
