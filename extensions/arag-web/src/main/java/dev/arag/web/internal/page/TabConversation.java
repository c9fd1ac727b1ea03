package dev.arag.web.internal.page;

import dev.arag.agent.Run;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.web.internal.stream.UiMessageParts;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The questions of one conversation of the page. Thread-safe. */
final class TabConversation {
  private final List<Exchange> exchanges = new ArrayList<>();
  private long storedBytes;
  private boolean isStoring = true;

  TabConversation() {}

  /** Creates a conversation that was read from a file. */
  TabConversation(ConversationFiles.Content content) {
    content.questions().forEach(each -> exchanges.add(new Exchange(each)));
    storedBytes = content.bytes();
  }

  /** A question, and its run until the run has ended. */
  static final class Exchange {
    private final String question;
    private final @Nullable QuestionScope within;
    private String time = Instant.now().toString();
    private @Nullable Run run;
    private @Nullable AskedQuestion ended;

    private Exchange(String question, @Nullable QuestionScope within, Run run) {
      this.question = question;
      this.within = within;
      this.run = run;
    }

    private Exchange(AskedQuestion ended) {
      question = ended.header().question();
      within = ended.header().within();
      time = ended.header().time();
      this.ended = ended;
    }

    /** Keeps the trajectory only, because a run also keeps each word that the model wrote. */
    private void end(Run finished) {
      run = null;
      time = Instant.now().toString();
      try {
        ended = AskedQuestion.of(finished, within, time);
      } catch (RuntimeException e) {
        // A failure of the corpus, which leaves no trajectory. The stream reports it.
      }
    }

    private ExchangeView view() {
      List<String> parts = List.of();
      if (run == null) {
        parts = ended == null ? UiMessageParts.failed() : ended.parts();
      }
      String events =
          parts.stream().map(json -> "data: " + json + "\n\n").collect(Collectors.joining());
      return new ExchangeView(question, within, events, run != null);
    }
  }

  /**
   * What a page shows of a question.
   *
   * @param within what the question is restricted to; null if it is not restricted
   * @param events the stream of the answer; empty while the question is being answered
   */
  record ExchangeView(
      String question, @Nullable QuestionScope within, String events, boolean running) {}

  /** Stores a question at the end of a file. */
  interface Storage {
    /**
     * @param bytes the length of the file without the question
     * @return the new length
     */
    long append(long bytes, AskedQuestion question) throws IOException;
  }

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

  /** Ends the questions whose runs have ended, and stores them in their order. */
  synchronized void settle(Storage storage) throws IOException {
    for (Exchange each : exchanges) {
      Run run = each.run;
      if (run != null && run.toFuture().isDone()) {
        each.end(run);
        if (each.ended != null && isStoring) {
          // A file without this question cannot be continued with later ones.
          isStoring = false;
          storedBytes = storage.append(storedBytes, each.ended);
          isStoring = true;
        }
      }
    }
  }

  synchronized void cancel() {
    exchanges.stream().flatMap(each -> Optional.ofNullable(each.run).stream()).forEach(Run::cancel);
  }

  /** Cancels the question, and stores nothing from now on. */
  synchronized void delete() {
    isStoring = false;
    cancel();
  }

  synchronized boolean isRunning() {
    return exchanges.stream().anyMatch(each -> each.run != null);
  }

  /** Returns the length of the file as this server knows it; 0 if nothing was stored. */
  synchronized long storedBytes() {
    return storedBytes;
  }

  synchronized List<ExchangeView> views() {
    return exchanges.stream().map(Exchange::view).toList();
  }

  /** Returns the conversation for a list; empty if it has no questions. */
  synchronized Optional<ConversationView> view(String id) {
    return exchanges.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ConversationView(
                id,
                exchanges.get(0).question,
                exchanges.get(exchanges.size() - 1).time,
                exchanges.size()));
  }

  /** Returns the ids of the documents whose text the conversation contains. */
  synchronized Set<String> documents() {
    return ids(AskedQuestion.Header::documents);
  }

  /** Returns the ids of the chunks whose text the conversation contains. */
  synchronized Set<String> chunks() {
    return ids(AskedQuestion.Header::chunks);
  }

  private Set<String> ids(Function<AskedQuestion.Header, Set<String>> property) {
    return ended().stream()
        .flatMap(each -> property.apply(each.header()).stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  synchronized List<Trajectory> trajectories() {
    return ended().stream().map(AskedQuestion::trajectory).toList();
  }

  private List<AskedQuestion> ended() {
    return exchanges.stream().flatMap(each -> Optional.ofNullable(each.ended).stream()).toList();
  }
}
