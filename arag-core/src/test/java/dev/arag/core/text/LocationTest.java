package dev.arag.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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
}
