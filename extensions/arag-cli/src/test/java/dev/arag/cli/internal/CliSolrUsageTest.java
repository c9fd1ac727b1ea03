package dev.arag.cli.internal;

import static dev.arag.cli.internal.CliResult.arag;
import static dev.arag.cli.internal.CliResult.aragWith;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong uses of {@code --solr}, and a cluster that does not answer. */
class CliSolrUsageTest {
  private static final String SOLR = "http://127.0.0.1:1/solr/handbook";

  @TempDir static Path folder;

  @Test
  void eitherDirectoryOrSolr() throws IOException {
    Path index = folder.resolve("my.arag");
    Path text = Files.writeString(folder.resolve("a.txt"), "A tarn is a lake.");
    arag("index", index, text, "--embedder", "none").endedWith(0);
    arag("stats", "--solr", SOLR, index).failedWith(2, "with --solr, omit DIR");
    arag("ask", index, "--solr", SOLR, "why?").failedWith(2, "with --solr, omit DIR");
    arag("keyword", index, "tarn", "--solr", SOLR).failedWith(2, "use either DIR or --solr");
    arag("delete", "--solr", SOLR, index, "a").failedWith(2, "use either DIR or --solr");
    arag("purge", index, "--solr", SOLR).failedWith(2, "with --solr, omit DIR");
    arag("read", "--solr", SOLR, index, "a#1").failedWith(2, "use either DIR or --solr");
    arag("index", "--solr=" + SOLR, index, text).failedWith(2, "use either DIR or --solr");
    arag("stats").failedWith(2, "'DIR'", "or use --solr URL/COLLECTION");
  }

  @Test
  void otherCommandsNeedADirectory() {
    arag("embed", "--solr", SOLR).failedWith(2, "--solr");
    arag("serve", "--solr", SOLR, "--source", folder).failedWith(2, "not possible with --solr");
    arag("serve", "--solr", SOLR, "--allow-upload").failedWith(2, "arag index --solr " + SOLR);
    arag("verify", "--solr", SOLR).failedWith(2, "--solr");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "handbook",
        "localhost:8983/solr/handbook",
        "http://localhost:8983",
        "http://user:secretpassword@localhost:8983/solr/handbook",
        ""
      })
  void urlIsChecked(String url) {
    CliResult result = arag("stats", "--solr", url);
    result.failedWith(2, "--solr must have the form");
    assertThat(result.err()).doesNotContain("secretpassword");
  }

  @Test
  void credentialsAreComplete() {
    aragWith(Map.of("ARAG_SOLR_USER", "reader"), "stats", "--solr", SOLR)
        .failedWith(2, "ARAG_SOLR_PASSWORD");
  }

  @Test
  void optionsOfNewCollectionsNeedSolr() throws IOException {
    Path text = Files.writeString(folder.resolve("b.txt"), "A tarn is a lake.");
    arag("index", folder.resolve("new.arag"), text, "--shards", "2").failedWith(2, "--solr");
    arag("index", "--solr", SOLR, text, "--graph").failedWith(2, "--graph");
    arag("index", "--solr", SOLR, text, "--shards", "0").failedWith(2, "--shards");
  }

  @Test
  void nodeDoesNotAnswer() throws IOException {
    Path text = Files.writeString(folder.resolve("c.txt"), "A tarn is a lake.");
    String url = "http://127.0.0.1:" + freePort() + "/solr/handbook";
    arag("stats", "--solr", url).failedWith(1, "No node", "handbook");
    arag("keyword", "--solr", url, "tarn").failedWith(1, "No node");
    arag("ask", "--solr", url, "why?").endedWith(1);
    arag("delete", "--solr", url, "a").failedWith(1, "No node");
    arag("purge", "--solr", url).failedWith(1, "No node");
    arag("index", "--solr", url, text).failedWith(1, "No node");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
