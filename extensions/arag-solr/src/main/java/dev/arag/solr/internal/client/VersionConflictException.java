package dev.arag.solr.internal.client;

import dev.arag.core.error.CorpusException;
import org.jspecify.annotations.Nullable;

/** Thrown when a Solr document to replace has another version, because a writer was faster. */
public final class VersionConflictException extends CorpusException {
  VersionConflictException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
