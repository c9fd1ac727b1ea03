package dev.arag.core.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScopeTest {
  private static final Map<String, Object> METADATA =
      Map.of(
          "tenant", "acme", "year", 1893L, "share", 0.5, "open", true, "tags", List.of("a", "b"));

  private static boolean allows(Scope scope) {
    return allows(scope, METADATA);
  }

  private static boolean allows(Scope scope, Map<String, Object> metadata) {
    Location location = Location.builder("wiki/a").metadata(metadata).build();
    return scope.allows(new Chunk(CHUNK, location, "", List.of(), 0, null, null), "wiki");
  }

  private static final ChunkId CHUNK = ChunkId.of("c1");

  @Test
  void comparesIdsAndSourcesExactly() {
    assertThat(allows(Scope.documents("wiki/a"))).isTrue();
    assertThat(allows(Scope.documents("wiki/A", "wiki/a "))).isFalse();
    assertThat(allows(Scope.chunks(CHUNK))).isTrue();
    assertThat(allows(Scope.chunks(ChunkId.of("wiki/a")))).isFalse();
    assertThat(allows(Scope.source("wiki"))).isTrue();
    assertThat(allows(Scope.source("wik"))).isFalse();
    for (Scope nothing : List.of(Scope.documents(), Scope.chunks())) {
      assertThat(allows(nothing)).isFalse();
      assertThat(allows(nothing.not())).isTrue();
    }
  }

  @Test
  void comparesPrincipalsExactly() {
    Chunk chunk =
        new Chunk(CHUNK, Location.builder("wiki/a").build(), "", List.of(), 0, null, null);
    Scope hr = Scope.readableBy("group:hr", "user:jo");
    assertThat(hr.allows(chunk, null, Set.of("group:hr"))).isTrue();
    assertThat(hr.allows(chunk, null, Set.of("group:HR", "group:hr ", "jo"))).isFalse();
    assertThat(hr.allows(chunk, null)).isFalse();
    assertThat(hr.allows(chunk, null, Set.of(Document.EVERYONE))).isTrue();
    assertThat(Scope.readableBy().allows(chunk, null, Set.of(Document.EVERYONE))).isTrue();
    assertThat(Scope.readableBy().allows(chunk, null, Set.of("group:hr"))).isFalse();
    assertThat(Scope.readableBy(Document.EVERYONE).allows(chunk, null, Set.of("a"))).isFalse();
  }

  /** A recursion of this depth would exhaust the stack. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void acceptsChainsOfTenThousandOperands(boolean isReversed) {
    Scope any = Scope.documents("b");
    Scope all = Scope.documents("wiki/a");
    for (int i = 0; i < 10_000; i++) {
      Scope number = Scope.equal("number", i);
      any = isReversed ? number.or(any) : any.or(number);
      Scope wiki = Scope.source("wiki");
      all = isReversed ? wiki.and(all) : all.and(wiki);
    }
    requireLarge(any, all);
  }

  @Test
  void acceptsAHundredThousandOperands() {
    List<Scope> numbers =
        IntStream.range(0, 100_000).mapToObj(i -> Scope.equal("number", i)).toList();
    requireLarge(
        new Scope.Or(numbers).or(Scope.documents("b")),
        new Scope.And(Collections.nCopies(100_000, Scope.source("wiki"))));
  }

  private static void requireLarge(Scope any, Scope all) {
    assertThat(allows(any)).isFalse();
    assertThat(allows(any, Map.of("number", 7))).isTrue();
    assertThat(allows(any.not())).isFalse();
    assertThat(allows(any.not(), Map.of("number", -1))).isTrue();
    assertThat(any.keys()).containsExactly("number");
    assertThat(allows(all)).isTrue();
    assertThat(allows(all.and(Scope.source("other")))).isFalse();
  }

  @Test
  void combinesAChainInOneScope() {
    Scope a = Scope.source("a");
    Scope b = Scope.source("b");
    Scope c = Scope.source("c");
    assertThat(a.and(b).and(c)).isEqualTo(a.and(b.and(c)));
    assertThat(a.and(b).and(c).operands()).containsExactly(a, b, c);
    assertThat(a.or(b).or(c.and(a).and(b)).operands()).containsExactly(a, b, c.and(a).and(b));
    assertThat(a.not().operands()).containsExactly(a);
    assertThat(a.operands()).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> new Scope.And(List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> new Scope.Or(List.of()));
    assertThatNullPointerException().isThrownBy(() -> new Scope.Or(Arrays.asList(a, null)));
  }

  /** Such a scope tests no metadata, so a metadata key can be missing. */
  @Test
  void negatesIdsAndSourcesAsAComplement() {
    Scope missing = Scope.equal("owner", "x");
    assertThat(allows(Scope.documents("b").not())).isTrue();
    assertThat(allows(Scope.chunks(CHUNK).not())).isFalse();
    assertThat(allows(Scope.source("mail").not().not())).isFalse();
    assertThat(allows(Scope.source("mail").or(Scope.documents("b")).not())).isTrue();
    assertThat(allows(Scope.source("mail").or(missing).not())).isFalse();
    assertThat(allows(Scope.source("wiki").or(missing))).isTrue();
    Location location = Location.builder("a").build();
    Chunk withoutSource = new Chunk(CHUNK, location, "", List.of(), 0, null, null);
    assertThat(Scope.source("wiki").allows(withoutSource, null)).isFalse();
    assertThat(Scope.source("wiki").not().allows(withoutSource, null)).isTrue();
  }

  @Test
  void rejectsBlankAndNullIdsAtOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scope.documents("a", " "))
        .withMessage("id must not be blank");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scope.source("\t"))
        .withMessage("name must not be blank");
    assertThatNullPointerException().isThrownBy(() -> Scope.documents("a", null)).withMessage("id");
    assertThatNullPointerException()
        .isThrownBy(() -> Scope.chunks(Arrays.asList(CHUNK, null)))
        .withMessage("id");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scope.in("key", Arrays.asList("a", null)))
        .withMessageContaining("'key'");
  }

  @Test
  void comparesValuesOfTheSameType() {
    assertThat(allows(Scope.equal("tenant", "acme"))).isTrue();
    assertThat(allows(Scope.equal("year", 1893))).isTrue();
    assertThat(allows(Scope.equal("year", 1893.0))).isTrue();
    assertThat(allows(Scope.equal("year", "1893"))).isFalse();
    assertThat(allows(Scope.equal("open", true))).isTrue();
    assertThat(allows(Scope.equal("tags", "b"))).isTrue();
    assertThat(allows(Scope.in("tenant", List.of("acme", "blimp")))).isTrue();
    assertThat(allows(Scope.in("tenant", List.of()))).isFalse();
  }

  @Test
  void comparesNumbersOfEachTypeByValue() {
    assertThat(allows(Scope.equal("year", new BigDecimal("1893.0")))).isTrue();
    assertThat(allows(Scope.equal("year", new BigDecimal("1893.5")))).isFalse();
    assertThat(allows(Scope.between("year", new BigDecimal("1893.5"), 2000))).isFalse();
    BigInteger wrapped = BigInteger.ONE.shiftLeft(64).add(BigInteger.valueOf(1893));
    assertThat(allows(Scope.equal("year", wrapped))).isFalse();
    long large = (1L << 53) + 1;
    Scope exact = Scope.equal("id", BigInteger.valueOf(large));
    assertThat(allows(exact, Map.of("id", large))).isTrue();
    assertThat(allows(exact, Map.of("id", large - 1))).isFalse();
  }

  @Test
  void includesTheBoundsOfARange() {
    assertThat(allows(Scope.between("year", 1893, 1893))).isTrue();
    assertThat(allows(Scope.between("share", 0, 0.4))).isFalse();
    assertThat(allows(Scope.between("tenant", "a", "b"))).isTrue();
    assertThat(allows(Scope.between("open", 0, 1))).isFalse();
    Instant now = Instant.now();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scope.between("year", 5, 2))
        .withMessage(
            "The lower bound of a range on 'year' must be <= the upper bound, was 5 and 2");
    assertThatIllegalArgumentException().isThrownBy(() -> Scope.between("key", "b", "a"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scope.between("key", LocalDate.MAX, LocalDate.MIN));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scope.between("key", now.plusNanos(1), now));
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
    assertThat(allows(may, Map.of("date", text))).isEqualTo(expected);
    assertThat(allows(may.not(), Map.of("date", text))).isEqualTo(!expected);
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
    assertThat(allows(minute, Map.of("date", text))).isEqualTo(expected);
  }

  @Test
  void rangesOfFarYearsMatchTheTextsOfTheirDates() {
    LocalDate far = LocalDate.of(12_024, 1, 1);
    LocalDate ancient = LocalDate.of(-44, 3, 15);
    Scope all = Scope.between("date", ancient, far);
    assertThat(allows(all, Map.of("date", far.toString()))).isTrue();
    assertThat(allows(all, Map.of("date", ancient.toString()))).isTrue();
    assertThat(allows(all, Map.of("date", far.plusDays(1).toString()))).isFalse();
  }

  @Test
  void rangesOfTheFirstAndLastTimesMatchTheirTexts() {
    Instant now = Instant.parse("2024-05-17T08:30:00Z");
    Scope future = Scope.between("date", now, Instant.MAX);
    assertThat(allows(future, Map.of("date", Instant.MAX.toString()))).isTrue();
    assertThat(allows(future, Map.of("date", Instant.MIN.toString()))).isFalse();
    Scope past = Scope.between("date", Instant.MIN, now);
    assertThat(allows(past, Map.of("date", Instant.MIN.toString()))).isTrue();
    Scope days = Scope.between("date", LocalDate.MIN, LocalDate.MAX);
    assertThat(allows(days, Map.of("date", LocalDate.MAX.toString()))).isTrue();
    assertThat(allows(days, Map.of("date", LocalDate.MIN.toString()))).isTrue();
  }

  @Test
  void datesEqualTheirText() {
    LocalDate day = LocalDate.of(2024, 5, 17);
    Instant time = Instant.parse("2024-05-17T08:30:00Z");
    assertThat(allows(Scope.equal("date", day), Map.of("date", "2024-05-17"))).isTrue();
    assertThat(Scope.equal("date", day)).isEqualTo(Scope.equal("date", "2024-05-17"));
    assertThat(allows(Scope.equal("date", day), Map.of("date", time.toString()))).isFalse();
    assertThat(allows(Scope.in("date", List.of(day, time)), Map.of("date", time.toString())))
        .isTrue();
    assertThat(allows(Scope.equal("date", day), Map.of("date", List.of("2024-05-17")))).isTrue();
  }

  @Test
  void neverAllowsADocumentWithoutATestedKey() {
    Scope missing = Scope.equal("owner", "x");
    assertThat(allows(missing)).isFalse();
    assertThat(allows(missing.not())).isFalse();
    assertThat(allows(missing.not().not())).isFalse();
    assertThat(allows(missing.and(Scope.equal("tenant", "other")).not())).isFalse();
    assertThat(allows(Scope.equal("tenant", "other").not())).isTrue();
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
            Set.of("tenant"),
            Scope.documents("a"),
            Set.of(),
            Scope.chunks(CHUNK),
            Set.of(),
            Scope.source("wiki"),
            Set.of());
    keys.forEach((scope, expected) -> assertThat(scope.keys()).isEqualTo(expected));
    Scope readers = Scope.readableBy("jo");
    assertThat(readers.keys()).isEmpty();
    assertThat(Stream.concat(keys.keySet().stream(), Stream.of(readers)).map(Object::getClass))
        .containsExactlyInAnyOrder(Scope.class.getPermittedSubclasses());
  }

  @Test
  void combinesWithAndAndOr() {
    Scope acme = Scope.equal("tenant", "acme");
    Scope late = Scope.between("year", 1900, 2000);
    assertThat(allows(acme.and(late))).isFalse();
    assertThat(allows(acme.or(late))).isTrue();
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
