package dev.arag.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that all code in the README and in docs is compiled. The first program and the unit test
 * must be identical to the code of the integration tests.
 */
class ReadmeTest {
  private static final Path README = Path.of("../README.md");

  private static final Path PROJECTS = Path.of("src/it");

  private static final Path FIRST_STEPS =
      PROJECTS.resolve("one-dependency/src/main/java/handbook/FirstSteps.java");

  private static final Path PAGE =
      PROJECTS.resolve("one-dependency/src/main/java/handbook/Page.java");

  private static final Path UNIT_TEST =
      PROJECTS.resolve("one-dependency/src/test/java/handbook/CitationTest.java");

  /** The files that contain the code of the pages. All of them are compiled. */
  private static final List<Path> SOURCES =
      List.of(
          Path.of("src/test/java/dev/arag/examples/ReadmeSnippets.java"),
          FIRST_STEPS,
          PAGE,
          UNIT_TEST,
          PROJECTS.resolve("spring-boot-service/src/main/java/handbook/AskController.java"),
          PROJECTS.resolve("spring-ai-service/src/main/java/handbook/AssistantController.java"),
          PROJECTS.resolve("quarkus-service/src/main/java/handbook/Beans.java"),
          PROJECTS.resolve("quarkus-service/src/main/java/handbook/Documents.java"));

  private static final Pattern IMPORT =
      Pattern.compile("^import (?:static )?[\\w.]+\\.(\\w+);$", Pattern.MULTILINE);

  /** A variable of a statement that is not nested. */
  private static final Pattern DECLARATION =
      Pattern.compile("^[A-Z][\\w<>, ]* (\\w+) =", Pattern.MULTILINE);

  private static final Pattern STRING_OR_COMMENT = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|//.*");

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(Path.of("../docs"))) {
      Stream<Path> pages = docs.filter(each -> each.toString().endsWith(".md")).sorted();
      return Stream.concat(Stream.of(README), pages).toList();
    }
  }

  private static List<String> javaBlocks(Path page) throws IOException {
    List<String> blocks = new ArrayList<>();
    String[] parts = Files.readString(page).split("```java\n", -1);
    for (int i = 1; i < parts.length; i++) {
      blocks.add(parts[i].substring(0, parts[i].indexOf("```")));
    }
    return blocks;
  }

  @Test
  void firstStepsMatchTheIntegrationTest() throws IOException {
    assertThat(javaBlocks(README)).contains(Files.readString(FIRST_STEPS));
  }

  /** The command that runs the main job, and the one that runs the tests, which CI also runs. */
  @Test
  void theReadmeHasTwoCommands() throws IOException {
    List<String> commands =
        Files.readAllLines(README).stream().filter(line -> line.startsWith("    mvn ")).toList();
    assertThat(commands)
        .containsExactly(
            "    mvn -q -DskipTests package && java -jar extensions/arag-cli/target/arag.jar demo",
            "    mvn verify");
    assertThat(Files.readString(Path.of("../.ci/run"))).contains("exec mvn -B -ntp verify\n");
  }

  @Test
  void unitTestMatchesTheIntegrationTest() throws IOException {
    assertThat(javaBlocks(Path.of("../docs/guide/tests.md"))).contains(Files.readString(UNIT_TEST));
  }

  /** Whitespace is ignored because lines of a page are shorter than the formatter's lines. */
  @ParameterizedTest
  @MethodSource("pages")
  void everyBlockIsCompiled(Path page) throws IOException {
    Set<String> imports = new TreeSet<>();
    StringBuilder compiled = new StringBuilder();
    for (Path source : SOURCES) {
      String code = Files.readString(source);
      imports.addAll(imports(code));
      compiled.append(withoutWhiteSpace(withoutImports(code)));
    }
    for (String block : javaBlocks(page)) {
      assertThat(compiled).contains(withoutWhiteSpace(withoutImports(block)));
      assertThat(imports).containsAll(imports(block));
    }
  }

  /** A page imports each type once, in the first block that uses it. */
  @ParameterizedTest
  @MethodSource("pages")
  void everyImportedTypeOfTheCodeIsImportedOnThePage(Path page) throws IOException {
    Set<String> types = new TreeSet<>();
    for (Path source : SOURCES) {
      types.addAll(importedTypes(Files.readString(source)));
    }
    Set<String> imported = new TreeSet<>();
    for (String block : javaBlocks(page)) {
      imported.addAll(importedTypes(block));
      String code = STRING_OR_COMMENT.matcher(withoutImports(block)).replaceAll("");
      assertThat(imported).containsAll(used(code, types));
    }
  }

  /** A reader pastes the blocks of a page one below the other, into the class of the tutorial. */
  @ParameterizedTest
  @MethodSource("pages")
  void noPageDeclaresAVariableTwice(Path page) throws IOException {
    List<String> declared = new ArrayList<>();
    if (Files.readString(page).contains("tutorial.md#next")) {
      declared.addAll(List.of("index", "agent"));
      // The page about LLMs replaces the line of the tutorial.
      if (!page.endsWith("llm.md")) {
        declared.add("model");
      }
    }
    for (String block : javaBlocks(page)) {
      DECLARATION.matcher(block).results().forEach(found -> declared.add(found.group(1)));
    }
    assertThat(declared).doesNotHaveDuplicates();
  }

  private static Set<String> imports(String code) {
    return IMPORT.matcher(code).results().map(it -> it.group()).collect(Collectors.toSet());
  }

  private static Set<String> importedTypes(String code) {
    return IMPORT.matcher(code).results().map(it -> it.group(1)).collect(Collectors.toSet());
  }

  private static Set<String> used(String code, Set<String> names) {
    Matcher words = Pattern.compile("(?<![\\w.])\\w+").matcher(code);
    return words
        .results()
        .map(it -> it.group())
        .filter(names::contains)
        .collect(Collectors.toSet());
  }

  private static String withoutImports(String code) {
    return IMPORT.matcher(code).replaceAll("");
  }

  @Test
  void pdfAndOfficeMatchTheIntegrationTest() throws IOException {
    Path project = PROJECTS.resolve("pdf-and-office");
    Path source = project.resolve("src/test/java/handbook/PdfAndOfficeTest.java");
    String block =
        javaBlocks(Path.of("../docs/guide/files.md")).stream()
            .filter(it -> it.contains("needs dev.arag:"))
            .findFirst()
            .orElseThrow();
    assertThat(withoutWhiteSpace(Files.readString(source)))
        .contains(withoutWhiteSpace(withoutImports(block)));
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
    String readme = Files.readString(README);
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
