package dev.arag.web.internal.stream;

import dev.arag.agent.Run;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.text.Location;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns the events of one run into the parts of a message, as lines of JSON. Not thread-safe. */
public final class UiMessageParts implements EventWriter.Parts {
  /** The pause between two drafts. */
  private static final long DRAFT_NANOS = Duration.ofMillis(50).toNanos();

  /** A longer pause for each character, because each draft contains the whole text. */
  private static final long DRAFT_NANOS_PER_CHARACTER = 5_000;

  /** Why there is no answer if the reason is not that of a run. */
  public static final String FAILED = "The question could not be answered: an internal error.";

  private static final Options REPLAY =
      new Options("replay", UiMessageParts::addressOf, true, true, Duration.ofSeconds(1));

  private final Options options;
  private final PartList parts = new PartList();
  private final ToolParts tools;
  private final StringBuilder draft = new StringBuilder();
  private boolean isDraftNew;
  private boolean isDraftShown;
  private long lastDraft = System.nanoTime() - DRAFT_NANOS;
  private boolean isStepOpen;
  private boolean isStepUsed;

  /**
   * The options of a stream.
   *
   * @param messageId the id of the message
   * @param link where a page opens a source
   * @param hasToolTexts whether tool parts contain the text that the model read
   * @param hasFailureTexts whether an error is the message of the exception
   * @param heartbeat the pause after which a comment is sent
   */
  public record Options(
      String messageId,
      Function<? super Location, Optional<URI>> link,
      boolean hasToolTexts,
      boolean hasFailureTexts,
      Duration heartbeat) {}

  /** Returns the numbers that replace a citation marker in a draft. */
  public static String marks(RunEvent.AnswerCitation citation) {
    return NumberedText.marks(citation.sources());
  }

  /**
   * Returns the parts of a run that has ended, with the text that the model read, and with the last
   * draft of a run without an answer.
   *
   * @param warnings the warnings of the answer
   * @param draft the text of the draft; null if there is none
   * @param error why there is no answer; null for the description of the stop reason
   */
  public static List<String> replay(
      Trajectory run, List<String> warnings, @Nullable String draft, @Nullable String error) {
    UiMessageParts parts = new UiMessageParts(REPLAY);
    int turn = 0;
    OptionalInt group = OptionalInt.empty();
    for (Step step : run.steps()) {
      // The requests of a group start together, and a request starts before its first retry.
      if (step instanceof Step.Sent sent && sent.turn() > turn) {
        if (sent.group().isEmpty() || !sent.group().equals(group)) {
          parts.add(new RunEvent.TurnStarted(sent.turn(), sent.role(), null, ""));
        }
        group = sent.group();
        turn = sent.turn();
      } else if (step instanceof Step.Retry retry) {
        if (retry.turn() > turn) {
          parts.add(new RunEvent.TurnStarted(retry.turn(), retry.role(), null, ""));
          turn = retry.turn();
        }
        parts.add(new RunEvent.Retrying(retry.turn(), retry.error(), retry.pause()));
      }
      parts.add(new RunEvent.StepCompleted(step));
    }
    Answer.Settings settings = new Answer.Settings(null, "", "");
    if (run.answer().isPresent()) {
      parts.add(new AnswerParts(parts.parts, REPLAY.link(), new Answer(run, warnings, settings)));
    } else {
      if (draft != null) {
        parts.parts.add("data-draft", Map.of("id", "draft", "data", Map.of("text", draft)));
      }
      parts.endStep();
      String reason = error == null ? run.stopReason().explanation() : error;
      parts.fail(new NoAnswerException(reason, run, settings, null));
    }
    return parts.take();
  }

  /** Returns the parts of a run that left no trajectory. */
  public static List<String> failed() {
    UiMessageParts parts = new UiMessageParts(REPLAY);
    parts.error(FAILED, Map.of());
    return parts.take();
  }

  /** Returns a part that the page shows below the answer. */
  public static String notice(String text) {
    PartList parts = new PartList();
    parts.add("data-notice", Map.of("data", Map.of("text", text)));
    return parts.take().get(0);
  }

