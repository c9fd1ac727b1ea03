package dev.arag.index.ingest;

/**
 * A file or part of a file that was not read, with the reason.
 *
 * @param source the document id, with the position inside the file if only a part was skipped
 * @param reason one line for the user
 */
public record Skip(String source, String reason) {}
