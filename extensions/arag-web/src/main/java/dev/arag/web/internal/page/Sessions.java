package dev.arag.web.internal.page;

import dev.arag.web.AccessToken;
import dev.arag.web.internal.http.HttpFailure;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The browsers that have shown the token. Each gets two secrets of its own and must send both: a
 * cookie that scripts cannot read, and a key that the page keeps and sends in a header. The cookie
 * alone is not enough, because browsers send it to all ports of 127.0.0.1.
 */
public final class Sessions {
  /** The header with the key. */
  static final String KEY = "X-Arag-Key";

  private static final int MAX_SESSIONS = 32;

  private final AccessToken token = AccessToken.random();
  private final Deque<Session> sessions = new ArrayDeque<>();
  private final String cookieName;

  private record Session(AccessToken cookie, AccessToken key) {}

  /** Browsers do not tell ports apart in cookies, so the name contains the port. */
  public Sessions(int port) {
    cookieName = "arag-" + port;
  }

  /** The token that the address of the page contains. */
  public AccessToken token() {
    return token;
  }

  /**
   * Returns the headers with the secrets for a client that sent the token.
   *
   * @throws HttpFailure if the token is wrong
   */
  synchronized Map<String, String> begin(String candidate) {
    if (!token.matches(candidate)) {
      throw new HttpFailure(
          403, "The address of this page has expired. Open the one that the server printed.");
    }
    Session session = new Session(AccessToken.random(), AccessToken.random());
    sessions.addLast(session);
    if (sessions.size() > MAX_SESSIONS) {
      sessions.removeFirst();
    }
    String cookie = cookieName + "=" + session.cookie().value();
    return Map.of(
        "Set-Cookie",
        cookie + "; Path=/api; HttpOnly; SameSite=Strict",
        KEY,
        session.key().value());
  }

  /** Whether a request has the cookie and the key of a session. */
  synchronized boolean isOpen(@Nullable List<String> cookieHeaders, @Nullable String key) {
    return cookieHeaders != null
        && cookieHeaders.stream()
            .flatMap(header -> List.of(header.split(";")).stream())
            .map(String::strip)
            .filter(pair -> pair.startsWith(cookieName + "="))
            .map(pair -> pair.substring(cookieName.length() + 1))
            .anyMatch(
                value ->
                    sessions.stream()
                        .anyMatch(
                            session ->
                                session.cookie().matches(value) && session.key().matches(key)));
  }
}
