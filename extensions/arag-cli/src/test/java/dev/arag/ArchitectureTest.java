package dev.arag;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import dev.arag.cli.internal.console.InterruptHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the dependencies between modules and packages, and checks in which packages each library
 * is used.
 */
class ArchitectureTest {
  private static final List<String> MODULES =
      List.of(
          "core",
          "index",
          "tools",
          "agent",
          "cli",
          "connect",
          "docling",
          "extractive",
          "langchain4j",
          "openai",
          "paper",
          "pdf",
          "ocr",
          "records",
          "reranker",
          "tika",
          "opentelemetry",
          "micrometer",
          "evaluation",
          "graph",
          "knowledge",
          "solr",
          "solr.node",
          "spring",
          "spring.ai",
          "strategies",
          "mcp",
          "web");

  static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("dev.arag");

  private static void check(ArchRule rule) {
    rule.check(CLASSES);
  }

  @Nested
  class Modules {
    @Test
    void importsEveryModule() {
      for (String module : MODULES) {
        assertThat(CLASSES)
            .as(module)
            .anyMatch(each -> moduleOf(each.getPackageName()).equals(module));
      }
    }

    /** The modules whose classes a module may use, besides its own. */
    @ParameterizedTest
    @CsvSource({
      "core, ''",
      "index, core",
      "tools, core",
      "agent, core|tools",
      "pdf, core|index",
      "ocr, core|pdf",
      "connect, core|index",
      "docling, core|index",
      "records, core|index",
      "reranker, core|index",
      "tika, core|index",
      "opentelemetry, core|tools|agent",
      "micrometer, core|tools|agent",
      "extractive, core|tools|agent",
      "openai, core|tools|agent",
      "paper, core|index|tools|agent",
      "graph, core|tools|agent",
      "knowledge, core|index|tools|agent|graph",
      "web, core|index|tools|agent",
      "langchain4j, core|index|tools|agent|reranker",
      "strategies, core|tools|agent|paper",
      "mcp, core|tools|agent|web",
      "solr, core|index",
      "solr.node, ''",
      "evaluation, core|tools|agent|web|paper|extractive",
      "spring.ai, core|tools|agent|langchain4j",
      "spring, core|index|tools|agent|pdf|records|tika|opentelemetry|micrometer|strategies|graph|knowledge|langchain4j|openai"
    })
    void usesOnlyPermittedModules(String module, String permitted) {
      Set<String> forbidden = new TreeSet<>(MODULES);
      forbidden.remove(module);
      forbidden.removeAll(List.of(permitted.split("\\|")));
      check(
          noClasses()
              .that(inModules(module))
              .should()
              .dependOnClassesThat(inModules(String.join("|", forbidden))));
    }

    /** The modules that use internal packages of a module, besides the module itself. */
    private static final Map<String, String> USERS_OF_INTERNAL_PACKAGES =
        Map.of(
            "core",
                "index|tools|agent|extractive|evaluation|openai|pdf|tika|solr|graph|knowledge"
                    + "|langchain4j|reranker",
            "index", "paper|records|reranker|web",
            "tools", "agent|cli|langchain4j|mcp|paper|graph",
            "agent", "extractive|langchain4j|openai|strategies",
            "web", "mcp");

    @ParameterizedTest
    @FieldSource("dev.arag.ArchitectureTest#MODULES")
    void internalPackagesAreUsedOnlyByAllowedModules(String module) {
      String users = module + "|" + USERS_OF_INTERNAL_PACKAGES.getOrDefault(module, module);
      check(
          noClasses()
              .that(DescribedPredicate.not(inModules(users)))
              .should()
              .dependOnClassesThat()
              .resideInAPackage("dev.arag." + module + ".internal.."));
    }

    private static final String[] ADAPTERS = {
      "dev.arag.connect..",
      "dev.arag.docling..",
      "dev.arag.evaluation..",
      "dev.arag.extractive..",
      "dev.arag.graph..",
      "dev.arag.knowledge..",
      "dev.arag.langchain4j..",
      "dev.arag.mcp..",
      "dev.arag.micrometer..",
      "dev.arag.ocr..",
      "dev.arag.openai..",
      "dev.arag.opentelemetry..",
      "dev.arag.paper..",
      "dev.arag.pdf..",
      "dev.arag.records..",
      "dev.arag.reranker..",
      "dev.arag.solr..",
      "dev.arag.spring..",
      "dev.arag.strategies..",
      "dev.arag.tika.."
    };

    @Test
    void nothingDependsOnTheAdapters() {
      check(
          noClasses()
              .that()
              .resideOutsideOfPackages(ADAPTERS)
              .and()
              .resideOutsideOfPackage("dev.arag.cli..")
              .should()
              .dependOnClassesThat()
              .resideInAnyPackage(ADAPTERS));
    }

