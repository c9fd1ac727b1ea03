package dev.arag.tika;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.index.internal.store.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each hostile or damaged file gives a text or a reason, with little memory. */
class HostileOfficeTest {
  private static final int DAMAGED_OF_EACH = 1;
  private static final int DAMAGED_OF_EACH_IN_FULL = 100;

  /** The heap that the process uses after it has read valid files (40 MiB), plus 256 MiB. */
  private static final String HEAP = "-Xmx" + (40 + 256) + "m";

  /** A generous limit that only detects a process that hangs. */
  private static final int MINUTES = 10;

  private @TempDir Path folder;
  private @TempDir Path files;

  /** Each build parses a sixth of the files. The seed chooses them. */
  @Test
  void parsesOrRejectsHostileFilesWithinTheHeapLimit() throws Exception {
    HostileOffice.forEachQuick(this::write);
    List<String> names = Arrays.asList(files.toFile().list());
    Collections.sort(names);
    long seed = Long.getLong("arag.hostile.seed", System.currentTimeMillis());
    Collections.shuffle(names, new Random(seed));
    for (String name : names.subList(names.size() / 6, names.size())) {
      Files.delete(files.resolve(name));
    }
    read(DAMAGED_OF_EACH, "-Darag.hostile.seed=" + seed);
  }

  @Tag("full")
  @Test
  void parsesOrRejectsManyDamagedFilesWithinTheHeapLimit() throws Exception {
    HostileOffice.forEach(this::write);
    read(DAMAGED_OF_EACH_IN_FULL, "all");
  }

  private void read(int damagedOfEach, String sample) throws Exception {
    HostileOffice.damaged(damagedOfEach, 42).forEach(this::write);
    Map<String, byte[]> good = OfficeFiles.all();
    good.forEach(this::write);
    List<String[]> lines = run();
    assertThat(lines).as(sample).hasSize(files.toFile().list().length + 1);
    assertThat(lines)
        .filteredOn(line -> line.length > 2)
        .allSatisfy(line -> assertThat(line[2]).as(String.join(" ", line)).isIn("text", "reason"))
        .noneMatch(line -> line[3].contains("more memory than is available"));
    assertThat(lines)
        .filteredOn(line -> good.containsKey(line[0]))
        .hasSameSizeAs(good.keySet())
        .allMatch(line -> line[2].equals("text"));
    System.out.printf("hostile and valid office files (%s): %d%n", sample, lines.size() - 1);
  }

  private void write(String name, byte[] bytes) {
    try {
      Files.write(files.resolve(name), bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String[]> run() throws Exception {
    Path out = folder.resolve("out");
    Path errors = folder.resolve("errors");
    Process process =
        ChildProcess.builder(
                folder,
                List.of(HEAP, "-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8"),
                HostileOfficeReader.class,
                files.toString())
            .redirectOutput(out.toFile())
            .redirectError(errors.toFile())
            .start();
    try {
      assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES)).as(Files.readString(out)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
    return Files.readAllLines(out, StandardCharsets.UTF_8).stream()
        .map(line -> line.split("\t", -1))
        .toList();
  }

  @Test
  void createsDamagedFilesWithTheSameNamesForTheSameSeed() throws Exception {
    Map<String, byte[]> once = HostileOffice.damaged(2, 7);
    assertThat(once).hasSize(2 * OfficeFiles.all().size());
    assertThat(HostileOffice.damaged(2, 7).keySet()).isEqualTo(once.keySet());
  }
}
