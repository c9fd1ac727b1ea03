package dev.arag.web.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A headless Chromium with an empty profile, driven with the DevTools protocol over the JDK's web
 * socket client.
 */
final class Chromium implements AutoCloseable {
  static final Duration LIMIT = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path profile;
  private final Process process;
  private final WebSocket socket;
  private final Map<Integer, CompletableFuture<JsonNode>> replies = new ConcurrentHashMap<>();
  private final Map<String, Tab> tabs = new ConcurrentHashMap<>();
  private final AtomicInteger ids = new AtomicInteger();

  private Chromium(Path program) throws IOException {
    profile = Files.createTempDirectory("arag-chromium");
    process =
        new ProcessBuilder(command(program, profile))
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("output.txt").toFile())
            .start();
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(address(), new Listener())
            .join();
  }

  /** The program of the property {@code arag.chromium}, or of Debian's package; null if missing. */
  static Path program() {
    Path program = Path.of(System.getProperty("arag.chromium", "/usr/bin/chromium"));
    return Files.isExecutable(program) ? program : null;
  }

  static Chromium start(Path program) throws IOException {
    return new Chromium(program);
  }

  private static List<String> command(Path program, Path profile) {
    return List.of(
        program.toString(),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--allow-pre-commit-input",
        "--force-device-scale-factor=1",
        "--remote-debugging-port=0",
        "--user-data-dir=" + profile,
        "about:blank");
  }

  /** Chromium writes its port and path into a file when it is ready. */
  private URI address() throws IOException {
    Path file = profile.resolve("DevToolsActivePort");
    Wait.until("Chromium has started", () -> Files.exists(file) && Files.size(file) > 0);
    List<String> lines = Files.readAllLines(file);
    return URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1));
  }

  /** Opens a tab with a size in CSS pixels. */
  Tab open(int width, int height, String colorScheme) {
    JsonNode target = call("Target.createTarget", null, Map.of("url", "about:blank"));
    JsonNode session =
        call(
            "Target.attachToTarget",
            null,
            Map.of("targetId", target.path("targetId").asText(), "flatten", true));
    Tab tab = new Tab(session.path("sessionId").asText(), target.path("targetId").asText());
    tabs.put(tab.session, tab);
    tab.call("Runtime.enable", Map.of());
    tab.call("Page.enable", Map.of());
    tab.call("Log.enable", Map.of());
    tab.call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    tab.call(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(
                Map.of("name", "prefers-color-scheme", "value", colorScheme),
                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
    return tab;
  }

  private JsonNode call(String method, String session, Map<String, ?> parameters) {
    int id = ids.incrementAndGet();
    CompletableFuture<JsonNode> reply = new CompletableFuture<>();
    replies.put(id, reply);
    ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
    message.set("params", JSON.valueToTree(parameters));
    if (session != null) {
      message.put("sessionId", session);
    }
    synchronized (socket) {
      socket.sendText(message.toString(), true).join();
    }
    try {
      JsonNode result = reply.get(LIMIT.toSeconds() * 4, TimeUnit.SECONDS);
      if (result.has("error")) {
        throw new IllegalStateException(method + ": " + result.get("error"));
      }
      return result.path("result");
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new IllegalStateException(method + " was not answered", e);
    }
  }

  /** Receives the replies, and the errors of pages. */
  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
      text.append(part);
      if (isLast) {
        String whole = text.toString();
        text.setLength(0);
        receive(whole);
      }
      from.request(1);
      return null;
    }

    private void receive(String whole) {
      try {
        JsonNode message = JSON.readTree(whole);
        if (message.has("id")) {
          replies.remove(message.get("id").intValue()).complete(message);
        } else {
          Tab tab = tabs.get(message.path("sessionId").asText());
          if (tab != null) {
            tab.receive(message);
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** A tab. */
  final class Tab implements AutoCloseable {
    private final String session;
    private final String target;
    private final List<String> problems = new CopyOnWriteArrayList<>();

    private Tab(String session, String target) {
      this.session = session;
      this.target = target;
    }

    JsonNode call(String method, Map<String, ?> parameters) {
      return Chromium.this.call(method, session, parameters);
    }

    private void receive(JsonNode message) {
      JsonNode parameters = message.path("params");
      switch (message.path("method").asText()) {
        case "Runtime.exceptionThrown" -> problems.add(parameters.toString());
        case "Runtime.consoleAPICalled" -> problems.add("console: " + parameters.path("args"));
        case "Log.entryAdded" -> problems.add(parameters.path("entry").path("text").asText());
        case "Page.javascriptDialogOpening" -> problems.add("A dialog was opened.");
        default -> {}
      }
    }

    /** What went wrong in the page: exceptions, violations of the policy, failed requests. */
    List<String> problems() {
      return problems;
    }

    void navigate(String url) {
      call("Page.navigate", Map.of("url", url));
    }

    void reload() {
      call("Page.reload", Map.of());
    }

    /** The value of an expression, which may be a promise. */
    JsonNode evaluate(String expression) {
      JsonNode result =
          call(
              "Runtime.evaluate",
              Map.of(
                  "expression", expression,
                  "awaitPromise", true,
                  "returnByValue", true,
                  "allowUnsafeEvalBlockedByCSP", false));
      if (result.has("exceptionDetails")) {
        throw new IllegalStateException(expression + ": " + result.get("exceptionDetails"));
      }
      return result.path("result").path("value");
    }

    String text(String selector) {
      return evaluate("document.querySelector(" + quoted(selector) + ")?.innerText ?? ''").asText();
    }

    int count(String selector) {
      return evaluate("document.querySelectorAll(" + quoted(selector) + ").length").asInt();
    }

    /** Waits until an expression is true. */
    void await(String expression) {
      Wait.until(expression, () -> evaluate("Boolean(" + expression + ")").asBoolean());
    }

    /**
     * Waits until the page has loaded its conversation and documents and was drawn. Chromium
     * ignores clicks before the first frame of a new page.
     */
    void awaitReady() {
      await("document.documentElement?.dataset.ready");
      evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    }

    void awaitVisible(String selector) {
      await("document.querySelector(" + quoted(selector) + ")?.checkVisibility()");
    }

    /**
     * Clicks the middle of an element with the mouse, as a user does, when it has not moved for two
     * frames.
     */
    void click(String selector) {
      awaitVisible(selector);
      JsonNode at =
          evaluate(
              """
              (async () => {
                const frame = () => new Promise((done) => requestAnimationFrame(done));
                let last = null;
                for (let i = 0; i < 600; i++) {
                  const found = document.querySelector(%s);
                  found?.scrollIntoView({ block: "center", behavior: "instant" });
                  const box = found?.getBoundingClientRect();
                  const at = box && { found, x: box.x + box.width / 2, y: box.y + box.height / 2 };
                  if (at && last && at.found === last.found && at.x === last.x && at.y === last.y) {
                    return { x: at.x, y: at.y };
                  }
                  last = at;
                  await frame();
                  await frame();
                }
                throw new Error("It does not stand still.");
              })()
              """
                  .formatted(quoted(selector)));
      for (String type : List.of("mousePressed", "mouseReleased")) {
        call(
            "Input.dispatchMouseEvent",
            Map.of(
                "type",
                type,
                "x",
                at.get("x"),
                "y",
                at.get("y"),
                "button",
                "left",
                "clickCount",
                1));
      }
    }

    void type(String text) {
      call("Input.insertText", Map.of("text", text));
    }

    /** Presses a key such as Enter, Escape or Tab. */
    void press(String key) {
      int code = Map.of("Enter", 13, "Escape", 27, "Tab", 9).get(key);
      String text = key.equals("Enter") ? "\r" : "";
      call(
          "Input.dispatchKeyEvent",
          Map.of(
              "type",
              "keyDown",
              "key",
              key,
              "code",
              key,
              "windowsVirtualKeyCode",
              code,
              "text",
              text));
      call(
          "Input.dispatchKeyEvent",
          Map.of("type", "keyUp", "key", key, "code", key, "windowsVirtualKeyCode", code));
    }

    /** Chooses files, as the dialog of the system does. */
    void choose(String selector, Path... files) {
      call("DOM.enable", Map.of());
      JsonNode document = call("DOM.getDocument", Map.of());
      JsonNode node =
          call(
              "DOM.querySelector",
              Map.of("nodeId", document.path("root").path("nodeId"), "selector", selector));
      call(
          "DOM.setFileInputFiles",
          Map.of(
              "nodeId",
              node.path("nodeId"),
              "files",
              Stream.of(files).map(Path::toString).toList()));
    }

    byte[] screenshot() {
      JsonNode picture = call("Page.captureScreenshot", Map.of("format", "png"));
      return Base64.getDecoder().decode(picture.path("data").asText());
    }

    @Override
    public void close() {
      Chromium.this.call("Target.closeTarget", null, Map.of("targetId", target));
      tabs.remove(session);
    }
  }

  static String quoted(String text) {
    return JSON.getNodeFactory().textNode(text).toString();
  }

  @Override
  public void close() throws IOException {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    // A child process may still write a file for a moment.
    Wait.until("the profile is deleted", () -> delete(profile));
  }

  private static boolean delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
      return true;
    } catch (IOException | UncheckedIOException e) {
      return !Files.exists(folder);
    }
  }
}
