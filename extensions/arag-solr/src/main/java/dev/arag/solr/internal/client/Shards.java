package dev.arag.solr.internal.client;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.solr.common.util.Hash;

/**
 * The active shards of a collection.
 *
 * @param ranges the range of hashes of each shard
 */
public record Shards(List<Range> ranges) {
  /** Solr takes the upper half of the hash from the part of the id before "!". */
  private static final int PREFIX_BITS = 16;

  /** A range of signed 32-bit hashes, both inclusive. */
  public record Range(int first, int last) {
    /** Reads a range such as {@code 80000000-ffffffff}. */
    static Range parse(String text) {
      int dash = text.indexOf('-');
      return new Range(
          Integer.parseUnsignedInt(text.substring(0, dash), 16),
          Integer.parseUnsignedInt(text.substring(dash + 1), 16));
    }

    private boolean contains(int hash) {
      return hash >= first && hash <= last;
    }
  }

  public Shards {
    ranges = List.copyOf(ranges);
  }

  /**
   * Returns one key for each shard. Solr stores a document in this shard if its id begins with the
   * key and {@code !}.
   */
  public List<String> routeKeys() {
    return ranges.stream().map(Shards::routeKey).toList();
  }

  private static String routeKey(Range range) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> "marker" + i)
        .filter(key -> range.contains(hash(key)))
        .findFirst()
        .orElseThrow();
  }

  private static int hash(String key) {
    int hash = Hash.murmurhash3_x86_32(key, 0, key.length(), 0);
    return hash >>> PREFIX_BITS << PREFIX_BITS;
  }
}
