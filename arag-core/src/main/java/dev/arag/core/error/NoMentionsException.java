package dev.arag.core.error;

/** Thrown when a query needs the mentions that a corpus stores, and the corpus stores none. */
public final class NoMentionsException extends CorpusException {
  public NoMentionsException(String message) {
    super(message);
  }
}
