package dev.arag.index.internal.chunks;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stored properties of a document, without its chunks.
 *
 * @param title null if it has none
 * @param metadata in key order
 */
public record StoredDocument(
    String id, @Nullable String title, Map<String, Object> metadata, Origin origin) {}
