package dev.arag.index.internal.commit;

/**
 * Where the documents of a source come from, as a manifest stores it.
 *
 * @param pathHash the hash of the real path at the last sync
 * @param path the real path at the last sync; empty if the source has no documents
 */
public record SourceRecord(SourceFingerprint pathHash, String path) {
  /** Returns this record without texts. */
  public SourceRecord withoutTexts() {
    return new SourceRecord(pathHash, "");
  }
}
