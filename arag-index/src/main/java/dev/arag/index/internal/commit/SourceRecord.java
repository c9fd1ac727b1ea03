package dev.arag.index.internal.commit;

/**
 * Where the documents of a source come from, as a manifest stores it.
 *
 * @param pathHash the hash of the real path at the last sync
 * @param path the real path at the last sync; empty if the source has no documents
 * @param earlierPath another path that some stored documents of the source may come from; empty if
 *     there is none
 */
public record SourceRecord(SourceFingerprint pathHash, String path, String earlierPath) {
  /** Returns this record without texts. */
  public SourceRecord withoutTexts() {
    return new SourceRecord(pathHash, "", "");
  }
}
