package dev.arag.core.error;

/**
 * Thrown when an operation needs the rules that split the documents of an index into sentences, but
 * they were not given.
 */
public final class SentenceRulesException extends CorpusException {
  public SentenceRulesException(String message) {
    super(message);
  }
}
