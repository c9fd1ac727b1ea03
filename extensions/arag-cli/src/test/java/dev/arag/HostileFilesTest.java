package dev.arag;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.index.ingest.HostileTexts;
import dev.arag.index.internal.store.ChildProcess;
import dev.arag.pdf.HostilePdfs;
import dev.arag.tika.HostileOffice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Indexes hostile files together with two normal files in a separate process. The heap of the
 * process is limited to 256 MiB plus its base memory. Each file must be indexed or skipped with a
 * reason, and a hostile file must not stop the batch.
 */
class HostileFilesTest {
  /**
   * The memory in MiB that the process needs without any document, for example for the tables of
   * the token counter.
   */
  private static final int BASE_MEMORY = 64;

  private static final int EXTRA = 256;

  /** Reasons that indicate a defect of the library. */
  private static final List<String> FAILURES =
      List.of(
          "more memory than is available",
          "its parser failed",
          "did not end within",
          "cannot be split into chunks",
          "not reported");

  @TempDir Path folder;

  /** Each build indexes a sixth of the files. The seed chooses them. */
  @Test
  @Timeout(600)
  void indexesEachFileOrSkipsItWithAReason() throws Exception {
    Map<String, Supplier<byte[]>> files = new TreeMap<>(HostileTexts.all(40));
    List<String> names = new ArrayList<>(files.keySet());
    long seed = Long.getLong("arag.hostile.seed", System.currentTimeMillis());
    Collections.shuffle(names, new Random(seed));
    files.keySet().retainAll(names.subList(0, names.size() / 6));
    index(write(files), List.of(), "-Darag.hostile.seed=" + seed);
  }

  @Tag("full")
  @Test
  @Timeout(3600)
  void indexesOrSkipsTheLargestFiles() throws Exception {
    Path zoo = write(HostileTexts.all(1));
    for (Map.Entry<String, byte[]> pdf : HostilePdfs.all().entrySet()) {
      Files.write(zoo.resolve(pdf.getKey() + ".pdf"), pdf.getValue());
    }
    HostileOffice.forEach((name, bytes) -> write(zoo.resolve(name), bytes));
    index(zoo, List.of("each"), "all");
  }

  private Path write(Map<String, Supplier<byte[]>> files) throws IOException {
    Path zoo = Files.createDirectory(folder.resolve("zoo"));
    for (Map.Entry<String, Supplier<byte[]>> file : files.entrySet()) {
      Path path = zoo.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      write(path, file.getValue().get());
    }
    write(zoo.resolve("0-first.txt"), "The first is fine.".getBytes(StandardCharsets.UTF_8));
    write(zoo.resolve("zz-last.txt"), "The last is fine.".getBytes(StandardCharsets.UTF_8));
    return zoo;
  }

  private static void write(Path file, byte[] bytes) {
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long count(Path zoo) throws IOException {
    try (Stream<Path> files = Files.walk(zoo)) {
      return files.filter(Files::isRegularFile).count();
    }
  }

  private void index(Path zoo, List<String> options, String sample) throws Exception {
    List<String> lines = run(zoo, options);
    lines.stream()
        .filter(line -> !line.startsWith("file "))
        .forEach(line -> System.out.println(line + " (" + sample + ")"));
    List<String> reported = lines.stream().filter(line -> line.startsWith("file ")).toList();
    assertThat(reported).as(sample).hasSize((int) count(zoo)).hasSizeGreaterThanOrEqualTo(15);
    for (String failure : FAILURES) {
      assertThat(reported).noneMatch(line -> line.contains(failure));
    }
    assertThat(reported).contains("file 0-first.txt: text", "file zz-last.txt: text");
  }

  private List<String> run(Path zoo, List<String> options) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(zoo.toString(), folder + "/index"));
    arguments.addAll(options);
    Process child =
        ChildProcess.builder(
                folder,
                List.of("-Xmx" + (BASE_MEMORY + EXTRA) + "m", "-XX:+UseSerialGC"),
                HostileFiles.class,
                arguments.toArray(String[]::new))
            .redirectErrorStream(true)
            .start();
    List<String> lines =
        new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    assertThat(child.waitFor()).as(lines.stream().collect(Collectors.joining("\n"))).isZero();
    return lines;
  }
}
