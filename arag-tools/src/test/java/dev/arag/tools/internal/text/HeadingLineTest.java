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

  @Test
  void furtherLinesShowOnlyWhatIsNew() {
    Location report = Location.builder("r.pdf").title("Annual report 2018").build();
    List<String> path = List.of("Annual report", "Cash flows");
    assertThat(HeadingLine.of(report, path)).isEqualTo("Annual report 2018 > Cash flows");
    assertThat(HeadingLine.below(path, List.of("Annual report")))
        .isEqualTo("Annual report > Cash flows");
    assertThat(HeadingLine.below(path, path)).isEmpty();
    assertThat(HeadingLine.of(Location.builder("r.pdf").build(), path))
        .isEqualTo("r.pdf > Annual report > Cash flows");
  }

  @Test
  void aHeadingCannotEndWithAMark() {
    Location place = Location.builder("r.pdf (read)").build();
    assertThat(HeadingLine.of(place, List.of())).isEqualTo("r.pdf");
    assertThat(HeadingLine.of(place, List.of("A (table) (complete)"))).endsWith("> A");
    assertThat(HeadingLine.last(" ", List.of("A (table)"))).isEqualTo(" A");
  }
}
