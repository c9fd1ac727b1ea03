package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.layout.Fields;
import dev.arag.solr.internal.layout.State;
import dev.arag.solr.internal.query.View;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the chunks in a scope with those of {@link InMemoryCorpus}. */
@Tag("solr")
class ScopeQueryTest {
  static final List<String> KEYS = List.of("k", "key", "K", "ключ", "a b", "x:[* TO *]");
  private static final String LONG = "ж".repeat(3_999);

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "a",
          "ab",
          "b",
          "A",
          "é",
          "\ud7ff",
          "\ue000",
          "\uffee",
          "😀",
          "😀a",
          "😁",
          "𐀀",
          "true",
          "1",
          "*:*",
          LONG + "ж",
          LONG + "жa",
          LONG + "жb",
          LONG + "a😀",
          LONG,
          "2024-05-17",
          "2024-05-17T23:30:00-05:00",
          "2024-05-18T04:30:00Z",
          "2024-05-18T04:30:00.000000001Z",
          "2024-02-30",
          "-0044-03-15",
          "+12024-05-17",
          "1969-12-31T23:59:59.5Z");

  /** Bounds and values that no stored text has. */
  static final List<String> ILL_FORMED =
      List.of(
          "\ud83d", "\ud83da", "a\ud83d", "\ude00", "\ude00b", "😀\ud83d", LONG + "\udc00", "?");

  private static final List<Number> WHOLE =
      List.of(
          0L,
          1L,
          -1L,
          7L,
          1L << 53,
          (1L << 53) + 1,
          -(1L << 53) - 1,
          Long.MAX_VALUE,
          Long.MAX_VALUE - 1,
          Long.MIN_VALUE);

  private static final List<Number> FRACTIONS =
      List.of(
          0.0,
          -0.0,
          0.5,
          1.0,
          -1.0,
          7.25,
          0x1p53,
          0x1p63,
          -0x1p63,
          1e300,
          Double.MIN_VALUE,
          Double.MAX_VALUE);

  private static final List<Number> OTHER_NUMBERS =
      List.of(
          3,
          (short) 7,
          (byte) -1,
          0.1f,
          Double.NaN,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          new BigInteger("9007199254740993"),
          BigInteger.ONE.shiftLeft(63),
          BigInteger.ONE.shiftLeft(63).negate(),
          BigInteger.TEN.pow(400),
          new BigDecimal("7.25"),
          new BigDecimal("9007199254740993"),
          new BigDecimal("0.1"));

  private static final List<LocalDate> DATES =
      List.of(
          LocalDate.of(2024, 5, 17),
          LocalDate.of(2024, 5, 18),
          LocalDate.of(-44, 3, 15),
          LocalDate.of(12024, 5, 17),
          LocalDate.MIN,
          LocalDate.MAX);

  private static final List<Instant> INSTANTS =
      List.of(
          Instant.parse("2024-05-18T04:30:00Z"),
          Instant.parse("2024-05-18T04:30:00.000000001Z"),
          Instant.parse("1969-12-31T23:59:59.5Z"),
          Instant.EPOCH,
          Instant.MIN,
          Instant.MAX);

  static final List<String> SOURCES = List.of("s", "S", "s t\"");

  private static SolrCollection collection;
  private static State state;
  private static InMemoryCorpus memory;

  @BeforeAll
  static void write() {
    Random random = new Random(5);
    Map<String, List<Document>> sources = new TreeMap<>();
    for (int i = 0; i < 300; i++) {
      Document.Builder document =
          Document.builder("d" + i, "Tarn " + i + ".").oneChunk(ChunkId.of("d" + i));
      for (int j = random.nextInt(4); j > 0; j--) {
        document.metadata(pick(random, KEYS), value(random));
      }
      sources
          .computeIfAbsent(pick(random, SOURCES), name -> new ArrayList<>())
          .add(document.build());
    }
    collection = SharedSolr.create(64, 2, 1);
    WrittenChunks.write(collection, sources);
    memory = InMemoryCorpus.ofSources(new HashEmbedder(), sources);
    state =
        Objects.requireNonNull(new CollectionClient(collection.client(), collection.name()).state())
            .state();
  }

  @AfterAll
  static void close() {
    collection.close();
  }

  static Object value(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> pick(random, WHOLE);
      case 1 -> pick(random, FRACTIONS);
      case 2 -> random.nextBoolean();
      case 3 -> IntStream.range(0, random.nextInt(4)).mapToObj(i -> pick(random, TEXTS)).toList();
      default -> pick(random, TEXTS);
    };
  }

  private static <T> T pick(Random random, List<? extends T> values) {
    return values.get(random.nextInt(values.size()));
  }

  @Test
  void seesTheSameAsInMemory() {
    System.out.println("scopes compared: " + compare(200, 1));
  }

  @Test
  void seesTheSameAsInMemoryInThousandsOfCases() {
    System.out.println("scopes compared: " + compare(2_500, 2));
  }

  private static String compare(int cases, long seed) {
    Random random = new Random(seed);
    int partial = 0;
    for (int i = 0; i < cases; i++) {
      Scope scope = scope(random, 3);
      int visible = requireSame(scope);
      partial += visible > 0 && visible < 300 ? 1 : 0;
    }
    assertThat(partial).isGreaterThan(cases / 3);
    return cases + ", neither empty nor everything " + partial;
  }

  static Scope scope(Random random, int depth) {
    if (depth > 0 && random.nextInt(3) > 0) {
      Scope inner = scope(random, depth - 1);
      return switch (random.nextInt(4)) {
        case 0 -> inner.not();
        case 1 -> inner.and(scope(random, depth - 1));
        default -> inner.or(scope(random, depth - 1));
      };
    }
    String key = pick(random, KEYS);
    return switch (random.nextInt(12)) {
      case 0 -> Scope.everything();
      case 1 -> Scope.source(pick(random, SOURCES));
      case 2 -> Scope.documents(ids(random).toList());
      case 3 -> Scope.chunks(ids(random).map(ChunkId::of).toList());
      case 4 ->
          Scope.in(key, Stream.generate(() -> scalar(random)).limit(random.nextInt(5)).toList());
      case 5, 6 -> Scope.equal(key, scalar(random));
      case 7 -> between(key, pick(random, DATES), pick(random, DATES));
      case 8 -> between(key, pick(random, INSTANTS), pick(random, INSTANTS));
      case 9 -> between(key, bound(random), bound(random));
      default -> between(key, number(random), number(random));
    };
  }

  /** Returns a range whose lower bound is the lower one of two values. */
  private static Scope between(String key, Object one, Object other) {
    try {
      return Scope.between(key, one, other);
    } catch (IllegalArgumentException e) {
      return Scope.between(key, other, one);
    }
  }

  private static Stream<String> ids(Random random) {
    return Stream.generate(() -> "d" + random.nextInt(400)).limit(random.nextInt(200));
  }

  private static Object scalar(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> number(random);
      case 1 -> random.nextBoolean();
      case 2 -> pick(random, DATES);
      case 3 -> pick(random, INSTANTS);
      case 4 -> pick(random, ILL_FORMED);
      default -> pick(random, TEXTS);
    };
  }

  private static Number number(Random random) {
    return pick(random, List.of(WHOLE, FRACTIONS, OTHER_NUMBERS).get(random.nextInt(3)));
  }

  private static String bound(Random random) {
    String bound = random.nextInt(3) == 0 ? pick(random, ILL_FORMED) : pick(random, TEXTS);
    return bound.length() > 4_000 ? LONG : bound;
  }

  private static int requireSame(Scope scope) {
    List<String> expected =
        memory.within(scope).documents(new Slice(0, 1_000)).stream()
            .map(entry -> entry.id())
            .sorted()
            .toList();
    assertThat(visible(scope)).as("%s", scope).isEqualTo(expected);
    return expected.size();
  }

  private static List<String> visible(Scope scope) {
    CollectionClient client = new CollectionClient(collection.client(), collection.name());
    View view = new View(client, state, scope);
    ModifiableSolrParams params = view.params(Fields.CHUNK_KIND);
    params.set("q", "*:*");
    params.set("rows", 1_000);
    params.set("fl", Fields.DOCUMENT);
    return view.query(params, Map.of()).getResults().stream()
        .map(document -> (String) document.getFieldValue(Fields.DOCUMENT))
        .sorted()
        .toList();
  }

  @Test
  void tenThousandIds() {
    List<String> ids = IntStream.range(100, 10_100).mapToObj(i -> "d" + i).toList();
    assertThat(requireSame(Scope.documents(ids))).isEqualTo(200);
    assertThat(requireSame(Scope.chunks(ids.stream().map(ChunkId::of).toList()).not()))
        .isEqualTo(100);
    assertThat(requireSame(Scope.in("k", Collections.nCopies(1, "a")).or(Scope.documents(ids))))
        .isGreaterThanOrEqualTo(200);
    assertThat(requireSame(Scope.in("k", ids).or(Scope.in("key", ids)))).isZero();
  }

  @Test
  void longChains() {
    Scope any = Scope.equal("k", "a");
    Scope all = Scope.equal("k", "a").not();
    for (int i = 0; i < 2_000; i++) {
      any = any.or(Scope.equal("key", "v" + i));
    }
    for (int i = 0; i < 100; i++) {
      all = all.and(Scope.between("k", -i, Long.MAX_VALUE));
    }
    requireSame(any);
    requireSame(all);
  }

  /** More than the number of clauses that Lucene allows in a query. */
  @Test
  void fiveThousandValuesAndRanges() {
    List<Scope> values = new ArrayList<>();
    List<Scope> ranges = new ArrayList<>();
    List<Scope> numbers = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      values.add(Scope.equal("key", "v" + i).not().not());
      ranges.add(Scope.between("k", "a" + i, "a" + i + "z"));
      numbers.add(Scope.between("key", -i - 0.5, -i));
    }
    KEYS.forEach(key -> TEXTS.forEach(text -> values.add(Scope.equal(key, text).not().not())));
    ranges.add(Scope.between("k", "a", "ab"));
    Scope any = any(ranges).or(any(numbers));
    assertThat(requireSame(any(values))).isPositive();
    assertThat(requireSame(any(ranges))).isPositive();
    assertThat(requireSame(any(numbers))).isPositive();
    assertThat(requireSame(any(ranges).not())).isPositive();
    requireSame(any.not());
    assertThat(requireSame(any.and(any(values).or(Scope.everything())))).isPositive();
    requireSame(any(numbers.stream().map(Scope::not).toList()).and(Scope.source("s")).not());
    requireSame(all(numbers.subList(0, 800)).not());
    requireSame(all(numbers.subList(0, 800)).or(Scope.source("s")));
  }

  private static Scope any(List<Scope> scopes) {
    return scopes.stream().reduce(Scope::or).orElseThrow();
  }

  private static Scope all(List<Scope> scopes) {
    return scopes.stream().reduce(Scope::and).orElseThrow();
  }

  @Test
  void rangeWithALongBoundIsRejected() {
    Scope scope = Scope.between("k", "a", LONG + "жa");
    assertThatThrownBy(() -> visible(scope))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "A range on 'k' has a bound of more than 8000 bytes of UTF-8, which a Solr collection"
                + " cannot compare.");
  }
}