    /** From their sources, because no module depends on the examples. */
    @Test
    void examplesUseOnlyThePublicApi() throws IOException {
      try (Stream<Path> files = Files.walk(EXAMPLES)) {
        List<Path> sources = files.filter(file -> file.toString().endsWith(".java")).toList();
        assertThat(sources).hasSizeGreaterThan(20);
        for (Path source : sources) {
          List<String> code = Files.readAllLines(source);
          assertThat(code)
              .as(source.toString())
              .noneMatch(line -> NOT_IN_EXAMPLES.matcher(line).find())
              .filteredOn(line -> line.startsWith("import "))
              .allMatch(line -> IMPORT_OF_EXAMPLES.matcher(line).lookingAt());
        }
      }
    }

    private static final Path EXAMPLES = Path.of("../../arag-examples/src/main/java");
    private static final Pattern IMPORT_OF_EXAMPLES =
        Pattern.compile(
            "import (static )?(java|com\\.sun\\.net\\.httpserver|org\\.jspecify|dev\\.arag"
                + "|dev\\.langchain4j\\.(model\\.chat|service)"
                + "|com\\.fasterxml\\.jackson\\.(core|databind))\\.");

    /** Internal packages, lookups by name, and static fields that are not final. */
    private static final Pattern NOT_IN_EXAMPLES =
        Pattern.compile(
            "\\.internal\\b|ServiceLoader|Class\\.forName|ObjectInputStream|sun\\.misc"
                + "|^(?!import ).*\\bstatic (?!final )[^(]*[=;]");

    private static DescribedPredicate<JavaClass> inModules(String names) {
      Set<String> modules = Set.copyOf(List.of(names.split("\\|")));
      return DescribedPredicate.describe(
          "in " + names, each -> modules.contains(moduleOf(each.getPackageName())));
    }

    /** The module with the longest name, because the packages of one are below those of another. */
    private static String moduleOf(String packageName) {
      return MODULES.stream()
          .filter(name -> (packageName + ".").startsWith("dev.arag." + name + "."))
          .max(Comparator.comparingInt(String::length))
          .orElse("");
    }
  }

  @Nested
  class Packages {
    /** The entry point of a module is for users. */
    @ParameterizedTest
    @ValueSource(
        strings = {
          "dev.arag.agent",
          "dev.arag.evaluation",
          "dev.arag.graph",
          "dev.arag.knowledge",
          "dev.arag.solr"
        })
    void otherPackagesDoNotUseTheEntryPoint(String entryPoint) {
      check(
          noClasses()
              .that()
              .resideInAPackage(entryPoint + "..")
              .and()
              .resideOutsideOfPackage(entryPoint)
              .should()
              .dependOnClassesThat()
              .resideInAPackage(entryPoint));
    }

    @Test
    void publicPackagesHaveOnlyPublicTypes() {
      check(
          classes()
              .that()
              .resideOutsideOfPackage("..internal..")
              .and()
              .areTopLevelClasses()
              .and()
              .doNotHaveSimpleName("package-info")
              .should()
              .bePublic());
    }

    @Test
    void packagesHaveNoCycles() {
      check(slices().matching("dev.arag.(**)").should().beFreeOfCycles());
    }
  }

  @Nested
  class Libraries {
    @ParameterizedTest
    @CsvSource({
      "ai.onnxruntime.., dev.arag.index.internal.embed|dev.arag.index.internal.matrix"
          + "|dev.arag.reranker.internal",
      "ai.djl.., dev.arag.index.internal.embed|dev.arag.reranker.internal",
      "opennlp.., dev.arag.index.internal.split",
      "org.apache.tika.., dev.arag.tika",
      "org.apache.poi.., dev.arag.tika",
      "org.apache.james.., dev.arag.tika",
      "org.apache.solr.., dev.arag.solr",
      "org.apache.commons.compress.., dev.arag.tika",
      "org.jsoup.., dev.arag.index.ingest|dev.arag.index.internal.html",
      "org.apache.pdfbox.., dev.arag.pdf",
      "org.apache.fontbox.., dev.arag.pdf",
      "org.mozilla.universalchardet.., dev.arag.index.internal.ingest",
      "com.fasterxml.jackson.dataformat.., dev.arag.records",
      "org.eclipse.jgit.., dev.arag.connect.internal.git",
      "software.amazon.awssdk.., dev.arag.connect.internal.s3",
      "com.google.re2j.., dev.arag.core.internal.condition",
      "com.knuddels.., dev.arag.core.internal.token",
      "picocli.., dev.arag.cli.internal",
      "dev.langchain4j.model.openai.., dev.arag.openai",
      "dev.langchain4j.http.., dev.arag.openai",
      "io.micrometer.., dev.arag.micrometer|dev.arag.spring",
      "io.modelcontextprotocol.., dev.arag.mcp",
      "io.opentelemetry.., dev.arag.opentelemetry|dev.arag.spring",
      "dev.arag.spring.., dev.arag.spring",
      "org.springframework.., dev.arag.spring",
      "org.slf4j.., dev.arag.spring|dev.arag.agent.internal|dev.arag.mcp|dev.arag.openai.internal"
    })
    void librariesAreUsedOnlyInTheirPackages(String library, String users) {
      String[] packages =
          Stream.of(users.split("\\|")).map(user -> user + "..").toArray(String[]::new);
      check(
          noClasses()
              .that()
              .resideOutsideOfPackages(packages)
              .should()
              .dependOnClassesThat()
              .resideInAPackage(library));
    }

