package dev.arag.index.internal.mention;

import java.util.List;

/**
 * A key of a mentions file.
 *
 * @param forms how the texts write the name, in ascending order; at least one
 * @param postings the number of postings, at least 1
 * @param start the offset of the postings in the body
 * @param length the length of the postings in bytes
 */
public record StoredKey(String key, List<String> forms, long postings, long start, long length) {}
