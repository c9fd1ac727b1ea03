package dev.arag.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocationTest {
  /** A corpus on a server stores only what the accessors return. */
  @Test
  void isEqualToALocationThatIsBuiltWithItsTitle() {
    Location untitled = Location.builder("docs/a.txt").build();
    Location stored = Location.builder("docs/a.txt").title(untitled.title()).build();
    assertThat(stored).isEqualTo(untitled).hasSameHashCodeAs(untitled);
    Location titled = Location.builder("docs/a.txt").title("On bridges").build();
    assertThat(titled.title()).isEqualTo("On bridges");
    assertThat(titled).isNotEqualTo(untitled);
  }

  private static Location withUrl(Object url) {
    return Location.builder("d").metadata(Map.of("url", url)).build();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.org/a?b=c#page=3",
        "HTTP://example.org",
        "/files/handbook.pdf",
        "handbook.pdf",
        "a/b:c"
      })
  void namesAnAddressThatALinkMayUse(String url) {
    assertThat(withUrl(url).url()).hasValue(url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "java\tscript:alert(1)",
        " javascript:alert(1)",
        "\u0001javascript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "file:///etc/passwd",
        "https://example.org/a b",
        ""
      })
  void leavesOutAnAddressThatCouldRunAScript(String url) {
    assertThat(withUrl(url).url()).isEmpty();
  }

  @Test
  void knowsTheLanguageOfItsDocument() {
    assertThat(Location.builder("d").metadata(Map.of("language", "de")).build().language())
        .hasValue("de");
    assertThat(Location.builder("d").build().language()).isEmpty();
    assertThat(withUrl(7L).url()).isEmpty();
  }
}
