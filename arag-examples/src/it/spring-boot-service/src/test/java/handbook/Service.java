package handbook;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The service in a process of its own. */
final class Service implements AutoCloseable {
  private static final Pattern STARTED = Pattern.compile("Tomcat started on port (\\d+)");

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process process;
  private final StringBuilder log = new StringBuilder();
  private final Thread reader;
  private final int port;

  Service(
      Class<?> application,
      Path index,
      Path documents,
      boolean hasVirtualThreads,
      String... arguments)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", // starts with less processor time
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                application.getName(),
                "--server.port=0",
                "--spring.threads.virtual.enabled=" + hasVirtualThreads,
                "--arag.index=" + index,
                "--arag.sources[0].path=" + documents));
    command.addAll(List.of(arguments));
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .start();
    BufferedReader output = process.inputReader();
    port = awaitPort(output);
    reader = new Thread(() -> output.lines().forEach(this::append));
    reader.setDaemon(true);
    reader.start();
  }

  private int awaitPort(BufferedReader output) throws IOException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      log.append(line).append('\n');
      Matcher started = STARTED.matcher(line);
      if (started.find()) {
        return Integer.parseInt(started.group(1));
      }
    }
    throw new IllegalStateException("The service did not start: " + log);
  }

  private synchronized void append(String line) {
    log.append(line).append('\n');
  }

  synchronized String log() {
    return log.toString();
  }

  String get(String path, String question) throws IOException, InterruptedException {
    return get(path + question(question));
  }

  private static String question(String question) {
    return "?question=" + URLEncoder.encode(question, StandardCharsets.UTF_8);
  }

  String get(String path) throws IOException, InterruptedException {
    return send(path, HttpRequest.newBuilder().GET());
  }

  String post(String path, String json) throws IOException, InterruptedException {
    return send(path, posting(json));
  }

  private static HttpRequest.Builder posting(String json) {
    return HttpRequest.newBuilder()
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(json));
  }

  /** Returns the response without waiting for its end. */
  CompletableFuture<HttpResponse<String>> startGet(String path, String question) {
    return start(path + question(question), HttpRequest.newBuilder().GET());
  }

  /** Returns the response without waiting for its end. */
  CompletableFuture<HttpResponse<String>> startPost(String path, String json) {
    return start(path, posting(json));
  }

  private CompletableFuture<HttpResponse<String>> start(String path, HttpRequest.Builder request) {
    return http.sendAsync(addressed(path, request), HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest addressed(String path, HttpRequest.Builder request) {
    return request
        .uri(URI.create("http://localhost:" + port + path))
        .timeout(Duration.ofMinutes(1))
        .build();
  }

  private String send(String path, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    HttpResponse<String> response =
        http.send(addressed(path, request), HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException(response.statusCode() + ": " + response.body() + "\n" + log());
    }
    return response.body();
  }

  /** Sends SIGTERM and waits for the end of the process. */
  Duration terminate() throws InterruptedException {
    long start = System.nanoTime();
    process.toHandle().destroy(); // Process.destroy would close the stream of the log.
    if (!process.waitFor(1, TimeUnit.MINUTES)) {
      throw new IllegalStateException("The service did not end: " + log());
    }
    Duration end = Duration.ofNanos(System.nanoTime() - start);
    reader.join();
    return end;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
