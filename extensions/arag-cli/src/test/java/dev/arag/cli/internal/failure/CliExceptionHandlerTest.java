package dev.arag.cli.internal.failure;

import static dev.arag.cli.internal.CliResult.arag;
import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.error.AragException;
import dev.arag.core.error.EmbedderMismatchException;
import dev.arag.core.error.IndexNotFoundException;
import dev.arag.core.error.NotIndexedException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands that error messages name. */
class CliExceptionHandlerTest {
  @TempDir static Path folder;

  @Test
  void commandsForSolrHaveTheOption() {
    for (AragException failure :
        List.of(
            new IndexNotFoundException("There is no index."),
            new EmbedderMismatchException("Another embedder."))) {
      assertThat(CliExceptionHandler.withHint(failure, true))
          .startsWith(failure.getMessage())
          .doesNotContain("DIR", "arag embed");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Index.sync, arag index DIR SOURCE...",
    "Index.embed., arag embed DIR.",
    "'Index.builder(directory).mentions(...). A', 'arag index DIR SOURCE... --graph. A'",
    "ChunksJsonParser.only or Records.only, --format chunks or --format records",
    "Set Budget.contextTokens to it., Set --context-tokens to it.",
    "docs/Source.names, docs/Source.names"
  })
  void commandsAndOptionsReplaceTheJavaApi(String message, String expected) {
    assertThat(CliExceptionHandler.withHint(new NotIndexedException(message))).isEqualTo(expected);
  }

  @Test
  void onlyAnUnsatisfiedLinkIsAMissingNativeLibrary() {
    assertThat(CliExceptionHandler.message(new UnsatisfiedLinkError("no onnxruntime"), false))
        .startsWith("a native library could not be loaded: no onnxruntime");
    assertThat(
            CliExceptionHandler.message(
                new NoClassDefFoundError("org/apache/poi/POIDocument"), false))
        .startsWith("a class could not be loaded: org/apache/poi/POIDocument");
  }

  @Test
  void theTextOfTheMessageDoesNotDecide() {
    arag("stats", folder.resolve("Solr collection"))
        .failedWith(2, "Solr collection", "arag index DIR SOURCE...");
  }
}
