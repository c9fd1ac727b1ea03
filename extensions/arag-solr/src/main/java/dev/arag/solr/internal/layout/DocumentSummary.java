package dev.arag.solr.internal.layout;

import java.util.Map;

/**
 * A document without its text.
 *
 * @param title the title, or the id if there is no title
 * @param characters the length of the text, in UTF-16 units
 * @param chunks the number of chunks
 */
public record DocumentSummary(
    String id,
    String source,
    String title,
    Map<String, Object> metadata,
    long characters,
    int chunks) {}
