package dev.arag.cli.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests the executable jar by running {@code java -jar arag.jar} in a separate process. Each test
 * has its own folder, so the tests run at the same time. Indexes that a test only prepares or
 * inspects are written and read by the command in this process, which is faster.
 */
@Execution(ExecutionMode.CONCURRENT)
final class CliJarIT {
  private static final long PATIENCE_SECONDS = 120;

  @TempDir Path folder;

  private record Ended(int code, String out, String err) {}

  /** With these options, a process that ends soon needs less processor time. */
  private static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private ProcessBuilder arag(Object... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(SHORT_LIVED);
    command.add("-jar");
    command.add(System.getProperty("arag.jar"));
    Stream.of(args).map(Object::toString).forEach(command::add);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("ARAG_"));
    builder.redirectOutput(folder.resolve("out.txt").toFile());
    builder.redirectError(folder.resolve("err.txt").toFile());
    return builder;
  }

  private Ended ended(Process process) throws IOException, InterruptedException {
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("ended").isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Ended(process.exitValue(), read("out.txt"), read("err.txt"));
  }

  private String read(String name) throws IOException {
    return Files.readString(folder.resolve(name));
  }

  private Path document(String text) throws IOException {
    return Files.writeString(folder.resolve("doc.txt"), text);
  }

  private void indexWords(Path index, String text) throws IOException {
    CliResult.arag("index", index, document(text), "--embedder", "none").endedWith(0);
  }

  private static void requireSignals() throws IOException {
    assumeTrue(!System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("win"));
    assumeTrue(
        !ignoresInterrupts(),
        "The build ignores SIGINT because it runs as a background job of a shell.");
  }

  /**
   * Whether this process ignores SIGINT. Background jobs of a shell ignore SIGINT, and child
   * processes inherit this setting.
   */
  private static boolean ignoresInterrupts() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.isReadable(status)) {
      return false;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("SigIgn:"))
        .map(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
        .anyMatch(mask -> (mask & 2) != 0);
  }

  private void interrupted(Process process, int millisAfterTheFirstFile)
      throws IOException, InterruptedException {
    // Writing vectors is the longest part of the work.
    awaitFile(process, "vectors-");
    Thread.sleep(millisAfterTheFirstFile);
    interrupt(process);
    Ended ended = ended(process);
    assertThat(ended.code()).as(ended.err()).isEqualTo(130);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err().lines().filter(line -> line.startsWith("arag: "))).hasSize(1);
  }

  /** Waits until the command writes a file whose name starts with a prefix. */
  private void awaitFile(Process process, String prefix) throws IOException, InterruptedException {
    while (process.isAlive() && !exists(prefix)) {
      Thread.sleep(20);
    }
    assertThat(process.isAlive()).as(read("err.txt")).isTrue();
  }

  private boolean exists(String prefix) throws IOException {
    try (Stream<Path> files = Files.walk(folder, 3)) {
      return files.anyMatch(file -> file.getFileName().toString().startsWith(prefix));
    }
  }

  private static void interrupt(Process process) throws IOException, InterruptedException {
    String pid = Long.toString(process.pid());
    assertThat(new ProcessBuilder("kill", "-INT", pid).start().waitFor()).isZero();
  }

  @Nested
  class Output {
    private Ended run(Object... args) throws IOException, InterruptedException {
      return ended(arag(args).start());
    }

    @Test
    void helpAndVersionPrintNoWarnings() throws Exception {
      Ended help = run("--help");
      assertThat(help.code()).isZero();
      assertThat(help.out()).startsWith("Usage: arag");
      assertThat(help.err()).isEmpty();
      assertThat(run("--version").out()).matches("arag \\d+\\.\\d+.*\\R");
    }

    @Test
    void demoAnswersThreeQuestions() throws Exception {
      Ended demo = run("demo", "--json");
      assertThat(demo.code()).as(demo.err()).isZero();
      JsonNode result = new ObjectMapper().readTree(demo.out());
      assertThat(result.get("model").asText()).isEqualTo("extractive");
      assertThat(result.get("questions")).hasSize(3);
      for (JsonNode question : result.get("questions")) {
        assertThat(question.get("question").asText()).endsWith("?");
        assertThat(question.get("answer").asText()).contains(question.get("gold").asText());
        assertThat(question.get("citations")).isNotEmpty();
        assertThat(question.get("stopReason").asText()).isEqualTo("ANSWERED");
      }
      assertThat(demo.err()).doesNotContain("WARNING", "Exception");
    }

    @Test
    void asciiLocaleLosesNoCharacters() throws Exception {
      requireSignals();
      Path docs = Files.createDirectory(folder.resolve("Zoë"));
      Files.writeString(docs.resolve("Jörund.txt"), "Jörund Kessel führte die Halcyra. 你好。");
      Path index = folder.resolve("ö.arag");
      CliResult.arag("index", index, docs, "--embedder", "none").endedWith(0);
      Ended found = plain("keyword", index, "Jörund", "你好");
      assertThat(found.code()).as(found.err()).isZero();
      assertThat(found.out()).contains("Zoë/Jörund.txt", "führte", "你好");
      Ended missing = plain("index", index, folder.resolve("ä"));
      assertThat(missing.code()).isEqualTo(2);
      assertThat(missing.err().lines()).hasSize(1).allMatch(line -> line.contains("/ä;"));
    }

    /**
     * PDFBox logs many messages for a damaged file, but the command must print only its own
     * messages.
     */
    @Test
    void damagedPdfLogsNothing() throws Exception {
      byte[] pdf = MinimalPdf.of("The keeper came.", "He lit the lamp.");
      String text = new String(pdf, StandardCharsets.ISO_8859_1);
      String damaged =
          text.replace("startxref\n", "startxref\n9").replace("Times-Roman", "No-Font");
      Path file = folder.resolve("a.pdf");
      Files.write(file, damaged.getBytes(StandardCharsets.ISO_8859_1));
      Ended ended = run("index", folder.resolve("a.arag"), file, "--embedder", "none");
      assertThat(ended.code()).as(ended.err()).isZero();
      assertThat(ended.err()).doesNotContain("WARN", "ERROR", "org.apache", "SLF4J");
    }

    private Ended plain(Object... args) throws IOException, InterruptedException {
      ProcessBuilder builder = arag(args);
      builder.environment().putAll(Map.of("LC_ALL", "C", "LANG", "C"));
      return ended(builder.start());
    }

    @Test
    void ignoresAClosedPipeButReportsAFullDisk() throws Exception {
      requireSignals();
      Path index = folder.resolve("my.arag");
      String text = "Stone lies in the river Sorrel. ".repeat(2_000);
      indexWords(index, text);
      ProcessBuilder piped =
          arag("keyword", index, "Sorrel", "--top-k", "500")
              .redirectOutput(ProcessBuilder.Redirect.PIPE);
      Process process = piped.start();
      process.getInputStream().close();
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(read("err.txt")).isZero();
      assertThat(read("err.txt")).isEmpty();
      Path full = Path.of("/dev/full");
      assumeTrue(Files.exists(full));
      Process lost = arag("stats", index).redirectOutput(full.toFile()).start();
      assertThat(lost.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(lost.exitValue()).isEqualTo(1);
      assertThat(read("err.txt")).contains("could not be written");
    }
  }

  @Nested
  class Interrupts {
    /**
     * Interrupts the command while the embedder is loaded, because native libraries can fail if the
     * JVM shuts down during this time.
     */
    @Test
    void interruptKeepsCommittedDocuments() throws Exception {
      assertInterruptKeepsCommittedDocuments(0);
    }

    @Tag("full")
    @Test
    void laterInterruptKeepsCommittedDocuments() throws Exception {
      assertInterruptKeepsCommittedDocuments(80);
    }

    private void assertInterruptKeepsCommittedDocuments(int millisAfterTheFirstFile)
        throws Exception {
      requireSignals();
      Path index = folder.resolve("my.arag");
      indexWords(index, "Tarn.");
      Path many = sentences(20_000);
      Process process = arag("index", index, many, "--embedder", "bge-small-en-v1.5").start();
      interrupted(process, millisAfterTheFirstFile);
      assertThat(read("err.txt")).contains("interrupted; 1 document is in the index; run");
      CliResult.arag("verify", index).endedWith(0);
      assertThat(CliResult.arag("stats", index).endedWith(0).out()).contains("1 document,");
    }

    @Tag("full")
    @Test
    void interruptDuringTheFirstSyncLeavesNoFiles() throws Exception {
      requireSignals();
      Path many = sentences(20_000);
      interrupted(arag("index", folder.resolve("deep/new.arag"), many).start(), 0);
      assertThat(folder.resolve("deep")).doesNotExist();
    }

    @Tag("full")
    @Test
    void nextCommandUsesTheVectorsOfAnInterruptedOne() throws Exception {
      requireSignals();
      Path index = folder.resolve("my.arag");
      CliResult.arag("index", index, sentences(1_000), "--embedder", "none").endedWith(0);
      Object[] args = {"embed", "--json", index};
      Process process = arag(args).start();
      awaitFile(process, "computed-");
      interrupt(process);
      Ended ended = ended(process);
      assertThat(ended.code()).as(ended.err()).isEqualTo(130);
      assertThat(ended.err()).contains("run the command again to continue");
      JsonNode report = CliResult.arag(args).endedWith(0).json();
      int reused = report.get("reused").asInt();
      assertThat(reused).isGreaterThanOrEqualTo(256);
      assertThat(report.get("embedded").asInt()).isEqualTo(1_000 - reused);
    }

    /**
     * Writes documents of 1,000 sentences. Embedding 20,000 takes much longer than a test needs to
     * interrupt the command.
     */
    private Path sentences(int count) throws IOException {
      Path many = Files.createDirectory(folder.resolve("many"));
      for (int i = 0; i < count / 1_000; i++) {
        StringBuilder text = new StringBuilder();
        // The sentences must be distinct because a repeated sentence is embedded only once.
        for (int j = 0; j < 1_000; j++) {
          text.append("Stone ").append(i).append(' ').append(j).append(" lies in the river. ");
        }
        Files.writeString(many.resolve(i + ".txt"), text);
      }
      return many;
    }

    @Tag("full")
    @Test
    void interruptEndsTheWebPage() throws Exception {
      requireSignals();
      Path index = folder.resolve("my.arag");
      indexWords(index, "Tarn.");
      Process process = arag("serve", index, "--port", "0").start();
      while (process.isAlive() && !read("out.txt").contains("\n")) {
        Thread.sleep(20);
      }
      assertThat(process.isAlive()).as(read("err.txt")).isTrue();
      interrupt(process);
      Ended ended = ended(process);
      assertThat(ended.code()).as(ended.err()).isEqualTo(130);
      assertThat(ended.out()).matches("http://127\\.0\\.0\\.1:\\d+/#token=\\S{43}\n");
      assertThat(ended.err().lines()).noneMatch(line -> line.startsWith("arag: "));
    }
  }

  @Nested
  class Models {
    @Tag("full")
    @Test
    void invalidModelSettingsAreReportedInOneLine() throws Exception {
      Path index = folder.resolve("my.arag");
      indexWords(index, "Tarn.");
      ProcessBuilder partial = arag("ask", index, "Who?");
      partial.environment().put("ARAG_BASE_URL", "http://127.0.0.1:9/v1");
      Ended refused = ended(partial.start());
      assertThat(refused.code()).isEqualTo(2);
      assertThat(refused.err().lines()).hasSize(1).allMatch(line -> line.contains("ARAG_MODEL"));
      ProcessBuilder wrong = arag("ask", index, "Who?");
      wrong.environment().put("ARAG_BASE_URL", "http://127.0.0.1:9/v1");
      wrong.environment().put("ARAG_MODEL", "any");
      Ended failed = ended(wrong.start());
      assertThat(failed.code()).isEqualTo(1);
      assertThat(failed.err().lines()).hasSize(1).allMatch(line -> line.contains("127.0.0.1:9"));
    }

    /**
     * Nothing listens on the port, so the command must give up after a few attempts and print a
     * message with a remedy.
     */
    @Tag("full")
    @Test
    void unreachableLlmIsReportedInOneLineWithinSeconds() throws Exception {
      Path index = folder.resolve("my.arag");
      indexWords(index, "Tarn.");
      int port;
      try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        port = closed.getLocalPort();
      }
      ProcessBuilder ask = arag("ask", index, "Who?", "--json");
      ask.environment().put("ARAG_BASE_URL", "http://127.0.0.1:" + port + "/v1");
      ask.environment().put("ARAG_MODEL", "any");
      long begin = System.nanoTime();
      Ended failed = ended(ask.start());
      double seconds = (System.nanoTime() - begin) / 1e9;
      System.out.printf(
          Locale.ROOT, "an LLM that cannot be reached: reported after %.1f s%n", seconds);
      assertThat(seconds).isLessThan(60);
      assertThat(failed.code()).isEqualTo(1);
      assertThat(failed.err().lines())
          .singleElement()
          .asString()
          .contains("any at http://127.0.0.1:" + port + "/v1", "cannot be reached", "Check");
      assertThat(new ObjectMapper().readTree(failed.out()).get("stopReason").asText())
          .isEqualTo("MODEL_FAILED");
    }
  }

  @Nested
  class Servers {
    private static final String FIND_TARN =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":"
            + "\"keyword_search\",\"arguments\":{\"keywords\":[\"Tarn\"]}}}\n";

    @Test
    void servesAnAssistantUntilItsInputEnds() throws Exception {
      Path index = folder.resolve("kb.arag");
      indexWords(index, "The ferry leaves Tarn at dawn.");
      Process process = arag("mcp", index).start();
      process.getOutputStream().write(FIND_TARN.getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().close();
      Ended served = ended(process);
      assertThat(served.code()).as(served.err()).isZero();
      assertThat(served.err()).isEmpty();
      JsonNode reply = new ObjectMapper().readTree(served.out());
      assertThat(reply.get("result").get("content").get(0).get("text").asText())
          .contains("The ferry leaves Tarn at dawn.");
    }

    @Tag("full")
    @Test
    void interruptEndsAServerThatWaitsForInput() throws Exception {
      requireSignals();
      Path index = folder.resolve("kb.arag");
      indexWords(index, "The ferry leaves Tarn at dawn.");
      Process process = arag("mcp", index).start();
      process.getOutputStream().write(FIND_TARN.getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
      while (process.isAlive() && read("out.txt").isEmpty()) {
        Thread.sleep(10);
      }
      long start = System.nanoTime();
      interrupt(process);
      Ended interrupted = ended(process);
      assertThat(interrupted.code()).isEqualTo(130);
      assertThat(interrupted.out().lines()).hasSize(1);
      assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start)).isLessThan(20);
    }

    /** More connections at once than the limit of the web page. */
    @Tag("full")
    @Test
    void servesManyConnectionsAtOnce() throws Exception {
      int connections = 600;
      Path index = folder.resolve("kb.arag");
      indexWords(index, "The ferry leaves Tarn at dawn.");
      Process process = arag("mcp", index, "--http", "0").start();
      List<Socket> sockets = new ArrayList<>();
      try {
        int port = httpPort(process);
        for (int i = 0; i < connections; i++) {
          sockets.add(new Socket(InetAddress.getLoopbackAddress(), port));
        }
        byte[] body = FIND_TARN.getBytes(StandardCharsets.UTF_8);
        String head =
            "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n"
                + "Connection: close\r\nContent-Length: %d\r\n\r\n";
        for (Socket socket : sockets) {
          socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
          socket.getOutputStream().write(head.formatted(port, body.length).getBytes(US_ASCII));
          socket.getOutputStream().write(body);
        }
        for (Socket socket : sockets) {
          assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
              .contains("The ferry leaves Tarn at dawn.");
        }
      } finally {
        for (Socket socket : sockets) {
          socket.close();
        }
        process.destroyForcibly().waitFor();
      }
    }

    private int httpPort(Process process) throws IOException, InterruptedException {
      Pattern address = Pattern.compile("http://127\\.0\\.0\\.1:([0-9]+)/mcp");
      while (true) {
        Matcher found = address.matcher(read("err.txt"));
        if (found.find()) {
          return Integer.parseInt(found.group(1));
        }
        assertThat(process.isAlive()).as(read("err.txt")).isTrue();
        Thread.sleep(10);
      }
    }
  }
}
