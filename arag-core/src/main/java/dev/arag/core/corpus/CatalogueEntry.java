package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A document in a {@link Catalogue}. {@code characters} and {@code chunks} count only the chunks in
 * scope.
 *
 * @param id the id of the document
 * @param source the name of the source from which the document was added to the corpus; null if the
 *     corpus does not record a source
 * @param title the title of the document, or its id if there is no title
 * @param metadata the metadata of the document by key, unmodifiable
 * @param characters the length of the text without the {@linkplain
 *     dev.arag.core.text.Document#title() title line}, in UTF-16 units
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
