package dev.arag.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Checks the POMs of the artifacts. */
class ArtifactsTest {
  private static final Path ROOT = Path.of("..");

  private static Element pom(Path file) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(file.toFile())
        .getDocumentElement();
  }

  /** Returns the text of all elements at a path, such as {@code scm/url}. */
  private static List<String> texts(Element element, String path) {
    List<String> found = new ArrayList<>();
    String name = path.replaceFirst("/.*", "");
    for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element child && child.getTagName().equals(name)) {
        if (name.equals(path)) {
          found.add(child.getTextContent().strip());
        } else {
          found.addAll(texts(child, path.substring(name.length() + 1)));
        }
      }
    }
    return found;
  }

  private static List<Path> modules() throws Exception {
    return texts(pom(ROOT.resolve("pom.xml")), "modules/module").stream()
        .map(module -> ROOT.resolve(module).resolve("pom.xml"))
        .toList();
  }

  private static boolean hasParent(Path pom) {
    try {
      return texts(pom(pom), "parent/artifactId").contains("arag-parent");
    } catch (Exception e) {
      throw new AssertionError(pom + " cannot be read", e);
    }
  }

  @Test
  void everyPomHasWhatMavenCentralRequires() throws Exception {
    for (Path pom : modules()) {
      assertThat(texts(pom(pom), "name")).as("name in %s", pom).hasSize(1);
      assertThat(texts(pom(pom), "description")).as("description in %s", pom).hasSize(1);
    }
    Stream<Path> withoutParent = modules().stream().filter(pom -> !hasParent(pom));
    for (Path pom : Stream.concat(Stream.of(ROOT.resolve("pom.xml")), withoutParent).toList()) {
      for (String required :
          List.of(
              "url",
              "licenses/license/url",
              "developers/developer/name",
              "developers/developer/url",
              "scm/connection",
              "scm/developerConnection",
              "scm/url")) {
        assertThat(texts(pom(pom), required)).as("%s in %s", required, pom).hasSize(1);
      }
    }
  }

  @Test
  void nothingDependsOnTheCommandOrTheExamples() throws Exception {
    for (Path pom : modules()) {
      assertThat(texts(pom(pom), "dependencies/dependency/artifactId"))
          .as("%s", pom)
          .doesNotContain("arag-cli", "arag-examples");
    }
  }

  /** Each project has the BOM and exactly one of our artifacts, without a version. */
  @Test
  void everyArtifactOfTheBomHasAProjectOfItsOwn() throws Exception {
    Path projects = Path.of("src", "it", "every-artifact");
    List<String> artifacts =
        texts(
                pom(ROOT.resolve("extensions/arag-bom/pom.xml")),
                "dependencyManagement/dependencies/dependency/artifactId")
            .stream()
            .distinct() // the BOM manages a tests jar, too
            .toList();
    Element parent = pom(projects.resolve("pom.xml"));
    assertThat(texts(parent, "modules/module")).containsExactlyElementsOf(artifacts);
    assertThat(texts(parent, "dependencyManagement/dependencies/dependency/artifactId"))
        .containsExactly("arag-bom");
    for (String artifact : artifacts) {
      Element project = pom(projects.resolve(artifact).resolve("pom.xml"));
      assertThat(texts(project, "dependencies/dependency/artifactId")).containsExactly(artifact);
      assertThat(texts(project, "dependencies/dependency/version")).isEmpty();
      try (Stream<Path> files = Files.walk(projects.resolve(artifact))) {
        assertThat(files.filter(file -> file.toString().endsWith("Test.java"))).hasSize(1);
      }
    }
  }
}
