package dev.arag.web.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.web.UiMessageStream;
import dev.arag.web.page.ChatConversation.Exchange;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions as UI message streams. The server keeps the last conversations in memory; the
 * id of a conversation is chosen by its tab.
 */
final class Chats {
  static final int MAX_BODY_BYTES = 1 << 20;
  static final int MAX_QUESTION_LENGTH = 8_000;
  private static final int MAX_RUNS = 4;
  private static final int MAX_CONVERSATIONS = 20;
  private static final long MAX_RECORDED_BYTES = 64L << 20;
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  /** A tab that was closed is noticed after two writes. */
  private static final Duration HEARTBEAT = Duration.ofMillis(500);

  private final Agent agent;
  private final Semaphore runs = new Semaphore(MAX_RUNS);
  private final Map<String, ChatConversation> conversations = new LinkedHashMap<>(16, 0.75f, true);

  Chats(Agent agent) {
    this.agent = agent;
  }

  /** Answers the last question of a request in the form that {@code useChat} sends. */
  void ask(Request request) throws IOException, InterruptedException {
    JsonNode body = request.body(MAX_BODY_BYTES);
    String id = id(Request.text(body, "id", 64));
    String question = question(body);
    if (!runs.tryAcquire()) {
      throw new HttpFailure(429, "Too many questions are being answered. Try again later.");
    }
    try {
      ChatConversation conversation = conversation(id);
      Exchange exchange = conversation.start(question);
      try {
        stream(exchange, request);
      } finally {
        conversation.end(exchange);
      }
    } finally {
      runs.release();
    }
  }

  private static void stream(Exchange exchange, Request request) throws IOException {
    Run run = exchange.run();
    try {
      UiMessageStream.headers().forEach(request::header);
      try (OutputStream out = exchange.recording().record(request.open())) {
        UiMessageStream.of(run).heartbeat(HEARTBEAT).writeTo(out);
      }
    } finally {
      exchange.cancel();
    }
  }

  private static String question(JsonNode body) {
    JsonNode messages = body.path("messages");
    for (int i = messages.size() - 1; i >= 0; i--) {
      if (messages.get(i).path("role").asText().equals("user")) {
        return requireQuestion(text(messages.get(i).path("parts")));
      }
    }
    throw HttpFailure.badRequest("The request contains no message of the user.");
  }

  private static String text(JsonNode parts) {
    StringBuilder text = new StringBuilder();
    for (JsonNode part : parts) {
      if (part.path("type").asText().equals("text")) {
        text.append(part.path("text").asText());
      }
    }
    return text.toString();
  }

  private static String requireQuestion(String question) {
    if (question.isBlank()) {
      throw HttpFailure.badRequest("Write a question.");
    }
    if (question.length() > MAX_QUESTION_LENGTH) {
      throw HttpFailure.badRequest(
          "The question is longer than " + MAX_QUESTION_LENGTH + " characters.");
    }
    return question.strip();
  }

  private static String id(String id) {
    if (!ID.matcher(id).matches()) {
      throw HttpFailure.badRequest("The id of the conversation is not valid.");
    }
    return id;
  }

  private synchronized ChatConversation conversation(String id) {
    ChatConversation conversation =
        conversations.computeIfAbsent(id, any -> new ChatConversation(agent.conversation()));
    forgetOldest();
    return conversation;
  }

  /** The map iterates from the conversation that was used least recently. */
  private void forgetOldest() {
    long length = conversations.values().stream().mapToLong(ChatConversation::length).sum();
    Iterator<ChatConversation> oldest = conversations.values().iterator();
    int count = conversations.size();
    while (count > 1
        && (count > MAX_CONVERSATIONS || length > MAX_RECORDED_BYTES)
        && oldest.hasNext()) {
      ChatConversation next = oldest.next();
      if (!next.isRunning()) {
        length -= next.length();
        oldest.remove();
        count--;
      }
    }
  }

  /** Cancels the question that a conversation is answering, if there is one. */
  void cancel(Request request) throws IOException {
    ChatConversation conversation = find(Request.text(request.body(1_000), "id", 64));
    if (conversation != null) {
      conversation.cancel();
    }
    request.done();
  }

  private synchronized @Nullable ChatConversation find(String id) {
    return conversations.get(id);
  }

  /** Answers with the questions of a conversation and what was sent for them. */
  void show(Request request) throws IOException {
    ChatConversation conversation = find(id(request.parameter("id").orElse("")));
    List<?> exchanges = conversation == null ? List.of() : conversation.views();
    request.json(200, Map.of("exchanges", exchanges));
  }

  /** Forgets a conversation and cancels its question. */
  void forget(Request request) throws IOException {
    String id = Request.text(request.body(1_000), "id", 64);
    ChatConversation conversation = find(id);
    if (conversation != null) {
      conversation.cancel();
      remove(id);
    }
    request.done();
  }

  private synchronized void remove(String id) {
    conversations.remove(id);
  }

  private synchronized List<ChatConversation> all() {
    return new ArrayList<>(conversations.values());
  }

  void cancelAll() {
    all().forEach(ChatConversation::cancel);
  }
}
