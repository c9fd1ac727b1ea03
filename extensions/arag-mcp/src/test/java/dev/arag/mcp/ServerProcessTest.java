package dev.arag.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the server in a process of its own, with logback on the class path. */
class ServerProcessTest {
  private static final int CALLS = 30;

  @TempDir Path folder;

  @Test
  void standardOutputIsPureJsonAlthoughTheProcessLogsAndPrints() throws Exception {
    Process process = ServerProcess.start(folder.resolve("errors.txt"));
    try {
      OutputStream in = process.getOutputStream();
      for (int id = 0; id < CALLS; id++) {
        String arguments =
            id % 10 == 3
                ? "{\"name\":\"ask\",\"arguments\":{\"question\":\"Where was Mira Voss born?\"}}"
                : "{\"name\":\"keyword_search\",\"arguments\":{\"keywords\":[\""
                    + (id % 10 == 4 ? "fail" : "Tarn")
                    + "\"]}}";
        String call =
            "{\"jsonrpc\":\"2.0\",\"id\":"
                + id
                + ",\"method\":\"tools/call\",\"params\":"
                + arguments
                + "}\n";
        in.write(call.getBytes(StandardCharsets.UTF_8));
      }
      in.close();
      Set<Integer> ids = new HashSet<>();
      BufferedReader out = ServerProcess.output(process);
      List<String> lines = out.lines().toList();
      for (String line : lines) {
        JsonNode reply = StdioClient.JSON.readTree(line);
        assertThat(reply.get("jsonrpc").asText()).isEqualTo("2.0");
        ids.add(reply.get("id").asInt());
      }
      assertThat(lines).hasSize(CALLS);
      assertThat(ids).hasSize(CALLS);
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
      String errors = Files.readString(folder.resolve("errors.txt"));
      assertThat(errors).contains("noise\n", "LOG WARN dev.arag.mcp.NoisyServer noise of the log");
      assertThat(errors).contains("LOG ERROR", "INFO dev.arag.agent.Run");
    } finally {
      process.destroyForcibly();
    }
  }
}
