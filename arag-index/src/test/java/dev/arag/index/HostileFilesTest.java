package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.index.ingest.HostileTexts;
import dev.arag.index.internal.store.ChildProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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

  @TempDir Path folder;

  @Test
  @Timeout(600)
  void eachEndsInTextOrAReasonAndTheBatchGoesOn() throws Exception {
    run(HostileTexts.all(10));
  }

  @Tag("full")
  @Test
  @Timeout(3600)
  void theLargestOnesToo() throws Exception {
    run(HostileTexts.all(1));
  }

  private void run(Map<String, Supplier<byte[]>> files) throws Exception {
    Path zoo = Files.createDirectory(folder.resolve("zoo"));
    for (Map.Entry<String, Supplier<byte[]>> file : files.entrySet()) {
      Path path = zoo.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue().get());
    }
    Files.writeString(zoo.resolve("0-first.txt"), "The first is fine.");
    Files.writeString(zoo.resolve("zz-last.txt"), "The last is fine.");
    List<String> lines = index(zoo);
    System.out.println(lines.get(lines.size() - 1));
    List<String> told = lines.stream().filter(line -> line.startsWith("file ")).toList();
    assertThat(told).hasSize(files.size() + 2);
    assertThat(told).noneMatch(line -> line.contains("more memory than there is"));
    assertThat(told).noneMatch(line -> line.contains("its parser failed"));
    assertThat(told).noneMatch(line -> line.contains("did not end within"));
    assertThat(told).noneMatch(line -> line.contains("cannot be cut into chunks"));
    assertThat(lines).anyMatch(line -> line.startsWith("file 0-first.txt: text"));
    assertThat(lines).anyMatch(line -> line.startsWith("file zz-last.txt: text"));
    assertThat(files.size()).isGreaterThanOrEqualTo(60);
  }

  private List<String> index(Path zoo) throws Exception {
    Process child =
        ChildProcess.builder(
                folder,
                List.of("-Xmx" + (OF_ITS_OWN + EXTRA) + "m", "-XX:+UseSerialGC"),
                HostileFiles.class,
                zoo.toString(),
                folder.resolve("index").toString())
            .redirectErrorStream(true)
            .start();
    List<String> lines =
        new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    assertThat(child.waitFor()).as(lines.stream().collect(Collectors.joining("\n"))).isZero();
    return new ArrayList<>(lines);
  }
}
