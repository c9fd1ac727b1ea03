package dev.arag.web.internal.trajectory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arag.agent.trajectory.SampleRun;
import dev.arag.web.TrajectoryPage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Renders the HTML page of a run in a headless browser. The tests are skipped if no browser is
 * installed. Screenshots are written to {@code target/pages}.
 */
class TrajectoryBrowserTest {
  private static final Path PICTURES = Path.of("target", "pages");

  @TempDir Path folder;

  private static Optional<Path> browser() {
    return Stream.of(String.valueOf(System.getenv("PATH")).split(":", -1))
        .flatMap(
            bin ->
                Stream.of("chromium", "chromium-browser", "google-chrome")
                    .map(name -> Path.of(bin, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private Path page() {
    Path page = folder.resolve("run.html");
    TrajectoryPage.write(SampleRun.answered(), page);
    return page;
  }

  private String run(String... arguments) throws IOException, InterruptedException {
    Path program = browser().orElseThrow();
    List<String> command = new ArrayList<>(List.of(program.toString(), "--headless=new"));
    command.addAll(
        List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            "--allow-file-access-from-files",
            "--virtual-time-budget=3000",
            "--user-data-dir=" + folder.resolve("profile")));
    command.addAll(List.of(arguments));
    Path out = folder.resolve("out.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(folder.resolve("err.txt").toFile())
            .start();
    boolean hasEnded = process.waitFor(120, TimeUnit.SECONDS);
    process.destroyForcibly();
    assertThat(hasEnded).isTrue();
    return Files.readString(out, StandardCharsets.UTF_8);
  }

  @Test
  void rendersThePageWithoutScripts() throws Exception {
    assumeTrue(browser().isPresent(), "No browser is installed.");
    String seen = run("--dump-dom", page().toUri().toString());
    assertThat(seen)
        .contains("Mira Voss was born in Tarn in 1881", "<mark>")
        .doesNotContain("<script");
  }

  /** No element must be wider than the screen of a phone or a desktop computer. */
  @ParameterizedTest
  @ValueSource(ints = {320, 400, 1280})
  void fitsTheWidthOfTheScreen(int width) throws Exception {
    assumeTrue(browser().isPresent(), "No browser is installed.");
    Path harness = folder.resolve("harness.html");
    page();
    Files.writeString(
        harness,
        """
        <!DOCTYPE html><iframe id=f src=run.html style="width:%dpx;height:900px;border:0"></iframe>
        <script>
        onload = () => {
          const root = document.getElementById('f').contentDocument.documentElement;
          document.title = 'width ' + root.scrollWidth + ' of ' + root.clientWidth;
        };
        </script>
        """
            .formatted(width));
    assertThat(run("--dump-dom", harness.toUri().toString()))
        .contains("<title>width " + width + " of " + width + "</title>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1280-light", "1280-dark", "400-light", "400-dark"})
  void takesAScreenshot(String look) throws Exception {
    assumeTrue(browser().isPresent(), "No browser is installed.");
    Path picture = Files.createDirectories(PICTURES).resolve(look + ".png").toAbsolutePath();
    List<String> arguments = new ArrayList<>();
    arguments.add("--screenshot=" + picture);
    arguments.add("--window-size=" + look.substring(0, look.indexOf('-')) + ",3600");
    if (look.endsWith("dark")) {
      arguments.add("--blink-settings=preferredColorScheme=0");
    }
    arguments.add(page().toUri().toString());
    run(arguments.toArray(String[]::new));
    assertThat(Files.size(picture)).isGreaterThan(20_000);
  }
}
