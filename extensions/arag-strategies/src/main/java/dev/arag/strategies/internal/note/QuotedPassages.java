package dev.arag.strategies.internal.note;

import dev.arag.agent.model.Message;
import dev.arag.agent.spi.Note;
import dev.arag.agent.spi.RunContext;
import dev.arag.core.corpus.Hit;
import dev.arag.strategies.internal.retrieval.Passages;
import dev.arag.strategies.internal.retrieval.QuotedText;
import java.util.List;

/** Shows the passages that contain quotes, so that a final answer can cite them. */
public final class QuotedPassages {
  private QuotedPassages() {}

  /**
   * Shows the text around the quotes of notes.
   *
   * @param notes the notes, best first; passages that do not fit are left out, with a warning
   * @param rest the request without the text
   */
  public static String show(RunContext run, List<Note> notes, List<Message> rest) {
    List<Hit> hits = List.copyOf(QuotedText.of(notes, run));
    List<Hit> fitting = Passages.fittingHits(run, hits, run.freeTokens(rest));
    int leftOut = hits.size() - fitting.size();
    if (leftOut > 0) {
      run.warn(
          leftOut
              + " of "
              + hits.size()
              + " quoted passages did not fit the request for the final answer.");
    }
    return run.show(fitting).text();
  }
}
