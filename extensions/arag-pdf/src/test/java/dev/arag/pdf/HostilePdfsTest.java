package dev.arag.pdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.arag.index.internal.store.ChildProcess;
import dev.arag.index.spi.UnreadableSourceException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each hostile file gives a text or a reason, and a picture or a reason, with little memory and
 * processor time.
 */
class HostilePdfsTest {
  /** The heap that the process uses before it reads a file (24 MiB), plus 256 MiB. */
  private static final String HEAP = "-Xmx" + (24 + 256) + "m";

  @TempDir Path folder;

  /** The slowest files. Only the full test run parses them. */
  private static final Set<String> SLOW =
      Set.of(
          "a bomb on each page",
          "fills of the whole page",
          "a page 100,000 times",
          "endless inline image",
          "300,000 small objects",
          "10,000 bookmarks to a page of 240,000 lines",
          "one letter drawn repeatedly in one place",
          "endless operators",
          "forms that double 50 times",
          "letters almost in one place",
          "dictionaries without an operator",
          "run lengths in flate",
          "endless glyphs",
          "operands without an operator",
          "a thousand bombs on a page",
          "a form that draws itself");

  /** Each build parses a sixth of the files. The seed chooses them. */
  @Test
  void parsesOrRejectsFilesWithinTimeAndMemoryLimits() throws Exception {
    Map<String, byte[]> files = new TreeMap<>(all());
    assertThat(files.keySet().removeAll(SLOW)).isTrue();
    List<String> names = new ArrayList<>(files.keySet());
    long seed = Long.getLong("arag.hostile.seed", System.currentTimeMillis());
    Collections.shuffle(names, new Random(seed));
    files.keySet().removeAll(names.subList(names.size() / 6, names.size()));
    read(files, "-Darag.hostile.seed=" + seed);
  }

  @Tag("full")
  @Test
  void parsesOrRejectsTheSlowestFilesWithinTimeAndMemoryLimits() throws Exception {
    read(all(), "all");
  }

  private static Map<String, byte[]> all() {
    Map<String, byte[]> all = HostilePdfs.all();
    all.putAll(HostileImages.all());
    return all;
  }

  private void read(Map<String, byte[]> files, String sample) throws Exception {
    assertThat(files).hasSizeGreaterThan(8);
    List<String> names = List.copyOf(files.keySet());
    for (int i = 0; i < names.size(); i++) {
      Files.write(folder.resolve(String.format("%03d.pdf", i)), files.get(names.get(i)));
    }
    List<String> lines = run();
    assertThat(lines)
        .as("number of lines (%s); fewer mean that the process ended early", sample)
        .hasSize(names.size() + 1);
    long slowest = 0;
    for (int i = 0; i < names.size(); i++) {
      String[] parts = lines.get(i).split("\t");
      String what = names.get(i) + ": " + lines.get(i);
      slowest = Math.max(slowest, Long.parseLong(parts[1]));
      assertThat(parts[2]).as(what).isIn("text", "reason");
      assertThat(parts).as(what).hasSize(5);
      assertThat(parts[4]).as(what).matches("picture of [0-9]{3,}|no picture: .{9,}");
      assertThat(lines.get(i)).as(what).doesNotContain("OutOfMemoryError");
    }
    System.out.printf(
        "hostile PDFs (%s): %d, the slowest took %d ms of CPU time%n",
        sample, names.size(), slowest);
    assertThat(slowest)
        .as("CPU time of the slowest file; the limit here is ten times the allowed time")
        .isLessThan(100_000);
  }

  private List<String> run() throws IOException, InterruptedException {
    Path out = folder.resolveSibling(folder.getFileName() + ".out");
    Process process =
        ChildProcess.builder(
                folder.getParent(),
                List.of(HEAP, "-XX:+UseSerialGC"),
                HostilePdfReader.class,
                folder.toString())
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(process.waitFor(10, TimeUnit.MINUTES)).as("the process ends").isTrue();
      return Files.readAllLines(out);
    } finally {
      process.destroyForcibly();
      Files.delete(out);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void parsesOrRejectsAFileWithFlippedBits(long seed) throws IOException {
    byte[] good =
        SamplePdfs.with(
            sample -> {
              sample.addPages("The old tower\nstands on a hill.", "Its lamp is lit.");
              sample.describe("The tower", "A. Keeper", "en");
              sample.bookmarks("1|The old tower|1", "1|Its lamp|2");
            });
    for (int i = 0; i < 50; i++) {
      byte[] bad = HostilePdfs.flipped(good, seed * 1000 + i);
      try {
        new PdfParser().parse("bad.pdf", new ByteArrayInputStream(bad)).document().build();
      } catch (UnreadableSourceException e) {
        assertThat(e).hasMessageNotContaining("\n");
      } catch (RuntimeException e) {
        fail("seed " + (seed * 1000 + i), e);
      }
    }
  }
}
