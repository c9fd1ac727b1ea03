package dev.arag.spring.internal.failure;

import dev.arag.core.error.AragException;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.error.EmbedderMismatchException;
import dev.arag.core.error.EmbedderUnavailableException;
import dev.arag.core.error.IndexLockedException;
import dev.arag.core.error.IndexNotFoundException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do when an exception of the library ends the start of an application. */
public final class AragFailureAnalyzer extends AbstractFailureAnalyzer<AragException> {
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, AragException cause) {
    return new FailureAnalysis(String.valueOf(cause.getMessage()), action(cause), cause);
  }

  private static String action(AragException cause) {
    if (cause instanceof IndexNotFoundException) {
      return "Set the property 'arag.index' to the directory of an index, or to a new directory.";
    }
    if (cause instanceof CorruptIndexException) {
      return "Restore the index from a backup, or delete its directory and start the application"
          + " again to build it from its sources. 'arag verify' lists all damaged files.";
    }
    if (cause instanceof IndexLockedException) {
      return "Wait until the other process has finished, or stop it. If several instances of the"
          + " application share the index, let one of them sync: set 'arag.sync.on-startup=false'"
          + " in the others.";
    }
    if (cause instanceof EmbedderMismatchException) {
      return "Set the property 'arag.embedder' to the embedder of the index, or remove the property."
          + " 'arag embed' replaces the vectors of an index by those of another embedder.";
    }
    if (cause instanceof EmbedderUnavailableException) {
      return "Add the artifact to the dependencies, or set 'arag.embedder=none' for an index that is"
          + " only searched by keywords.";
    }
    return "Correct the cause and start the application again.";
  }
}
