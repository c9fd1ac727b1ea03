package dev.arag.core.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScopeTest {
  private static final Map<String, Object> METADATA =
      Map.of(
          "tenant", "acme", "year", 1893L, "share", 0.5, "open", true, "tags", List.of("a", "b"));

  @Test
  void valuesCompareByKind() {
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
  void rangesIncludeTheirBounds() {
    assertThat(Scope.between("year", 1893, 1893).allows(METADATA)).isTrue();
    assertThat(Scope.between("share", 0, 0.4).allows(METADATA)).isFalse();
    assertThat(Scope.between("tenant", "a", "b").allows(METADATA)).isTrue();
    assertThat(Scope.between("open", 0, 1).allows(METADATA)).isFalse();
  }

  @Test
  void aMissingKeyMatchesNothingNotEvenUnderNot() {
    Scope missing = Scope.equal("owner", "x");
    assertThat(missing.allows(METADATA)).isFalse();
    assertThat(missing.not().allows(METADATA)).isFalse();
    assertThat(missing.not().not().allows(METADATA)).isFalse();
    assertThat(missing.and(Scope.equal("tenant", "other")).not().allows(METADATA)).isFalse();
    assertThat(Scope.equal("tenant", "other").not().allows(METADATA)).isTrue();
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
  void refusesValuesThatCannotBeCompared() {
    assertThatIllegalArgumentException().isThrownBy(() -> Scope.equal("tenant", null));
    assertThatIllegalArgumentException().isThrownBy(() -> Scope.equal("tenant", List.of("a")));
    assertThatIllegalArgumentException().isThrownBy(() -> Scope.between("year", 1, "2"));
  }
}