  /** Returns the address of a document; empty if it is not an address. */
  public static Optional<URI> addressOf(Location location) {
    try {
      return location.url().isEmpty()
          ? Optional.empty()
          : Optional.of(new URI(location.url().get()));
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  public UiMessageParts(Options options) {
    this.options = options;
    tools = new ToolParts(parts, options.hasToolTexts());
    parts.add("start", Map.of("messageId", options.messageId()));
  }

  @Override
  public List<String> take() {
    return parts.take();
  }

  @Override
  public void add(RunEvent event) {
    if (event instanceof RunEvent.TurnStarted started) {
      startStep();
      parts.add("data-turn", transientData(Map.of("turn", started.turn(), "role", started.role())));
    } else if (event instanceof RunEvent.ToolCalled called) {
      useStep();
      tools.start(called.call());
    } else if (event instanceof RunEvent.StepCompleted completed) {
      isStepUsed = true;
      if (completed.step() instanceof Step.ToolUse use) {
        useStep();
        tools.end(use);
      }
    } else if (event instanceof RunEvent.Retrying retry) {
      parts.add("data-retry", transientData(retryData(retry)));
    } else {
      write(event);
    }
  }

  private static Map<String, Object> retryData(RunEvent.Retrying retry) {
    return Map.of("turn", retry.turn(), "pauseSeconds", retry.pause().toMillis() / 1000.0);
  }

  private void write(RunEvent event) {
    if (event instanceof RunEvent.AnswerText part) {
      draft(part.text());
    } else if (event instanceof RunEvent.AnswerCitation citation) {
      draft(NumberedText.marks(citation.sources()));
    } else if (event instanceof RunEvent.AnswerDiscarded) {
      clearDraft();
    }
  }

  private void draft(String text) {
    draft.append(text);
    isDraftNew = true;
    sendDraftIfDue();
  }

  @Override
  public long nanosUntilDraft() {
    if (!isDraftNew) {
      return Long.MAX_VALUE;
    }
    long pause = DRAFT_NANOS + DRAFT_NANOS_PER_CHARACTER * draft.length();
    return Math.max(0, pause - (System.nanoTime() - lastDraft));
  }

  @Override
  public void sendDraftIfDue() {
    if (nanosUntilDraft() == 0) {
      sendDraft();
    }
  }

  private void clearDraft() {
    draft.setLength(0);
    isDraftNew = false;
    if (isDraftShown) {
      sendDraft();
    }
  }

  private void sendDraft() {
    isDraftNew = false;
    isDraftShown = !draft.isEmpty();
    lastDraft = System.nanoTime();
    isStepUsed = true;
    parts.add("data-draft", Map.of("id", "draft", "data", Map.of("text", draft.toString())));
  }

  /** Starts a step. The requests of a group, which start together, are one step. */
  private void startStep() {
    if (isStepOpen && isStepUsed) {
      endStep();
    }
    if (!isStepOpen) {
      parts.add("start-step", Map.of());
      isStepOpen = true;
      isStepUsed = false;
    }
  }

  private void endStep() {
    if (isStepOpen) {
      parts.add("finish-step", Map.of());
      isStepOpen = false;
    }
  }

  /** Starts a step if none is open, for a strategy that sent no request before. */
  private void useStep() {
    if (!isStepOpen) {
      startStep();
    }
    isStepUsed = true;
  }

  @Override
  public void end(Run run) {
    tools.endAll();
    Answer answer;
    try {
      answer = run.answer();
    } catch (NoAnswerException e) {
      clearDraft();
      endStep();
      fail(e);
      return;
    } catch (RuntimeException e) {
      // The message may contain paths. The caller of Run.answer() receives the exception.
      clearDraft();
      endStep();
      error(FAILED, Map.of());
      return;
    }
    add(new AnswerParts(parts, options.link(), answer));
  }

  private void add(AnswerParts answer) {
    useStep();
    clearDraft();
    answer.add();
    endStep();
    answer.finish();
  }

  private void fail(NoAnswerException failure) {
    StopReason reason = failure.stopReason();
    Map<String, Object> metadata = AnswerParts.metadata(failure.view());
    if (reason == StopReason.CANCELLED) {
      parts.add("message-metadata", Map.of("messageMetadata", metadata));
      parts.add("abort", Map.of("reason", reason.description()));
    } else if (options.hasFailureTexts()) {
      error(String.valueOf(failure.getMessage()), metadata);
    } else {
      error(reason.explanation(), metadata);
    }
  }

  /** Adds an error. {@code useChat} reads no further part, so the metadata is sent before. */
  private void error(String text, Map<String, Object> metadata) {
    parts.add("message-metadata", Map.of("messageMetadata", metadata));
    parts.add("error", Map.of("errorText", text));
    parts.add("finish", Map.of("finishReason", "error"));
  }

  private static Map<String, Object> transientData(Map<String, Object> data) {
    return Map.of("data", data, "transient", true);
  }
}
