package dev.arag.web.page;

import dev.arag.web.AccessToken;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The browsers that have shown the token. Each gets a secret of its own in a cookie that scripts
 * cannot read.
 */
final class Sessions {
  private static final int MAX_SESSIONS = 32;

  private final AccessToken token = AccessToken.random();
  private final Deque<AccessToken> sessions = new ArrayDeque<>();
  private final String cookieName;

  /** Browsers do not tell ports apart in cookies, so the name contains the port. */
  Sessions(int port) {
    cookieName = "arag-" + port;
  }

  /** The token that the address of the page contains. */
  AccessToken token() {
    return token;
  }

  /**
   * Returns the header Set-Cookie for a client that sent the token.
   *
   * @throws HttpFailure if the token is wrong
   */
  synchronized String begin(String candidate) {
    if (!token.matches(candidate)) {
      throw new HttpFailure(
          403, "The address of this page has expired. Open the one that the server printed.");
    }
    AccessToken session = AccessToken.random();
    sessions.addLast(session);
    if (sessions.size() > MAX_SESSIONS) {
      sessions.removeFirst();
    }
    return cookieName + "=" + session.value() + "; Path=/api; HttpOnly; SameSite=Strict";
  }

  /** Whether a request has the cookie of a session. */
  synchronized boolean isOpen(@Nullable List<String> cookieHeaders) {
    return cookieHeaders != null
        && cookieHeaders.stream()
            .flatMap(header -> List.of(header.split(";")).stream())
            .map(String::strip)
            .filter(pair -> pair.startsWith(cookieName + "="))
            .map(pair -> pair.substring(cookieName.length() + 1))
            .anyMatch(value -> sessions.stream().anyMatch(session -> session.matches(value)));
  }
}
