package dev.arag.tika;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.index.internal.store.ChildProcess;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the parser opens no files or connections and starts no programs. */
class TikaIsolationTest {
  private static final String SECRET = "the secret of this machine";

  private @TempDir Path folder;

  @Test
  void opensNoConnectionAndWritesNoFile() throws Exception {
    Path files = Files.createDirectory(folder.resolve("files"));
    Path home = Files.createDirectory(folder.resolve("home"));
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    Path secret = Files.writeString(folder.resolve("secret.txt"), SECRET);
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String url = "http://127.0.0.1:" + server.getLocalPort() + "/x";
      Map<String, byte[]> all = new LinkedHashMap<>(OfficeFiles.all());
      all.putAll(filesWithExternalReferences(secret.toUri().toString(), url));
      for (Map.Entry<String, byte[]> file : all.entrySet()) {
        Files.write(files.resolve(file.getKey()), file.getValue());
      }
      String printed = run(files, home, temporary);
      assertThat(printed.lines()).hasSize(all.size() + 1);
      assertThat(printed).doesNotContain("failed").doesNotContain(SECRET);
      assertThat(printed.lines())
          .as("files that are parsed although they contain external references")
          .filteredOn(line -> line.contains("-main-good.docx\t"))
          .hasSize(3)
          .allMatch(line -> line.contains("built in 1871"));
      assertNoConnection(server);
    }
    assertThat(below(home)).isEmpty();
    assertThat(below(temporary)).isEmpty();
  }

  private static void assertNoConnection(ServerSocket server) throws Exception {
    server.setSoTimeout(200);
    assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
  }

  private static List<Path> below(Path folder) throws Exception {
    try (Stream<Path> all = Files.list(folder)) {
      return all.toList();
    }
  }

  /**
   * Creates files in every format whose markup parts refer to an external file or to a web page.
   */
  private static Map<String, byte[]> filesWithExternalReferences(String file, String url)
      throws Exception {
    Map<String, byte[]> all = new LinkedHashMap<>();
    for (Map.Entry<String, byte[]> good : OfficeFiles.all().entrySet()) {
      String name = good.getKey();
      if (good.getValue()[0] == 'P') {
        int kind = 0;
        for (String declarations : List.of(entity(file), entity(url), definition(url))) {
          kind++;
          all.put(kind + "-all-" + name, prefixed(good, declarations, part -> true));
          all.put(kind + "-main-" + name, prefixed(good, declarations, TikaIsolationTest::isText));
        }
      }
    }
    all.put(
        "page.eml",
        OfficeFiles.ascii(
            "From: a\r\nContent-Type: text/html\r\n\r\n<img src='"
                + url
                + "'><link rel=stylesheet href='"
                + url
                + "'>text"));
    all.put(
        "field.rtf",
        OfficeFiles.ascii(
            "{\\rtf1\\pard {\\field{\\*\\fldinst INCLUDETEXT " + url + "}{\\fldrslt x}}\\par}"));
    return all;
  }

  private static byte[] prefixed(
      Map.Entry<String, byte[]> good, String declarations, Predicate<String> which)
      throws Exception {
    return RawZip.prefixed(good.getValue(), declarations, which);
  }

  /**
   * Whether a part contains text. The other parts describe the package. If one of them has a
   * declaration, the file is rejected before its text is read.
   */
  private static boolean isText(String part) {
    return !part.startsWith("[Content") && !part.endsWith(".rels") && !part.startsWith("docProps");
  }

  private static String entity(String url) {
    return "<!DOCTYPE x [<!ENTITY e SYSTEM \"" + url + "\">]>";
  }

  private static String definition(String url) {
    return "<!DOCTYPE x SYSTEM \"" + url + "\" [<!ENTITY % p SYSTEM \"" + url + "\"> %p;]>";
  }

  private String run(Path files, Path home, Path temporary) throws Exception {
    Path out = folder.resolve("out");
    List<String> options =
        List.of(
            "-Duser.home=" + home,
            "-Djava.io.tmpdir=" + temporary,
            "-XX:-UsePerfData",
            "-Ddev.arag.printText=true");
    ProcessBuilder builder =
        ChildProcess.builder(folder, options, HostileOfficeReader.class, files.toString())
            .redirectErrorStream(true);
    builder.environment().put("PATH", folder.resolve("nothing").toString());
    Process process = builder.redirectOutput(out.toFile()).start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(out);
  }
}
