package dev.arag.web.page;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.arag.core.error.AragException;
import dev.arag.core.error.IndexLockedException;
import dev.arag.web.OriginPolicy;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Checks each request and passes it to its route. */
final class PageHandler implements HttpHandler {
  private static final Logger LOG = System.getLogger("dev.arag.web.page");
  private static final int MAX_REQUESTS = 64;
  private static final String JSON = "application/json";
  private static final String BINARY = "application/octet-stream";

  /** Nothing runs or loads but the files of the page, and no text can become markup. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'; trusted-types 'none'";

  private final OriginPolicy origins;
  private final Sessions sessions;
  private final Watchdog watchdog;
  private final Map<String, Route> routes = new LinkedHashMap<>();
  private final AtomicInteger active = new AtomicInteger();

  /** Answers a request that has passed the checks. */
  @FunctionalInterface
  interface Action {
    void answer(Request request) throws IOException, InterruptedException;
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

  PageHandler(OriginPolicy origins, Sessions sessions, Watchdog watchdog) {
    this.origins = origins;
    this.sessions = sessions;
    this.watchdog = watchdog;
    PageFile.all()
        .forEach((path, file) -> routes.put(path, new Route("GET", null, true, file::answer)));
    routes.put("/api/session", new Route("POST", JSON, true, this::beginSession));
  }

  void get(String path, Action action) {
    routes.put(path, new Route("GET", null, false, action));
  }

  void post(String path, Action action) {
    routes.put(path, new Route("POST", JSON, false, action));
  }

  void upload(String path, Action action) {
    routes.put(path, new Route("POST", BINARY, false, action));
  }

  private void beginSession(Request request) throws IOException {
    sessions.begin(Request.text(request.body(1_000), "token", 200)).forEach(request::header);
    request.done();
  }

  @Override
  public void handle(HttpExchange exchange) {
    try {
      secure(exchange.getResponseHeaders());
      answer(exchange, new Request(exchange, watchdog));
    } catch (IOException e) {
      // The client is gone or too slow. Closing the exchange is all that can be done.
    } finally {
      exchange.close();
    }
  }

  private void answer(HttpExchange exchange, Request request) throws IOException {
    try {
      limited(exchange, request);
    } catch (HttpFailure e) {
      fail(request, e.status(), e.getMessage());
    } catch (IndexLockedException e) {
      fail(request, 409, "Documents are being added at the moment. Try again later.");
    } catch (AragException | IllegalArgumentException e) {
      fail(request, 422, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      // The message of an exception could contain text of documents or questions.
      LOG.log(Level.WARNING, "{0} failed: {1}", path(exchange), e.getClass().getName());
      fail(request, 500, "An unexpected error occurred.");
    }
  }

  private static void secure(Headers headers) {
    headers.set("Content-Security-Policy", POLICY);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cache-Control", "no-store");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
  }

  private void limited(HttpExchange exchange, Request request)
      throws IOException, InterruptedException {
    try {
      if (active.incrementAndGet() > MAX_REQUESTS) {
        throw new HttpFailure(503, "Too many requests at the same time. Try again later.");
      }
      check(exchange).action().answer(request);
    } finally {
      active.decrementAndGet();
    }
  }

  private Route check(HttpExchange exchange) {
    Headers headers = exchange.getRequestHeaders();
    origins
        .refusal(headers.get("Host"), headers.get("Origin"))
        .ifPresent(
            reason -> {
              throw new HttpFailure(403, reason);
            });
    String site = headers.getFirst("Sec-Fetch-Site");
    if (site != null && path(exchange).startsWith("/api/") && !site.equals("same-origin")) {
      throw new HttpFailure(403, "Pages of other origins may not send requests to this server.");
    }
    Route route = routes.get(path(exchange));
    if (route == null) {
      throw HttpFailure.notFound("There is no such page.");
    }
    if (!route.method().equals(exchange.getRequestMethod())) {
      exchange.getResponseHeaders().set("Allow", route.method());
      throw new HttpFailure(405, "Use the method " + route.method() + ".");
    }
    if (route.isPost()) {
      checkPost(route, headers);
    }
    if (!route.isOpen()
        && !sessions.isOpen(headers.get("Cookie"), headers.getFirst(Sessions.KEY))) {
      throw new HttpFailure(401, "Open the address that the server printed.");
    }
    return route;
  }

  /** Browsers send the header Origin with every POST request. */
  private static void checkPost(Route route, Headers headers) {
    if (!headers.containsKey("Origin")) {
      throw new HttpFailure(403, "The header Origin is missing.");
    }
    List<String> types = headers.getOrDefault("Content-Type", List.of());
    if (types.size() != 1 || !mediaType(types.get(0)).equals(route.contentType())) {
      throw new HttpFailure(415, "The header Content-Type must be " + route.contentType() + ".");
    }
  }

  private static String mediaType(String contentType) {
    return contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  private static String path(HttpExchange exchange) {
    return String.valueOf(exchange.getRequestURI().getRawPath());
  }

  private static void fail(Request request, int status, @Nullable String message)
      throws IOException {
    request.json(status, Map.of("error", String.valueOf(message)));
  }
}
