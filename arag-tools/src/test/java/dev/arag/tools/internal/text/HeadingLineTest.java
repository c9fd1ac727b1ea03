package dev.arag.tools.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Location;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeadingLineTest {
  @Test
  void showsTheTitleOfARecordOnce() {
    Location record =
        Location.builder("s/1").title("Old Bridge").heading(List.of("Old Bridge")).build();
    assertThat(HeadingLine.of(record, List.of("Old Bridge"))).isEqualTo("Old Bridge");
    assertThat(HeadingLine.of(record, List.of("Old Bridge", "Repairs")))
        .isEqualTo("Old Bridge > Repairs");
    assertThat(HeadingLine.of(record, List.of())).isEqualTo("Old Bridge");
  }
}
