package dev.arag.connect.spi;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A document in a store, as the store lists it. Immutable.
 *
 * @param path identifies the document in its store; the id of the document is the name of the
 *     source, a {@code /} and this path
 * @param fileName a file name whose extension selects the parser
 * @param revision changes whenever the content changes. It must not be the time of the sync
 * @param metadata metadata that the store has about the document, with values as for {@link
 *     dev.arag.core.text.Document.Builder#metadata}. If they change, the document is read again
 * @param principals who may read the document, such as {@code group:hr}; empty if the store does
 *     not say
 * @param problem the reason why the document cannot be read; null if it can
 */
public record Entry(
    String path,
    String fileName,
    String revision,
    Map<String, Object> metadata,
    Set<String> principals,
    @Nullable String problem) {
  public Entry {
    requireNonNull(path, "path");
    requireNonNull(fileName, "fileName");
    requireNonNull(revision, "revision");
    metadata = Map.copyOf(requireNonNull(metadata, "metadata"));
    principals = Set.copyOf(requireNonNull(principals, "principals"));
  }

  /** Creates an entry whose path ends with its file name. */
  public static Entry of(String path, String revision) {
    String fileName = path.substring(path.lastIndexOf('/') + 1);
    return new Entry(path, fileName, revision, Map.of(), Set.of(), null);
  }

  /** Creates an entry that a sync reports as skipped, without reading it. */
  public static Entry unreadable(String path, String reason) {
    requireNonNull(reason, "reason");
    return new Entry(path, "", "", Map.of(), Set.of(), reason);
  }
}
