package dev.arag.core.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScopeTest {
  private static final Map<String, Object> METADATA =
      Map.of(
          "tenant", "acme", "year", 1893L, "share", 0.5, "open", true, "tags", List.of("a", "b"));

  @Test
  void comparesValuesOfTheSameType() {
    assertThat(Scope.equal("tenant", "acme").allows(METADATA)).isTrue();
    assertThat(Scope.equal("year", 1893).allows(METADATA)).isTrue();
    assertThat(Scope.equal("year", 1893.0).allows(METADATA)).isTrue();
    assertThat(Scope.equal("year", "1893").allows(METADATA)).isFalse();
    assertThat(Scope.equal("open", true).allows(METADATA)).isTrue();
    assertThat(Scope.equal("tags", "b").allows(METADATA)).isTrue();
    assertThat(Scope.in("tenant", List.of("acme", "blimp")).allows(METADATA)).isTrue();
    assertThat(Scope.in("tenant", List.of()).allows(METADATA)).isFalse();
  }

  @Test
  void includesTheBoundsOfARange() {
    assertThat(Scope.between("year", 1893, 1893).allows(METADATA)).isTrue();
    assertThat(Scope.between("share", 0, 0.4).allows(METADATA)).isFalse();
    assertThat(Scope.between("tenant", "a", "b").allows(METADATA)).isTrue();
    assertThat(Scope.between("open", 0, 1).allows(METADATA)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "2024-05-01, true",
    "2024-05-31, true",
    "2024-05-31T23:59:59.5Z, true",
    "2024-05-31T23:30:00-05:00, true",
    "2024-05-01 00:00:00 +0200, true",
    "2024-04-30, false",
    "2024-06-01T00:30:00+02:00, false",
    "2024-05-32, false",
    "2024-05, false",
    "2024-05-17 or later, false",
    "2024-05-170, false",
    "May 2024, false"
  })
  void rangeOfDatesMatchesTextsThatBeginWithADate(String text, boolean expected) {
    Scope may = Scope.between("date", LocalDate.of(2024, 5, 1), LocalDate.of(2024, 5, 31));
    assertThat(may.allows(Map.of("date", text))).isEqualTo(expected);
    assertThat(may.not().allows(Map.of("date", text))).isEqualTo(!expected);
  }

  @ParameterizedTest
  @CsvSource({
    "2024-05-17T08:30:00Z, true",
    "2024-05-17T08:30:00.000000001Z, false",
    "2024-05-17T10:30:00+02:00, true",
    "2024-05-17T08:29Z, true",
    "2024-05-17T08:28:59.999Z, false",
    "2024-05-17T08:30:00, false",
    "2024-05-17, false",
    "2024-05-17T25:30:00Z, false"
  })
  void rangeOfInstantsMatchesTextsWithAnOffset(String text, boolean expected) {
    Instant end = Instant.parse("2024-05-17T08:30:00Z");
    Scope minute = Scope.between("date", end.minusSeconds(60), end);
    assertThat(minute.allows(Map.of("date", text))).isEqualTo(expected);
  }

  @Test
  void rangesOfFarYearsMatchTheTextsOfTheirDates() {
    LocalDate far = LocalDate.of(12_024, 1, 1);
    LocalDate ancient = LocalDate.of(-44, 3, 15);
    Scope all = Scope.between("date", ancient, far);
    assertThat(all.allows(Map.of("date", far.toString()))).isTrue();
    assertThat(all.allows(Map.of("date", ancient.toString()))).isTrue();
    assertThat(all.allows(Map.of("date", far.plusDays(1).toString()))).isFalse();
  }

  @Test
  void datesEqualTheirText() {
    LocalDate day = LocalDate.of(2024, 5, 17);
    Instant time = Instant.parse("2024-05-17T08:30:00Z");
    assertThat(Scope.equal("date", day).allows(Map.of("date", "2024-05-17"))).isTrue();
    assertThat(Scope.equal("date", day)).isEqualTo(Scope.equal("date", "2024-05-17"));
    assertThat(Scope.equal("date", day).allows(Map.of("date", time.toString()))).isFalse();
    assertThat(Scope.in("date", List.of(day, time)).allows(Map.of("date", time.toString())))
        .isTrue();
    assertThat(Scope.equal("date", day).allows(Map.of("date", List.of("2024-05-17")))).isTrue();
  }

  @Test
  void neverAllowsADocumentWithoutATestedKey() {
    Scope missing = Scope.equal("owner", "x");
    assertThat(missing.allows(METADATA)).isFalse();
    assertThat(missing.not().allows(METADATA)).isFalse();
    assertThat(missing.not().not().allows(METADATA)).isFalse();
    assertThat(missing.and(Scope.equal("tenant", "other")).not().allows(METADATA)).isFalse();
    assertThat(Scope.equal("tenant", "other").not().allows(METADATA)).isTrue();
  }

  /**
   * Each type of scope must return its keys. Otherwise {@code not} would allow documents that do
   * not have these keys.
   */
  @Test
  void returnsTheKeysOfEveryTypeOfScope() {
    Scope equal = Scope.equal("tenant", "acme");
    Scope in = Scope.in("year", List.of(1893));
    Scope between = Scope.between("share", 0, 1);
    Map<Scope, Set<String>> keys =
        Map.of(
            Scope.everything(),
            Set.of(),
            equal,
            Set.of("tenant"),
            in,
            Set.of("year"),
            between,
            Set.of("share"),
            equal.and(in),
            Set.of("tenant", "year"),
            in.or(between),
            Set.of("year", "share"),
            equal.or(equal).not(),
            Set.of("tenant"));
    keys.forEach((scope, expected) -> assertThat(scope.keys()).isEqualTo(expected));
    assertThat(keys.keySet().stream().map(Object::getClass))
        .containsExactlyInAnyOrder(Scope.class.getPermittedSubclasses());
  }

  @Test
  void combinesWithAndAndOr() {
    Scope acme = Scope.equal("tenant", "acme");
    Scope late = Scope.between("year", 1900, 2000);
    assertThat(acme.and(late).allows(METADATA)).isFalse();
    assertThat(acme.or(late).allows(METADATA)).isTrue();
    assertThat(Scope.everything().and(acme)).isEqualTo(acme);
    assertThat(acme.and(Scope.everything())).isEqualTo(acme);
  }

  @Test
  void rejectsValuesThatCannotBeCompared() {
    assertThatIllegalArgumentException().isThrownBy(() -> Scope.equal("tenant", null));
    assertThatIllegalArgumentException().isThrownBy(() -> Scope.equal("tenant", List.of("a")));
    assertThatIllegalArgumentException().isThrownBy(() -> Scope.between("year", 1, "2"));
    LocalDate day = LocalDate.of(2024, 5, 17);
    assertThatIllegalArgumentException().isThrownBy(() -> Scope.between("day", day, "2024-05-18"));
    assertThatIllegalArgumentException().isThrownBy(() -> Scope.between("day", day, Instant.MAX));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scope.equal("day", day.atStartOfDay()))
        .withMessageContaining("LocalDate or Instant");
  }
}
