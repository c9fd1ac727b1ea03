package dev.arag.index.bench;

import dev.arag.index.Index;
import dev.arag.index.StoreIndex;
import dev.arag.index.internal.store.FileStore;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncReport;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * Measures which share of the time checksums take when texts are indexed without embeddings: {@code
 * ChecksumShare FOLDER}. After each indexing run, the program computes the same kind of checksums
 * over as many bytes as the run has written. It prints the median ratio of the two times.
 */
final class ChecksumShare {
  private static final int DOCUMENTS = 500;
  private static final int BLOCK = 1 << 18;
  private static final int WARM_UP = 2;
  private static final int RUNS = 5;

  private ChecksumShare() {}

  public static void main(String[] arguments) throws Exception {
    byte[] bytes = new byte[64 << 20];
    double[] shares = new double[RUNS];
    for (int run = 0; run < WARM_UP + RUNS; run++) {
      TimedStore store = new TimedStore(new FileStore(Path.of(arguments[0], "index-" + run)));
      TimeSpent indexing = TimeSpent.by(() -> index(store));
      TimeSpent checksums = TimeSpent.by(() -> checksums(bytes, store.bytesWritten()));
      System.out.printf(
          Locale.ROOT,
          "%.1f MB written: indexing %.0f ms, checksums %.2f ms of CPU time%n",
          store.bytesWritten() / 1e6,
          indexing.processorMillis(),
          checksums.processorMillis());
      if (run >= WARM_UP) {
        shares[run - WARM_UP] = checksums.processorMillis() / indexing.processorMillis();
      }
    }
    Arrays.sort(shares);
    System.out.printf(Locale.ROOT, "share of checksums %.3f %%%n", 100 * shares[RUNS / 2]);
  }

  private static SyncReport index(TimedStore store) {
    try (Index index = StoreIndex.builder(store).withoutEmbeddings().openOrCreate()) {
      return index.sync(Source.documents("texts", GeneratedTexts.documents(1, DOCUMENTS)));
    }
  }

  /** Computes a checksum of each block and a hash over all checksums. */
  private static byte[] checksums(byte[] bytes, long count) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (long at = 0; at < count; at += BLOCK) {
      CRC32C checksum = new CRC32C();
      checksum.update(bytes, (int) (at % bytes.length), (int) Math.min(BLOCK, count - at));
      for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
        digest.update((byte) (checksum.getValue() >>> shift));
      }
    }
    return digest.digest();
  }
}