    @Test
    void langChain4jIsUsedOnlyInItsAdapters() {
      check(
          noClasses()
              .that()
              .resideInAnyPackage("dev.arag.core..", "dev.arag.index..", "dev.arag.tools..")
              .should()
              .dependOnClassesThat()
              .resideInAPackage("dev.langchain4j.."));
      check(
          noClasses()
              .that()
              .resideInAPackage("dev.arag.agent..")
              .and()
              .resideOutsideOfPackages(
                  "dev.arag.agent.spi",
                  "dev.arag.agent.testing",
                  "dev.arag.agent.internal.failure..",
                  "dev.arag.agent.internal.model..")
              .should()
              .dependOnClassesThat(
                  DescribedPredicate.describe(
                      "of LangChain4j, except ChatModel and StreamingChatModel",
                      each ->
                          each.getPackageName().startsWith("dev.langchain4j")
                              && !each.getSimpleName().endsWith("ChatModel"))));
    }

    @Test
    void jacksonStaysOutOfTheCoreAndOfPublicSignatures() {
      check(
          noClasses()
              .that()
              .resideInAPackage("dev.arag.core..")
              .should()
              .dependOnClassesThat()
              .resideInAPackage("com.fasterxml.."));
      check(
          noClasses()
              .that()
              .resideInAPackage("dev.arag..")
              .and()
              .resideOutsideOfPackage("dev.arag..internal..")
              .and()
              // A user can give a client of SolrJ.
              .doNotHaveFullyQualifiedName("dev.arag.solr.SolrCollection")
              .should(
                  PublicSignatures.exposePublicly(
                      "com.fasterxml.", "ai.djl.", "ai.onnxruntime.", "org.apache.")));
    }
  }

  @Nested
  class Code {
    @Test
    void publicSignaturesHaveNoInternalTypes() {
      check(
          noClasses()
              .that()
              .resideOutsideOfPackage("..internal..")
              .should(PublicSignatures.exposePublicly(".internal.")));
    }

    @Test
    void libraryPrintsNothing() {
      DescribedPredicate<JavaClass> library =
          DescribedPredicate.describe(
              "outside of the command and of child processes",
              each ->
                  !each.getPackageName().matches("dev\\.arag\\.(cli|solr\\.node\\.internal)\\b.*"));
      check(noClasses().that(library).should(GeneralCodingRules.ACCESS_STANDARD_STREAMS));
      check(noClasses().that(library).should().callMethod(Throwable.class, "printStackTrace"));
      check(noClasses().that(library).should().callMethod(System.class, "exit", int.class));
    }

    @Test
    void classesAreNotLookedUpByName() {
      check(
          noClasses()
              .should()
              .dependOnClassesThat()
              .haveFullyQualifiedName("java.util.ServiceLoader"));
      check(noClasses().should().callMethod(Class.class, "forName", String.class));
      check(
          noClasses()
              .should()
              .dependOnClassesThat()
              .haveFullyQualifiedName("java.io.ObjectInputStream"));
      check(
          noClasses()
              .that()
              .doNotBelongToAnyOf(InterruptHandler.class)
              .should()
              .dependOnClassesThat()
              .resideInAPackage("sun.misc.."));
    }

    @Test
    void staticFieldsAreFinal() {
      check(
          fields()
              .that()
              .areDeclaredInClassesThat()
              .resideInAPackage("dev.arag..")
              .and()
              .areStatic()
              .and(
                  DescribedPredicate.describe(
                      "are written by hand",
                      field -> !field.getModifiers().contains(JavaModifier.SYNTHETIC)))
              .should()
              .beFinal());
    }
  }
}
