package dev.arag.index.internal.commit;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Where the documents of a source come from. The hash identifies the path. The texts are for
 * messages; they are removed when the source has no documents any more, because a path may contain
 * the name of a deleted document.
 *
 * @param pathHash the hash of the real path at the last sync
 * @param path the real path at the last sync; empty if the source has no documents
 * @param earlierPath another path that some stored documents of the source may come from; empty if
 *     there is none. A sync sets it if it finds none of the stored documents at a new path
 */
public record SourceLocation(SourceFingerprint pathHash, String path, String earlierPath) {
  /** Returns a location without an earlier path. */
  public static SourceLocation of(Path realPath) {
    // A lone surrogate, which a path on Windows can contain, cannot be stored.
    String path =
        new String(realPath.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    return new SourceLocation(SourceFingerprint.of(path), path, "");
  }

  /** Returns whether both locations have the same path. */
  public boolean isAt(SourceLocation other) {
    return pathHash.equals(other.pathHash);
  }

  /** Returns this location with another earlier path. */
  public SourceLocation withEarlierPath(String other) {
    return new SourceLocation(pathHash, path, other);
  }

  /** Returns this location without texts. */
  public SourceLocation withoutTexts() {
    return new SourceLocation(pathHash, "", "");
  }
}
