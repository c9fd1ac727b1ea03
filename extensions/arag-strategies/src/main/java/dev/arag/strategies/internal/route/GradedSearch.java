package dev.arag.strategies.internal.route;

import dev.arag.agent.model.Message;
import dev.arag.agent.spi.ChunkRanking;
import dev.arag.agent.spi.RunContext;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.text.ChunkId;
import dev.arag.strategies.internal.prompt.HelperCall;
import dev.arag.strategies.internal.prompt.Prompt;
import dev.arag.strategies.internal.retrieval.IntermediateAnswer;
import dev.arag.strategies.internal.retrieval.Passages;
import dev.arag.strategies.internal.retrieval.Search;
import dev.arag.strategies.reply.ReplyText;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Searches, grades the texts, and searches once more if they do not state the answer. */
final class GradedSearch {
  private static final String GRADER = "grader";
  private static final String REWRITER = "rewriter";
  private static final int MAX_QUERY_LENGTH = 300;
  private static final String NO_TEXT = "(no useful text)";
  private static final Prompt GRADE = Prompt.read("grade");
  private static final Prompt CORRECTIVE_QUERY = Prompt.read("corrective-query");

  private final ChunkRanking ranking;
  private final int chunks;
  private final String fallback;
  private final RunContext run;
  private final List<SemanticHit> kept = new ArrayList<>();
  private String foundByTool = "";

  GradedSearch(ChunkRanking ranking, int chunks, String fallback, RunContext run) {
    this.ranking = ranking;
    this.chunks = chunks;
    this.fallback = fallback;
    this.run = run;
  }

  void run() {
    List<ChunkId> found = ranking.rank(run.corpus(), run.question(), chunks);
    int[] grades = grade(found);
    keep(
        run.question(),
        IntStream.range(0, found.size())
            .filter(i -> grades[i] >= RetrievalVerdict.USEFUL_FROM)
            .mapToObj(found::get)
            .toList());
    if (RetrievalVerdict.of(grades) != RetrievalVerdict.CORRECT) {
      correct(found);
    }
  }

  /** Returns the grade of each text. A text without a grade has a middle one. */
  private int[] grade(List<ChunkId> found) {
    if (found.isEmpty()) {
      return new int[0];
    }
    String reply = "";
    if (run.affords(2)) {
      reply =
          HelperCall.reply(
              run,
              GRADER,
              Passages.numbered(
                  run,
                  found,
                  text -> GRADE.fill(Map.of("passages", text, "question", run.question()))));
    }
    if (reply.codePoints().noneMatch(Character::isDigit)) {
      run.warn("graded: there are no readable grades, so all texts were kept.");
    }
    return ReplyText.scores(reply, found.size(), RetrievalVerdict.LOWEST, RetrievalVerdict.HIGHEST);
  }

  private void keep(String query, List<ChunkId> useful) {
    if (!useful.isEmpty()) {
      kept.addAll(Strips.of(query, useful, run));
    }
  }

  private void correct(List<ChunkId> seen) {
    if (!run.affords(2)) {
      run.warn("graded: the budget allowed no second search.");
      return;
    }
    String query = correctiveQuery();
    if (hasFallback()) {
      Observation observation = run.call(ToolCall.of(fallback, Map.of("query", query)));
      if (!(observation instanceof Observation.Rejected)) {
        foundByTool = observation.text();
        return;
      }
      run.warn("graded: the tool " + fallback + " returned no result, so the corpus was searched.");
    }
    List<ChunkId> found =
        new ArrayList<>(Search.HYBRID.ranking(run).rank(run.corpus(), query, chunks));
    found.removeAll(seen);
    keep(query, found);
  }

  private boolean hasFallback() {
    if (fallback.isEmpty()) {
      return false;
    }
    boolean exists =
        run.tools().tools().stream().map(RetrievalTool::name).anyMatch(fallback::equals);
    if (!exists) {
      run.warn("graded: the agent has no tool " + fallback + ", so the corpus was searched.");
    }
    return exists;
  }

  /**
   * Asks for another query. The model sees the useful texts, because one of them may contain the
   * name that links two steps.
   *
   * @return the first line of the reply; the question if the reply has no usable line
   */
  private String correctiveQuery() {
    int freeTokens = run.as(REWRITER).freeTokens(List.of(new Message.User(correctivePrompt(""))));
    String useful = kept.isEmpty() ? NO_TEXT : shown(freeTokens);
    String reply = HelperCall.reply(run, REWRITER, correctivePrompt(useful));
    List<String> lines =
        IntermediateAnswer.isNotFound(reply) ? List.of() : ReplyText.list(reply, 1);
    if (lines.isEmpty() || lines.get(0).length() > MAX_QUERY_LENGTH) {
      run.warn("graded: the second query could not be read, so the question was searched again.");
      return run.question();
    }
    return lines.get(0);
  }

  private String correctivePrompt(String useful) {
    return CORRECTIVE_QUERY.fill(Map.of("passages", useful, "question", run.question()));
  }

  /** Whether there is nothing to show. */
  boolean isEmpty() {
    return kept.isEmpty() && foundByTool.isEmpty();
  }

  /**
   * Shows the sentences to keep, and what the tool found. The last sentences that do not fit the
   * context window are left out.
   *
   * @param request returns the request with the text
   */
  String show(Function<String, List<Message>> request) {
    if (kept.isEmpty() && !foundByTool.isEmpty()) {
      return foundByTool;
    }
    String after = foundByTool.isEmpty() ? "" : "\n" + foundByTool;
    return shown(run.freeTokens(request.apply(after))) + after;
  }

  private String shown(int freeTokens) {
    return run.show(Passages.fittingHits(run, kept, freeTokens)).text();
  }

  List<ChunkId> chunks() {
    return kept.stream().map(SemanticHit::chunkId).toList();
  }
}
