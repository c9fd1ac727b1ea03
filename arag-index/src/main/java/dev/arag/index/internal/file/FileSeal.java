package dev.arag.index.internal.file;

/**
 * What a finished file is known by.
 *
 * @param length of the whole file, in bytes
 */
public record FileSeal(long length, FileId id) {}
