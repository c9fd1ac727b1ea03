package dev.arag.examples.cli;

import static dev.arag.examples.cli.CliResult.arag;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.solr.node.LocalSolr;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        new String[] {"documents", "chunks", "sentences", "documentIds", "encoder"}) {
      assertThat(result.get(field)).as(field).isEqualTo(expected.get(field));
    }
    assertThat(arag("stats", "--solr", solr).endedWith(0).out()).doesNotContain("segment", "byte");
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
}
