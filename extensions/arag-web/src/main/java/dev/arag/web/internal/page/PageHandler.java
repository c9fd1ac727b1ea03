package dev.arag.web.internal.page;

import com.sun.net.httpserver.Headers;
import dev.arag.core.error.AragException;
import dev.arag.core.error.IndexLockedException;
import dev.arag.web.internal.http.HttpFailure;
import dev.arag.web.internal.http.LoopbackServer;
import dev.arag.web.internal.http.ServerRequest;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks each request and passes it to its route. */
public final class PageHandler implements LoopbackServer.Handler {
  private static final Logger LOG = System.getLogger("dev.arag.web.page");
  private static final String JSON = "application/json";
  private static final String BINARY = "application/octet-stream";

  /** Nothing runs or loads but the files of the page, and no text can become markup. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'; trusted-types 'none'";

  private final Sessions sessions;
  private final Map<String, Route> routes = new LinkedHashMap<>();

  /** Answers a request that has passed the checks. */
  @FunctionalInterface
  public interface Action {
    void answer(ServerRequest request) throws IOException, InterruptedException;
  }

  /**
   * @param contentType the type that a body must have; null if the request has no body
   * @param isOpen whether the request needs no session
   */
  private record Route(String method, @Nullable String contentType, boolean isOpen, Action action) {
    boolean isPost() {
      return method.equals("POST");
    }
  }

  public PageHandler(Sessions sessions) {
    this.sessions = sessions;
    PageFile.all()
        .forEach((path, file) -> routes.put(path, new Route("GET", null, true, file::answer)));
    routes.put("/api/session", new Route("POST", JSON, true, this::beginSession));
  }

  public void get(String path, Action action) {
    routes.put(path, new Route("GET", null, false, action));
  }

  public void post(String path, Action action) {
    routes.put(path, new Route("POST", JSON, false, action));
  }

  public void upload(String path, Action action) {
    routes.put(path, new Route("POST", BINARY, false, action));
  }

  private void beginSession(ServerRequest request) throws IOException {
    sessions.begin(ServerRequest.text(request.body(1_000), "token", 200)).forEach(request::header);
    request.end(204);
  }

  @Override
  public void answer(ServerRequest request) throws IOException, InterruptedException {
    secure(request);
    try {
      check(request).action().answer(request);
    } catch (HttpFailure e) {
      throw e;
    } catch (IndexLockedException e) {
      throw HttpFailure.conflict("Documents are being added at the moment. Try again later.");
    } catch (AragException | IllegalArgumentException e) {
      throw new HttpFailure(422, String.valueOf(e.getMessage()));
    } catch (RuntimeException | Error e) {
      // The message of an exception could contain text of documents or questions.
      LOG.log(Level.WARNING, "{0} failed: {1}", request.path(), e.getClass().getName());
      throw new HttpFailure(500, "An unexpected error occurred.");
    }
  }

  @Override
  public void refuse(ServerRequest request, HttpFailure failure) throws IOException {
    secure(request);
    request.json(failure.status(), Map.of("error", failure.reason()));
  }

  private static void secure(ServerRequest request) {
    request.header("Content-Security-Policy", POLICY);
    request.header("X-Content-Type-Options", "nosniff");
    request.header("X-Frame-Options", "DENY");
    request.header("Referrer-Policy", "no-referrer");
    request.header("Cache-Control", "no-store");
    request.header("Cross-Origin-Opener-Policy", "same-origin");
    request.header("Cross-Origin-Resource-Policy", "same-origin");
  }

  private Route check(ServerRequest request) throws IOException {
    Headers headers = request.headers();
    String site = headers.getFirst("Sec-Fetch-Site");
    if (site != null && request.path().startsWith("/api/") && !site.equals("same-origin")) {
      throw new HttpFailure(403, "Pages of other origins may not send requests to this server.");
    }
    Route route = routes.get(request.path());
    if (route == null) {
      throw HttpFailure.notFound("There is no such page.");
    }
    if (!route.method().equals(request.method())) {
      request.header("Allow", route.method());
      throw new HttpFailure(405, "Use the method " + route.method() + ".");
    }
    if (route.isPost()) {
      checkPost(route, request);
    }
    if (!route.isOpen()) {
      if (!sessions.isOpen(headers.get("Cookie"), headers.getFirst(Sessions.KEY))) {
        throw new HttpFailure(
            401,
            "This browser has no valid session. Open the address that the server printed when it"
                + " started.");
      }
      request.admit();
    }
    return route;
  }

  /** Browsers send the header Origin with every POST request. */
  private static void checkPost(Route route, ServerRequest request) {
    if (!request.headers().containsKey("Origin")) {
      throw new HttpFailure(403, "The header Origin is missing.");
    }
    if (!request.mediaType().equals(route.contentType())) {
      throw new HttpFailure(415, "The header Content-Type must be " + route.contentType() + ".");
    }
  }
}
