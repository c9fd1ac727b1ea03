package dev.arag.web.internal.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Scope;
import dev.arag.web.Chats;
import dev.arag.web.InvalidRequestException;
import dev.arag.web.TrajectoryPage;
import dev.arag.web.UiMessageRequest;
import dev.arag.web.UiMessageStream;
import dev.arag.web.internal.http.HttpFailure;
import dev.arag.web.internal.http.ServerRequest;
import dev.arag.web.internal.page.ConversationFiles.ChangedFileException;
import dev.arag.web.internal.page.ConversationFiles.Content;
import dev.arag.web.internal.stream.UiMessageParts;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions as UI message streams, and keeps the conversations: the last ones in memory
 * and, if there is a folder, all of them in files. A tab chooses the id of its conversation.
 */
public final class QuestionStreams {
  private static final Logger LOG = System.getLogger("dev.arag.web.page");
  private static final int MAX_BODY_BYTES = 1 << 20;
  private static final int MAX_QUESTION_LENGTH = 8_000;
  private static final int MAX_QUESTIONS = 100;
  private static final int MAX_CONVERSATIONS = 20;
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  /** The server notices a closed tab with the second write after it. */
  private static final Duration HEARTBEAT = Duration.ofMillis(500);

  private static final String NOT_STORED =
      "This conversation could not be stored, so it is lost when the server stops.";
  private static final String OUTDATED =
      "A document of this conversation was deleted or purged, so the conversation is not kept.";

