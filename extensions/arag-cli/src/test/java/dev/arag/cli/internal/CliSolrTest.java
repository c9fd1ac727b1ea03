package dev.arag.cli.internal;

import static dev.arag.cli.internal.CliResult.arag;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.cli.Main;
import dev.arag.cli.internal.demo.DemoCorpus;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.solr.SolrCollection;
import dev.arag.solr.SolrIndex;
import dev.arag.solr.SolrSetup;
import dev.arag.solr.node.LocalSolr;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands with {@code --solr} give the same results as with a directory. */
@Tag("solr")
class CliSolrTest {
  @TempDir static Path folder;

  private static LocalSolr cluster;
  private static String solr;
  private static Path index;
  private static Path documents;
  private static CliResult created;

  @BeforeAll
  static void start() throws IOException {
    cluster = LocalSolr.start(folder.resolve("cluster"), 1);
    solr = cluster.url(0) + "/handbook";
    index = folder.resolve("my.arag");
    documents = folder.resolve("docs");
    DemoCorpus.unpack(documents);
    arag("index", index, documents).endedWith(0);
    created = arag("index", "--solr", solr, documents, "--shards", "2").endedWith(0);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void indexCreatesTheCollectionOnce() {
    assertThat(created.err())
        .contains("The collection " + solr + " was created with 2 shards and 1 replica");
    CliResult again = arag("index", "--solr", solr, documents).endedWith(0);
    assertThat(again.out()).startsWith("No changes: ");
    assertThat(again.err()).doesNotContain("created");
    CliResult ignored = arag("index", documents, "--solr", solr, "--shards", "3").endedWith(0);
    assertThat(ignored.err()).contains("--shards and --replicas were ignored");
  }

  @Test
  void searchesGiveTheSameResults() {
    assertSame("keyword", "Bridge", "--json");
    assertSame("semantic", "Who designed the bridge?", "--json");
    assertSame("documents", "--json", "--limit", "3");
    JsonNode hit = arag("keyword", index, "Bridge", "--json").endedWith(0).json();
    String id = hit.get("hits").get(0).get("id").asText();
    assertSame("read", id, "--json");
    assertSame("keyword", "Bridge", "--document", "unknown");
  }

  private static void assertSame(String command, String... rest) {
    Object[] overIndex = new Object[rest.length + 2];
    Object[] overSolr = new Object[rest.length + 3];
    overIndex[0] = command;
    overIndex[1] = index;
    overSolr[0] = command;
    overSolr[1] = "--solr";
    overSolr[2] = solr;
    System.arraycopy(rest, 0, overIndex, 2, rest.length);
    System.arraycopy(rest, 0, overSolr, 3, rest.length);
    CliResult expected = arag(overIndex).endedWith(0);
    CliResult result = arag(overSolr).endedWith(0);
    assertThat(result.out()).isEqualTo(expected.out());
    assertThat(result.err()).isEqualTo(expected.err());
  }

  @Test
  void askAnswersTheSame() throws IOException {
    String question = DemoCorpus.questions().get(0).question();
    String expected =
        arag("ask", index, question, "--json").endedWith(0).json().get("answer").asText();
    assertThat(
            arag("ask", "--solr", solr, question, "--json")
                .endedWith(0)
                .json()
                .get("answer")
                .asText())
        .isEqualTo(expected);
  }

  @Test
  void statsHasTheSameCounts() {
    JsonNode expected = arag("stats", index, "--json", "--documents").endedWith(0).json();
    JsonNode result = arag("stats", "--solr", solr, "--json", "--documents").endedWith(0).json();
    for (String field :
        new String[] {"documents", "chunks", "sentences", "documentIds", "embedder"}) {
      assertThat(result.get(field)).as(field).isEqualTo(expected.get(field));
    }
    assertThat(arag("stats", "--solr", solr).endedWith(0).out()).doesNotContain("segment", "byte");
  }

  @Test
  void aCollectionWithRightsWarnsOfDocumentsThatNobodyMayRead() throws IOException {
    String staff = cluster.url(0) + "/staff";
    Path file = Files.writeString(folder.resolve("pay.txt"), "The pay is high.");
    Object[] first = {"index", "--solr", staff, file, "--rights", "--readable-by", "*"};
    assertThat(arag(first).endedWith(0).out()).doesNotContain("Warning");
    assertThat(arag("index", "--solr", staff, file).endedWith(0).out())
        .contains("no --readable-by was given");
    assertThat(arag("stats", "--solr", staff).endedWith(0).out()).contains("With rights");
  }

  @Test
  void batchAsksEachQuestion() throws IOException {
    Path questions =
        Files.writeString(
            folder.resolve("questions.json"),
            "[{\"id\":\"1\",\"question\":\"Who designed the bridge?\",\"answer\":\"Mira\"}]");
    arag("batch", questions, "--solr", solr, "--out", folder.resolve("results")).endedWith(0);
  }

  @Test
  void missingCollectionIsReported() {
    String missing = cluster.url(0) + "/nothing";
    arag("stats", "--solr", missing).failedWith(2, "nothing");
    arag("keyword", "--solr", missing, "tarn")
        .failedWith(2, "arag index --solr " + missing + " SOURCE...");
    String wrong = cluster.url(0).replace("/solr", "") + "/handbook";
    arag("keyword", "--solr", wrong, "tarn").failedWith(2, "handbook");
  }

  @Test
  void deletesAndPurges() throws IOException {
    String url = cluster.url(0) + "/removals";
    Path texts = Files.createDirectories(folder.resolve("texts"));
    Files.writeString(texts.resolve("a.txt"), "A tarn is a lake.");
    Files.writeString(texts.resolve("b.txt"), "The harbour is closed.");
    arag("index", "--solr", url, texts).endedWith(0);

    CliResult deleted = arag("delete", "--solr", url, "texts/a.txt", "c.txt").endedWith(0);
    assertThat(unwrapped(deleted))
        .isEqualTo(
            "1 document deleted; the index contains 1 document. Not in the index: c.txt To list"
                + " the ids: arag stats --solr "
                + url
                + " --documents To remove the deleted text: arag purge --solr "
                + url);
    assertThat(arag("keyword", "--solr", url, "tarn", "--json").json().get("total").asInt())
        .isZero();
    assertThat(unwrapped(arag("purge", "--solr", url).endedWith(0)))
        .startsWith("1 deleted document purged; the index contains 1 document. Solr erases");
    JsonNode nothing = arag("purge", "--solr", url, "--json").endedWith(0).json();
    assertThat(nothing.get("purged").asInt()).isZero();
    assertThat(nothing.get("documents").asInt()).isOne();
    JsonNode unknown = arag("delete", "--solr", url, "c", "--json").endedWith(0).json();
    assertThat(unknown.get("deleted").asInt()).isZero();
    assertThat(unknown.get("missing").get(0).asText()).isEqualTo("c");
    assertThat(arag("semantic", "--solr", url, "harbour").endedWith(0).out()).contains("harbour");
  }

  private static String unwrapped(CliResult result) {
    return String.join(" ", result.out().strip().split("\\s+"));
  }

  /** The same as with a directory that has no index. */
  @Test
  void emptyCollectionIsReported() throws IOException {
    String url = cluster.url(0) + "/empty";
    createCollection("empty", 384);
    Path questions =
        Files.writeString(
            folder.resolve("q.json"), "[{\"id\":\"1\",\"question\":\"Why?\",\"answer\":\"a\"}]");
    Object[][] commands = {
      {"stats"},
      {"documents"},
      {"keyword", "tarn"},
      {"semantic", "tarn"},
      {"read", "a#1"},
      {"ask", "Why?"},
      {"mcp"},
      {"delete", "a"},
      {"purge"},
      {"serve"},
      {"batch", questions}
    };
    for (Object[] command : commands) {
      List<Object> args = new ArrayList<>(List.of(command));
      args.addAll(List.of("--solr", url));
      if (command[0].equals("batch")) {
        args.addAll(List.of("--out", folder.resolve("none")));
      }
      CliResult result = arag(args.toArray()).endedWith(2);
      assertThat(result.out()).isEmpty();
      assertThat(result.err()).endsWith("arag index --solr " + url + " SOURCE...\n");
    }
    Path texts = Files.createDirectories(folder.resolve("later"));
    arag("index", "--solr", url, texts).endedWith(0);
    Files.writeString(texts.resolve("a.txt"), "A tarn is a lake.");
    arag("index", "--solr", url, texts).endedWith(0);
    assertThat(arag("semantic", "--solr", url, "lake").endedWith(0).out()).contains("tarn");
  }

  private static void createCollection(String name, int dimension) {
    try (SolrCollection collection = collection(name)) {
      SolrSetup.of(collection).createIfMissing(dimension, 1, 1);
    }
  }

  private static SolrCollection collection(String name) {
    return SolrCollection.builder(name).url(cluster.url(0)).build();
  }

  @Test
  void embedderOfTheCollectionIsNeededForMeaningOnly() throws IOException {
    HashEmbedder other = new HashEmbedder();
    createCollection("other", other.dimension());
    try (SolrCollection collection = collection("other")) {
      var unused =
          SolrIndex.builder(collection)
              .embedder(other)
              .build()
              .put("s", List.of(Document.of("a", "A tarn is a lake.")));
    }
    String url = cluster.url(0) + "/other";
    assertThat(arag("ask", "--solr", url, "tarn").endedWith(1).err())
        .contains(other.fingerprint(), "--embedder");
    assertThat(arag("keyword", "--solr", url, "tarn").endedWith(0).out()).contains("lake");
    arag("semantic", "--solr", url, "tarn").failedWith(1, other.fingerprint(), "--embedder");
    Path text = Files.writeString(folder.resolve("text.txt"), "A fell is a hill.");
    arag("index", "--solr", url, text).failedWith(1, other.fingerprint(), "--embedder");
    arag("delete", "--solr", url, "a").endedWith(0);
  }

  @Test
  void serveShowsTheDocuments() throws Exception {
    try (CliServeTest.Serving serving = new CliServeTest.Serving("--solr", solr)) {
      CliServeTest.Browser browser = CliServeTest.Browser.open(serving.address());
      assertThat(browser.get("api/status"))
          .contains("\"title\":\"handbook\"", "\"hasEmbeddings\":true", "\"documents\":");
      assertThat(browser.get("api/documents")).contains("docs/brannock.md");
      assertThat(browser.post("api/chat", CliServeTest.QUESTION).body()).contains("Mira Voss");
      assertThat(serving.interrupt()).isEqualTo(130);
    }
  }

  /** In a process of its own, because the command uses the standard streams of its process. */
  @Test
  void mcpServesTheTools() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "mcp",
                "--solr",
                solr)
            .redirectError(folder.resolve("mcp.txt").toFile())
            .start();
    String requests =
        """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
        "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
        {"jsonrpc":"2.0","method":"notifications/initialized"}
        {"jsonrpc":"2.0","id":2,"method":"tools/list"}
        {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"keyword_search",\
        "arguments":{"keywords":["Bridge"]}}}
        """;
    process.getOutputStream().write(requests.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(Files.readString(folder.resolve("mcp.txt"))).isZero();
    Map<Integer, JsonNode> results = new HashMap<>();
    for (String line : output.lines().toList()) {
      JsonNode reply = new ObjectMapper().readTree(line);
      results.put(reply.get("id").asInt(), reply.get("result"));
    }
    assertThat(results).containsOnlyKeys(1, 2, 3);
    assertThat(results.get(1).get("protocolVersion").asText()).isEqualTo("2025-06-18");
    assertThat(results.get(2).get("tools").findValuesAsText("name"))
        .contains("keyword_search", "semantic_search", "chunk_read");
    assertThat(results.get(3).get("content").get(0).get("text").asText())
        .contains("The Old Bridge");
  }
}
