package dev.arag.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the server with the MCP inspector and the conformance scenarios of the specification. They
 * are npm packages, whose versions {@code src/test/npm} fixes. Skipped if npm is not installed.
 */
@Tag("compat")
class NodeClientsTest {
  private static final long PATIENCE_MINUTES = 5;
  private static final Path PACKAGES = Path.of("target", "npm").toAbsolutePath();
  private static McpHttp server;

  @TempDir Path folder;

  @BeforeAll
  static void install() throws Exception {
    boolean hasNpm =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, "npm")));
    if (!hasNpm) {
      System.out.println("NodeClientsTest is skipped: npm is not installed.");
    }
    assumeTrue(hasNpm, "npm is not installed");
    Files.createDirectories(PACKAGES);
    for (String name : List.of("package.json", "package-lock.json")) {
      Files.copy(
          Path.of("src", "test", "npm", name),
          PACKAGES.resolve(name),
          StandardCopyOption.REPLACE_EXISTING);
    }
    Ended installed = run(PACKAGES, List.of("npm", "ci", "--no-audit", "--no-fund"));
    assertThat(installed.code()).as(installed.output()).isZero();
    server = McpHttp.start(McpTools.of(new TestCorpus()).checkQuotes(), 0);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private record Ended(int code, String output) {}

  /** Runs a program whose standard output and standard error are one text. */
  private static Ended run(Path directory, List<String> command) throws Exception {
    Path output = Files.createTempFile(PACKAGES, "output", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    Process process = builder.start();
    try {
      assertThat(process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)).as("ended").isTrue();
      return new Ended(process.exitValue(), Files.readString(output));
    } finally {
      process.destroyForcibly();
      Files.delete(output);
    }
  }

  private static String node() {
    return PACKAGES.resolve("node_modules/.bin/node").toString();
  }

  private Ended inspect(String era, String transport, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(node());
    command.add(PACKAGES.resolve("node_modules/.bin/inspector").toString());
    command.addAll(List.of("--cli", "--quiet", "--format", "json", "--protocol-era", era));
    command.addAll(List.of("--client-config", folder.resolve("client.json").toString()));
    command.addAll(List.of("--config", configuration(transport).toString(), "--server", "kb"));
    command.addAll(List.of(arguments));
    return run(folder, command);
  }

  /** The configuration file of the README. */
  private Path configuration(String transport) throws IOException {
    ObjectNode root = StdioClient.JSON.createObjectNode();
    ObjectNode entry = root.putObject("mcpServers").putObject("kb");
    if (transport.equals("stdio")) {
      List<String> command = ServerProcess.command();
      entry.put("command", command.get(0));
      command.subList(1, command.size()).forEach(entry.withArray("args")::add);
    } else {
      entry.put("type", "http").put("url", server.uri().toString());
    }
    return Files.writeString(folder.resolve("mcp.json"), root.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "legacy, stdio",
    "modern, stdio",
    "auto, stdio",
    "legacy, http",
    "modern, http",
    "auto, http"
  })
  void theInspectorListsAndCallsTools(String era, String transport) throws Exception {
    Ended list = inspect(era, transport, "--method", "tools/list", "--strict");
    assertThat(list.code()).as(list.output()).isZero();
    assertThat(list.output()).contains("keyword_search", "chunk_read", "check_quotes");
    Ended call =
        inspect(
            era,
            transport,
            "--method",
            "tools/call",
            "--tool-name",
            "chunk_read",
            "--tool-args-json",
            "{\"chunk_ids\":[\"k2\"]}");
    assertThat(call.code()).as(call.output()).isZero();
    assertThat(call.output()).contains("Mira Voss was born in Tarn in 1881.");
    System.out.println("inspector, " + era + ", " + transport + ": tools/list and tools/call");
  }

  @ParameterizedTest
  @CsvSource({
    "server-initialize, 2025-11-25, 0",
    "ping, 2025-11-25, 0",
    "tools-list, 2025-11-25, 0",
    "dns-rebinding-protection, 2025-11-25, 0",
    "tools-list, 2026-07-28, 0",
    "dns-rebinding-protection, 2026-07-28, 0",
    "http-header-validation, 2026-07-28, 0",
    // These checks need tools that a server of the conformance suite has for them.
    "server-stateless, 2026-07-28, 4",
  })
  void conformanceScenariosPass(String scenario, String version, int untestable) throws Exception {
    Ended ended =
        run(
            folder,
            List.of(
                node(),
                PACKAGES.resolve("node_modules/.bin/conformance").toString(),
                "server",
                "--url",
                server.uri().toString(),
                "--scenario",
                scenario,
                "--spec-version",
                version,
                "-o",
                folder.toString()));
    int passed = 0;
    List<String> failed = new ArrayList<>();
    List<String> notTestable = new ArrayList<>();
    for (JsonNode check : checks(ended)) {
      String status = check.get("status").asText();
      passed += status.equals("SUCCESS") ? 1 : 0;
      if (check.path("details").path("untestable").asBoolean()) {
        notTestable.add(check.get("id").asText());
      } else if (status.equals("FAILURE") || status.equals("WARNING")) {
        failed.add(check.toString());
      }
    }
    System.out.println(
        "conformance, "
            + scenario
            + " "
            + version
            + ": "
            + passed
            + " passed, not testable: "
            + notTestable);
    assertThat(failed).as(ended.output()).isEmpty();
    assertThat(passed).isPositive();
    assertThat(notTestable).hasSize(untestable);
  }

  private JsonNode checks(Ended ended) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      Path checks =
          files
              .filter(file -> file.endsWith("checks.json"))
              .findFirst()
              .orElseThrow(() -> new AssertionError(ended.output()));
      return StdioClient.JSON.readTree(checks.toFile());
    }
  }
}
