package dev.arag.web.internal.completion;

import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.core.error.AragException;
import dev.arag.web.AccessToken;
import dev.arag.web.internal.http.HttpFailure;
import dev.arag.web.internal.http.LoopbackServer;
import dev.arag.web.internal.http.ServerRequest;
import dev.arag.web.internal.stream.Completion;
import dev.arag.web.internal.stream.CompletionParts;
import dev.arag.web.internal.stream.EventWriter;
import dev.arag.web.internal.stream.UiMessageParts;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests of programs for OpenAI's chat completions. The agent is the only model. A
 * client sends the whole conversation with each question, so nothing is kept.
 */
public final class ChatCompletions implements LoopbackServer.Handler {
  private static final Logger LOG = System.getLogger("dev.arag.web.page");

  /** The beginning of the paths. */
  public static final String PATH = "/v1";

  /** The name of the model. */
  public static final String MODEL = "arag";

  private static final String COMPLETIONS = PATH + "/chat/completions";
  private static final String MODELS = PATH + "/models";
  private static final int MAX_BODY_BYTES = 1 << 20;
  private static final Duration HEARTBEAT = Duration.ofMillis(500);

  private final Agent agent;
  private final Semaphore runs;
  private final List<AccessToken> tokens;
  private final URI page;
  private final Duration patience;
  private final LoopbackServer.Handler others;
  private final long created = System.currentTimeMillis() / 1_000;

  /**
   * @param runs a permit for each run
   * @param tokens each of them admits a client
   * @param page the address of the page without a token
   * @param patience the time after which a response begins that is not a stream. Before, a failure
   *     has an HTTP status; after it, the server notices that the client has gone
   * @param others answers the requests for other paths
   */
  public ChatCompletions(
      Agent agent,
      Semaphore runs,
      List<AccessToken> tokens,
      URI page,
      Duration patience,
      LoopbackServer.Handler others) {
    this.agent = agent;
    this.runs = runs;
    this.tokens = tokens;
    this.page = page;
    this.patience = patience;
    this.others = others;
  }

  private static boolean isOwn(ServerRequest request) {
    return request.path().startsWith(PATH + "/");
  }

  @Override
  public void answer(ServerRequest request) throws IOException, InterruptedException {
    if (!isOwn(request)) {
      others.answer(request);
      return;
    }
    try {
      authenticate(request);
      route(request);
    } catch (AragException e) {
      int status = e.isRetriable() ? 503 : 500;
      throw failure(request, status, String.valueOf(e.getMessage()), null);
    } catch (HttpFailure e) {
      throw e;
    } catch (RuntimeException | Error e) {
      // The message of an exception could contain text of documents or questions.
      LOG.log(Level.WARNING, "{0} failed: {1}", request.path(), e.getClass().getName());
      throw failure(request, 500, UiMessageParts.FAILED, null);
    }
  }

  @Override
  public void refuse(ServerRequest request, HttpFailure failure) throws IOException {
    if (!isOwn(request)) {
      others.refuse(request, failure);
      return;
    }
    String param = failure instanceof ApiFailure api ? api.param() : null;
    String code = failure instanceof ApiFailure api ? api.code() : null;
    json(
        request,
        failure.status(),
        CompletionParts.error(failure.status(), failure.reason(), param, code));
  }

  private static void json(ServerRequest request, int status, String json) throws IOException {
    request.bytes(status, "application/json", json.getBytes(StandardCharsets.UTF_8));
  }

  private void authenticate(ServerRequest request) throws IOException {
    request.header("X-Content-Type-Options", "nosniff");
    request.header("Cache-Control", "no-store");
    List<String> sent = request.headers().getOrDefault("Authorization", List.of());
    if (sent.size() != 1 || tokens.stream().noneMatch(token -> token.isBearerOf(sent.get(0)))) {
      request.header("WWW-Authenticate", "Bearer");
      throw new ApiFailure(
          401,
          "The API key is missing or wrong. Send the token of this server in the header"
              + " Authorization: Bearer TOKEN.",
          null,
          "invalid_api_key");
    }
    request.admit();
  }

