package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Document;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Indexes of ordinary documents have no problems. */
class VerifyTest {
  private static final Path PROJECT = Path.of("..");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "One.\n---\nTwo.",
        "***",
        "A title\n*****\nText.",
        "```java\nint x;\n```\n",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "│ a │\n├───┤\n",
        "/**\n * Text.\n */"
      })
  void findsNoProblemInLinesOfDrawingCharacters(String text) {
    try (Index index = Index.builder(folder).withoutEmbeddings().openOrCreate()) {
      index.put("s", List.of(Document.of("d", text)));
    }
    assertThat(Index.verify(folder).problems()).isEmpty();
  }

  @Test
  void findsNoProblemInTheDocumentsOfThisProject() {
    try (Index index = Index.builder(folder).withoutEmbeddings().openOrCreate()) {
      index.sync(PROJECT.resolve("README.md"));
      index.sync(PROJECT.resolve("docs"));
      index.sync(
          PROJECT.resolve("extensions/arag-cli/src/main/resources/dev/arag/cli/demo/documents"));
      assertThat(index.stats().documents()).isGreaterThan(25);
    }
    assertThat(Index.verify(folder).problems()).isEmpty();
  }
}
