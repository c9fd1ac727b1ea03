package dev.arag.index;

/**
 * What a purge removed.
 *
 * @param documents deleted documents, and older versions of documents, whose texts were still on
 *     the disk
 * @param freedBytes by how much the files of the index became shorter
 */
public record PurgeReport(long documents, long freedBytes) {}
