package dev.arag.agent.internal.strategy;

import dev.arag.agent.internal.text.SystemPrompt;
import dev.arag.agent.model.Message;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Shown;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.CorpusText;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ContextTracker;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;

/** Shows the full text of chunks above the question and asks once. */
public final class OneShot {
  /** The prompt contains this text before the question. */
  private static final String QUESTION = "Question: ";

  /** The tokens by which the size of a text may vary, because its fence contains a random code. */
  private static final int FENCE_VARIATION = 16;

  private OneShot() {}

  /**
   * @param selection returns the chunks to show; its argument is the number of tokens that the
   *     context window has space for
   */
  static String ask(String question, RunContext run, IntFunction<List<ChunkId>> selection) {
    List<Message> messages =
        SystemPrompt.begin(run.profile().answerPrompt(), run.instructions(), run.earlier());
    List<Message> withoutText = new ArrayList<>(messages);
    withoutText.add(new Message.User("\n\n" + QUESTION + question));
    int freeTokens = run.freeTokens(withoutText) - FENCE_VARIATION;
    Shown shown = run.show(selection.apply(freeTokens));
    messages.add(new Message.User(shown.text() + "\n\n" + QUESTION + question));
    return run.chat(messages, Toolbox.empty()).text();
  }

  /** Returns the chunks without the last ones that do not fit. The first chunk always stays. */
  static List<ChunkId> fitting(List<ChunkId> best, RunContext run, int freeTokens) {
    List<ChunkId> fitting = new ArrayList<>(best);
    while (fitting.size() > 1 && tokens(fitting, run) > freeTokens) {
      fitting.remove(fitting.size() - 1);
    }
    return fitting;
  }

  /** Returns the size of the text with its formatting. */
  static int tokens(List<ChunkId> chunks, RunContext run) {
    ContextTracker unused = Toolbox.newContext(new Random(0), List.of());
    return CorpusText.chunks(chunks, run.corpus(), run.profile().textFormat(), unused).tokens();
  }
}
