package dev.arag.index.internal.chunks;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is stored of a document besides its chunks.
 *
 * @param title null where it has none
 * @param metadata in key order
 */
public record StoredDocument(
    String id, @Nullable String title, Map<String, Object> metadata, Origin origin) {}
