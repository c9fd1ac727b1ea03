package dev.arag.web.internal.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Scope;
import dev.arag.web.Chats;
import dev.arag.web.InvalidRequestException;
import dev.arag.web.UiMessageRequest;
import dev.arag.web.UiMessageStream;
import dev.arag.web.internal.http.HttpFailure;
import dev.arag.web.internal.http.ServerRequest;
import dev.arag.web.internal.page.TabConversation.Exchange;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions as UI message streams, and keeps the last conversations for pages that are
 * reloaded. A tab chooses the id of its conversation.
 */
public final class QuestionStreams {
  private static final int MAX_BODY_BYTES = 1 << 20;
  private static final int MAX_QUESTION_LENGTH = 8_000;
  private static final int MAX_QUESTIONS = 100;
  private static final int MAX_RUNS = 4;
  private static final int MAX_CONVERSATIONS = 20;
  private static final long MAX_RECORDED_BYTES = 64L << 20;
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  /** The server notices a closed tab with the second write after it. */
  private static final Duration HEARTBEAT = Duration.ofMillis(500);

  private final Chats chats;
  private final Catalogue documents;
  private final Semaphore runs = new Semaphore(MAX_RUNS);
  private final Map<String, TabConversation> transcripts = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param documents the documents from which the agent answers
   */
  public QuestionStreams(Agent agent, Catalogue documents) {
    this.chats = new Chats(agent, MAX_CONVERSATIONS);
    this.documents = documents;
  }

  /**
   * Answers the last question of a request in the form that {@code useChat} sends. The field {@code
   * within} can restrict the question, see {@link QuestionScope}.
   */
  public void ask(ServerRequest request) throws IOException {
    JsonNode body = request.body(MAX_BODY_BYTES);
    UiMessageRequest asked = read(body);
    QuestionScope within = QuestionScope.read(body, documents).orElse(null);
    if (!runs.tryAcquire()) {
      throw new HttpFailure(429, "Too many questions are being answered. Try again later.");
    }
    TabConversation transcript = transcript(asked.chat());
    Run run = start(asked, within);
    stream(transcript.add(asked.earlierQuestions(), asked.question(), within, run), request);
  }

  /** A client that does not read the answer must not keep others from asking. */
  private Run start(UiMessageRequest asked, @Nullable QuestionScope within) {
    try {
      Scope scope = within == null ? Scope.everything() : within.scope();
      Run run = chats.start("", scope, asked);
      var unused = run.toFuture().whenComplete((answer, failure) -> runs.release());
      return run;
    } catch (RuntimeException | Error e) {
      runs.release();
      throw e;
    }
  }

  private static UiMessageRequest read(JsonNode body) {
    try {
      UiMessageRequest asked = UiMessageRequest.parse(body.toString());
      requireId(asked.chat());
      if (asked.question().length() > MAX_QUESTION_LENGTH) {
        throw HttpFailure.badRequest(
            "The question is longer than " + MAX_QUESTION_LENGTH + " characters.");
      }
      if (asked.earlierQuestions() >= MAX_QUESTIONS) {
        throw HttpFailure.badRequest("The conversation is too long. Start a new one.");
      }
      return asked;
    } catch (InvalidRequestException e) {
      throw HttpFailure.badRequest(String.valueOf(e.getMessage()));
    }
  }

  private static void stream(Exchange exchange, ServerRequest request) throws IOException {
    try {
      UiMessageStream.headers().forEach(request::header);
      try (OutputStream out = exchange.recording().record(request.open())) {
        UiMessageStream.of(exchange.run()).failureTexts(true).heartbeat(HEARTBEAT).writeTo(out);
      }
    } finally {
      exchange.end();
    }
  }

  private static String requireId(String id) {
    if (!ID.matcher(id).matches()) {
      throw HttpFailure.badRequest("The id of the conversation is not valid.");
    }
    return id;
  }

  private synchronized TabConversation transcript(String id) {
    TabConversation transcript = transcripts.computeIfAbsent(id, any -> new TabConversation());
    forgetOldest(transcript);
    return transcript;
  }

  /** The map iterates from the conversation that was used least recently. */
  private void forgetOldest(TabConversation used) {
    long length = transcripts.values().stream().mapToLong(TabConversation::length).sum();
    Iterator<TabConversation> oldest = transcripts.values().iterator();
    while (oldest.hasNext()
        && (transcripts.size() > MAX_CONVERSATIONS || length > MAX_RECORDED_BYTES)) {
      TabConversation next = oldest.next();
      if (next != used && !next.isRunning()) {
        length -= next.length();
        oldest.remove();
      }
    }
  }

  /** Cancels the question that a conversation is answering, if there is one. */
  public void cancel(ServerRequest request) throws IOException {
    find(id(request)).ifPresent(TabConversation::cancel);
    request.end(204);
  }

  /** Answers with the questions of a conversation and what was sent for them. */
  public void show(ServerRequest request) throws IOException {
    String id = requireId(request.parameter("id").orElse(""));
    request.json(200, Map.of("exchanges", find(id).map(TabConversation::views).orElse(List.of())));
  }

  /** Forgets a conversation and cancels its question. */
  public void forget(ServerRequest request) throws IOException {
    String id = id(request);
    chats.forget("", id);
    remove(id);
    request.end(204);
  }

  private static String id(ServerRequest request) throws IOException {
    return requireId(ServerRequest.text(request.body(1_000), "id", 64));
  }

  private synchronized Optional<TabConversation> find(String id) {
    return Optional.ofNullable(transcripts.get(id));
  }

  private synchronized void remove(String id) {
    transcripts.remove(id);
  }

  private synchronized List<TabConversation> all() {
    return new ArrayList<>(transcripts.values());
  }

  public void cancelAll() {
    all().forEach(TabConversation::cancel);
  }
}
