package dev.arag.strategies.internal.transform;

import dev.arag.agent.model.ModelException;
import dev.arag.agent.strategy.ChunkRanking;
import dev.arag.agent.strategy.RankFusion;
import dev.arag.agent.strategy.ReplyText;
import dev.arag.agent.strategy.RunContext;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.ChunkId;
import dev.arag.strategies.internal.prompt.Prompt;
import dev.arag.strategies.internal.retrieval.AnswerText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A way in which a model extends a question before a search. The question always stays. */
public enum QueryTransform {
  REWRITE("rewrite", 2),
  MULTI_QUERY("multi-query", 4),
  HYDE("hyde", 1);

  private static final int CANDIDATES_PER_CHUNK = 3;

  /** Longer lines are no queries. */
  private static final int MAX_QUERY_LENGTH = 300;

  /** Some 512 tokens; the rest of a passage is not needed to find similar ones. */
  private static final int MAX_PASSAGE_LENGTH = 2_000;

  private final String id;
  private final int maxQueries;
  private final Prompt prompt;

  QueryTransform(String id, int maxQueries) {
    this.id = id;
    this.maxQueries = maxQueries;
    prompt = Prompt.read(id);
  }

  /** The name in the names of strategies, and the role of the model. */
  public String id() {
    return id;
  }

  /** Returns a ranking that asks the model of the run and then uses another ranking. */
  ChunkRanking apply(ChunkRanking ranking, RunContext run) {
    return (corpus, query, k) -> rank(ranking, corpus, texts(query, run), k);
  }

  private List<ChunkId> rank(ChunkRanking ranking, Corpus corpus, List<String> texts, int k) {
    if (texts.size() == 1) {
      return ranking.rank(corpus, texts.get(0), k);
    }
    if (this == HYDE) {
      return ranking.rankByMean(corpus, texts, k);
    }
    int candidates = Math.multiplyExact(CANDIDATES_PER_CHUNK, k);
    return RankFusion.fuse(
        texts.stream().map(text -> ranking.rank(corpus, text, candidates)).toList(), k);
  }

  /** Returns the question and what the model wrote; only the question if the model failed. */
  private List<String> texts(String question, RunContext run) {
    List<String> texts = new ArrayList<>();
    texts.add(question);
    try {
      String reply = run.as(id).complete(prompt.fill(Map.of("question", question)));
      read(reply).stream().filter(text -> !text.equalsIgnoreCase(question)).forEach(texts::add);
    } catch (ModelException e) {
      // The question alone is searched for, as after an unreadable reply.
    }
    if (texts.size() == 1) {
      run.warn("The strategy " + id + " got no usable query, so only the question was searched.");
    }
    return texts;
  }

  private List<String> read(String reply) {
    if (AnswerText.isNotFound(reply)) {
      return List.of();
    }
    if (this == HYDE) {
      String passage =
          reply
              .strip()
              .codePoints()
              .limit(MAX_PASSAGE_LENGTH)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString();
      return passage.codePoints().anyMatch(Character::isLetterOrDigit)
          ? List.of(passage)
          : List.of();
    }
    return ReplyText.list(reply, maxQueries).stream()
        .filter(query -> query.length() <= MAX_QUERY_LENGTH)
        .toList();
  }
}
