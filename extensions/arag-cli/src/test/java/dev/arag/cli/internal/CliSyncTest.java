package dev.arag.cli.internal;

import static dev.arag.cli.internal.CliResult.arag;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.cli.internal.task.FileTree;
import dev.arag.graph.Graphs;
import dev.arag.graph.entity.Entity;
import dev.arag.graph.entity.EntityGraph;
import dev.arag.index.Index;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the commands that change an index: index with and without --prune, delete, and purge. */
final class CliSyncTest {
  @TempDir Path folder;

  private Path docs;
  private Path index;

  @BeforeEach
  void writeThreeDocuments() throws IOException {
    docs = Files.createDirectories(folder.resolve("docs/old")).getParent();
    Files.writeString(docs.resolve("bridge.txt"), "The Old Bridge was designed by Mira Voss.");
    Files.writeString(docs.resolve("tarn.txt"), "Tarn lies on a river.");
    Files.writeString(docs.resolve("old/mill.txt"), "The mill of Tarn burned down.");
    index = folder.resolve("my.arag");
    index().endedWith(0);
  }

  /** Indexes the documents without embeddings, so that no embedder is needed. */
  private CliResult index(Object... more) {
    Stream<Object> args = Stream.of("index", index, docs, "--embedder", "none");
    return arag(Stream.concat(args, Stream.of(more)).toArray());
  }

  private List<Integer> counts(JsonNode report) {
    return Stream.of("added", "updated", "unchanged", "deleted", "documents")
        .map(field -> report.get(field).asInt())
        .toList();
  }

  private int total(String word) {
    return arag("keyword", "--json", index, word).endedWith(0).json().get("total").asInt();
  }

  @Test
  void secondRunReportsNoChanges() {
    assertThat(index().endedWith(0).out()).startsWith("No changes: 3 documents unchanged");
    assertThat(counts(index("--json").json())).containsExactly(0, 0, 3, 0, 3);
  }

  @Test
  void readsSidecarFiles() throws IOException {
    Path sidecar = docs.resolve("tarn.txt.meta.json");
    Files.writeString(sidecar, "{\"author\": \"Mira\"}");
    assertThat(counts(index("--json").json())).containsExactly(0, 1, 2, 0, 3);
    assertThat(authors("doc.author=Mira")).isOne();
    assertThat(counts(index("--json", "--trust-sidecars").json())).containsExactly(0, 1, 2, 0, 3);
    assertThat(authors("author=Mira")).isOne();
    Files.delete(docs.resolve("tarn.txt"));
    assertThat(index().endedWith(0).out())
        .contains("docs/tarn.txt.meta.json: it is a sidecar file, but there is no file");
  }

  private int authors(String scope) {
    CliResult found = arag("keyword", "--json", index, "Tarn", "--scope", scope);
    return found.endedWith(0).json().get("total").asInt();
  }

  @Test
  void makesAGraphOfTheDocumentsInTheIndexAndKeepsIt() throws IOException {
    assertThat(arag("stats", index).endedWith(0).out()).doesNotContain("graph");
    assertThat(arag("stats", "--json", index).json().get("graph").isNull()).isTrue();
    assertThat(index("--graph").endedWith(0).out()).startsWith("No changes");
    Files.writeString(docs.resolve("new.txt"), "Mira Voss lived in Tarn.");
    index().endedWith(0);
    assertThat(arag("stats", index).endedWith(0).out())
        .contains("Entity graph, made by phrases 1.");
    try (Index opened = Index.open(index)) {
      EntityGraph graph = Graphs.of(opened);
      assertThat(graph.find("who is mira voss", 5))
          .containsExactly(new Entity("mira voss", "Mira Voss", 2));
    }
    assertThat(arag("verify", index).endedWith(0).out()).isNotEmpty();
  }

  @Test
  void reportsAddedUpdatedAndDeletedDocuments() throws IOException {
    Files.writeString(docs.resolve("new.txt"), "Orsgate has a warehouse.");
    Files.writeString(docs.resolve("tarn.txt"), "Tarn lies on two rivers.");
    Files.delete(docs.resolve("bridge.txt"));
    Files.write(docs.resolve("picture.png"), new byte[] {0, 1});
    String kept = index().endedWith(0).out();
    assertThat(kept)
        .startsWith("1 document added, 1 updated, 1 unchanged (")
        .contains("contains 4 documents, 4 chunks, 4 sentences; 1 document was kept")
        .contains("1 skipped:\n  docs/picture.png: no parser for .png\n");
    assertThat(kept.lines()).allMatch(line -> line.length() <= 80);
    assertThat(arag("stats", index).endedWith(0).out())
        .contains("1 skipped by the last sync:\n  docs/picture.png: no parser for .png\n");
    assertThat(total("Voss")).isOne();
    assertThat(index("--prune").endedWith(0).out())
        .startsWith("3 documents unchanged, 1 deleted (")
        .contains("The index contains 3 documents, 3 chunks, 3 sentences.\n");
    assertThat(total("Voss")).isZero();
  }

