package dev.arag.cli.internal;

import static dev.arag.cli.internal.CliResult.arag;
import static dev.arag.cli.internal.CliResult.aragWith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.cli.internal.task.FileTree;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.index.Index;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that the command reports invalid input with one error line and the documented exit code,
 * and that invalid input does not change the index.
 */
final class CliFailureTest {
  @TempDir Path folder;

  private Path docs;
  private Path index;

  @BeforeEach
  void writeOneDocument() throws IOException {
    docs = Files.createDirectory(folder.resolve("docs"));
    Files.writeString(docs.resolve("a.txt"), "The Old Bridge was designed by Mira Voss.");
    index = folder.resolve("my.arag");
  }

  private CliResult indexWords(Path... sources) {
    Object[] args =
        Stream.concat(Stream.of("index", "--json", index, "--embedder", "none"), Stream.of(sources))
            .toArray();
    return arag(args);
  }

  private List<String> names(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "documents"})
  void missingSourceIsAUsageError(String name) throws IOException {
    Path missing = folder.resolve("missing" + name);
    indexWords(docs, missing).failedWith(2, missing.toString());
    assertThat(names(folder)).containsExactly("docs");
  }

  @ParameterizedTest
  @ValueSource(strings = {"stats", "verify", "embed", "purge"})
  void directoryWithoutAnIndexIsAUsageError(String command) {
    arag(command, docs).failedWith(2, docs.toString());
    arag(command, folder.resolve("missing")).failedWith(2, "missing", "arag index DIR SOURCE...");
  }

  @ParameterizedTest
  @ValueSource(strings = {"keyword", "semantic", "read", "ask", "delete"})
  void searchWithoutAnIndexIsAUsageError(String command) {
    CliResult ran = arag(command, docs, "Voss");
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).contains("arag: ", docs.toString());
  }

  @Test
  void directoryWithOtherFilesIsNotReplaced() throws IOException {
    index = docs;
    indexWords(docs).failedWith(2, docs.toString());
    assertThat(names(docs)).containsExactly("a.txt");
  }

  @Test
  void otherFilesInTheIndexDirectoryAreKept() throws IOException {
    indexWords(docs).endedWith(0);
    Path notes = Files.writeString(index.resolve("notes.txt"), "mine");
    indexWords(docs).endedWith(0);
    assertThat(notes).hasContent("mine");
    arag("verify", index).endedWith(0);
  }

  @Test
  void fileAsIndexDirectoryIsAUsageError() throws IOException {
    index = docs.resolve("a.txt");
    indexWords(docs).failedWith(2, "is a file");
  }

  @Test
  void emptyFolderGivesAnEmptyIndex() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    JsonNode report = indexWords(empty).endedWith(0).json();
    assertThat(report.get("documents").asInt()).isZero();
    arag("keyword", index, "Voss").endedWith(0);
    arag("stats", index).endedWith(0);
    arag("verify", index).endedWith(0);
  }

  @Test
  void emptyDirectoryCanBecomeAnIndex() throws IOException {
    Files.createDirectory(index);
    indexWords(docs).endedWith(0);
    arag("keyword", index, "Voss").endedWith(0);
  }

  @Test
  void missingParentDirectoriesAreCreated() {
    index = folder.resolve("deep/down/my.arag");
    indexWords(docs).endedWith(0);
    arag("stats", index).endedWith(0);
  }

  @Test
  void anotherSourceIsAddedToTheIndex() throws IOException {
    indexWords(docs).endedWith(0);
    Path other = Files.writeString(folder.resolve("other.txt"), "Tarn lies on a river.");
    indexWords(other).endedWith(0);
    assertThat(arag("keyword", "--json", index, "Voss").json().get("total").asInt()).isOne();
    assertThat(arag("keyword", "--json", index, "Tarn").json().get("total").asInt()).isOne();
    assertThat(names(folder)).containsExactly("docs", "my.arag", "other.txt");
  }

  @Test
  void unreadableBinaryAndOverlongFilesAreSkippedWithAReason() throws IOException {
    Files.createSymbolicLink(docs.resolve("b.txt"), folder.resolve("nowhere"));
    Files.write(docs.resolve("c.txt"), new byte[] {0, 1, 2, 3, 0, 0, 0, 9, 8, 7});
    Files.writeString(docs.resolve("d.txt"), "word ".repeat(4_000_001));
    JsonNode report = indexWords(docs).endedWith(0).json();
    assertThat(report.get("documents").asInt()).isOne();
    assertThat(report.get("skipped").findValuesAsText("source"))
        .containsExactly("docs/b.txt", "docs/c.txt", "docs/d.txt");
    assertThat(report.get("skipped").findValuesAsText("reason")).noneMatch(String::isBlank);
  }

  @Test
  void commandFailsOnlyIfEverySourceFails() throws IOException {
    indexWords(docs).endedWith(0);
    Path binary = Files.write(folder.resolve("binary.txt"), new byte[] {0, 1, 2, 3, 0, 0, 9});
    CliResult ran = indexWords(binary).endedWith(1);
    assertThat(ran.json().get("skipped")).hasSize(1);
    assertThat(ran.err()).contains("nothing could be read");
    assertThat(arag("keyword", "--json", index, "Voss").json().get("total").asInt()).isOne();
    assertThat(names(folder)).containsExactly("binary.txt", "docs", "my.arag");
  }

  @Test
  void truncatedFileIsReportedWithNameAndOffset() throws IOException {
    indexWords(docs).endedWith(0);
    Path chunks = index.resolve("chunks-1.arag");
    try (RandomAccessFile file = new RandomAccessFile(chunks.toFile(), "rw")) {
      file.setLength(file.length() - 7);
    }
    arag("stats", index).failedWith(1, "chunks-1.arag");
    arag("keyword", index, "Voss").failedWith(1, "chunks-1.arag");
    JsonNode report = arag("verify", "--json", index).endedWith(1).json();
    assertThat(report.get("ok").asBoolean()).isFalse();
    CliTest.assertFields(report.get("problems").get(0), "file offset what");
    indexWords(docs).failedWith(1, "delete the index and rebuild it");
    FileTree.delete(index);
    indexWords(docs).endedWith(0);
    arag("verify", index).endedWith(0);
  }

  @Test
  void differentEmbedderFailsOnlySemanticSearch() {
    try (Index other = Index.builder(index).embedder(new HashEmbedder()).openOrCreate()) {
      other.sync(docs);
    }
    arag("keyword", index, "Voss").endedWith(0);
    arag("semantic", index, "Who?").failedWith(1, "embedder", "arag embed DIR", "--embedder");
    JsonNode embedded = arag("embed", "--json", index).endedWith(0).json();
    CliTest.assertFields(embedded, "sentences embedded reused embedder dimension seconds");
    assertThat(embedded.get("embedded").asInt()).isOne();
    arag("semantic", index, "Who?").endedWith(0);
  }

  @Test
  void semanticSearchRequiresEmbeddings() {
    indexWords(docs).endedWith(0);
    arag("semantic", index, "Who?").failedWith(1, "no embeddings", "arag embed");
    String hint = "To add them: arag embed " + index;
    for (Object[] call :
        List.of(
            new Object[] {"index", index, docs, "--embedder", "none"},
            new Object[] {"index", index, docs})) {
      assertThat(arag(call).endedWith(0).out().replaceAll("\\s+", " ")).contains(hint);
    }
    arag("embed", index).endedWith(0);
    assertThat(arag("index", index, docs).endedWith(0).out()).doesNotContain("embed");
    arag("semantic", index, "Who?").endedWith(0);
  }

  @Test
  void incompleteModelSettingsAreAUsageError() {
    indexWords(docs).endedWith(0);
    aragWith(Map.of("ARAG_BASE_URL", "http://127.0.0.1:9/v1"), "ask", index, "Who?")
        .failedWith(2, "ARAG_MODEL");
    aragWith(Map.of("ARAG_MODEL", "m"), "ask", index, "Who?").failedWith(2, "ARAG_BASE_URL");
    aragWith(Map.of("ARAG_MODEL", "m"), "demo").failedWith(2, "ARAG_BASE_URL");
  }

  @Test
  void unreachableModelStillPrintsTheJsonObject() {
    indexWords(docs).endedWith(0);
    Map<String, String> settings =
        Map.of("ARAG_BASE_URL", "http://127.0.0.1:9/v1", "ARAG_MODEL", "m");
    CliResult ran = aragWith(settings, "ask", "--json", index, "Who?").endedWith(1);
    assertThat(ran.json().get("answer").isNull()).isTrue();
    assertThat(ran.json().get("stopReason").asText()).isEqualTo("MODEL_FAILED");
    assertThat(ran.err().lines()).hasSize(1).allMatch(line -> line.startsWith("arag: "));
  }

  @Test
  void silentModelIsAbandonedAfterTheRequestTimeout() throws IOException {
    indexWords(docs).endedWith(0);
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String url = "http://127.0.0.1:" + silent.getLocalPort() + "/v1";
      Map<String, String> settings = Map.of("ARAG_BASE_URL", url, "ARAG_MODEL", "m");
      aragWith(settings, "ask", index, "Who?", "--request-timeout", "1s", "--timeout", "1m")
          .failedWith(1, "did not answer in time");
      aragWith(settings, "ask", index, "Who?", "--request-timeout", "0s")
          .failedWith(2, "--request-timeout", "greater than 0");
    }
  }

  @Test
  void answerIsPrintedIfTheTraceCannotBeWritten() throws IOException {
    indexWords(docs).endedWith(0);
    arag("ask", index, "Who?", "--trace", docs).failedWith(2, "is a folder");
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full));
    Path trace = Files.createSymbolicLink(folder.resolve("full.json"), full);
    CliResult ran = arag("ask", "--json", index, "Who designed the bridge?", "--trace", trace);
    ran.endedWith(1);
    assertThat(ran.json().get("answer").asText()).isNotEmpty();
    assertThat(ran.err()).contains("full.json");
  }

  @Test
  void emptyPathIsAUsageError() {
    arag("index", index, "").failedWith(2, "empty");
    arag("index", "", docs).failedWith(2, "empty");
    assertThat(index).doesNotExist();
  }

  @Test
  void verifyOfAFileIsAUsageError() {
    arag("verify", docs.resolve("a.txt")).failedWith(2, "is a file");
  }

  @Test
  void unknownProfileAndStrategyAreUsageErrors() {
    indexWords(docs).endedWith(0);
    arag("ask", index, "Who?", "--profile", "other").failedWith(2, "--profile");
    for (String name : List.of("no-such", "", "ARAG", "naive-rag:k=0", "arag:k=5")) {
      CliResult result =
          arag("ask", index, "Who?", "--strategy", name)
              .failedWith(2, "--strategy: There is no strategy '" + name + "'.");
      assertThat(result.err().strip().lines()).hasSize(1);
      assertThat(result.err())
          .contains(
              name.contains(":")
                  ? " has no such option; naive-rag and hybrid-rag take"
                  : "For all names, see arag ask --help.");
    }
    for (String name : List.of("graded+no-such", "no-such+arag", "graded:depth=2", "resp:k=0")) {
      CliResult result =
          arag("ask", index, "Who?", "--strategy", name).failedWith(2, "--strategy: ");
      assertThat(result.err().strip().lines()).hasSize(1);
      assertThat(result.err()).containsAnyOf("no-such", "depth", "k must be");
    }
  }

  @Test
  void errorNamesTheInvalidArgument() {
    indexWords(docs).endedWith(0);
    arag("keyword", index, "Voss", "--bogus").failedWith(2, "--bogus");
    arag("keyword", index, "a").failedWith(2, "single character");
    arag("keyword", index).failedWith(2, "WORD");
    arag("keyword", index, "Voss", "--top-k", "0").failedWith(2, "--top-k");
    arag("keyword", index, "Voss", "--top-k", "many").failedWith(2, "--top-k");
    arag("semantic", index, " ").failedWith(2, "QUERY");
    arag("index", index).failedWith(2, "SOURCE");
    arag("delete", index).failedWith(2, "ID");
    arag("index", index, docs, "--chunk-tokens", "1").failedWith(2, "--chunk-tokens must be");
    arag("index", index, docs, docs, "--name", "n").failedWith(2, "--name");
    arag("index", index, docs, "--meta", "tenant").failedWith(2, "--meta");
    arag("index", index, docs, "--embedder", "best").failedWith(2, "--embedder");
    arag("index", index, docs, "--embedder", "qwen3").failedWith(2, "qwen3=FOLDER");
    arag("index", index, docs, "--embedder", "qwen3=").failedWith(2, "docs/qwen3.md");
    arag("embed", index, "--embedder", "qwen3=no-such-folder").failedWith(2, "no-such-folder");
    arag("embed", index, "--embedder", "qwen3=" + docs).failedWith(1, "model.onnx");
    arag("semantic", index, "Voss", "--embedder", "none").failedWith(2, "omit the option");
    arag("ask", index, "Who?", "--timeout", "5 minutes").failedWith(2, "--timeout");
    arag("ask", index, "Who?", "--max-turns", "0").failedWith(2, "--max-turns must be");
    arag("ask", index, "Who?", "--max-model-calls", "0").failedWith(2, "--max-model-calls must be");
    arag("ask", index, "Who?", "--trace", folder.resolve("no/t.json")).failedWith(2, "--trace");
    arag("nonsense").failedWith(2, "nonsense");
  }

  @Test
  void messagesNameNoJavaTypesAndNoMethods() {
    indexWords(docs).endedWith(0);
    arag("keyword", index, "Voss", "--top-k", "x").failedWith(2, "'x' is not a whole number");
    arag("ask", index, "Who?", "--max-cost", "x").failedWith(2, "'x' is not a number");
    arag("keyword", index, "Voss", "--profile", "x")
        .failedWith(2, "'x' is not one of default, paper");
    arag("semantic", index, "Who?").failedWith(1, "Add them with arag embed DIR.");
    arag("stats", docs).failedWith(2, "or create an index with arag index DIR SOURCE...");
    arag("ask", index, "Who?", "--prices", docs.resolve("no")).failedWith(2, "--prices: no such");
  }

  /** The same error is one line if it is not shown on a terminal. */
  @Test
  void aTerminalShowsErrorsWrapped() {
    Map<String, String> narrow = Map.of("COLUMNS", "40");
    String shown = CliResult.onTerminal(narrow, "stats", "no-such.arag").endedWith(2).out();
    assertThat(shown.lines()).hasSizeGreaterThan(2).allMatch(line -> line.length() <= 40);
    String line = CliResult.aragWith(narrow, "stats", "no-such.arag").endedWith(2).err();
    assertThat(shown.replaceAll("\\s+", " ")).isEqualTo(line.replaceAll("\\s+", " "));
    assertThat(line.lines()).hasSize(1);
    for (String unknown : new String[] {"0", "-1", "wide", ""}) {
      String wrapped = CliResult.onTerminal(Map.of("COLUMNS", unknown), "stats", "no-such").out();
      assertThat(wrapped.replaceAll("\\s+", " ")).startsWith("arag: There is no index at no-such.");
    }
    String usage = CliResult.onTerminal(narrow, "stats").endedWith(2).out();
    assertThat(usage).endsWith("\nTry: arag stats --help\n");
  }

  @Test
  void similarNamesAreSuggested() {
    arag("idnex", docs).failedWith(2, "unknown command: 'idnex'; did you mean index?");
    arag("keyword", index, "--topk", "3", "Voss")
        .failedWith(2, "unknown option: '--topk'; did you mean --top-k?");
    arag("hlep").failedWith(2, "unknown command: 'hlep'; did you mean help?");
    arag("aks").failedWith(2, "unknown command: 'aks'; did you mean ask?");
    assertThat(arag("nothing").err()).doesNotContain("did you mean");
    arag("index", index, docs, "--prnue=1").failedWith(2, "'--prnue=1'; did you mean --prune?");
    arag("index", index, docs, "--replica").failedWith(2, "'--replica'; did you mean --replicas?");
    assertThat(arag("index", index, docs, "--x").err()).doesNotContain("did you mean");
    arag("ask", index, "Who", "designed", "it?")
        .failedWith(2, "unexpected: 'designed', 'it?'; an argument with spaces needs quotation");
  }

  @Test
  void foldersWithTheSameNameNeedSourceNames() throws IOException {
    Path same = Files.createDirectories(folder.resolve("other/docs"));
    Files.writeString(same.resolve("b.txt"), "Tarn.");
    arag("index", index, docs, same, "--embedder", "none")
        .failedWith(2, "Two sources are named", "--name");
    arag("index", index, docs, same, "--embedder", "none", "--name", "one", "--name", "two")
        .endedWith(0);
    JsonNode hit = arag("keyword", "--json", index, "Tarn").json().get("hits").get(0);
    assertThat(hit.get("document").asText()).isEqualTo("two/b.txt");
  }

  @Test
  void stackTraceIsShownOnlyWithDebug() {
    CliResult plain = arag("stats", folder.resolve("missing"));
    CliResult debugging = arag("stats", "--debug", folder.resolve("missing"));
    assertThat(plain.err()).doesNotContain("\tat ");
    assertThat(debugging.err()).contains("\tat dev.arag.index");
  }

  @Test
  void controlCharactersInDocumentsAreNotPrinted() throws IOException {
    Path chunks = folder.resolve("chunks.json");
    Files.writeString(chunks, "[\"1:Voss \\u001b[31mred\\u001b[0m and \\u202eturned\"]");
    indexWords(chunks).endedWith(0);
    String id =
        arag("keyword", "--json", index, "Voss").json().get("hits").get(0).get("id").asText();
    assertThat(arag("keyword", index, "Voss").out()).doesNotContain("\u001b", "\u202E");
    assertThat(arag("read", index, id).out()).doesNotContain("\u001b", "\u202E");
  }

  @Test
  void interruptedIndexingChangesNothing() throws IOException {
    indexWords(docs).endedWith(0);
    for (int i = 0; i < 50; i++) {
      Files.writeString(docs.resolve("more" + i + ".txt"), "Tarn lies on a river.");
    }
    Thread.currentThread().interrupt();
    CliResult ran = indexWords(docs);
    assertThat(Thread.interrupted()).isFalse();
    ran.failedWith(130, "interrupted; 1 document is in the index; run the command again");
    assertThat(arag("stats", "--json", index).json().get("documents").asInt()).isOne();
    assertThat(names(folder)).containsExactly("docs", "my.arag");
    Thread.currentThread().interrupt();
    arag("index", folder.resolve("deep/new.arag"), docs, "--embedder", "none").endedWith(130);
    assertThat(folder.resolve("deep")).doesNotExist();
  }

  @Test
  void indexInsideItsSourceFolderIsNotIndexed() throws IOException {
    index = docs.resolve("index");
    indexWords(docs).endedWith(0);
    JsonNode report = indexWords(docs).endedWith(0).json();
    assertThat(report.get("documents").asInt()).isOne();
    assertThat(report.get("skipped")).isEmpty();
  }

  @Test
  void unreadableFolderIsSkippedWithAReason() throws IOException {
    Path locked = Files.createDirectory(docs.resolve("locked"));
    assumeTrue(locked.toFile().setReadable(false) && !Files.isReadable(locked));
    JsonNode report = indexWords(docs).endedWith(0).json();
    assertThat(report.get("skipped").findValuesAsText("source")).contains("docs/locked");
  }
}
