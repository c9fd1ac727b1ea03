package dev.arag.index.ingest;

import static java.util.Objects.requireNonNull;

/**
 * A file or a part of a file that was not read, and the reason.
 *
 * @param source the document id, followed by the position inside the file if only a part of the
 *     file was skipped
 * @param reason the reason as one line of text for the user
 */
public record Skip(String source, String reason) {
  public Skip {
    requireNonNull(source, "source");
    requireNonNull(reason, "reason");
  }
}
