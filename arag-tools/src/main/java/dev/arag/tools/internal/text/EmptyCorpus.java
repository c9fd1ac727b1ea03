package dev.arag.tools.internal.text;

/** The result of a semantic search in a corpus that contains no text. */
public final class EmptyCorpus {
  /**
   * The text for the model. A semantic search has a best hit whenever there is any text, so this
   * text proves that the corpus is empty or that its scope allows no document.
   */
  public static final String MESSAGE = "There is no text to search.";

  private EmptyCorpus() {}
}
