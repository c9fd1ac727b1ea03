package dev.arag.strategies.internal.retrieval;

import dev.arag.agent.model.Message;
import dev.arag.agent.spi.RunContext;
import dev.arag.core.corpus.Hit;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.CorpusText;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ContextTracker;
import java.util.List;
import java.util.Random;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/** Shows chunks in prompts, and leaves out those that do not fit the context window. */
public final class Passages {
  /** The tokens by which the size of a text may vary, because its fence contains a random code. */
  private static final int FENCE_VARIATION = 16;

  /** The tokens that a run may append to a prompt to describe the form of the reply. */
  private static final int FORM = 400;

  private Passages() {}

  /**
   * Shows chunks in a prompt.
   *
   * @param chunks the chunks, the most important first; the last ones that do not fit are left out
   * @param prompt returns the prompt with the text of the chunks
   */
  public static String prompt(RunContext run, List<ChunkId> chunks, UnaryOperator<String> prompt) {
    List<Message> rest = List.of(new Message.User(prompt.apply("")));
    List<ChunkId> fitting = fitting(run, chunks, run.freeTokens(rest) - FORM);
    return prompt.apply(run.show(fitting).text());
  }

  /**
   * Returns the chunks without the last ones that do not fit. The first chunk always stays.
   *
   * @param rest the request without the text of the chunks
   */
  public static List<ChunkId> fitting(RunContext run, List<ChunkId> chunks, List<Message> rest) {
    return fitting(run, chunks, run.freeTokens(rest) - FENCE_VARIATION);
  }

  private static List<ChunkId> fitting(RunContext run, List<ChunkId> chunks, int freeTokens) {
    return first(chunks, freeTokens, some -> tokens(run, some));
  }

  /**
   * Returns the hits without the last ones that do not fit. The first hit always stays.
   *
   * @param freeTokens the tokens that are free for the text of the hits
   */
  public static <H extends Hit> List<H> fittingHits(RunContext run, List<H> hits, int freeTokens) {
    return first(hits, freeTokens - FENCE_VARIATION, some -> tokensOfHits(run, some));
  }

  private static <T> List<T> first(List<T> all, int freeTokens, ToIntFunction<List<T>> tokens) {
    List<T> first = List.copyOf(all);
    while (first.size() > 1 && tokens.applyAsInt(first) > freeTokens) {
      first = first.subList(0, first.size() - 1);
    }
    return first;
  }

  private static int tokens(RunContext run, List<ChunkId> chunks) {
    return CorpusText.chunks(chunks, run.corpus(), run.profile().textFormat(), unused()).tokens();
  }

  private static int tokensOfHits(RunContext run, List<? extends Hit> hits) {
    return CorpusText.hits(hits, run.corpus(), run.profile().textFormat(), unused()).tokens();
  }

  private static ContextTracker unused() {
    return Toolbox.newContext(new Random(0), List.of());
  }

  /**
   * Shows each chunk under a number, starting at 1. The last chunks that do not fit are left out.
   *
   * @param prompt returns the prompt with the text of the chunks
   */
  public static String numbered(
      RunContext run, List<ChunkId> chunks, UnaryOperator<String> prompt) {
    List<Message> rest = List.of(new Message.User(prompt.apply("")));
    int freeTokens = run.freeTokens(rest) - FORM;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < chunks.size(); i++) {
      List<ChunkId> chunk = List.of(chunks.get(i));
      freeTokens -= tokens(run, chunk) + FENCE_VARIATION;
      if (i > 0 && freeTokens < 0) {
        break;
      }
      text.append(i == 0 ? "" : "\n\n").append("Passage ").append(i + 1).append('\n');
      text.append(run.show(chunk).text());
    }
    return prompt.apply(text.toString());
  }
}
