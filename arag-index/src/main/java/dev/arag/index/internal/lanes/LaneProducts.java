package dev.arag.index.internal.lanes;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Products of rows of bytes with queries of floats, by the JDK's Vector API. A byte tells a number
 * 128 less than itself. Safe for use by several threads; products are made on the caller's.
 */
public final class LaneProducts {
  private static final String MODULE = "jdk.incubator.vector";
  private static final int OFFSET = 128;

  /** A trial of so many numbers takes some microseconds. */
  private static final int TRIAL_LENGTH = 384;

  private static final int TRIAL_ROWS = 16;

  /** What a compiled one stays below by far; each number an object of its own takes more. */
  private static final long QUICK_NANOS = (long) TRIAL_LENGTH * TRIAL_ROWS;

  private static final long LONGEST_TRIAL_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final int lanes;

  private LaneProducts(int lanes) {
    this.lanes = lanes;
  }

  /** Loaded when first asked for. */
  private static final class Holder {
    static final Optional<LaneProducts> LOADED = load();
  }

  private static final class Speed {
    static final boolean IS_QUICK = Holder.LOADED.filter(LaneProducts::becomesQuick).isPresent();
  }

  /**
   * Empty where the process was not given the module, the processor's registers are too short, or
   * the module is no longer as it was, or is caught miscounting.
   */
  public static Optional<LaneProducts> get() {
    return Holder.LOADED;
  }

  /**
   * As {@link #get}, and empty as well where the JVM does not compile it well. The first call waits
   * until it is compiled, which takes about as long as some searches.
   */
  public static Optional<LaneProducts> quick() {
    return Holder.LOADED.filter(products -> Speed.IS_QUICK);
  }

  private static Optional<LaneProducts> load() {
    if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new LaneProducts(FloatLanes.count())).filter(LaneProducts::isRight);
    } catch (RuntimeException | LinkageError e) {
      // The module is an incubating one: another JDK may have changed it. There are other ways.
      return Optional.empty();
    }
  }

  /** How many sums a product is made of. */
  public int lanes() {
    return lanes;
  }

  /**
   * The query as {@link LaneBlock#multiply} wants it: filled up with zeros, so that what stands
   * behind a row adds nothing.
   */
  public float[] padded(float[] query) {
    return Arrays.copyOf(query, (query.length + lanes - 1) / lanes * lanes);
  }

  /**
   * Room for rows.
   *
   * @param length of a row
   */
  public LaneBlock block(int length) {
    return new LaneBlock(lanes, length);
  }

  /** With whole numbers so small that every sum is exact, whatever its order. */
  private boolean isRight() {
    Random random = new Random(1);
    for (int length : new int[] {1, 7, 64, 384, 1027}) {
      if (!isRight(random, length)) {
        return false;
      }
    }
    return true;
  }

  private boolean isRight(Random random, int length) {
    LaneBlock block = block(length);
    int rows = Math.min(13, block.capacity());
    byte[] numbers = new byte[rows * length];
    random.nextBytes(numbers);
    Arrays.fill(numbers, 0, length, (byte) 0xFF);
    block.rows().put(0, numbers);
    float[] query = new float[length];
    for (int i = 0; i < length; i++) {
      query[i] = random.nextInt(65) - 32;
    }
    float[] products = block.multiply(padded(query), rows);
    for (int row = 0; row < rows; row++) {
      if (products[row] != product(numbers, row * length, query)) {
        return false;
      }
    }
    return true;
  }

  private static int product(byte[] numbers, int start, float[] query) {
    int sum = 0;
    for (int i = 0; i < query.length; i++) {
      sum += (Byte.toUnsignedInt(numbers[start + i]) - OFFSET) * (int) query[i];
    }
    return sum;
  }

  private boolean becomesQuick() {
    LaneBlock block = block(TRIAL_LENGTH);
    float[] query = padded(new float[TRIAL_LENGTH]);
    long start = System.nanoTime();
    long before = start;
    while (before - start < LONGEST_TRIAL_NANOS) {
      block.multiply(query, TRIAL_ROWS);
      long now = System.nanoTime();
      if (now - before < QUICK_NANOS) {
        return true;
      }
      before = now;
    }
    return false;
  }
}
