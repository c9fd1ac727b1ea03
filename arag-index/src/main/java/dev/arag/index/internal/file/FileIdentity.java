package dev.arag.index.internal.file;

/**
 * Length and id of a complete file, as the manifest records them.
 *
 * @param length length of the whole file in bytes
 */
public record FileIdentity(long length, FileId id) {}
