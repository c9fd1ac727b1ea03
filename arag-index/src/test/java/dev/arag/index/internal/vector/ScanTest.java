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
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The best rows with a floor are those of scoring all rows, whichever kernel leaves out the others.
 */
class ScanTest {
  private static final int[] DIMENSIONS = {1, 2, 3, 8, 17, 64, 384, 1000};

  private record Scored(long row, float score) {
    static final Comparator<Scored> BEST_FIRST =
        Comparator.comparingDouble(Scored::score).reversed().thenComparingLong(Scored::row);
  }

  /** Keeps the best so many. */
  private static final class Best implements VectorReader.Scores {
    private final int wanted;
    private final PriorityQueue<Scored> kept = new PriorityQueue<>(Scored.BEST_FIRST.reversed());
    private int added;

    Best(int wanted) {
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

  static Stream<Arguments> kernelsAndSeeds() {
    return Stream.of(Kernel.values())
        .flatMap(kernel -> IntStream.range(0, 40).mapToObj(seed -> Arguments.of(kernel, seed)));
  }

  @ParameterizedTest
  @MethodSource("kernelsAndSeeds")
  void theBestRowsAreThoseOfScoringAll(Kernel kernel, int seed) throws IOException {
    Random random = new Random(seed);
    int dimension = DIMENSIONS[seed % DIMENSIONS.length];
    Embedding query = random(random, dimension);
    List<Embedding> rows = nearTies(random, query, 600);
    Best best = new Best(1 + random.nextInt(30));
    int first = random.nextInt(20);
    written(rows).score(kernel, query, first, rows.size(), best);
    assertThat(best.bestFirst())
        .isEqualTo(
            IntStream.range(first, rows.size())
                .mapToObj(row -> new Scored(row, query.dot(rows.get(row))))
                .sorted(Scored.BEST_FIRST)
                .limit(best.wanted)
                .toList());
  }

  /** Rows of which the nearest are about the query itself, many the same, many some bits apart. */
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
  void mostRowsAreLeftOut(Kernel kernel) throws IOException {
    Random random = new Random(5);
    List<Embedding> rows = IntStream.range(0, 5_000).mapToObj(i -> random(random, 384)).toList();
    Best best = new Best(10);
    written(rows).score(kernel, rows.get(0), 0, rows.size(), best);
    assertThat(best.added).isBetween(10, 500);
  }

  /** The test of rows against a floor must not hide what no score can be. */
  @ParameterizedTest
  @ValueSource(floats = {-2, 2, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
  void aDamagedRowIsFoundThoughItIsBelowTheFloor(float value) throws IOException {
    MemoryStore store = new MemoryStore();
    try (BlockWriter file = BlockWriter.create(store, "a", FileKind.VECTORS)) {
      file.writeInt(Float.floatToRawIntBits(1));
      file.writeInt(Float.floatToRawIntBits(value));
      file.writeLong(2);
      file.writeLong(1);
      file.writeLong(0);
      VectorReader reader =
          VectorReader.of(BlockReader.open(store, "a", FileKind.VECTORS, file.finish()));
      Embedding query = Embedding.of(new float[] {1});
      assertThatThrownBy(() -> reader.score(query, 0, 2, new Best(1)))
          .isInstanceOf(CorruptIndexException.class)
          .hasMessageContaining("row 1");
    }
  }
}
