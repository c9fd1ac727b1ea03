package dev.arag.index.internal.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.embed.Embedding;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.store.MemoryStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that scans with a floor find the same best rows as scoring all rows. */
class ScanTest {
  private static final int[] DIMENSIONS = {1, 2, 3, 8, 17, 64, 384, 1000};

  private record Scored(long row, float score) {
    static final Comparator<Scored> BEST_FIRST =
        Comparator.comparingDouble(Scored::score).reversed().thenComparingLong(Scored::row);
  }

  /** A collector that keeps a given number of best rows. */
  private static final class BestRows implements ScoreCollector {
    private final int wanted;
    private final PriorityQueue<Scored> kept = new PriorityQueue<>(Scored.BEST_FIRST.reversed());
    private int added;

    BestRows(int wanted) {
      this.wanted = wanted;
    }

    @Override
    public float floor() {
      return kept.size() < wanted ? Float.NEGATIVE_INFINITY : kept.element().score();
    }

    @Override
    public void add(long row, float score) {
      added++;
      kept.add(new Scored(row, score));
      if (kept.size() > wanted) {
        kept.remove();
      }
    }

    List<Scored> bestFirst() {
      return kept.stream().sorted(Scored.BEST_FIRST).toList();
    }
  }

  static Stream<Arguments> scansAndSeeds() {
    return Stream.of(RowScanKind.values())
        .flatMap(kind -> IntStream.range(0, 8).mapToObj(seed -> Arguments.of(kind, seed)));
  }

  @ParameterizedTest
  @MethodSource("scansAndSeeds")
  void findsTheBestRowsOfAll(RowScanKind kind, int seed) throws IOException {
    Random random = new Random(seed);
    int dimension = DIMENSIONS[seed % DIMENSIONS.length];
    Embedding query = random(random, dimension);
    List<Embedding> rows = nearTies(random, query, 600 + random.nextInt(1500));
    List<Embedding> queries = new ArrayList<>(List.of(query));
    while (queries.size() <= seed % RowScan.MAX_QUERIES) {
      queries.add(nudged(random, rows.get(random.nextInt(rows.size()))));
    }
    List<RowRange> ranges = ranges(random, rows.size());
    List<BestRows> best =
        queries.stream().map(each -> new BestRows(1 + random.nextInt(30))).toList();
    kind.of(queries, rows.size()).scan(written(rows), ranges, best);
    for (int i = 0; i < queries.size(); i++) {
      assertThat(best.get(i).bestFirst())
          .isEqualTo(scored(queries.get(i), rows, ranges).limit(best.get(i).wanted).toList());
    }
  }

  private static Stream<Scored> scored(
      Embedding query, List<Embedding> rows, List<RowRange> ranges) {
    return ranges.stream()
        .flatMapToLong(range -> LongStream.range(range.first(), range.end()))
        .mapToObj(row -> new Scored(row, query.dot(rows.get((int) row))))
        .sorted(Scored.BEST_FIRST);
  }

  /** Returns one long range or many short ranges, some of them empty. */
  private static List<RowRange> ranges(Random random, int rows) {
    if (random.nextInt(3) == 0) {
      return List.of(new RowRange(random.nextInt(20), rows));
    }
    int longest = 1 + random.nextInt(200);
    List<RowRange> ranges = new ArrayList<>();
    int first = random.nextInt(longest);
    while (first < rows) {
      int end = Math.min(rows, first + random.nextInt(longest));
      ranges.add(new RowRange(first, end));
      first = end + random.nextInt(longest);
    }
    return ranges;
  }

  /**
   * Returns rows of which many are close to the query. Many of these are equal, and many differ
   * only in the last bits.
   */
  private static List<Embedding> nearTies(Random random, Embedding query, int count) {
    List<Embedding> rows = new ArrayList<>();
    rows.add(query);
    while (rows.size() < count) {
      Embedding other = rows.get(random.nextInt(rows.size()));
      switch (random.nextInt(4)) {
        case 0 -> rows.add(other);
        case 1 -> rows.add(random(random, query.dimension()));
        default -> rows.add(nudged(random, other));
      }
    }
    return rows;
  }

  private static Embedding nudged(Random random, Embedding row) {
    float[] values = row.toArray();
    for (int i = 0; i < values.length; i++) {
      values[i] += (random.nextInt(7) - 3) * Math.ulp(values[i]);
    }
    return Embedding.of(values);
  }

  private static Embedding random(Random random, int dimension) {
    float[] values = new float[dimension];
    for (int i = 0; i < dimension; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return Embedding.of(values);
  }

  private static VectorReader written(List<Embedding> rows) throws IOException {
    MemoryStore store = new MemoryStore();
    try (VectorWriter writer = VectorWriter.create(store, "a", rows.get(0).dimension())) {
      for (Embedding row : rows) {
        writer.add(row);
      }
      return VectorReader.of(BlockReader.open(store, "a", FileKind.VECTORS, writer.finish()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void skipsMostRows(RowScanKind kind) throws IOException {
    Random random = new Random(5);
    List<Embedding> rows = IntStream.range(0, 5_000).mapToObj(i -> random(random, 384)).toList();
    BestRows best = new BestRows(10);
    kind.of(List.of(rows.get(0)), rows.size())
        .scan(written(rows), List.of(new RowRange(0, 5_000)), List.of(best));
    assertThat(best.added).isBetween(10, 500);
  }

  /**
   * Excludes the value -2 for scans of codes. The codes prove that such a row is below the floor,
   * so only verification can find it.
   */
  static Stream<Arguments> scansAndDamage() {
    return Stream.of(-2f, 2f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY)
        .flatMap(
            value ->
                Stream.of(RowScanKind.values())
                    .filter(kind -> !(kind.usesCodes() && value == -2))
                    .map(kind -> Arguments.of(kind, value)));
  }

  /** A scan must report an impossible score even if the score is below the floor. */
  @ParameterizedTest
  @MethodSource("scansAndDamage")
  void reportsADamagedRowBelowTheFloor(RowScanKind kind, float value) throws IOException {
    MemoryStore store = new MemoryStore();
    float[] values = {1, value};
    TileQuantizer code = new TileQuantizer(1);
    code.encode(values, 2);
    try (BlockWriter file = BlockWriter.create(store, "a", FileKind.VECTORS)) {
      writeFloats(file, values);
      file.write(code.bytes(), 0, 2);
      writeFloats(file, code.parameters());
      file.writeLong(2);
      file.writeLong(1);
      VectorReader reader =
          VectorReader.of(BlockReader.open(store, "a", FileKind.VECTORS, file.finish()));
      RowScan scan = kind.of(List.of(Embedding.of(new float[] {1})), 2);
      assertThatThrownBy(
              () -> scan.scan(reader, List.of(new RowRange(0, 2)), List.of(new BestRows(1))))
          .isInstanceOf(CorruptIndexException.class)
          .hasMessageContaining("row 1");
    }
  }

  private static void writeFloats(BlockWriter file, float... values) throws IOException {
    for (float value : values) {
      file.writeInt(Float.floatToRawIntBits(value));
    }
  }
}
