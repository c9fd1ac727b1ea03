package dev.arag.index.internal.chunks;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stored properties of a document, without its chunks.
 *
 * @param title the title; null if the document has no title
 * @param metadata the metadata, sorted by key
 */
public record StoredDocument(
    String id, @Nullable String title, Map<String, Object> metadata, Origin origin) {}
