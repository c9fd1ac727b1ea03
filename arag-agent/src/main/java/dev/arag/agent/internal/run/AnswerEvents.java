package dev.arag.agent.internal.run;

import dev.arag.agent.event.RunEvent;
import dev.arag.agent.internal.citation.AnswerPart;
import dev.arag.agent.internal.citation.PartialAnswer;
import dev.arag.agent.internal.loop.RunRecorder;
import dev.arag.agent.internal.model.ModelsByRole;
import dev.arag.agent.internal.model.ReplySanitizer;
import dev.arag.agent.internal.model.Request;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.step.Step;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Snippet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends the text of the answer as events while the main model writes it. Each reply of the main
 * model is treated as the answer until a tool call, a retry or a further request shows that it is
 * not. At the end, the events that were sent are compared with the answer. Only if they differ, the
 * answer is sent again as a whole.
 */
final class AnswerEvents {
  /**
   * A long reply is read again only after it has grown by this fraction, so that the time to read
   * it does not grow with the square of its length.
   */
  private static final int READS_PER_LENGTH = 1_024;

  private final RunRecorder recorder;
  private final List<AnswerPart> sent = new ArrayList<>();
  private final StringBuilder written = new StringBuilder();
  private Request request = new Request(List.of(), Toolbox.empty());
  private String visible = "";
  private int readLength;
  private @Nullable PartialAnswer partial;

  AnswerEvents(RunRecorder recorder) {
    this.recorder = recorder;
  }

  /** Starts the reply to a request of the main model. */
  void start(Request next) {
    discard();
    request = next;
    restart();
  }

  /** Discards the reply so far, because the model writes it again. */
  void retry() {
    discard();
    restart();
  }

  private void restart() {
    written.setLength(0);
    readLength = 0;
    visible = "";
    partial = null;
  }

  /** Adds a part of the reply as the model wrote it. */
  void write(String text) {
    written.append(text);
    if (written.length() - readLength < written.length() / READS_PER_LENGTH) {
      return;
    }
    readLength = written.length();
    String answer = ReplySanitizer.answerSoFar(written.toString(), request.offered().tools());
    if (!answer.startsWith(visible)) {
      // What was sent turned out to be reasoning.
      discard();
      partial = null;
    }
    visible = answer;
    if (!answer.isEmpty()) {
      send(partial().next(answer));
    }
  }

  private PartialAnswer partial() {
    if (partial == null) {
      partial = new PartialAnswer(recorder.shownWith(unrecorded(request)));
    }
    return partial;
  }

  /** Returns a step with the messages of a request. Whether it succeeds does not matter. */
  private static Step.Sent unrecorded(Request request) {
    return new Step.ModelFailure(
        0,
        ModelsByRole.MAIN,
        request.messages(),
        "",
        ModelException.Kind.OTHER,
        ModelException.OTHER,
        null,
        Duration.ZERO);
  }

  /** Voids the events that were sent, because the reply is not the answer. */
  void discard() {
    if (!sent.isEmpty()) {
      sent.clear();
      recorder.send(new RunEvent.AnswerDiscarded());
    }
  }

  /** Sends the rest of the answer. */
  void finish(String answer, List<Snippet> shown) {
    List<AnswerPart> whole = PartialAnswer.partsOf(answer, shown);
    if (!isStartOf(whole)) {
      discard();
    }
    int end = end();
    for (AnswerPart part : whole) {
      if (part.end() > end) {
        send(List.of(part.from(Math.max(part.start(), end))));
      }
    }
  }

  private int end() {
    return sent.isEmpty() ? 0 : sent.get(sent.size() - 1).end();
  }

  private boolean isStartOf(List<AnswerPart> whole) {
    int end = end();
    List<AnswerPart> markers = whole.stream().filter(AnswerPart::isMarker).toList();
    List<AnswerPart> first = markers.stream().filter(part -> part.start() < end).toList();
    String text = String.join("", whole.stream().map(AnswerPart::text).toList());
    String sentText = String.join("", sent.stream().map(AnswerPart::text).toList());
    return first.equals(sent.stream().filter(AnswerPart::isMarker).toList())
        && text.startsWith(sentText);
  }

  private void send(List<AnswerPart> parts) {
    for (AnswerPart part : parts) {
      sent.add(part);
      recorder.send(
          part.isMarker()
              ? new RunEvent.AnswerCitation(part.text(), part.sources())
              : new RunEvent.AnswerText(part.text()));
    }
  }
}
