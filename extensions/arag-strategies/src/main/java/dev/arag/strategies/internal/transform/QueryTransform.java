package dev.arag.strategies.internal.transform;

import dev.arag.agent.spi.ChunkRanking;
import dev.arag.agent.spi.RunContext;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.ChunkId;
import dev.arag.strategies.internal.prompt.HelperCall;
import dev.arag.strategies.internal.prompt.Prompt;
import dev.arag.strategies.internal.retrieval.IntermediateAnswer;
import dev.arag.strategies.internal.retrieval.Queries;
import dev.arag.strategies.reply.ReplyText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A way in which a model extends a question before a search. The question always stays.
 *
 * @param id the name in the names of strategies, and the role of the model
 * @param maxQueries the maximum number of queries that the model writes
 * @param isPassage whether the model writes a text to find similar texts, instead of queries
 */
public record QueryTransform(String id, int maxQueries, boolean isPassage, Prompt prompt) {
  public static final QueryTransform REWRITE = of("rewrite", 2, false);
  public static final QueryTransform MULTI_QUERY = of("multi-query", 4, false);
  public static final QueryTransform HYDE = of("hyde", 1, true);

  private static final int CANDIDATES_PER_CHUNK = 3;

  /** Longer lines are no queries. */
  private static final int MAX_QUERY_LENGTH = 300;

  /** Some 512 tokens; the rest of a passage is not needed to find similar ones. */
  private static final int MAX_PASSAGE_LENGTH = 2_000;

  private static QueryTransform of(String id, int maxQueries, boolean isPassage) {
    return new QueryTransform(id, maxQueries, isPassage, Prompt.read(id));
  }

  /** Returns a ranking that asks the model of the run and then uses another ranking. */
  ChunkRanking apply(ChunkRanking ranking, RunContext run) {
    return (corpus, query, k) -> rank(ranking, corpus, texts(query, run), k);
  }

  private List<ChunkId> rank(ChunkRanking ranking, Corpus corpus, List<String> texts, int k) {
    if (texts.size() == 1) {
      return ranking.rank(corpus, texts.get(0), k);
    }
    if (isPassage) {
      return ranking.rankByMean(corpus, texts, k);
    }
    int candidates = Math.multiplyExact(CANDIDATES_PER_CHUNK, k);
    return ChunkRanking.fuse(
        texts.stream().map(text -> ranking.rank(corpus, text, candidates)).toList(), k);
  }

  /** Returns the question and what the model wrote; only the question if the model failed. */
  private List<String> texts(String question, RunContext run) {
    List<String> texts = new ArrayList<>();
    texts.add(question);
    if (!run.affords(1)) {
      run.warn(id + ": the budget allowed no query, so only the question was searched.");
      return texts;
    }
    String reply = HelperCall.reply(run, id, prompt.fill(Map.of("question", question)));
    read(reply).stream()
        .filter(text -> !Queries.key(text).equals(Queries.key(question)))
        .forEach(texts::add);
    if (texts.size() == 1) {
      run.warn(id + ": the reply has no usable query, so only the question was searched.");
    }
    return texts;
  }

  private List<String> read(String reply) {
    if (IntermediateAnswer.isNotFound(reply)) {
      return List.of();
    }
    if (isPassage) {
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
