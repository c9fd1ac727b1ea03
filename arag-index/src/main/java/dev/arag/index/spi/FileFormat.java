package dev.arag.index.spi;

import java.util.Locale;
import java.util.Set;

/**
 * A file format that a source can read. A {@link Parser} creates one document from a file. A {@link
 * RecordFormat} creates several documents from a file.
 */
public sealed interface FileFormat permits Parser, RecordFormat {
  /**
   * Returns the file name extensions of this format, in lower case and without the dot, such as
   * {@code md}. Default: the empty set, which stands for all extensions; files without an extension
   * are not included.
   */
  default Set<String> extensions() {
    return Set.of();
  }

  /**
   * Returns whether a file has this format. A source reads a file with the first of its formats
   * that returns true. Default: whether the name has one of the {@link #extensions}.
   *
   * @param fileName the last name of the file's path
   * @param isSource whether this file is the whole source, and not a file in a folder
   * @throws UnreadableSourceException if this format cannot read the file, and no other format of
   *     the source may read it. The message is the reason that the user sees
   */
  default boolean reads(String fileName, boolean isSource) {
    int dot = fileName.lastIndexOf('.');
    return dot >= 0
        && (extensions().isEmpty()
            || extensions().contains(fileName.substring(dot + 1).toLowerCase(Locale.ROOT)));
  }
}
