package dev.arag.strategies.internal.iterative;

import dev.arag.agent.spi.ChunkRanking;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.core.text.ChunkId;
import dev.arag.strategies.internal.name.StrategyName;
import dev.arag.strategies.internal.prompt.HelperCall;
import dev.arag.strategies.internal.prompt.Prompt;
import dev.arag.strategies.internal.retrieval.FinalAnswer;
import dev.arag.strategies.internal.retrieval.Passages;
import dev.arag.strategies.internal.retrieval.Search;
import dev.arag.strategies.reply.ReplyText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * IRCoT without examples: the model writes one sentence of reasoning, a search with this sentence
 * adds chunks, and so on. A last request answers from the chunks.
 *
 * @param chunks the maximum number of chunks that one search adds
 * @param sentences the maximum number of sentences
 */
public record Ircot(int chunks, int sentences, Search search) implements Strategy {
  public static final String NAME = "ircot";
  public static final int CHUNKS = 4;
  public static final int MAX_SENTENCES = 10;

  /** The maximum number of chunks in all. */
  public static final int MAX_CHUNKS = 15;

  private static final String ROLE = "reasoner";
  private static final String FINAL = "FINAL";
  private static final Prompt STEP = Prompt.read("ircot-step");

  @Override
  public String name() {
    return StrategyName.of(NAME)
        .option("k", chunks, CHUNKS)
        .option("sentences", sentences, MAX_SENTENCES)
        .option("search", search, Search.KEYWORD)
        .toString();
  }

  @Override
  public String run(String question, RunContext run) {
    Set<ChunkId> found = new LinkedHashSet<>();
    run.closeFrom(() -> FinalAnswer.messages(run, question, List.copyOf(found)));
    addHits(run.question(), found, run);
    reason(found, run);
    return FinalAnswer.ask(run, question, List.copyOf(found));
  }

  private void reason(Set<ChunkId> found, RunContext run) {
    Reasoning reasoning = new Reasoning();
    while (reasoning.size() < sentences) {
      if (!run.affords(2)) {
        run.warn(
            "ircot: the budget allowed only "
                + reasoning.size()
                + " of "
                + sentences
                + " reasoning steps.");
        return;
      }
      String reply = step(found, reasoning, run);
      List<String> parts = ReplyText.sentences(reply);
      if (parts.isEmpty()) {
        run.warn(
            "ircot: the reply for reasoning step "
                + (reasoning.size() + 1)
                + " has no sentence, so the chain of thought ended.");
        return;
      }
      String sentence = parts.get(0);
      if (isEnd(reply) || !reasoning.add(sentence) || Reasoning.isLast(sentence)) {
        return;
      }
      boolean isSearched = !Reasoning.isConclusion(sentence);
      if (isSearched && !addHits(sentence, found, run)) {
        return;
      }
    }
  }

  private static boolean isEnd(String reply) {
    return ReplyText.line(reply, FINAL).isPresent();
  }

  private static String step(Set<ChunkId> found, Reasoning reasoning, RunContext run) {
    return HelperCall.reply(
        run,
        ROLE,
        Passages.prompt(
            run,
            new ArrayList<>(found),
            text ->
                STEP.fill(
                    Map.of(
                        "passages", text,
                        "steps", reasoning.text(),
                        "question", run.question()))));
  }

  /** Adds new chunks, up to the limit. Returns false if there is none. */
  private boolean addHits(String query, Set<ChunkId> found, RunContext run) {
    ChunkRanking ranking = search.ranking(run);
    boolean isNew = false;
    for (ChunkId chunk : ranking.rank(run.corpus(), query, chunks)) {
      isNew |= found.size() < MAX_CHUNKS && found.add(chunk);
    }
    return isNew;
  }
}
