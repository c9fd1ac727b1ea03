package dev.arag.index.internal.file;

/**
 * The length and id of a complete file, as recorded in the manifest.
 *
 * @param length the length of the whole file in bytes
 */
public record FileIdentity(long length, FileId id) {}
