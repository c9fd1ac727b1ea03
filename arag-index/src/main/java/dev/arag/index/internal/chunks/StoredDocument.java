package dev.arag.index.internal.chunks;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The stored properties of a document, without its chunks.
 *
 * @param title the title; null if the document has no title
 * @param titleLine the length of the title line before the text, in UTF-16 units; 0 if there is
 *     none
 * @param metadata the metadata, sorted by key
 * @param readableBy the principals that may read the document
 */
public record StoredDocument(
    String id,
    @Nullable String title,
    int titleLine,
    Map<String, Object> metadata,
    Set<String> readableBy,
    Origin origin) {}
