package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A document in a catalogue. The counts include only the chunks in scope.
 *
 * @param id the id of the document
 * @param source the name of the source of the document; null if it has no source
 * @param title the title of the document, or its id if there is no title
 * @param metadata the metadata of the document by key, unmodifiable
 * @param characters the length of the text, in UTF-16 units
 * @param chunks the number of chunks
 */
public record CatalogueEntry(
    String id,
    @Nullable String source,
    String title,
    Map<String, Object> metadata,
    long characters,
    int chunks) {
  public CatalogueEntry {
    requireNonNull(id, "id");
    requireNonNull(title, "title");
    requireNonNull(metadata, "metadata");
    metadata = Collections.unmodifiableMap(new TreeMap<>(metadata));
  }
}
