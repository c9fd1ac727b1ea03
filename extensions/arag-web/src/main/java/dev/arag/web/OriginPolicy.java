package dev.arag.web;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides from the headers Host and Origin whether a server on the loopback interface may serve a
 * request. A web site can make a browser send requests to such a server: with its own name in Host
 * if its name server returns a loopback address (DNS rebinding), or with its own address in Origin.
 * This policy refuses both. It compares whole headers with a list: a parser would have to agree
 * with every browser about user info, trailing dots and the notations of an IP address.
 *
 * <p>The policy does not tell users of the same machine apart; use an {@link AccessToken} for that.
 * Immutable and thread-safe.
 */
public final class OriginPolicy {
  private static final List<String> LOOPBACK_HOSTS = List.of("127.0.0.1", "localhost", "[::1]");
  private static final int HTTP_PORT = 80;
  private static final Pattern ORIGIN =
      Pattern.compile(
          "(?<scheme>https?)://(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\\[[0-9a-f:.]+\\])"
              + "(?<port>:[1-9][0-9]{0,4})?");

  private final Set<String> hosts;
  private final Set<String> origins;

  private OriginPolicy(Set<String> hosts, Set<String> origins) {
    this.hosts = hosts;
    this.origins = origins;
  }

  /**
   * Returns the policy of a server on the loopback interface. It serves requests to 127.0.0.1,
   * localhost and [::1] with the given port, from programs and from pages of the server itself.
   *
   * @param port the port of the server, from 1 to 65535
   */
  public static OriginPolicy loopback(int port) {
    if (port < 1 || port > 0xFFFF) {
      throw new IllegalArgumentException("port must be 1 to 65535, was " + port);
    }
    Set<String> hosts = new TreeSet<>();
    Set<String> origins = new TreeSet<>();
    for (String name : LOOPBACK_HOSTS) {
      hosts.add(name + ":" + port);
      origins.add("http://" + name + (port == HTTP_PORT ? "" : ":" + port));
      if (port == HTTP_PORT) {
        hosts.add(name);
      }
    }
    return new OriginPolicy(hosts, origins);
  }

  /**
   * Also serves pages of another origin, such as {@code https://intranet.example.org}. Their
   * requests must still be addressed to the loopback interface.
   *
   * @param origin scheme, host and port as a browser sends them in the header Origin
   * @throws IllegalArgumentException if this is not an origin of http or https
   */
  public OriginPolicy allow(String origin) {
    String text = requireNonNull(origin, "origin").toLowerCase(Locale.ROOT);
    Matcher parts = ORIGIN.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "An origin must have the form https://intranet.example.org or http://localhost:8080,"
              + " without a path, was '"
              + origin
              + "'.");
    }
    Set<String> more = new TreeSet<>(origins);
    more.add(isDefaultPort(parts) ? text.substring(0, parts.start("port")) : text);
    return new OriginPolicy(hosts, more);
  }

  private static boolean isDefaultPort(Matcher origin) {
    String port = origin.group("port");
    return port != null && port.equals(origin.group("scheme").equals("http") ? ":80" : ":443");
  }

  /**
   * Returns why a request must not be served; empty if it may be. A server answers such a request
   * with status 403. The reason contains no text of the request.
   *
   * @param host the value of the header Host; null if there is none
   * @param origin the value of the header Origin; null if there is none, as in requests of programs
   */
  public Optional<String> refusal(@Nullable String host, @Nullable String origin) {
    if (host == null || !hosts.contains(host.toLowerCase(Locale.ROOT))) {
      return Optional.of("The header Host must be one of " + String.join(", ", hosts) + ".");
    }
    if (origin != null && !origins.contains(origin.toLowerCase(Locale.ROOT))) {
      return Optional.of("Pages of other origins may not send requests to this server.");
    }
    return Optional.empty();
  }

  /**
   * Returns why a request must not be served, as {@link #refusal(String, String)} does. A request
   * with several values of one of the headers is refused, because servers and proxies differ in
   * which of them they use.
   *
   * @param hosts all values of the header Host; empty or null if there is none
   * @param origins all values of the header Origin; empty or null if there is none
   */
  public Optional<String> refusal(@Nullable List<String> hosts, @Nullable List<String> origins) {
    if (count(hosts) > 1 || count(origins) > 1) {
      return Optional.of("The headers Host and Origin must not be repeated.");
    }
    return refusal(first(hosts), first(origins));
  }

  private static int count(@Nullable List<String> values) {
    return values == null ? 0 : values.size();
  }

  private static @Nullable String first(@Nullable List<String> values) {
    return values == null || values.isEmpty() ? null : values.get(0);
  }
}
