package dev.arag.index.ingest;

/**
 * Something that was not read, and why.
 *
 * @param source the document id it would have had, with the place inside where only a part of it
 *     was left out
 * @param reason one line for the user
 */
public record Skip(String source, String reason) {}
