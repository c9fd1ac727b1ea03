package dev.arag.cli.internal;

import static dev.arag.cli.internal.CliResult.arag;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code --rights}, {@code --readable-by} and {@code --as}. */
final class CliRightsTest {
  @TempDir static Path folder;

  private static Path index;

  @BeforeAll
  static void indexOnce() throws IOException {
    Path pay = Files.writeString(folder.resolve("pay.txt"), "Jo Marsh earns 4711 euros.");
    Path ferry = Files.writeString(folder.resolve("ferry.txt"), "The ferry earns little.");
    index = folder.resolve("a.arag");
    arag(
            "index",
            index,
            pay,
            "--embedder",
            "none",
            "--rights",
            "--readable-by",
            "group:hr",
            "--readable-by",
            "user:jo",
            "--meta",
            "salary=high")
        .endedWith(0);
    arag("index", index, ferry, "--readable-by", "*").endedWith(0);
  }

  @Test
  void findsWhatTheReaderMayRead() {
    for (String reader : new String[] {"group:hr", "user:jo"}) {
      assertThat(
              arag("keyword", "--json", index, "earns", "--as", reader)
                  .endedWith(0)
                  .json()
                  .get("hits"))
          .hasSize(2);
    }
    CliResult other = arag("keyword", "--json", index, "earns", "--as", "group:it").endedWith(0);
    assertThat(other.json().get("hits")).hasSize(1);
    assertThat(other.out()).doesNotContain("4711");
    assertThat(arag("documents", index, "--as", "*").endedWith(0).out())
        .contains("ferry.txt")
        .doesNotContain("pay.txt");
  }

  @Test
  void namesNothingThatTheReaderMayNotRead() {
    String read = arag("read", index, "pay.txt#0", "--as", "*").err();
    String outline = arag("outline", index, "pay.tx", "--as", "*").err();
    String scope = arag("keyword", index, "earns", "--as", "*", "--scope", "salery=1").err();
    String source = arag("documents", index, "--as", "*", "--source", "nothing").err();
    assertThat(read + outline + scope + source).doesNotContain("pay.txt", "salary=", "4711");
    assertThat(scope).doesNotContain("salary");
  }

  @Test
  void needsAReaderForAnIndexWithRightsOnly() throws IOException {
    for (String command : new String[] {"keyword", "ask"}) {
      assertThat(arag(command, index, "earns").endedWith(2).err()).contains("--as user:jo");
    }
    assertThat(arag("documents", index).endedWith(2).err()).contains("--as");
    assertThat(arag("stats", index, "--documents").endedWith(0).out())
        .contains("pay.txt", "ferry.txt", "With rights");
    Path plain = folder.resolve("plain.arag");
    Path file = Files.writeString(folder.resolve("plain.txt"), "It is plain.");
    assertThat(arag("index", plain, file, "--embedder", "none").endedWith(0).out())
        .doesNotContain("--readable-by");
    assertThat(arag("stats", plain).endedWith(0).out()).doesNotContain("rights");
    assertThat(arag("keyword", plain, "plain", "--as", "user:jo").endedWith(2).err())
        .contains("--rights");
    assertThat(arag("index", plain, file, "--readable-by", "user:jo").err())
        .contains("has no rights", "Create or rebuild the index with --rights.");
  }

  @Test
  void deletesADocumentWhoeverMayReadIt() throws IOException {
    Path other = Files.writeString(folder.resolve("other.txt"), "Nobody reads it.");
    Path copy = folder.resolve("copy.arag");
    assertThat(arag("index", copy, other, "--embedder", "none", "--rights").endedWith(0).out())
        .contains("Warning: The index has rights, but no --readable-by was given");
    assertThat(arag("index", "--json", copy, other).endedWith(0).json().get("warnings")).isEmpty();
    arag("delete", copy, "other.txt").endedWith(0);
    assertThat(arag("stats", copy, "--documents").endedWith(0).out()).doesNotContain("other.txt");
  }
}
