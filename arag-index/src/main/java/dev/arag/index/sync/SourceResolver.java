package dev.arag.index.sync;

import static java.util.Objects.requireNonNull;

import dev.arag.index.MovedSource;
import dev.arag.index.Source;
import dev.arag.index.SourceNameException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Resolves the sources of a sync and checks their paths against the paths of the last sync. Not
 * thread-safe.
 */
final class SourceResolver {
  private final DocumentStore stored;

  /**
   * @param stored the store, which is not changed
   */
  SourceResolver(DocumentStore stored) {
    this.stored = requireNonNull(stored, "stored");
  }

  /** See {@link SourceSync#resolve}. */
  List<RegisteredSource> resolve(List<Source> sources) {
    Set<String> names = new HashSet<>();
    List<RegisteredSource> resolved = new ArrayList<>();
    for (Source source : requireNonNull(sources, "sources")) {
      Source.Resolved each = source.resolve();
      if (!names.add(each.name())) {
        throw new SourceNameException(
            "Two sources are named "
                + each.name()
                + ". Give one of them a different name with Source.name.");
      }
      resolved.add(register(each));
    }
    return resolved;
  }

  private RegisteredSource register(Source.Resolved source) {
    if (source.realPath() == null) {
      return new RegisteredSource(source, null, null);
    }
    SourceLocation location = locate(source.realPath());
    SourceLocation before = stored.location(source.name());
    if (before == null || before.isAt(location)) {
      return new RegisteredSource(source, location, null);
    }
    if (!source.source().isNamed()) {
      throw newNameException(source.name(), before.path(), location.path());
    }
    MovedSource moved = new MovedSource(source.name(), before.path(), location.path());
    return new RegisteredSource(source, location, moved);
  }

  private SourceLocation locate(Path realPath) {
    // A lone surrogate, which a path on Windows can contain, cannot be stored.
    String path =
        new String(realPath.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    return new SourceLocation(stored.pathHash(path), path);
  }

  private static SourceNameException newNameException(String name, String stored, String path) {
    return new SourceNameException(
        "The source name "
            + name
            + " already belongs to a different path in this index. Give "
            + path
            + " a different name with Source.name. If the source has moved"
            + (stored.isEmpty() ? "" : " from " + stored)
            + ", set its name to "
            + name
            + " with Source.name.");
  }
}
