package dev.arag.pdf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.index.internal.store.ChildProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Checks that reading and drawing open no files outside the class path and create no files. */
class PdfIsolationTest {
  private static final String PAGE = "BT /F1 12 Tf 72 700 Td (A tower.) Tj ET ";

  @TempDir Path folder;

  /**
   * After the parser, the application still finds the installed font. This shows that the recorder
   * can detect such an access.
   */
  @Test
  void readsNoSystemFontAndWritesNoFile() throws Exception {
    List<String> all = run(home());
    assertThat(all).contains("done");
    List<String> parser = all.subList(0, all.indexOf("application"));
    assertThat(parser)
        .contains("A tower.")
        .filteredOn(line -> line.startsWith("opened"))
        .as("files other than those of the class path")
        .allMatch(line -> line.endsWith("unicode.bin"));
    assertThat(parser)
        .filteredOn(line -> line.startsWith("file "))
        .containsExactly("file Planted.ttf");
    if (OS.LINUX.isCurrentOs()) {
      assertThat(all).anyMatch(line -> line.startsWith("opened") && line.endsWith("Planted.ttf"));
      assertThat(all).contains("file .pdfbox.cache");
    }
  }

  /** Creates a home directory with a font in the folder where PDFBox searches for user fonts. */
  private Path home() throws IOException {
    Path fonts = Files.createDirectories(folder.resolve("home").resolve(".fonts"));
    String font = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";
    try (InputStream in = PdfParser.class.getResourceAsStream(font)) {
      Files.copy(in, fonts.resolve("Planted.ttf"));
    }
    return folder.resolve("home");
  }

  private List<String> run(Path home) throws IOException, InterruptedException {
    Path pdf = folder.resolve("a.pdf");
    Files.write(pdf, RawPdf.page(PAGE).build());
    Path out = folder.resolve("out");
    List<String> options =
        Stream.of("user.home", "java.io.tmpdir", "pdfbox.fontcache")
            .map(property -> "-D" + property + "=" + home)
            .toList();
    String recording = folder.resolve("recording.jfr").toString();
    Process process =
        ChildProcess.builder(folder, options, FileAccessRecorder.class, pdf.toString(), recording)
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("the process ends").isTrue();
      return Files.readAllLines(out);
    } finally {
      process.destroyForcibly();
    }
  }
}
