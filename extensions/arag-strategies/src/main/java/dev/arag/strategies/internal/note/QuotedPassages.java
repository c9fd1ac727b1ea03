package dev.arag.strategies.internal.note;

import dev.arag.agent.model.Message;
import dev.arag.agent.strategy.Note;
import dev.arag.agent.strategy.RunContext;
import dev.arag.core.corpus.Hit;
import dev.arag.strategies.internal.retrieval.QuotedText;
import dev.arag.tools.ContextTracker;
import dev.arag.tools.CorpusText;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Shows the passages that contain quotes, so that a final answer can cite them. */
public final class QuotedPassages {
  /** The tokens by which the size of a text may vary, because its fence contains a random code. */
  private static final int FENCE_VARIATION = 16;

  private QuotedPassages() {}

  /**
   * Shows the text around the quotes of notes.
   *
   * @param notes the notes, best first; passages that do not fit are left out, with a warning
   * @param rest the request without the text
   */
  public static String show(RunContext run, List<Note> notes, List<Message> rest) {
    List<Hit> hits = List.copyOf(QuotedText.of(notes, run));
    List<Hit> fitting = new ArrayList<>(hits);
    int freeTokens = run.freeTokens(rest) - FENCE_VARIATION;
    while (fitting.size() > 1 && tokens(fitting, run) > freeTokens) {
      fitting.remove(fitting.size() - 1);
    }
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

  /** Returns the size of the text with its formatting. */
  private static int tokens(List<Hit> hits, RunContext run) {
    ContextTracker unused = new ContextTracker(new Random(0));
    return CorpusText.hits(hits, run.corpus(), run.profile(), unused).tokens();
  }
}
