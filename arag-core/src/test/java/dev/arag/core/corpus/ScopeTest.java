package dev.arag.core.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

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
  }
}
