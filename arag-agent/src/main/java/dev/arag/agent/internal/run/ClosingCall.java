package dev.arag.agent.internal.run;

import dev.arag.agent.internal.loop.BudgetExhaustedException;
import dev.arag.agent.internal.loop.StopReasonClassifier;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.spi.LoopMessage;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.core.internal.string.Truncation;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolCall;
import dev.arag.tools.internal.read.RepeatedHeader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Creates an answer for a run that ended without one. The answer comes from the closing call or, if
 * that fails, consists of the passages that were found.
 */
final class ClosingCall {
  private static final String EMPTY_REPLY =
      "The model returned an empty reply to the closing call.";
  private static final String EVIDENCE_ONLY =
      "The model did not answer: the text contains the passages that were found.";
  private static final int MAX_NAME = 64;
  private static final int MAX_PASSAGES = 5;
  private static final int MAX_PASSAGE_CHARACTERS = 300;

  private final QuestionRun run;

  /** The reply to the closing call, or the reason why there is no reply. */
  private record Closing(
      @Nullable Reply reply,
      StopReason reason,
      String explanation,
      @Nullable ModelException failure) {}

  ClosingCall(QuestionRun run) {
    this.run = run;
  }

  /**
   * Creates an answer after the run reached a limit.
   *
   * @throws BudgetExhaustedException if the run was cancelled
   */
  RawAnswer afterLimit(BudgetExhaustedException limit) {
    if (limit.reason() == StopReason.CANCELLED) {
      throw limit;
    }
    Closing result = close(limit.reason());
    Reply reply = result.reply();
    return reply == null
        ? evidence(result, limit.advice().isEmpty() ? result.explanation() : limit.advice())
        : new RawAnswer(reply.text(), limit.reason(), nonEmpty(limit.advice()));
  }

  /**
   * Creates an answer after the strategy returned no text. The model is asked once more unless it
   * refused to answer.
   *
   * @throws BudgetExhaustedException if the run was cancelled
   */
  RawAnswer afterEmptyText(Reply.Finish finish) {
    StopReason reason = StopReasonClassifier.ofEmptyText(finish);
    if (reason == StopReason.REFUSED) {
      return new RawAnswer("", reason, List.of());
    }
    Closing result = close(reason);
    Reply reply = result.reply();
    return reply == null
        ? evidence(result, result.explanation())
        : new RawAnswer(reply.text(), StopReasonClassifier.of(reply.finish()), List.of());
  }

  /**
   * Makes the closing call if the budget allows it.
   *
   * @param reason why the run ends
   */
  private Closing close(StopReason reason) {
    try {
      run.models().prepareClosing();
      if (!run.models().allowsClosing()) {
        return new Closing(null, reason, "", null);
      }
      CallGroup.Sent sent = run.models().close(new Message.User(message(LoopMessage.CLOSING)));
      Reply reply = ModelCaller.sanitized(sent);
      if (!StopReasonClassifier.isWithoutContent(reply.text())) {
        return new Closing(reply, reason, "", null);
      }
      boolean isRefused = reply.finish() == Reply.Finish.CONTENT_FILTER;
      StopReason emptyReason = isRefused ? StopReason.REFUSED : reason;
      return new Closing(null, emptyReason, explain(ModelCaller.callsIn(sent)), null);
    } catch (BudgetExhaustedException e) {
      if (e.reason() == StopReason.CANCELLED) {
        throw e;
      }
      return new Closing(null, reason, e.advice(), null);
    } catch (ModelException e) {
      if (run.state().budget().isCancelled()) {
        throw e;
      }
      return new Closing(null, reasonAfter(e, reason), explain(e), e);
    }
  }

  private static String explain(List<ToolCall> calls) {
    return calls.isEmpty()
        ? EMPTY_REPLY
        : "The model called the tool '"
            + Truncation.withEllipsis(calls.get(0).name(), MAX_NAME)
            + "' in the closing call, which must be answered without tools.";
  }

  private static String explain(ModelException failure) {
    String message = String.valueOf(failure.getMessage());
    return failure.kind() == ModelException.Kind.OUT_OF_TIME
        ? "The time limit was reached during the closing call. " + message
        : message;
  }

  /**
   * Returns the stop reason after the closing call failed. If the model had already failed before,
   * a timeout of the closing call does not hide the earlier failure.
   */
  private static StopReason reasonAfter(ModelException failure, StopReason reason) {
    return failure.kind() == ModelException.Kind.OUT_OF_TIME && reason == StopReason.MODEL_FAILED
        ? reason
        : StopReasonClassifier.of(failure);
  }

  /**
   * Creates an answer from the first passages that were found. The text is blank if nothing was
   * found.
   */
  private RawAnswer evidence(Closing result, String explanation) {
    Map<String, String> passages = new LinkedHashMap<>();
    for (Step step : run.state().recorder().steps()) {
      if (step instanceof Step.ToolUse use) {
        use.observation().shown().stream()
            .filter(each -> RepeatedHeader.lineIn(use.observation(), each).isEmpty())
            .forEach(each -> passages.putIfAbsent(id(each), quote(each)));
      }
    }
    if (passages.isEmpty()) {
      return new RawAnswer("", result.reason(), false, nonEmpty(explanation), result.failure());
    }
    String text =
        passages.entrySet().stream()
            .limit(MAX_PASSAGES)
            .map(each -> "[" + each.getKey() + "] " + each.getValue())
            .collect(Collectors.joining("\n", message(LoopMessage.EVIDENCE) + "\n", ""));
    List<String> warnings = new ArrayList<>(List.of(EVIDENCE_ONLY));
    warnings.addAll(nonEmpty(explanation));
    return new RawAnswer(text, result.reason(), false, warnings, result.failure());
  }

  /** Returns the id of the section; that of the chunk if it has only one section. */
  private static String id(Snippet snippet) {
    return (snippet.sections() == 1 ? snippet.chunkId() : snippet.section()).toString();
  }

  private static String quote(Snippet snippet) {
    String line = String.join(" ", snippet.text().strip().lines().map(String::strip).toList());
    return Truncation.withEllipsis(line, MAX_PASSAGE_CHARACTERS);
  }

  private String message(LoopMessage message) {
    return run.state().rules().messages().of(message);
  }

  private static List<String> nonEmpty(String text) {
    return text.isEmpty() ? List.of() : List.of(text);
  }
}
