package dev.arag.web.internal.page;

import dev.arag.agent.Run;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The questions of one browser tab, with what the page has shown for them. Thread-safe. */
final class TabConversation {
  private final List<Exchange> exchanges = new ArrayList<>();

  /** A question and the events that were sent for it. */
  static final class Exchange {
    private final String question;
    private final @Nullable QuestionScope within;
    private final Run run;
    private final Recording recording = new Recording();
    private volatile boolean isRunning = true;

    private Exchange(String question, @Nullable QuestionScope within, Run run) {
      this.question = question;
      this.within = within;
      this.run = run;
    }

    Run run() {
      return run;
    }

    Recording recording() {
      return recording;
    }

    /** Cancels the run if it has not ended. No event follows. */
    void end() {
      run.cancel();
      isRunning = false;
    }
  }

  /**
   * What a reloaded page shows of a question.
   *
   * @param within what the question is restricted to; null if it is not restricted
   */
  record ExchangeView(
      String question, @Nullable QuestionScope within, String events, boolean running) {}

  /**
   * Adds a question.
   *
   * @param earlier the number of questions to keep before it
   * @param within what the question is restricted to; null if it is not restricted
   */
  synchronized Exchange add(int earlier, String question, @Nullable QuestionScope within, Run run) {
    if (earlier < exchanges.size()) {
      exchanges.subList(earlier, exchanges.size()).clear();
    }
    Exchange added = new Exchange(question, within, run);
    exchanges.add(added);
    return added;
  }

  synchronized void cancel() {
    exchanges.forEach(each -> each.run.cancel());
  }

  synchronized boolean isRunning() {
    return exchanges.stream().anyMatch(each -> each.isRunning);
  }

  synchronized long length() {
    return exchanges.stream()
        .mapToLong(each -> each.recording.length() + each.question.length())
        .sum();
  }

  synchronized List<ExchangeView> views() {
    return exchanges.stream()
        .map(
            each ->
                new ExchangeView(
                    each.question, each.within, each.recording.events(), each.isRunning))
        .toList();
  }
}
