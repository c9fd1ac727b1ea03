package dev.arag.evaluation.batch;

import dev.arag.evaluation.Batch;
import dev.arag.openai.OpenAiCompatible;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A batch in a separate process, which uses an LLM of the test. */
final class BatchProcess {
  static final int WORKERS = 4;

  private BatchProcess() {}

  /**
   * Starts a process. It writes {@code begin} before the first run and at the end {@code done} or
   * the message of the failure.
   *
   * @param prefix a command that starts the process; may be empty
   */
  static Process start(Path results, LoopbackLlm llm, int questions, String... prefix)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(prefix));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx256m"));
    // Otherwise the JVM writes a file of its own, which a limit of file sizes may prevent.
    command.addAll(List.of("-XX:-UsePerfData", "-XX:-CreateCoredumpOnCrash"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(BatchProcess.class.getName());
    command.addAll(List.of(results.toString(), llm.url(), String.valueOf(questions)));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /** Waits for the end of a process and returns its last line. */
  static String lastLine(Process process) throws IOException, InterruptedException {
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(100, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("The process did not end: " + said);
    }
    List<String> lines = said.lines().toList();
    return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
  }

  /** The batch of the process. */
  static Batch.Builder batch(String url, int questions) {
    return BatchFixture.batch(OpenAiCompatible.of(url, "loopback", "").chatModel(), questions)
        .workers(WORKERS);
  }

  public static void main(String[] args) {
    Batch.Builder batch = batch(args[1], Integer.parseInt(args[2])).listener(BatchProcess::begin);
    try {
      BatchReport report = batch.build().run(Path.of(args[0]));
      System.out.println("done " + report.progress().modelCalls());
    } catch (BatchException e) {
      System.out.println(e.getMessage());
    }
  }

  private static void begin(BatchProgress progress) {
    if (progress.modelCalls() == 0) {
      System.out.println("begin");
    }
  }
}
