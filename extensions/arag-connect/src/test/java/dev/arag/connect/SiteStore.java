package dev.arag.connect;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A site on the loopback interface. In its sitemap, every third page has a date; the others have an
 * ETag, or nothing that shows their version. A test can replace the answer to a path.
 */
final class SiteStore implements TestStore {
  private final HttpServer server;
  private final Map<String, String> pages = new ConcurrentSkipListMap<>();
  private final Map<String, Integer> versions = new ConcurrentHashMap<>();
  private int changes;

  /** The requests without those of robots.txt and sitemap.xml, such as {@code GET /a.txt}. */
  final List<String> requests = new CopyOnWriteArrayList<>();

  final Map<String, HttpHandler> answers = new ConcurrentHashMap<>();

  SiteStore() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  @Override
  public void put(String path, String text) {
    versions.put(path, ++changes);
    pages.put(path, text);
  }

  @Override
  public void delete(String path) {
    pages.remove(path);
  }

  @Override
  public SiteConnector connector() {
    return SiteConnector.of(url());
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().toString();
    boolean isPage = !path.matches("/robots.txt|/sitemap.xml");
    if (isPage) {
      requests.add(exchange.getRequestMethod() + " " + path);
    }
    String name = path.substring(1);
    if (answers.containsKey(path)) {
      answers.get(path).handle(exchange);
      exchange.close();
    } else if (path.equals("/sitemap.xml")) {
      answer(exchange, 200, "application/xml", sitemap());
    } else if (pages.containsKey(name)) {
      if (name.hashCode() % 3 == 1) {
        exchange.getResponseHeaders().set("ETag", "\"" + versions.get(name) + "\"");
      }
      answer(exchange, 200, "text/plain; charset=utf-8", pages.get(name));
    } else {
      answer(exchange, 404, "text/html", "none");
    }
  }

  private String sitemap() {
    StringBuilder sitemap = new StringBuilder("<?xml version='1.0'?>\n");
    sitemap.append("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\n");
    for (String path : pages.keySet()) {
      sitemap.append("<url><loc>").append(url()).append(path).append("</loc>");
      if (path.hashCode() % 3 == 0) {
        sitemap.append("<lastmod>").append(versions.get(path)).append("</lastmod>");
      }
      sitemap.append("</url>\n");
    }
    return sitemap.append("</urlset>").toString();
  }

  static void answer(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    answer(exchange, status, type, text.getBytes(StandardCharsets.UTF_8));
  }

  static void answer(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    if (exchange.getRequestMethod().equals("HEAD") || body.length == 0) {
      exchange.sendResponseHeaders(status, -1);
    } else {
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