  @Test
  void skippedJsonFilesNameTheOptionsOfTheCommand() throws IOException {
    Files.writeString(docs.resolve("data.json"), "[]");
    assertThat(unwrapped(index()))
        .contains("docs/data.json: no parser for .json; if it contains chunks or records, use")
        .contains("use --format chunks or --format records")
        .doesNotContain("Source.");
    Files.writeString(docs.resolve("data.jsonl"), "{\"body\": \"The tower is old.\"}");
    assertThat(unwrapped(index()))
        .contains("its fields are body; name the field with --text-field")
        .doesNotContain("RecordFields");
  }

  @Test
  void rowsOfACsvFileAreDocuments() throws IOException {
    Files.writeString(
        docs.resolve("tickets.csv"),
        "id,body,year\n4711,\"The roof leaks,\nagain.\",1805\n4712,The lift stands still.,1806\n");
    assertThat(unwrapped(index()))
        .contains("docs/tickets.csv: it has no column text for the text; its columns are id, body,")
        .contains("name the field with --text-field");
    assertThat(index("--text-field", "body").endedWith(0).out()).startsWith("2 documents added");
    CliResult found =
        arag("keyword", "--json", index, "leaks", "lift", "--scope", "doc.year=1805").endedWith(0);
    assertThat(found.json().get("hits").findValuesAsText("document"))
        .containsExactly("docs/tickets.csv/4711");
  }

  private static String unwrapped(CliResult run) {
    return run.endedWith(0).out().replaceAll("\\s+", " ");
  }

  @Test
  void renamedFileIsANewDocument() throws IOException {
    Files.move(docs.resolve("tarn.txt"), docs.resolve("town.txt"));
    assertThat(counts(index("--prune", "--json").endedWith(0).json()))
        .containsExactly(1, 0, 2, 1, 3);
  }

  @Test
  void pruneDoesNotAffectOtherSources() throws IOException {
    Path other = Files.createDirectory(folder.resolve("other"));
    Files.writeString(other.resolve("a.txt"), "Quillhaven burned down.");
    arag("index", index, other, "--prune").endedWith(0);
    assertThat(total("Voss")).isOne();
    assertThat(total("Quillhaven")).isOne();
  }

  @Test
  void missingSourceRemovesNothing() throws IOException {
    FileTree.delete(docs);
    index("--prune").failedWith(2, "no such file or folder", docs.toString());
    assertThat(total("Tarn")).isEqualTo(2);
  }

  @Test
  void unreadableFileIsNotPruned() throws IOException {
    Path mill = docs.resolve("old/mill.txt");
    Files.write(mill, new byte[] {0, 1, 2, 0, 0, 9, 8});
    JsonNode report = index("--prune", "--json").endedWith(0).json();
    assertThat(counts(report)).containsExactly(0, 0, 2, 0, 3);
    assertThat(report.get("skipped").get(0).get("source").asText()).isEqualTo("docs/old/mill.txt");
    assertThat(total("mill")).isOne();
  }

  @Test
  void inaccessibleFolderIsNotAMissingSource() throws IOException {
    Path inside = docs.resolve("old");
    assumeTrue(docs.toFile().setExecutable(false) && !Files.isExecutable(docs));
    try {
      arag("index", index, inside, "--prune").failedWith(2, "access denied");
    } finally {
      assertThat(docs.toFile().setExecutable(true)).isTrue();
    }
  }

  @Test
  void deletedDocumentsAreNotFoundAndUnknownIdsAreListed() {
    CliResult result =
        arag("delete", "--json", index, "docs/tarn.txt", "docs/nowhere.txt").endedWith(0);
    CliTest.assertFields(result.json(), "deleted missing documents conversations seconds");
    assertThat(result.json().get("deleted").asInt()).isOne();
    assertThat(result.json().get("missing").get(0).asText()).isEqualTo("docs/nowhere.txt");
    assertThat(result.json().get("documents").asInt()).isEqualTo(2);
    assertThat(total("Tarn")).isOne();
  }

  @Test
  void deletingAFolderOrAPathSuggestsTheIds() {
    CliResult result =
        arag("delete", index, "docs/old", "tarn.txt", folder.resolve("docs/bridge.txt"));
    assertThat(result.endedWith(0).out().replaceAll("\\s+", " "))
        .startsWith("0 documents deleted; the index contains 3 documents. ")
        .contains("docs/old (a folder with 1 document; use document ids)")
        .contains("tarn.txt (did you mean docs/tarn.txt?)")
        .contains("(did you mean docs/bridge.txt?)")
        .contains("stats DIR --documents");
    assertThat(arag("stats", index, "--documents").out())
        .endsWith("docs/bridge.txt\ndocs/old/mill.txt\ndocs/tarn.txt\n");
    JsonNode ids = arag("stats", "--json", index, "--documents").json().get("documentIds");
    assertThat(ids).hasSize(3);
  }

