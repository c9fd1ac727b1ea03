package dev.arag.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.spi.IngestLimits;
import dev.arag.web.internal.page.PageFile;
import dev.arag.web.page.PageClient.Answer;
import dev.arag.web.page.PageClient.Call;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sends wrong requests to every route over real connections. */
@Timeout(120)
class PageRequestsTest {
  private static final String JSON = "application/json";

  private record Route(String method, String path, String contentType) {
    boolean isOpen() {
      return !path.startsWith("/api/") || path.equals("/api/session");
    }
  }

  @TempDir static Path folder;
  private static Handbook handbook;
  private static PageServer server;
  private static PageClient client;

  @BeforeAll
  static void start() throws IOException {
    handbook = new Handbook(folder).sync();
    server =
        PageServer.builder(
                handbook.index, Agent.builder(handbook.index, new ExtractiveChatModel()).build())
            .sources(List.of(handbook.source()))
            .allowUploads(new IngestLimits(5_000, 5_000))
            .start();
    client = PageClient.of(server);
  }

  @AfterAll
  static void stop() {
    server.close();
    handbook.close();
  }

  static List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    PageFile.all().keySet().forEach(path -> routes.add(new Route("GET", path, null)));
    for (String path :
        List.of(
            "/api/status",
            "/api/documents",
            "/api/conversation?id=a",
            "/api/conversations",
            "/api/trajectory?id=a&run=b",
            "/api/sync")) {
      routes.add(new Route("GET", path, null));
    }
    for (String path :
        List.of(
            "/api/session",
            "/api/search",
            "/api/passage",
            "/api/chat",
            "/api/chat/cancel",
            "/api/conversation/delete",
            "/api/documents/delete",
            "/api/sync/start",
            "/api/sync/cancel")) {
      routes.add(new Route("POST", path, JSON));
    }
    routes.add(new Route("POST", "/api/upload?name=a.txt", "application/octet-stream"));
    return routes;
  }

  static List<Route> posts() {
    return routes().stream().filter(route -> route.method().equals("POST")).toList();
  }

  static List<Route> protectedRoutes() {
    return routes().stream().filter(route -> !route.isOpen()).toList();
  }

  /** A request that passes all checks before the body is read. */
  private static Call call(Route route) {
    return route.method().equals("GET")
        ? client.get(route.path())
        : client
            .post(route.path())
            .body("{}".getBytes(StandardCharsets.UTF_8), route.contentType());
  }

  private static void assertRefused(Answer answer, int status) {
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.json().path("error").asText()).isNotBlank();
    assertSecured(answer);
  }

  private static void assertSecured(Answer answer) {
    assertThat(answer.header("content-security-policy"))
        .hasValueSatisfying(
            policy ->
                assertThat(policy)
                    .startsWith("default-src 'none';")
                    .contains("frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'")
                    .contains("script-src 'self';", "style-src 'self';", "trusted-types 'none'")
                    .doesNotContain("unsafe", "*", "http:", "data:"));
    assertThat(answer.header("x-content-type-options")).hasValue("nosniff");
    assertThat(answer.header("referrer-policy")).hasValue("no-referrer");
    assertThat(answer.header("cache-control").orElseThrow()).startsWith("no-");
    assertThat(answer.header("cross-origin-resource-policy")).hasValue("same-origin");
  }

  @ParameterizedTest
  @MethodSource("routes")
  void aRouteAcceptsOneMethodOnly(Route route) throws IOException {
    for (String method : List.of("GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")) {
      if (!method.equals(route.method())) {
        Call call = method.equals("GET") ? client.get(route.path()) : client.post(route.path());
        Answer answer = call.method(method).send();
        assertRefused(answer, 405);
        assertThat(answer.header("allow")).hasValue(route.method());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("routes")
  void aRequestWithAnotherHostIsRefused(Route route) throws IOException {
    int port = server.port();
    for (String host :
        List.of(
            "evil.example",
            "evil.example:" + port,
            "127.0.0.1",
            "127.0.0.1:" + (port + 1),
            "127.0.0.1.evil.example:" + port,
            "localhost.:" + port,
            "user@127.0.0.1:" + port,
            "")) {
      assertRefused(call(route).with("Host", host).send(), 403);
    }
    assertThat(call(route).with("Host", null).send().status()).isIn(400, 403);
  }

  @ParameterizedTest
  @MethodSource("routes")
  void aRequestOfAnotherOriginIsRefused(Route route) throws IOException {
    for (String origin :
        List.of(
            "https://evil.example",
            "null",
            "https://127.0.0.1:" + server.port(),
            "http://127.0.0.1:" + (server.port() + 1),
            "http://localhost")) {
      assertRefused(call(route).with("Origin", origin).send(), 403);
    }
  }

  @ParameterizedTest
  @MethodSource("protectedRoutes")
  void aRequestOfAnotherSiteIsRefused(Route route) throws IOException {
    for (String site : List.of("cross-site", "same-site", "none")) {
      assertRefused(call(route).with("Sec-Fetch-Site", site).send(), 403);
    }
  }

  @ParameterizedTest
  @MethodSource("protectedRoutes")
  void aRequestWithoutSessionIsRefused(Route route) throws IOException {
    String token = PageClient.tokenOf(server.address());
    String name = client.cookie().substring(0, client.cookie().indexOf('='));
    assertRefused(call(route).with("Cookie", null).send(), 401);
    for (String cookie :
        List.of(name + "=", name + "=wrong", name + "=" + token, "x" + client.cookie(), name)) {
      assertRefused(call(route).with("Cookie", cookie).send(), 401);
    }
    assertThat(call(route).with("Cookie", "a=b; " + client.cookie() + "; c=d").send().status())
        .isNotEqualTo(401);
  }

  /** Browsers send the cookie to all ports of 127.0.0.1, so other servers can receive it. */
  @ParameterizedTest
  @MethodSource("protectedRoutes")
  void aCookieThatAnotherServerReceivedIsNotEnough(Route route) throws IOException {
    assertRefused(call(route).with("X-Arag-Key", null).send(), 401);
    String other = PageClient.of(server).key();
    String cookie = client.cookie().substring(client.cookie().indexOf('=') + 1);
    for (String key : List.of("", "wrong", cookie, other)) {
      assertRefused(call(route).with("X-Arag-Key", key).send(), 401);
    }
  }

  @ParameterizedTest
  @MethodSource("posts")
  void aPostWithoutOriginIsRefused(Route route) throws IOException {
    assertRefused(call(route).with("Origin", null).send(), 403);
  }

  /** A form of another site can only send these types. */
  @ParameterizedTest
  @MethodSource("posts")
  void aPostWithAnotherContentTypeIsRefused(Route route) throws IOException {
    for (String type :
        List.of(
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=a",
            "application/jsonp",
            "")) {
      assertRefused(call(route).with("Content-Type", type).send(), 415);
    }
    assertRefused(call(route).with("Content-Type", null).send(), 415);
  }

  @ParameterizedTest
  @MethodSource("posts")
  void aBodyThatIsTooLongIsRefused(Route route) throws IOException {
    byte[] body = new byte[(1 << 20) + 1_000];
    Call announced = client.post(route.path()).body(new byte[0], route.contentType());
    assertRefused(announced.with("Content-Length", "99999999999").sendTruncated(), 413);
    Call sent = client.post(route.path()).body(body, route.contentType()).chunked();
    assertThat(sent.send().status()).isEqualTo(413);
    assertThat(client.get("/api/status").send().status()).isEqualTo(200);
  }

  @ParameterizedTest
  @MethodSource("posts")
  void aBodyThatIsNotAnObjectIsRefused(Route route) throws IOException {
    if (route.contentType().equals(JSON)) {
      for (String body : List.of("", "[]", "{", "null", "\"a\"", "{}}", "\u0000")) {
        Answer answer =
            client.post(route.path()).body(body.getBytes(StandardCharsets.UTF_8), JSON).send();
        assertRefused(answer, 400);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/PageServer.class",
        "/../page.css",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2fpage.css",
        "/./page.css",
        "/page.css/",
        "/page.css%00.js",
        "/Page.css",
        "/api",
        "/api/",
        "/api/status/",
        "/index.html/../page.css",
        "/META-INF/MANIFEST.MF"
      })
  void onlyKnownPathsAreServed(String path) throws IOException {
    assertRefused(client.get(path).send(), 404);
  }

  /** The server of the JDK answers such a request itself. */
  @Test
  void aPathWithoutAContextIsNotFound() throws IOException {
    assertThat(client.get("//page.css").send().status()).isEqualTo(404);
  }

  @Test
  void theFilesOfThePageAreServed() throws IOException {
    for (Map.Entry<String, PageFile> file : PageFile.all().entrySet()) {
      Answer answer = PageClient.anonymous(server).get(file.getKey()).send();
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isNotBlank();
      assertSecured(answer);
    }
  }

  /** The policy of the page would block such parts. */
  @Test
  void theFilesOfThePageContainNoInlineScriptsAndLoadNothingFromOthers() throws IOException {
    String page = client.get("/").send().body();
    assertThat(page).doesNotContainPattern("<script(?![^>]* src=\"/)").doesNotContain("style=");
    assertThat(page).doesNotContainPattern("(?i) on[a-z]+=");
    for (String path : PageFile.all().keySet()) {
      String file = client.get(path).send().body();
      assertThat(file.replace("http://www.w3.org/2000/svg", ""))
          .as(path)
          .doesNotContainPattern("https?://[a-z0-9]")
          .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write")
          .doesNotContain("DOMParser", "eval(", "new Function", "srcdoc");
    }
  }

  @Test
  void theTokenOpensASession() throws IOException {
    String token = PageClient.tokenOf(server.address());
    Call call = PageClient.anonymous(server).post("/api/session").json(Map.of("token", token));
    Answer answer = call.send();
    assertThat(answer.status()).isEqualTo(204);
    String cookie = answer.header("set-cookie").orElseThrow();
    assertThat(cookie)
        .startsWith("arag-" + server.port() + "=")
        .endsWith("; Path=/api; HttpOnly; SameSite=Strict")
        .doesNotContain(token);
  }

  @Test
  void aWrongTokenOpensNoSession() throws IOException {
    String token = PageClient.tokenOf(server.address());
    for (String wrong :
        List.of(
            "", "a", token.substring(1), token + "=", token.toLowerCase(java.util.Locale.ROOT))) {
      Answer answer =
          PageClient.anonymous(server).post("/api/session").json(Map.of("token", wrong)).send();
      assertRefused(answer, 403);
      assertThat(answer.header("set-cookie")).isEmpty();
      assertThat(answer.body()).doesNotContain(token);
    }
  }

  @Test
  void fieldsThatAreWrongAreRefused() throws IOException {
    assertRefused(client.post("/api/search").json(Map.of("query", "a b", "mode", "x")).send(), 400);
    assertRefused(
        client.post("/api/search").json(Map.of("query", " ", "mode", "keyword")).send(), 400);
    assertRefused(
        client.post("/api/search").json(Map.of("query", 5, "mode", "keyword")).send(), 400);
    String longText = "a".repeat(9_000);
    assertRefused(
        client.post("/api/search").json(Map.of("query", longText, "mode", "keyword")).send(), 400);
    assertRefused(client.get("/api/documents?offset=-1").send(), 400);
    assertRefused(client.get("/api/documents?offset=x").send(), 400);
    assertRefused(client.get("/api/conversation?id=../a").send(), 400);
    assertRefused(client.get("/api/conversation").send(), 400);
    assertRefused(client.get("/api/trajectory?id=../a&run=b").send(), 400);
    assertRefused(client.get("/api/trajectory?id=a").send(), 404);
    assertRefused(client.post("/api/passage").json(Map.of("document", "no")).send(), 404);
    assertRefused(client.post("/api/passage").json(Map.of()).send(), 404);
    assertRefused(client.ask("a", longText).send(), 400);
    assertRefused(client.ask("a", " ").send(), 400);
    assertRefused(client.ask("a/b", "Who?").send(), 400);
    assertRefused(client.post("/api/chat").json(Map.of("id", "a")).send(), 400);
  }
}
