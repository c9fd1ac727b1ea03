package dev.arag.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that all code in the README is compiled. The first program and the unit test must be
 * identical to the code of the integration tests.
 */
class ReadmeTest {
  private static final Path ONE_DEPENDENCY = Path.of("src/it/one-dependency");

  private static final Path SPRING = Path.of("src/it/spring-boot-service");

  private static final Path QUARKUS = Path.of("src/it/quarkus-service");

  private static List<String> javaBlocks() throws IOException {
    List<String> blocks = new ArrayList<>();
    String[] parts = Files.readString(Path.of("../README.md")).split("```java\n", -1);
    for (int i = 1; i < parts.length; i++) {
      blocks.add(parts[i].substring(0, parts[i].indexOf("```")));
    }
    return blocks;
  }

  @Test
  void firstStepsMatchTheIntegrationTest() throws IOException {
    Path source = ONE_DEPENDENCY.resolve("src/main/java/handbook/FirstSteps.java");
    assertThat(javaBlocks()).contains(Files.readString(source));
  }

  @Test
  void unitTestMatchesTheIntegrationTest() throws IOException {
    Path source = ONE_DEPENDENCY.resolve("src/test/java/handbook/CitationTest.java");
    String test = Files.readString(source);
    assertThat(javaBlocks()).anyMatch(block -> block.startsWith("  @Test") && test.contains(block));
  }

  /** Whitespace is ignored because lines in the README are shorter than the formatter's lines. */
  @Test
  void everyOtherBlockIsCompiled() throws IOException {
    String compiled =
        withoutWhiteSpace(
            Files.readString(Path.of("src/test/java/dev/arag/examples/ReadmeSnippets.java"))
                + Files.readString(SPRING.resolve("src/main/java/handbook/AskController.java"))
                + Files.readString(SPRING.resolve("src/main/java/handbook/ChatController.java"))
                + Files.readString(QUARKUS.resolve("src/main/java/handbook/Beans.java"))
                + Files.readString(QUARKUS.resolve("src/main/java/handbook/AskResource.java"))
                + Files.readString(QUARKUS.resolve("src/main/java/handbook/Documents.java")));
    String first =
        Files.readString(ONE_DEPENDENCY.resolve("src/main/java/handbook/FirstSteps.java"));
    for (String block : javaBlocks()) {
      if (!block.equals(first) && !block.startsWith("  @Test")) {
        assertThat(compiled).contains(withoutWhiteSpace(block));
      }
    }
  }

  @Test
  void pdfAndOfficeMatchTheIntegrationTest() throws IOException {
    Path project = Path.of("src/it/pdf-and-office");
    Path source = project.resolve("src/test/java/handbook/PdfAndOfficeTest.java");
    String block =
        javaBlocks().stream()
            .filter(it -> it.contains("needs dev.arag:"))
            .findFirst()
            .orElseThrow();
    assertThat(withoutWhiteSpace(Files.readString(source))).contains(withoutWhiteSpace(block));
    String pom = withoutWhiteSpace(Files.readString(project.resolve("pom.xml")));
    assertThat(pom).contains(withoutWhiteSpace(dependencyManagement()));
    assertThat(artifacts(pom, "<artifactId>(arag-[a-z-]+)</artifactId>"))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(
                    Stream.of("arag-bom", "arag-agent"),
                    artifacts(block, "needs dev.arag:(arag-[a-z-]+)").stream())
                .toList());
  }

  private static String dependencyManagement() throws IOException {
    String readme = Files.readString(Path.of("../README.md"));
    String end = "</dependencyManagement>";
    return readme
        .substring(readme.indexOf("<dependencyManagement>"), readme.indexOf(end) + end.length())
        .replaceFirst("<version>[^<]*</version>", "<version>\\${arag.version}</version>");
  }

  private static List<String> artifacts(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().map(found -> found.group(1)).toList();
  }

  private static String withoutWhiteSpace(String code) {
    return code.replaceAll("\\s+", "");
  }
}
