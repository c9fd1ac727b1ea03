package dev.arag.examples.cli;

import dev.arag.core.text.Location;
import dev.arag.index.split.Splitter;
import org.jspecify.annotations.Nullable;

/** The language of what is shown. */
final class DocumentLanguage {
  private DocumentLanguage() {}

  /** As told or found when it was indexed; null if unknown. */
  static @Nullable String location(Location location) {
    return location.metadata().get(Splitter.LANGUAGE) instanceof String language ? language : null;
  }
}
