package dev.arag.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.spring.internal.property.AragProperties;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The documented properties are those of the metadata that the compiler wrote. */
class DocumentationTest {
  private static Set<String> find(String file, String pattern) throws IOException {
    Set<String> found = new TreeSet<>();
    Pattern.compile(pattern, Pattern.MULTILINE)
        .matcher(Files.readString(Path.of("../..").resolve(file)))
        .results()
        .forEach(each -> found.add(each.group(1).replaceAll("\\[0\\].*", "")));
    return found;
  }

  private static Set<String> properties() throws IOException {
    Set<String> names = new TreeSet<>();
    try (InputStream file =
        AragProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
      for (JsonNode each : new ObjectMapper().readTree(file).get("properties")) {
        if (each.get("name").asText().startsWith("arag.")) {
          names.add(each.get("name").asText());
          assertThat(each.path("description").asText()).as(each.toString()).isNotBlank();
        }
      }
    }
    return names;
  }

  @Test
  void thePageListsAllProperties() throws IOException {
    assertThat(find("docs/guide/spring-boot.md", "^\\| `(arag\\.[a-z0-9.\\[\\]-]+)"))
        .isEqualTo(properties());
  }

  @Test
  void thePropertiesOfTheExampleExist() throws IOException {
    assertThat(find("docs/guide/spring-boot.md", "^(arag\\.[a-z0-9.\\[\\]-]+)="))
        .hasSize(5)
        .isSubsetOf(properties());
  }
}
