package dev.arag.index.internal.sync;

import dev.arag.index.Source;
import dev.arag.index.SourceNameException;
import dev.arag.index.internal.commit.SourceFingerprint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The names and real paths of the sources that are registered in an index. */
public final class SourceRegistry {
  private final Map<SourceFingerprint, SourceFingerprint> paths;

  /**
   * @param paths the hashed real paths of sources, by the hashed name of the source
   */
  public SourceRegistry(Map<SourceFingerprint, SourceFingerprint> paths) {
    this.paths = paths;
  }

  /**
   * Resolves all sources. This is done before any source is read, so that an invalid source does
   * not leave a partial sync.
   *
   * @throws SourceNameException if two sources share a name, or a name is registered for another
   *     path
   */
  public List<Source.Resolved> resolve(List<Source> sources) {
    Set<String> names = new HashSet<>();
    List<Source.Resolved> resolved = new ArrayList<>();
    for (Source source : sources) {
      Source.Resolved each = source.resolve();
      if (!names.add(each.name())) {
        throw new SourceNameException(
            "Two sources are named "
                + each.name()
                + ". Give one of them a different name with Source.name.");
      }
      requireSamePath(each);
      resolved.add(each);
    }
    return resolved;
  }

  private void requireSamePath(Source.Resolved source) {
    SourceFingerprint registered = paths.get(SourceFingerprint.of(source.name()));
    Path path = source.realPath();
    if (registered != null
        && path != null
        && !registered.equals(SourceFingerprint.of(path.toString()))) {
      throw new SourceNameException(
          "The source name "
              + source.name()
              + " already belongs to a different path in this index. Give "
              + path
              + " a different name with Source.name.");
    }
  }
}
