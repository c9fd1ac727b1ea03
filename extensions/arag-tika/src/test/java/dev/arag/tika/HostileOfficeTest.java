package dev.arag.tika;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.index.internal.store.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostileOfficeTest {
  private static final int DAMAGED_OF_EACH = 1;
  private static final int DAMAGED_OF_EACH_IN_FULL = 100;

  /** The slowest files. Only the full test run parses them. */
  private static final Set<String> SLOW =
      Set.of(
          "repeated-header.docx",
          "parts.eml",
          "wide-rows.xlsx",
          "large-styles.xlsx",
          "deep.docx",
          "varied-empty-cells.xlsx",
          "messages.eml",
          "shared-strings.xlsx");

  private static final long EXTRA_HEAP = 256L << 20;

  /** A generous limit that only detects a process that hangs. */
  private static final int MINUTES = 10;

  private @TempDir Path folder;

  @Test
  void parsesOrRejectsHostileFilesWithinTheHeapLimit() throws Exception {
    read(DAMAGED_OF_EACH, SLOW);
  }

  @Tag("full")
  @Test
  void parsesOrRejectsManyDamagedFilesWithinTheHeapLimit() throws Exception {
    read(DAMAGED_OF_EACH_IN_FULL, Set.of());
  }

  private void read(int damagedOfEach, Set<String> left) throws Exception {
    Path good = Files.createDirectory(folder.resolve("good"));
    OfficeFiles.all().forEach((name, bytes) -> write(good.resolve(name), bytes));
    List<String[]> empty = run(good, 1L << 30);
    long used = Long.parseLong(empty.get(empty.size() - 1)[1]);
    assertThat(empty).filteredOn(line -> line.length > 2).allMatch(line -> line[2].equals("text"));

    Path hostile = Files.createDirectory(folder.resolve("hostile"));
    HostileOffice.forEach((name, bytes) -> write(hostile.resolve(name), bytes));
    for (String name : left) {
      Files.delete(hostile.resolve(name));
    }
    HostileOffice.damaged(damagedOfEach, 42)
        .forEach((name, bytes) -> write(hostile.resolve(name), bytes));
    List<String[]> lines = run(hostile, used + EXTRA_HEAP);
    assertThat(lines).hasSize(hostile.toFile().list().length + 1);
    assertThat(lines)
        .filteredOn(line -> line.length > 2)
        .allSatisfy(line -> assertThat(line[2]).as(String.join(" ", line)).isIn("text", "reason"))
        .noneMatch(line -> line[3].contains("more memory than is available"));
  }

  private static void write(Path file, byte[] bytes) {
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String[]> run(Path files, long heapBytes) throws Exception {
    Path out = folder.resolve(files.getFileName() + ".out");
    Path errors = folder.resolve(files.getFileName() + ".errors");
    Process process =
        ChildProcess.builder(
                folder,
                List.of("-Xmx" + heapBytes, "-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8"),
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
