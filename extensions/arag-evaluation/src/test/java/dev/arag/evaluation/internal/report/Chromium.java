package dev.arag.evaluation.internal.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One page in a headless Chromium, driven over the DevTools protocol. */
public final class Chromium implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long TIMEOUT_SECONDS = 60;

  private final Process process;
  private final Path profile;
  private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
  private final List<JsonNode> events = new ArrayList<>();
  private final WebSocket socket;
  private int lastId;

  private Chromium(Process process, Path profile) throws Exception {
    this.process = process;
    this.profile = profile;
    this.socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(pageAddress(), new Receiver())
            .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }

  /** The executable of a Chromium or Chrome on the path. */
  static Optional<Path> executable() {
    return Stream.of("chromium", "chromium-browser", "google-chrome", "chrome")
        .flatMap(
            name ->
                Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                    .map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  static Chromium start() throws Exception {
    Path profile = Files.createTempDirectory("arag-chromium");
    Process process =
        new ProcessBuilder(
                executable().orElseThrow().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      return new Chromium(process, profile);
    } catch (Exception e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private URI pageAddress() throws Exception {
    Path file = profile.resolve("DevToolsActivePort");
    for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS); ; ) {
      if (Files.exists(file) && Files.readString(file).contains("\n")) {
        break;
      }
      if (System.nanoTime() > end || !process.isAlive()) {
        throw new IOException("Chromium did not open its DevTools port");
      }
      Thread.sleep(50);
    }
    String port = Files.readAllLines(file).get(0);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list")).build();
    String targets =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    for (JsonNode target : JSON.readTree(targets)) {
      if (target.path("type").asText().equals("page")) {
        return URI.create(target.path("webSocketDebuggerUrl").asText());
      }
    }
    throw new IOException("Chromium has no page: " + targets);
  }

  /** Shows a page with the given size and color scheme, and waits until it is loaded. */
  void open(Path page, int width, int height, boolean isDark) throws Exception {
    events.clear();
    send("Page.enable", Map.of());
    send("Runtime.enable", Map.of());
    send("Log.enable", Map.of());
    send("Network.enable", Map.of());
    send(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    send(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", isDark ? "dark" : "light"))));
    send("Page.navigate", Map.of("url", page.toUri().toString()));
    await("Page.loadEventFired");
  }

  /** Returns the value of an expression, which must be serializable as JSON. */
  JsonNode evaluate(String expression) throws Exception {
    JsonNode result =
        send(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    if (result.has("exceptionDetails")) {
      throw new AssertionError(expression + ": " + result.get("exceptionDetails"));
    }
    return result.path("result").path("value");
  }

  /** The events that the browser has reported since the page was opened, such as log entries. */
  List<JsonNode> events(String method) {
    drain();
    return events.stream().filter(each -> each.path("method").asText().equals(method)).toList();
  }

  /** Writes an image of the whole page. */
  void screenshot(Path file) throws Exception {
    JsonNode image =
        send("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true));
    Files.write(file, Base64.getDecoder().decode(image.path("data").asText()));
  }

  void pressKey(String key, String text) throws Exception {
    send(
        "Input.dispatchKeyEvent", Map.of("type", "keyDown", "key", key, "code", key, "text", text));
    send("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key, "code", key));
  }

  private JsonNode send(String method, Map<String, ?> parameters) throws Exception {
    int id = ++lastId;
    ObjectNode command = JSON.createObjectNode().put("id", id).put("method", method);
    command.set("params", JSON.valueToTree(parameters));
    socket.sendText(command.toString(), true).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    while (true) {
      JsonNode message = next();
      if (message.path("id").asInt() == id) {
        if (message.has("error")) {
          throw new AssertionError(method + ": " + message.get("error"));
        }
        return message.path("result");
      }
      events.add(message);
    }
  }

  private void await(String event) throws Exception {
    while (events(event).isEmpty()) {
      events.add(next());
    }
  }

  private JsonNode next() throws Exception {
    JsonNode message = messages.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    if (message == null) {
      throw new IOException("Chromium did not answer in " + TIMEOUT_SECONDS + " s");
    }
    return message;
  }

  private void drain() {
    messages.drainTo(events);
  }

  @Override
  public void close() {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().join();
    deleteProfile();
  }

  /** A process that is about to end may still write to the folder. */
  private void deleteProfile() {
    for (int i = 0; i < 20 && Files.exists(profile); i++) {
      try (Stream<Path> files = Files.walk(profile)) {
        files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
      } catch (IOException | UncheckedIOException e) {
        // The next attempt sees the files that are left.
      }
    }
  }

  private final class Receiver implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
      text.append(part);
      if (isLast) {
        try {
          messages.add(JSON.readTree(text.toString()));
        } catch (IOException e) {
          throw new AssertionError("not JSON: " + text, e);
        }
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }
}
