package dev.arag.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.util.Throwables.getStackTrace;

import com.sun.net.httpserver.HttpExchange;
import dev.arag.index.source.RemoteSourceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteConnectorTest {
  @TempDir Path temp;
  private Synced index;
  private SiteStore site;
  private String name;

  @BeforeEach
  void create() throws IOException {
    index = new Synced(temp.resolve("index"));
    site = new SiteStore();
    name = site.connector().name();
  }

  @AfterEach
  void close() {
    site.close();
  }

  private void answer(String path, int status, String type, String body) {
    site.answers.put(path, exchange -> SiteStore.answer(exchange, status, type, body));
  }

  /** A sitemap of pages of which the paths are given, with a date each. */
  private void sitemap(String... addresses) {
    StringBuilder xml = new StringBuilder("<urlset>");
    for (String each : addresses) {
      String address = each.startsWith("/") ? site.url() + each.substring(1) : each;
      xml.append("<url><loc>" + address + "</loc><lastmod>2026-01-01</lastmod></url>");
    }
    answer("/sitemap.xml", 200, "application/xml", xml + "</urlset>");
  }

  @Test
  void readsOnlyPagesThatHaveChanged() {
    for (String path : new String[] {"a.txt", "b.txt", "c.txt"}) {
      site.put(path, "The text of " + path);
    }
    assertThat(Synced.counts(index.sync(site.connector()))).containsExactly(3L, 0L, 0L, 0L);
    assertThat(index.metadata(name + "/a.txt")).containsEntry("url", site.url() + "a.txt");
    site.requests.clear();
    assertThat(Synced.counts(index.sync(site.connector()))).containsExactly(0L, 0L, 3L, 0L);
    // One page has a date, one has an ETag, and one has nothing.
    assertThat(site.requests).hasSize(3).filteredOn(each -> each.startsWith("GET")).hasSize(1);
  }

  @Test
  void selectsParsersByMediaTypeAndDecodesByCharset() {
    sitemap("/page", "/", "/a.pdf", "/b.png", "/c", "/latin");
    answer("/page", 200, "text/html", "<h1>Page</h1><p>Its text.");
    answer("/", 200, "text/html", "<p>The start.");
    answer("/a.pdf", 200, "application/pdf", "%PDF-1.4");
    answer("/c", 200, "image/png", "png");
    site.answers.put(
        "/latin",
        exchange ->
            SiteStore.answer(
                exchange,
                200,
                "text/plain; charset=ISO-8859-1",
                "Grüße".getBytes(StandardCharsets.ISO_8859_1)));
    assertThat(Synced.skipped(index.sync(site.connector())))
        .containsOnlyKeys(name + "/a.pdf", name + "/b.png", name + "/c")
        .containsEntry(name + "/c", "its media type image/png is not supported");
    assertThat(index.texts())
        .containsOnlyKeys(name + "/", name + "/page", name + "/latin")
        .containsEntry(name + "/latin", "Grüße");
    assertThat(site.requests).doesNotContain("GET /b.png", "GET /a.pdf");
  }

  @Test
  void obeysRobotsAndReportsOtherHosts() {
    answer("/robots.txt", 200, "text/plain", "User-agent: *\nDisallow: /secret/\n");
    sitemap("/a.txt", "/secret/b.txt", "http://other.example/c.txt", "/moved.txt", "/out.txt");
    answer("/a.txt", 200, "text/plain", "A");
    redirect("/moved.txt", "/secret/b.txt");
    redirect("/out.txt", "http://127.0.0.1:1/c.txt");
    assertThat(Synced.skipped(index.sync(site.connector())))
        .containsEntry(name + "/secret/b.txt", "the robots.txt of the site disallows it")
        .containsEntry(name + "/http://other.example/c.txt", "it is not on the host of the site")
        .containsEntry(
            name + "/moved.txt", "it is redirected to an address that robots.txt disallows")
        .containsEntry(name + "/out.txt", "it is redirected to another host");
    assertThat(index.texts()).containsOnlyKeys(name + "/a.txt");
  }

  private void redirect(String path, String target) {
    site.answers.put(
        path,
        exchange -> {
          exchange.getResponseHeaders().set("Location", target);
          SiteStore.answer(exchange, 302, "text/plain", "");
        });
  }

  @Test
  void endsRedirectLoopsAndHugePages() {
    sitemap("/loop.txt", "/huge.txt", "/a.txt", "/broken.txt");
    redirect("/loop.txt", "/loop.txt");
    site.answers.put("/huge.txt", SiteConnectorTest::sendForever);
    site.answers.put(
        "/broken.txt",
        exchange -> {
          exchange.sendResponseHeaders(200, 100);
          exchange.getResponseBody().write(1);
        });
    answer("/a.txt", 200, "text/plain", "A");
    assertThat(Synced.skipped(index.sync(site.connector())))
        .containsOnlyKeys(name + "/loop.txt", name + "/huge.txt", name + "/broken.txt")
        .containsEntry(name + "/loop.txt", "it is redirected more than 5 times")
        .containsEntry(name + "/huge.txt", "it is longer than 52428800 bytes");
    assertThat(index.texts()).containsOnlyKeys(name + "/a.txt");
  }

  private static void sendForever(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    byte[] bytes = new byte[1 << 20];
    while (true) {
      exchange.getResponseBody().write(bytes);
    }
  }

  @Test
  void readsIndexesOfSitemapsAndGzip() throws IOException {
    answer("/robots.txt", 200, "text/plain", "Sitemap: " + site.url() + "index.xml");
    answer(
        "/index.xml",
        200,
        "application/xml",
        "<sitemapindex><sitemap><loc>/bad.xml</loc></sitemap>"
            + "<sitemap><loc>/pages.xml.gz</loc></sitemap></sitemapindex>");
    answer("/bad.xml", 500, "text/plain", "");
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      out.write("<urlset><url><loc>/a.txt</loc></url></urlset>".getBytes(StandardCharsets.UTF_8));
    }
    site.answers.put(
        "/pages.xml.gz",
        exchange -> SiteStore.answer(exchange, 200, "application/gzip", zipped.toByteArray()));
    answer("/a.txt", 200, "text/plain", "A");
    assertThatThrownBy(() -> index.sync(site.connector()))
        .isInstanceOf(RemoteSourceException.class)
        .hasMessageContaining("bad.xml cannot be read: the site answered with status 500");
    assertThat(index.texts()).as("read before the failure").hasSize(1);
  }

  @Test
  void deletesNothingAfterAHostileSitemap() {
    site.put("a.txt", "A");
    site.put("b.txt", "B");
    index.sync(site.connector());
    String bomb =
        "<!DOCTYPE urlset [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>"
            + "<urlset><url><loc>/&b;</loc></url></urlset>";
    String outside =
        "<!DOCTYPE urlset [<!ENTITY a SYSTEM \"file:///etc/hostname\">]>"
            + "<urlset><url><loc>/&a;</loc></url></urlset>";
    String cut = "<urlset><url><loc>/a.txt</loc></url>";
    for (String xml : new String[] {bomb, outside, cut, "<html><body>none</body></html>", ""}) {
      answer("/sitemap.xml", 200, "application/xml", xml);
      assertThatThrownBy(() -> index.sync(site.connector()))
          .as(xml)
          .isInstanceOf(RemoteSourceException.class);
    }
    site.answers.remove("/sitemap.xml");
    assertThatThrownBy(() -> index.sync(site.connector().maxPages(1)))
        .hasMessageContaining("more than 1 addresses");
    assertThat(index.texts()).hasSize(2);
  }

  @Test
  void saysThatNoPageIsBelowTheAddress() {
    sitemap("/a.txt", "/b.txt");
    assertThatThrownBy(() -> index.sync(SiteConnector.of(site.url() + "sub/")))
        .isInstanceOf(RemoteSourceException.class)
        .hasMessage(
            "None of the 2 addresses in the sitemaps is below %ssub/. Check the address.",
            site.url());
    sitemap();
    assertThat(index.sync(site.connector()).documents()).isZero();
  }

  @Test
  void saysThatTheSiteNeedsHttps() {
    String https = site.url().replace("http", "https") + "robots.txt";
    redirect("/robots.txt", https);
    assertThatThrownBy(() -> index.sync(site.connector()))
        .hasMessageContaining("it is redirected to " + https + "; check the scheme");
  }

  @Test
  void endsEndlessSitemaps() {
    AtomicInteger number = new AtomicInteger();
    site.answers.put("/sitemap.xml", exchange -> next(exchange, number));
    for (int i = 1; i <= 101; i++) {
      site.answers.put("/" + i + ".xml", exchange -> next(exchange, number));
    }
    assertThatThrownBy(() -> index.sync(site.connector()))
        .hasMessageContaining("more than 100 sitemaps");
    assertThat(number).hasValue(100);
  }

  private static void next(HttpExchange exchange, AtomicInteger number) throws IOException {
    String loc = "/" + number.incrementAndGet() + ".xml";
    String xml = "<sitemapindex><sitemap><loc>" + loc + "</loc></sitemap></sitemapindex>";
    SiteStore.answer(exchange, 200, "application/xml", xml);
  }

  @Test
  void repeatsWhatTheSiteAsksToRepeat() {
    sitemap("/a.txt", "/b.txt");
    answer("/a.txt", 200, "text/plain", "A");
    AtomicInteger calls = new AtomicInteger();
    site.answers.put(
        "/b.txt",
        exchange -> {
          exchange.getResponseHeaders().set("Retry-After", "0");
          SiteStore.answer(
              exchange, calls.incrementAndGet() == 1 ? 429 : 200, "text/plain", "Text B");
        });
    index.sync(site.connector());
    assertThat(index.texts()).hasSize(2);

    sitemap("/a.txt", "/c.txt");
    site.answers.put(
        "/c.txt",
        exchange -> {
          exchange.getResponseHeaders().set("Retry-After", "3600");
          SiteStore.answer(exchange, 503, "text/plain", "");
        });
    assertThatThrownBy(() -> index.sync(site.connector()))
        .isInstanceOfSatisfying(
            RemoteSourceException.class, e -> assertThat(e.isRetriable()).isTrue())
        .hasMessageContaining("asks to wait 3600 seconds");
    assertThat(index.texts()).hasSize(2);
  }

  @Test
  void sendsCredentialsButShowsNone() {
    sitemap("/a.txt");
    site.answers.put(
        "/a.txt",
        exchange -> {
          boolean isKnown =
              "Basic am9lOnMzY3JldA=="
                  .equals(exchange.getRequestHeaders().getFirst("Authorization"));
          SiteStore.answer(exchange, isKnown ? 200 : 401, "text/plain", "Secret text");
        });
    SiteConnector connector = SiteConnector.of(site.url().replace("http://", "http://joe:s3cret@"));
    assertThat(index.sync(connector).added()).isEqualTo(1);
    assertThat(connector + connector.location() + connector.name()).doesNotContain("joe", "s3cret");
    assertThat(index.metadata(name + "/a.txt").toString()).doesNotContain("joe", "s3cret");
    answer("/robots.txt", 403, "text/plain", "");
    assertThatThrownBy(() -> index.sync(connector))
        .hasMessageContaining("Check the credentials")
        .satisfies(e -> assertThat(getStackTrace(e)).doesNotContain("joe", "s3cret"));
  }

  @Test
  void keepsThePagesOfASiteThatIsDown() {
    site.put("a.txt", "A");
    SiteConnector connector = site.connector();
    index.sync(connector);
    site.close();
    assertThatThrownBy(() -> index.sync(connector))
        .isInstanceOf(RemoteSourceException.class)
        .hasMessageContaining("cannot be reached");
    assertThat(index.texts()).hasSize(1);
  }

  @Test
  void readsAPageThatChangesDuringTheSyncNextTime() {
    AtomicInteger version = new AtomicInteger();
    answer("/sitemap.xml", 200, "application/xml", "<urlset><url><loc>/a.txt</loc></url></urlset>");
    site.answers.put(
        "/a.txt",
        exchange -> {
          exchange.getResponseHeaders().set("ETag", "\"" + version.get() + "\"");
          String text = "Version " + version;
          if (exchange.getRequestMethod().equals("HEAD")) {
            version.compareAndSet(0, 1);
          }
          SiteStore.answer(exchange, 200, "text/plain", text);
        });
    assertThat(Synced.skipped(index.sync(site.connector())))
        .containsValue("it changed while it was being read; the next sync reads it");
    index.sync(site.connector());
    assertThat(index.texts()).containsValue("Version 1");
  }
}
