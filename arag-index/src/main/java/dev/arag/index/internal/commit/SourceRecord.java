package dev.arag.index.internal.commit;

import dev.arag.index.spi.Skip;
import java.util.List;

/**
 * Where the documents of a source come from, as a manifest stores it.
 *
 * @param pathHash the hash of the real path at the last sync
 * @param path the real path at the last sync; empty if the source has no documents
 * @param skipped what the last sync skipped, in the order of the source; the first 1,000
 */
public record SourceRecord(SourceFingerprint pathHash, String path, List<Skip> skipped) {
  private static final int MAX_SKIPPED = 1_000;

  public SourceRecord {
    skipped = List.copyOf(skipped.subList(0, Math.min(skipped.size(), MAX_SKIPPED)));
  }

  /** Returns this record without texts. */
  public SourceRecord withoutTexts() {
    return new SourceRecord(pathHash, "", List.of());
  }

  public SourceRecord withSkipped(List<Skip> changed) {
    return new SourceRecord(pathHash, path, changed);
  }
}
