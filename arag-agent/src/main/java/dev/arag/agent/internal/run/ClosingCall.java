package dev.arag.agent.internal.run;

import dev.arag.agent.LoopMessage;
import dev.arag.agent.internal.loop.BudgetExhausted;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.core.internal.string.Truncation;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.Snippet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Gets an answer for a run that ended without one: from the model, or from what was found. */
final class ClosingCall {
  private static final int MAX_PASSAGES = 5;
  private static final int MAX_PASSAGE_CHARACTERS = 300;

  private final RunSession session;

  /** The reply to the closing call, or why there is none. */
  private record Result(
      @Nullable Reply reply,
      StopReason reason,
      String explanation,
      @Nullable ModelException failure) {}

  ClosingCall(RunSession session) {
    this.session = session;
  }

  /**
   * Makes an answer after a limit of the run was reached.
   *
   * @throws BudgetExhausted if the run was cancelled
   */
  Draft afterLimit(BudgetExhausted limit) {
    if (limit.reason() == StopReason.CANCELLED) {
      throw limit;
    }
    Result result = close(limit.reason());
    Reply reply = result.reply();
    return reply == null
        ? evidence(result, limit.advice().isEmpty() ? result.explanation() : limit.advice())
        : new Draft(reply.text(), limit.reason(), nonEmpty(limit.advice()));
  }

  /**
   * Makes an answer after the strategy returned no text. The model is asked once more, unless it
   * refused.
   *
   * @throws BudgetExhausted if the run was cancelled
   */
  Draft afterEmptyText(Reply.Finish finish) {
    StopReason reason = StopReasons.ofEmptyText(finish);
    if (reason == StopReason.REFUSED) {
      return new Draft("", reason, List.of());
    }
    Result result = close(reason);
    Reply reply = result.reply();
    return reply == null
        ? evidence(result, result.explanation())
        : new Draft(reply.text(), StopReasons.of(reply.text(), reply.finish()), List.of());
  }

  /**
   * @param reason why the run ends
   */
  private Result close(StopReason reason) {
    if (!session.turns().allowsClosing()) {
      return new Result(null, reason, "", null);
    }
    try {
      Reply reply = session.turns().close(new Message.User(message(LoopMessage.CLOSING)));
      if (!StopReasons.isWithoutContent(reply.text())) {
        return new Result(reply, reason, "", null);
      }
      boolean isRefused = reply.finish() == Reply.Finish.CONTENT_FILTER;
      StopReason emptyReason = isRefused ? StopReason.REFUSED : reason;
      return new Result(null, emptyReason, StopReasons.EMPTY_CLOSING_REPLY, null);
    } catch (BudgetExhausted e) {
      if (e.reason() == StopReason.CANCELLED) {
        throw e;
      }
      return new Result(null, reason, e.advice(), null);
    } catch (ModelException e) {
      if (session.control().isCancelled()) {
        throw e;
      }
      return new Result(null, reasonAfter(e, reason), StopReasons.explainFailedClosing(e), e);
    }
  }

  /** A failed model replaces the limit as the stop reason, unless the call only ran out of time. */
  private static StopReason reasonAfter(ModelException failure, StopReason reason) {
    return failure.isOutOfTime() && reason == StopReason.MODEL_FAILED
        ? reason
        : StopReasons.of(failure);
  }

  /** The first passages found; a blank text if nothing was found. */
  private Draft evidence(Result result, String explanation) {
    Map<ChunkId, String> passages = new LinkedHashMap<>();
    for (Step step : session.loop().recorder().steps()) {
      if (step instanceof Step.ToolUse use) {
        use.observation().shown().forEach(each -> passages.putIfAbsent(each.chunk(), quote(each)));
      }
    }
    if (passages.isEmpty()) {
      return new Draft("", result.reason(), false, nonEmpty(explanation), result.failure());
    }
    String text =
        passages.entrySet().stream()
            .limit(MAX_PASSAGES)
            .map(each -> "[" + each.getKey() + "] " + each.getValue())
            .collect(Collectors.joining("\n", message(LoopMessage.EVIDENCE) + "\n", ""));
    List<String> warnings = new ArrayList<>(List.of(StopReasons.EVIDENCE_ONLY));
    warnings.addAll(nonEmpty(explanation));
    return new Draft(text, result.reason(), false, warnings, result.failure());
  }

  private static String quote(Snippet snippet) {
    String line = String.join(" ", snippet.text().strip().lines().map(String::strip).toList());
    return Truncation.withEllipsis(line, MAX_PASSAGE_CHARACTERS);
  }

  private String message(LoopMessage message) {
    return session.loop().rules().messages().of(message);
  }

  private static List<String> nonEmpty(String text) {
    return text.isEmpty() ? List.of() : List.of(text);
  }
}
