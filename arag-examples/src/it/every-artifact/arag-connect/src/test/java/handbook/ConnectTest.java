package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.arag.connect.GitConnector;
import dev.arag.connect.SiteConnector;
import dev.arag.index.Index;
import dev.arag.index.source.RemoteSourceException;
import dev.arag.index.source.Source;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectTest {
  @TempDir Path folder;

  @Test
  void indexesASite() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          boolean isSitemap = exchange.getRequestURI().getPath().equals("/sitemap.xml");
          boolean isPage = exchange.getRequestURI().getPath().equals("/voss.html");
          String text =
              isSitemap
                  ? "<urlset><url><loc>/voss.html</loc><lastmod>2026</lastmod></url></urlset>"
                  : "<p>Mira Voss was born in Tarn.";
          exchange.sendResponseHeaders(isSitemap || isPage ? 200 : 404, text.length());
          exchange.getResponseBody().write(text.getBytes());
          exchange.close();
        });
    server.start();
    try (Index index =
        Index.builder(folder.resolve("kb.arag")).withoutEmbeddings().openOrCreate()) {
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
      SiteConnector site = SiteConnector.of(url);
      index.sync(Source.of(site).prune());
      assertEquals(1, index.keywordSearch(List.of("Tarn"), 5).hits().size());
    } finally {
      server.stop(0);
    }
  }

  @Test
  void namesTheLibraryThatTheProjectDoesNotHave() {
    try (Index index =
        Index.builder(folder.resolve("kb.arag")).withoutEmbeddings().openOrCreate()) {
      Source source = Source.of(GitConnector.of(folder.toString(), folder.resolve("cache")));
      RemoteSourceException e =
          assertThrows(RemoteSourceException.class, () -> index.sync(source));
      assertTrue(e.getMessage().contains("org.eclipse.jgit:org.eclipse.jgit"), e.getMessage());
      assertEquals(0, index.stats().documents());
    }
  }
}