  private final Chats chats;
  private final Catalogue documents;
  private final Catalogue all;
  private final Runnable refresh;
  private final @Nullable ConversationFiles files;
  private final Semaphore runs;
  private final Map<String, TabConversation> conversations = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param runs a permit for each run
   * @param documents the documents from which the agent answers
   * @param all the documents that must exist for a conversation to be kept
   * @param refresh makes the newest version of them visible
   * @param files where the conversations are stored; null to keep them only in memory
   */
  public QuestionStreams(
      Agent agent,
      Semaphore runs,
      Catalogue documents,
      Catalogue all,
      Runnable refresh,
      @Nullable ConversationFiles files) {
    this.chats = new Chats(agent, MAX_CONVERSATIONS);
    this.runs = runs;
    this.documents = documents;
    this.all = all;
    this.refresh = refresh;
    this.files = files;
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
    TabConversation conversation;
    Run run;
    try {
      conversation = conversation(asked.chat());
      chats.resume("", asked.chat(), conversation.trajectories());
      Scope scope = within == null ? Scope.everything() : within.scope();
      run = chats.start("", scope, asked);
    } catch (RuntimeException | Error e) {
      runs.release();
      throw e;
    }
    Instant start = Instant.now();
    conversation.add(asked.earlierQuestions(), asked.question(), within, run);
    CompletableFuture<Optional<String>> stored =
        run.toFuture()
            .handle(
                (answer, failure) -> {
                  // A client that does not read the answer must not keep others from asking.
                  runs.release();
                  return store(asked.chat(), conversation, start);
                });
    stream(run, stored, request);
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

  private static void stream(
      Run run, CompletableFuture<Optional<String>> stored, ServerRequest request)
      throws IOException {
    UiMessageStream.headers().forEach(request::header);
    try (OutputStream out = new StoredStream(run, stored, request.open())) {
      UiMessageStream.of(run).toolTexts(true).failureTexts(true).heartbeat(HEARTBEAT).writeTo(out);
    } finally {
      run.cancel();
    }
  }

  /** A stream whose reader receives the end of the answer when the question was stored. */
  private static final class StoredStream extends FilterOutputStream {
    private static final String EVENT = "data:";
    private static final String DRAFT = "data: {\"type\":\"data-draft\"";

    private final Run run;
    private final CompletableFuture<Optional<String>> stored;
    private boolean isStored;

    StoredStream(Run run, CompletableFuture<Optional<String>> stored, OutputStream out) {
      super(out);
      this.run = run;
      this.stored = stored;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (!isStored && isPart(bytes, offset, length) && run.toFuture().isDone()) {
        isStored = true;
        Optional<String> notice = stored.join();
        if (notice.isPresent()) {
          String event = EVENT + " " + UiMessageParts.notice(notice.get()) + "\n\n";
          out.write(event.getBytes(StandardCharsets.UTF_8));
        }
      }
      out.write(bytes, offset, length);
    }

    /** Whether an event is neither a comment nor one of the many drafts. */
    private static boolean isPart(byte[] bytes, int offset, int length) {
      String start =
          new String(bytes, offset, Math.min(length, DRAFT.length()), StandardCharsets.UTF_8);
      return start.startsWith(EVENT) && !start.equals(DRAFT);
    }
  }

  /**
   * Stores the questions whose runs have ended.
   *
   * @param start when the last of them was asked
   * @return what the user should know
   */
  private Optional<String> store(String id, TabConversation conversation, Instant start) {
    // A cancelled run has interrupted its thread, which would close the file.
    boolean isInterrupted = Thread.interrupted();
    try {
      conversation.settle(
          (bytes, question) -> files == null ? 0 : files.append(id, bytes, question));
      return deleteIfOutdated(id, conversation, start);
    } catch (ChangedFileException e) {
      remove(id);
      return Optional.of(String.valueOf(e.getMessage()));
    } catch (IOException | RuntimeException e) {
      // Other messages could contain text of documents or questions.
      String reason = e instanceof IOException ? e.toString() : e.getClass().getName();
      LOG.log(Level.WARNING, "An answer could not be stored: {0}", reason);
      return Optional.of(NOT_STORED);
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * A document can be deleted while a question is answered from an older version of the index. Then
   * either the other program finds the conversation, or this server finds that the document is
   * missing.
   */
  private Optional<String> deleteIfOutdated(
      String id, TabConversation conversation, Instant start) {
    try {
      refresh.run();
      boolean isPurged = files != null && files.isPurgedSince(start);
      if (ConversationFiles.missing(all, conversation.documents()).isEmpty()
          && (!isPurged || ConversationFiles.missingChunks(all, conversation.chunks()).isEmpty())) {
        return Optional.empty();
      }
    } catch (RuntimeException e) {
      return Optional.empty(); // The index was closed, or cannot be read any more.
    }
    delete(id);
    return Optional.of(OUTDATED);
  }

  private static String requireId(String id) {
    if (!ID.matcher(id).matches()) {
      throw HttpFailure.badRequest("The id of the conversation is not valid.");
    }
    return id;
  }

  /** Returns a conversation from memory or from its file, or a new one. */
  private synchronized TabConversation conversation(String id) {
    TabConversation found =
        find(id, false)
            .orElseGet(
                () -> {
                  // A chat without its conversation was deleted by another program.
                  chats.forget("", id);
                  TabConversation created = new TabConversation();
                  conversations.put(id, created);
                  return created;
                });
    forgetOldest(found);
    return found;
  }

  /** The map iterates from the conversation that was used least recently. */
  private void forgetOldest(TabConversation used) {
    Iterator<TabConversation> oldest = conversations.values().iterator();
    while (oldest.hasNext() && conversations.size() > MAX_CONVERSATIONS) {
      TabConversation next = oldest.next();
      if (next != used && !next.isRunning()) {
        oldest.remove();
      }
    }
  }

  /**
   * Returns a conversation from memory or from its file.
   *
   * @param isNewest whether to read the questions that another server has added. A question that
   *     was asked without knowing them must not replace them
   */
  private synchronized Optional<TabConversation> find(String id, boolean isNewest) {
    TabConversation found = conversations.get(id);
    if (files == null || (found != null && isCurrent(found, files.bytes(id), isNewest))) {
      return readable(id, Optional.ofNullable(found));
    }
    remove(id);
    Optional<Content> stored = files.load(id);
    stored.ifPresent(
        content -> {
          TabConversation loaded = new TabConversation(content);
          chats.forget("", id);
          chats.resume("", id, loaded.trajectories());
          conversations.put(id, loaded);
          forgetOldest(loaded);
        });
    return readable(id, stored.map(content -> conversations.get(id)));
  }

  /** Deletes a conversation with text of a document that the reader may no longer read. */
  private Optional<TabConversation> readable(String id, Optional<TabConversation> found) {
    if (found.isPresent()
        && documents.hasRights()
        && !ConversationFiles.missing(documents, found.get().documents()).isEmpty()) {
      delete(id);
      return Optional.empty();
    }
    return found;
  }

  private static boolean isCurrent(TabConversation found, long bytes, boolean isNewest) {
    long known = found.storedBytes();
    return known == 0 || bytes == known || (bytes > 0 && (!isNewest || found.isRunning()));
  }

  /** Cancels the question that a conversation is answering, if there is one. */
  public void cancel(ServerRequest request) throws IOException {
    String id = id(request);
    Optional.ofNullable(inMemory().get(id)).ifPresent(TabConversation::cancel);
    request.end(204);
  }

  /** Answers with the conversations, the last used first. */
  public void list(ServerRequest request) throws IOException {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("stored", files != null);
    result.put("conversations", files == null ? listMemory() : files.list());
    request.json(200, result);
  }

  private List<ConversationView> listMemory() {
    List<ConversationView> views = new ArrayList<>();
    inMemory().forEach((id, each) -> each.view(id).ifPresent(view -> views.add(0, view)));
    return views;
  }

  /**
   * Answers with the questions of a conversation and the streams of their answers, and whether
   * there are conversations to list.
   */
  public void show(ServerRequest request) throws IOException {
    String id = requireId(request.parameter("id").orElse(""));
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("exchanges", find(id, true).map(TabConversation::views).orElse(List.of()));
    result.put("hasEarlier", files == null ? !listMemory().isEmpty() : !files.isEmpty());
    request.json(200, result);
  }

  /**
   * Answers with the trajectory of a question as JSON or, with {@code form=html}, as a page. The
   * question is named by the id of its run.
   */
  public void trajectory(ServerRequest request) throws IOException {
    String id = requireId(request.parameter("id").orElse(""));
    String run = request.parameter("run").orElse("");
    Trajectory trajectory =
        find(id, false).map(TabConversation::trajectories).orElse(List.of()).stream()
            .filter(each -> each.id().filter(run::equals).isPresent())
            .findFirst()
            .orElseThrow(() -> HttpFailure.notFound("This question is not kept any more."));
    boolean isPage = request.parameter("form").filter("html"::equals).isPresent();
    String text = isPage ? TrajectoryPage.html(trajectory) : trajectory.toJson();
    String type = isPage ? "text/html; charset=utf-8" : "application/json";
    request.bytes(200, type, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Deletes a conversation and cancels its question. */
  public void forget(ServerRequest request) throws IOException {
    delete(id(request));
    request.end(204);
  }

  private static String id(ServerRequest request) throws IOException {
    return requireId(ServerRequest.text(request.body(1_000), "id", 64));
  }

  private void delete(String id) {
    remove(id);
    if (files != null) {
      files.delete(id);
    }
  }

  /** Removes a conversation from memory. What its run finds is not stored. */
  private void remove(String id) {
    TabConversation removed;
    synchronized (this) {
      removed = conversations.remove(id);
    }
    if (removed != null) {
      removed.delete();
      chats.forget("", id);
    }
  }

  /**
   * Deletes the conversations that contain text of documents that no longer exist.
   *
   * @return the number of deleted conversations
   */
  public int deleteOutdated() {
    refresh.run();
    Set<String> deleted = new TreeSet<>();
    if (files != null) {
      deleted.addAll(files.deleteOutdated(all, false));
    }
    inMemory()
        .forEach(
            (id, each) -> {
              if (!ConversationFiles.missing(all, each.documents()).isEmpty()) {
                deleted.add(id);
              }
            });
    deleted.forEach(this::remove);
    return deleted.size();
  }

  private synchronized Map<String, TabConversation> inMemory() {
    return new LinkedHashMap<>(conversations);
  }

  public void cancelAll() {
    inMemory().values().forEach(TabConversation::cancel);
  }
}
