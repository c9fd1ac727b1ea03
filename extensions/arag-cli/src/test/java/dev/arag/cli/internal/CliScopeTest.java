package dev.arag.cli.internal;

import static dev.arag.cli.internal.CliResult.arag;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code --scope} with metadata of every type. */
final class CliScopeTest {
  @TempDir static Path folder;

  private static Path index;

  @BeforeAll
  static void indexOnce() throws IOException {
    Path battles = folder.resolve("battles.jsonl");
    Files.writeString(
        battles,
        """
        {"id":"a","text":"Trafalgar was a battle.","year":1805,"won":true,"share":0.5,"code":"007"}
        {"id":"b","text":"Waterloo was a battle.","year":"1805","won":"true","share":1,"code":"7"}
        {"id":"c","text":"Leipzig was a battle.","year":1813,"won":false,"code":7,"tags":["1805"]}
        """);
    index = folder.resolve("battles.arag");
    arag("index", index, battles, "--embedder", "none").endedWith(0);
  }

  @ParameterizedTest
  @CsvSource({
    "doc.year=1805, 2",
    "doc.year=1813, 1",
    "doc.year=1805.0, 1",
    "doc.won=true, 2",
    "doc.won=false, 1",
    "doc.share=0.5, 1",
    "doc.share=1.0, 1",
    "doc.code=7, 2",
    "doc.code=007, 1",
    "doc.tags=1805, 1",
    "doc.year=9e999, 0"
  })
  void valueMatchesTextsNumbersAndBooleans(String scope, int expected) {
    CliResult result = arag("keyword", "--json", index, "battle", "--scope", scope).endedWith(0);
    assertThat(result.json().get("hits")).hasSize(expected);
    assertThat(result.err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"year, doc.year", "doc.yaer, doc.year", "Tag, doc.tags", "doc.cod, doc.code"})
  void unknownKeyIsReportedWithTheNearestKey(String key, String nearest) {
    String note =
        "--scope: no document has the key \""
            + key
            + "\"; the nearest key is \""
            + nearest
            + "\"\n";
    CliResult found = arag("keyword", index, "battle", "--scope", key + "=1805").endedWith(0);
    assertThat(found.out()).startsWith("0 chunks");
    assertThat(found.err()).isEqualTo(note);
    CliResult read = arag("read", "--json", index, "a#0", "--scope", key + "=1805").endedWith(0);
    assertThat(read.err()).isEqualTo(note);
  }

  @Test
  void showsTheNamedMetadata() {
    Object[] keyword = {"keyword", index, "Trafalgar", "--show", "doc.year", "--show", "doc.won"};
    assertThat(arag(keyword).endedWith(0).out())
        .contains(
            "(Trafalgar x1)\n  doc.year: 1805\n  doc.won: true\n  - Trafalgar was a battle.\n");
    CliResult json =
        arag("keyword", "--json", index, "battle", "--show", "doc.tags", "--show", "tags");
    assertThat(json.endedWith(0).err())
        .isEqualTo("--show: no document has the key \"tags\"; the nearest key is \"doc.tags\"\n");
    assertThat(json.out()).contains("\"metadata\":{\"doc.tags\":[\"1805\"]}", "\"metadata\":{}");
    assertThat(arag("keyword", "--json", index, "battle").out()).doesNotContain("metadata");
    assertThat(arag("search", "--json", index, "Trafalgar", "--show", "doc.year").out())
        .contains("\"metadata\":{\"doc.year\":1805}");
  }

  @Test
  void unknownKeyIsAWarningOfAsk() {
    CliResult result =
        arag("ask", "--json", index, "What was Trafalgar?", "--scope", "year=1805").endedWith(0);
    JsonNode warnings = result.json().get("warnings");
    assertThat(warnings.get(0).asText())
        .isEqualTo("--scope: no document has the key \"year\"; the nearest key is \"doc.year\"");
    assertThat(result.err()).contains(warnings.get(0).asText());
    CliResult text = arag("ask", index, "What was Trafalgar?", "--scope", "year=1805").endedWith(0);
    assertThat(text.err()).containsOnlyOnce("no document has the key");
    assertThat(text.out()).doesNotContain("--scope");
  }

  @Test
  void indexWithoutMetadataIsReported() throws IOException {
    Path note = Files.writeString(folder.resolve("note.txt"), "Waterloo was a battle.\n");
    Path plain = folder.resolve("plain.arag");
    arag("index", plain, note, "--embedder", "none").endedWith(0);
    assertThat(arag("keyword", plain, "battle", "--scope", "year=1805").endedWith(0).err())
        .isEqualTo("--scope: no document has the key \"year\"; the documents have no metadata\n");
  }
}
