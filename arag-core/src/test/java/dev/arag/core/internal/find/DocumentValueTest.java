package dev.arag.core.internal.find;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentValueTest {
  private static Optional<String> of(String key, Map<String, Object> metadata) {
    return DocumentValue.of(key, "reports/Annual.2019.PDF", "wiki", metadata);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "2019-04-01, 2019",
        "1 April 2019, 2019",
        "'20190401, revised 2020', 2020",
        "spring, none",
        "' ', none"
      })
  void withoutMetadataYearTheYearIsTheFirstOneOfTheDate(String date, String year) {
    assertThat(of("year", Map.of("date", date))).isEqualTo(Optional.ofNullable(year));
  }

  @Test
  void theMetadataYearPrecedesTheDate() {
    assertThat(of("year", Map.of("year", 2018L, "date", "2019-04-01"))).contains("2018");
    assertThat(of("year", Map.of())).isEmpty();
  }

  @Test
  void documentSourceAndTypeNeedNoMetadata() {
    assertThat(of("document", Map.of())).contains("reports/Annual.2019.PDF");
    assertThat(of("source", Map.of())).contains("wiki");
    assertThat(of("type", Map.of())).contains("pdf");
    assertThat(DocumentValue.of("type", "v1.2/readme", null, Map.of())).isEmpty();
    assertThat(DocumentValue.of("source", "a", null, Map.of())).isEmpty();
  }

  @Test
  void otherKeysAreThoseOfTheMetadata() {
    assertThat(of("tags", Map.of("tags", List.of("a", "b")))).contains("a, b");
    assertThat(of("final", Map.of("final", true))).contains("true");
    assertThat(of("tags", Map.of("tags", " "))).isEmpty();
    assertThat(of("author", Map.of())).isEmpty();
  }
}
