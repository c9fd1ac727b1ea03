package dev.arag.web.page;

import dev.arag.agent.Conversation;
import dev.arag.agent.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The questions of one browser tab, with what the page has shown for them. */
final class ChatConversation {
  /** The oldest questions are forgotten by the page; the model forgets by its own rules. */
  private static final int MAX_QUESTIONS = 50;

  private static final int CANCEL_SECONDS = 5;

  private final Conversation conversation;
  private final List<Exchange> exchanges = new ArrayList<>();
  private @Nullable Exchange current;

  ChatConversation(Conversation conversation) {
    this.conversation = conversation;
  }

  /** A question and the events that were sent for it. */
  static final class Exchange {
    private final String question;
    private final Run run;
    private final Recording recording = new Recording();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean isCancelled;

    private Exchange(String question, Run run) {
      this.question = question;
      this.run = run;
    }

    Run run() {
      return run;
    }

    Recording recording() {
      return recording;
    }

    void cancel() {
      isCancelled = true;
      run.cancel();
    }

    private boolean isRunning() {
      return ended.getCount() > 0;
    }
  }

  /** What a reloaded page shows of a question. */
  record ExchangeView(String question, String events, boolean isRunning) {}

  /**
   * Starts a run. If the last one was cancelled, waits for its end.
   *
   * @throws HttpFailure if a question is being answered
   */
  Exchange start(String question) throws InterruptedException {
    Exchange last = current();
    if (last != null && last.isCancelled) {
      boolean unused = last.ended.await(CANCEL_SECONDS, TimeUnit.SECONDS);
    }
    return startNext(question);
  }

  private synchronized @Nullable Exchange current() {
    return current;
  }

  private synchronized Exchange startNext(String question) {
    if (current != null && current.isRunning()) {
      throw HttpFailure.conflict("A question of this conversation is still being answered.");
    }
    Exchange next;
    try {
      next = new Exchange(question, conversation.start(question));
    } catch (IllegalStateException e) {
      throw HttpFailure.conflict("A question of this conversation is still being answered.");
    }
    exchanges.add(next);
    if (exchanges.size() > MAX_QUESTIONS) {
      exchanges.remove(0);
    }
    current = next;
    return next;
  }

  /** Marks the end of a run, after its last event was recorded. */
  void end(Exchange exchange) {
    exchange.ended.countDown();
  }

  synchronized void cancel() {
    if (current != null) {
      current.cancel();
    }
  }

  synchronized boolean isRunning() {
    return current != null && current.isRunning();
  }

  synchronized long length() {
    return exchanges.stream().mapToLong(each -> each.recording.length()).sum();
  }

  synchronized List<ExchangeView> views() {
    return exchanges.stream()
        .map(each -> new ExchangeView(each.question, each.recording.events(), each.isRunning()))
        .toList();
  }
}
