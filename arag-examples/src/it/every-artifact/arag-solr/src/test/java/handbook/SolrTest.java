package handbook;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arag.core.error.CorpusUnavailableException;
import dev.arag.solr.SolrCollection;
import dev.arag.solr.SolrSetup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class SolrTest {
  /** Sends a request with all libraries of the client. */
  @Test
  void reportsThatNoNodeAnswers() throws Exception {
    try (SolrCollection collection =
        SolrCollection.builder("handbook")
            .url("http://127.0.0.1:" + freePort() + "/solr")
            .build()) {
      SolrSetup setup = SolrSetup.of(collection);
      assertTrue(
          assertThrows(CorpusUnavailableException.class, setup::exists).isRetriable());
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