  private void route(ServerRequest request) throws IOException, InterruptedException {
    String path = request.path();
    if (path.equals(COMPLETIONS)) {
      requireMethod(request, "POST");
      complete(request);
    } else if (path.equals(MODELS)) {
      requireMethod(request, "GET");
      request.json(200, Map.of("object", "list", "data", List.of(model())));
    } else if (path.equals(MODELS + "/" + MODEL)) {
      requireMethod(request, "GET");
      request.json(200, model());
    } else if (path.startsWith(MODELS + "/")) {
      throw CompletionRequest.unknownModel(MODEL);
    } else {
      throw new ApiFailure(
          404, "The paths are " + COMPLETIONS + " and " + MODELS + ".", null, "unknown_url");
    }
  }

  private static void requireMethod(ServerRequest request, String method) {
    if (!request.method().equals(method)) {
      request.header("Allow", method);
      throw new ApiFailure(405, "Use the method " + method + ".", null, "method_not_allowed");
    }
  }

  private Map<String, Object> model() {
    return Map.of("id", MODEL, "object", "model", "created", created, "owned_by", "arag");
  }

  private void complete(ServerRequest request) throws IOException, InterruptedException {
    if (!request.mediaType().equals("application/json")) {
      throw new HttpFailure(415, "The header Content-Type must be application/json.");
    }
    CompletionRequest asked = CompletionRequest.of(request.body(MAX_BODY_BYTES), MODEL);
    Run run = start(asked);
    try {
      CompletionParts parts = new CompletionParts(MODEL, page, asked.hasUsage());
      if (asked.isStream()) {
        stream(request, run, parts);
      } else {
        respond(request, run, parts);
      }
    } finally {
      run.cancel();
    }
  }

  private Run start(CompletionRequest asked) {
    if (!runs.tryAcquire()) {
      throw new ApiFailure(
          429,
          "Too many questions are being answered. Try again later.",
          null,
          "rate_limit_exceeded");
    }
    Run run;
    try {
      run = agent.conversation(asked.earlier()).start(asked.question());
    } catch (RuntimeException | Error e) {
      runs.release();
      throw e;
    }
    var unused = run.toFuture().whenComplete((answer, failure) -> runs.release());
    return run;
  }

  private static void stream(ServerRequest request, Run run, CompletionParts parts)
      throws IOException {
    request.header("Content-Type", "text/event-stream; charset=utf-8");
    try (OutputStream out = request.open()) {
      EventWriter.write(run, parts, HEARTBEAT, out);
    }
  }

  /** After a while, white space shows whether the client is still there. JSON may begin with it. */
  private void respond(ServerRequest request, Run run, CompletionParts parts)
      throws IOException, InterruptedException {
    if (isEnded(run, patience)) {
      requireAnswer(request, run);
      Completion completion = Completion.of(run, page);
      request.header("X-Arag-Run", completion.run());
      json(request, 200, parts.whole(completion));
      return;
    }
    request.header("Content-Type", "application/json");
    try (OutputStream out = request.open()) {
      do {
        out.write('\n');
        out.flush();
      } while (!isEnded(run, HEARTBEAT));
      out.write(late(run, parts).getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Returns the response of a run that ended after the status 200 was sent. */
  private String late(Run run, CompletionParts parts) {
    try {
      return parts.whole(Completion.of(run, page));
    } catch (RuntimeException e) {
      return CompletionParts.error(500, UiMessageParts.FAILED, null, null);
    }
  }

  private static boolean isEnded(Run run, Duration time) throws InterruptedException {
    CompletableFuture<?> end = run.toFuture();
    try {
      var unused = end.get(time.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (ExecutionException e) {
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  private static void requireAnswer(ServerRequest request, Run run) {
    try {
      var unused = run.answer();
    } catch (NoAnswerException e) {
      String reason = String.valueOf(e.getMessage());
      throw failure(request, CompletionParts.status(e), reason, CompletionParts.code(e));
    }
  }

  /** Some clients read the header, which says whether it is of use to repeat the request. */
  private static ApiFailure failure(
      ServerRequest request, int status, String message, @Nullable String code) {
    request.header("X-Should-Retry", String.valueOf(status == 503));
    return new ApiFailure(status, message, null, code);
  }
}
