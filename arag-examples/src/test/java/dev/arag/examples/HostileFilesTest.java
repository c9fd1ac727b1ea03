package dev.arag.examples;

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
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A folder of files that were made to hurt, between two that were not: each ends in text or in a
 * reason, and the batch goes on, in a process with 256 MiB more than it needs for nothing.
 */
class HostileFilesTest {
  /** What the tables of the token counter and the like take before the first document. */
  private static final int OF_ITS_OWN = 64;

  private static final int EXTRA = 256;

  /** What is no reason why a file cannot be read, but a fault of ours. */
  private static final List<String> FAILURES =
      List.of(
          "more memory than there is",
          "its parser failed",
          "did not end within",
          "cannot be split into chunks",
          "nothing was told");

  @TempDir Path folder;

  @Test
  @Timeout(600)
  void eachEndsInTextOrAReasonAndTheBatchGoesOn() throws Exception {
    index(written(HostileTexts.all(10)), List.of());
  }

  @Tag("full")
  @Test
  @Timeout(3600)
  void theLargestOnesToo() throws Exception {
    Path zoo = written(HostileTexts.all(1));
    for (Map.Entry<String, byte[]> pdf : HostilePdfs.all().entrySet()) {
      Files.write(zoo.resolve(pdf.getKey() + ".pdf"), pdf.getValue());
    }
    HostileOffice.forEach((name, bytes) -> write(zoo.resolve(name), bytes));
    index(zoo, List.of("each"));
  }

  private Path written(Map<String, Supplier<byte[]>> files) throws IOException {
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

  private void index(Path zoo, List<String> options) throws Exception {
    List<String> lines = run(zoo, options);
    lines.stream().filter(line -> !line.startsWith("file ")).forEach(System.out::println);
    List<String> told = lines.stream().filter(line -> line.startsWith("file ")).toList();
    assertThat(told).hasSize((int) count(zoo)).hasSizeGreaterThanOrEqualTo(60);
    for (String failure : FAILURES) {
      assertThat(told).noneMatch(line -> line.contains(failure));
    }
    assertThat(told).contains("file 0-first.txt: text", "file zz-last.txt: text");
  }

  private List<String> run(Path zoo, List<String> options) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(zoo.toString(), folder + "/index"));
    arguments.addAll(options);
    Process child =
        ChildProcess.builder(
                folder,
                List.of("-Xmx" + (OF_ITS_OWN + EXTRA) + "m", "-XX:+UseSerialGC"),
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
