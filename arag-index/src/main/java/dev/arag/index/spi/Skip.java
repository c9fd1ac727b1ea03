package dev.arag.index.spi;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.string.LoneSurrogates;
import dev.arag.core.internal.string.Truncation;

/**
 * A file, folder, link, record or document that was not read or stored, and the reason.
 *
 * @param source the id of the document, file or folder; for a record without an id, the id of its
 *     file followed by {@code record} and the number of the record. Lone surrogates are replaced
 *     with U+FFFD
 * @param reason the reason for the user. Line breaks are replaced with spaces, and lone surrogates
 *     with U+FFFD; a reason of more than 1,000 UTF-16 units is truncated
 */
public record Skip(String source, String reason) {
  private static final int MAX_REASON_LENGTH = 1_000;

  public Skip {
    source = LoneSurrogates.replace(requireNonNull(source, "source"));
    reason = LoneSurrogates.replace(requireNonNull(reason, "reason")).replaceAll("[\\r\\n]", " ");
    reason = Truncation.withEllipsis(reason, MAX_REASON_LENGTH);
  }
}
