package dev.arag.web.internal.page;

import dev.arag.web.internal.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A file of the page. All files are read when the class is loaded, so that the path of a request is
 * only a key of a map.
 */
public final class PageFile {
  private static final String HTML = "text/html; charset=utf-8";
  private static final String CSS = "text/css; charset=utf-8";
  private static final String SCRIPT = "text/javascript; charset=utf-8";
  private static final String SVG = "image/svg+xml";

  private static final Map<String, PageFile> FILES =
      load(
          Map.ofEntries(
              Map.entry("index.html", HTML),
              Map.entry("page.css", CSS),
              Map.entry("icon.svg", SVG),
              Map.entry("address.js", SCRIPT),
              Map.entry("app.js", SCRIPT),
              Map.entry("answer.js", SCRIPT),
              Map.entry("ask.js", SCRIPT),
              Map.entry("documents.js", SCRIPT),
              Map.entry("dom.js", SCRIPT),
              Map.entry("history.js", SCRIPT),
              Map.entry("markdown.js", SCRIPT),
              Map.entry("passage.js", SCRIPT),
              Map.entry("search.js", SCRIPT),
              Map.entry("server.js", SCRIPT),
              Map.entry("text.js", SCRIPT),
              Map.entry("verdicts.js", SCRIPT)));

  private final String contentType;
  private final byte[] content;

  private PageFile(String contentType, byte[] content) {
    this.contentType = contentType;
    this.content = content;
  }

  void answer(ServerRequest request) throws IOException {
    request.bytes(200, contentType, content);
  }

  /** The files by the path of their requests. */
  public static Map<String, PageFile> all() {
    return FILES;
  }

  private static Map<String, PageFile> load(Map<String, String> types) {
    Map<String, PageFile> files = new LinkedHashMap<>();
    types.forEach((name, type) -> files.put("/" + name, new PageFile(type, read(name))));
    files.put("/", new PageFile(HTML, read("index.html")));
    return Map.copyOf(files);
  }

  private static byte[] read(String name) {
    try (InputStream in = PageFile.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(
            "The arag-web JAR is incomplete: it does not contain the resource " + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