  @Test
  void purgeRemovesDeletedTextFromAllFiles() throws IOException {
    arag("delete", index, "docs/tarn.txt").endedWith(0);
    JsonNode segment = arag("stats", "--json", index).json().get("segments").get(0);
    CliTest.assertFields(segment, "documents deleted sentences bytes");
    assertThat(segment.get("deleted").asInt()).isOne();
    assertThat(arag("stats", index).out()).contains("Generation 2, 1 segment:", "arag purge");
    assertThat(holdsTheWord("river")).isTrue();
    JsonNode purged = arag("purge", "--json", index).endedWith(0).json();
    CliTest.assertFields(purged, "purged freedBytes documents conversations seconds");
    assertThat(purged.get("purged").asInt()).isOne();
    assertThat(purged.get("freedBytes").asLong()).isPositive();
    assertThat(purged.get("documents").asInt()).isEqualTo(2);
    assertThat(holdsTheWord("river")).isFalse();
    assertThat(arag("purge", index).endedWith(0).out()).startsWith("Nothing to purge");
    arag("verify", index).endedWith(0);
  }

  private boolean holdsTheWord(String word) throws IOException {
    try (Stream<Path> files = Files.list(index)) {
      for (Path file : files.toList()) {
        if (new String(Files.readAllBytes(file), "ISO-8859-1").contains(word)) {
          return true;
        }
      }
    }
    return false;
  }

  @Test
  void purgeReportsItsLimits() {
    arag("delete", index, "docs/tarn.txt").endedWith(0);
    CliResult result = arag("purge", index).endedWith(0);
    assertThat(result.out())
        .startsWith("1 deleted document purged, ")
        .contains("until they search again", "backups");
    assertThat(result.out().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void aSourceWithANameCanMove() throws IOException {
    wiki(docs).endedWith(0);
    Path released = Files.move(docs, folder.resolve("released")).toRealPath();
    assertThat(wiki(released, "--prune").endedWith(0).out().replaceAll("\\s+", " "))
        .contains("3 documents unchanged", "The source wiki has moved from", "to " + released);
    Path back = Files.move(released, folder.resolve("back")).toRealPath();
    JsonNode moved = wiki(back, "--json").endedWith(0).json().get("moved");
    assertThat(moved).hasSize(1);
    assertThat(moved.get(0).get("source").asText()).isEqualTo("wiki");
    assertThat(moved.get(0).get("from").asText()).isEqualTo(released.toString());
    assertThat(moved.get(0).get("to").asText()).isEqualTo(back.toString());
    assertThat(wiki(back, "--json").json().get("moved")).isEmpty();
  }

  @Test
  void anEmptiedSourceIsKept() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    wiki(docs).endedWith(0);
    CliResult refused = wiki(empty, "--prune", "--json").endedWith(1);
    assertThat(refused.json().at("/refusedPrunes/0/source").asText()).isEqualTo("wiki");
    assertThat(refused.json().at("/refusedPrunes/0/missing").asInt()).isEqualTo(3);
    assertThat(refused.err())
        .contains("3 of the 3 documents", "use --prune-share with a share of 1");
    assertThat(refused.json().get("documents").asInt()).isEqualTo(6);
    wiki(empty, "--prune-share", "1").failedWith(2, "--prune-share requires --prune");
    wiki(empty, "--prune", "--prune-share", "2").failedWith(2, "--prune-share must be 0 to 1");
    JsonNode pruned = wiki(empty, "--prune", "--prune-share", "1", "--json").endedWith(0).json();
    assertThat(pruned.get("deleted").asInt()).isEqualTo(3);
  }

  private CliResult wiki(Path source, Object... more) {
    Stream<Object> args = Stream.of("index", index, source, "--name", "wiki", "--embedder", "none");
    return arag(Stream.concat(args, Stream.of(more)).toArray());
  }

  @Test
  void purgeWithoutDeletedDocumentsCommitsNothing() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    arag("index", index, empty, "--embedder", "none").endedWith(0);
    byte[] manifest = Files.readAllBytes(index.resolve("manifest.arag"));
    assertThat(arag("purge", index).endedWith(0).out()).startsWith("Nothing to purge");
    assertThat(index.resolve("manifest.arag")).hasBinaryContent(manifest);
    assertThatAnotherPathIsRejected("empty");
  }

  @Test
  void purgeKeepsThePathsOfSources() throws IOException {
    arag("delete", index, "docs/bridge.txt", "docs/old/mill.txt", "docs/tarn.txt").endedWith(0);
    arag("purge", index).endedWith(0);
    assertThatAnotherPathIsRejected("docs");
  }

  private void assertThatAnotherPathIsRejected(String name) throws IOException {
    Path other = Files.createDirectories(folder.resolve("other").resolve(name));
    arag("index", index, other, "--embedder", "none")
        .failedWith(2, "The source name " + name + " already belongs to another source", "--name");
  }

  @Test
  void longListsAreTruncatedInTextOutputOnly() throws IOException {
    for (int i : IntStream.range(0, 25).toArray()) {
      Files.write(docs.resolve(i + ".png"), new byte[] {0, 1});
    }
    assertThat(index().endedWith(0).out()).contains("25 skipped:", "and 5 more; --json");
    assertThat(index("--json").json().get("skipped")).hasSize(25);
  }

  @Test
  void emptyFolderHasNoDocuments() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThat(arag("index", folder.resolve("other.arag"), empty, "--embedder", "none").out())
        .startsWith("No documents found (");
  }
}
