package dev.arag.examples.cli.report;

import dev.arag.core.text.Location;
import dev.arag.index.split.Splitter;
import org.jspecify.annotations.Nullable;

/** The language of a document. */
public final class DocumentLanguage {
  private DocumentLanguage() {}

  /** The language that was given or detected at indexing; null if unknown. */
  static @Nullable public String of(Location location) {
    return location.metadata().get(Splitter.LANGUAGE) instanceof String language ? language : null;
  }
}
