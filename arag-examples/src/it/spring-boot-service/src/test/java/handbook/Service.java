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
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The service in a process of its own. */
final class Service implements AutoCloseable {
  private static final Pattern STARTED = Pattern.compile("Tomcat started on port (\\d+)");

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process process;
  private final StringBuilder log = new StringBuilder();
  private final int port;

  Service(Path index, Path documents, boolean hasVirtualThreads) throws IOException {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", // starts with less processor time
                "-cp",
                System.getProperty("java.class.path"),
                HandbookApplication.class.getName(),
                "--server.port=0",
                "--spring.threads.virtual.enabled=" + hasVirtualThreads,
                "--handbook.index=" + index,
                "--handbook.documents=" + documents)
            .redirectErrorStream(true)
            .start();
    port = awaitPort(process.inputReader());
  }

  private int awaitPort(BufferedReader output) throws IOException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      log.append(line).append('\n');
      Matcher started = STARTED.matcher(line);
      if (started.find()) {
        Thread reader = new Thread(() -> output.lines().forEach(this::append));
        reader.setDaemon(true);
        reader.start();
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
    return get(path + "?question=" + URLEncoder.encode(question, StandardCharsets.UTF_8));
  }

  String get(String path) throws IOException, InterruptedException {
    return send(path, HttpRequest.newBuilder().GET());
  }

  String post(String path, String json) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder()
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json));
    return send(path, request);
  }

  private String send(String path, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    HttpRequest addressed =
        request
            .uri(URI.create("http://localhost:" + port + path))
            .timeout(Duration.ofMinutes(1))
            .build();
    HttpResponse<String> response = http.send(addressed, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException(response.statusCode() + ": " + response.body() + "\n" + log());
    }
    return response.body();
  }

  /** Sends SIGTERM and waits for the end of the process. */
  Duration terminate() throws InterruptedException {
    long start = System.nanoTime();
    process.destroy();
    if (!process.waitFor(1, TimeUnit.MINUTES)) {
      throw new IllegalStateException("The service did not end: " + log());
    }
    return Duration.ofNanos(System.nanoTime() - start);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
