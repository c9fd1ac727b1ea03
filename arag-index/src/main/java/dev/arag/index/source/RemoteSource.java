package dev.arag.index.source;

import dev.arag.index.spi.SourceEntries;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A store of documents outside of the file system. The connectors implement it. Immutable. */
public interface RemoteSource {
  /** Returns the default name of the source; not blank. */
  String name();

  /**
   * Returns what identifies the store: no other store has it, and it never changes. An index stores
   * it, and messages contain it, so it must not contain credentials. Null if the name is enough.
   */
  @Nullable String location();

  /**
   * Returns the documents, without accessing the store yet. The entries throw a {@link
   * RemoteSourceException} if the store cannot be read; a sync then stores the documents before it,
   * and deletes none.
   *
   * @param name the name of the source; the ids of all documents begin with it and a {@code /}
   * @param options applies the options of the source, such as its parsers
   */
  SourceEntries open(String name, UnaryOperator<FileIngest> options);
}
