package dev.arag.index.internal.sync;

import dev.arag.index.Source;
import dev.arag.index.internal.commit.SourceFingerprint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Holds sources against the places an index knows under their names. */
public final class KnownSources {
  private final Map<SourceFingerprint, SourceFingerprint> known;

  /**
   * @param known the real paths by the names, both hashed
   */
  public KnownSources(Map<SourceFingerprint, SourceFingerprint> known) {
    this.known = known;
  }

  /** Looks for every source before any is read. */
  public List<Source.Resolved> resolve(List<Source> sources) {
    Set<String> names = new HashSet<>();
    List<Source.Resolved> resolved = new ArrayList<>();
    for (Source source : sources) {
      Source.Resolved each = source.resolve();
      if (!names.add(each.name())) {
        throw new IllegalArgumentException(
            "Two sources are called "
                + each.name()
                + ": give one of them another name (--name, Source.name).");
      }
      requireSamePlace(each);
      resolved.add(each);
    }
    return resolved;
  }

  private void requireSamePlace(Source.Resolved source) {
    SourceFingerprint place = known.get(SourceFingerprint.of(source.name()));
    Path path = source.realPath();
    if (place != null && path != null && !place.equals(SourceFingerprint.of(path.toString()))) {
      throw new IllegalArgumentException(
          "The index knows another place as "
              + source.name()
              + ": give "
              + path
              + " another name (--name, Source.name).");
    }
  }
}
