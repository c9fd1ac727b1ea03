package dev.arag.examples.cli.report;

import dev.arag.core.text.Location;
import dev.arag.index.split.Splitter;
import org.jspecify.annotations.Nullable;

/** Reads the language of a document from its metadata. */
public final class DocumentLanguage {
  private DocumentLanguage() {}

  /** The language that the user set or the index detected; null if unknown. */
  static @Nullable public String of(Location location) {
    return location.metadata().get(Splitter.LANGUAGE) instanceof String language ? language : null;
  }
}
