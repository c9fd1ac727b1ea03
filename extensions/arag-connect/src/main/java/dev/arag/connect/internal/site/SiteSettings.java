package dev.arag.connect.internal.site;

import dev.arag.connect.internal.StoreAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a site connector.
 *
 * @param root the address without credentials
 * @param authorization the value of the header; null without credentials
 */
public record SiteSettings(URI root, @Nullable String authorization, int maxPages) {
  private static final int MAX_PAGES = 10_000;

  public static SiteSettings of(String url) {
    StoreAddress address = StoreAddress.of(url);
    URI root = parse(address.clean());
    String user = address.user();
    return new SiteSettings(
        root, user == null ? null : basic(user + ":" + address.password()), MAX_PAGES);
  }

  private static URI parse(String url) {
    try {
      URI uri = new URI(url);
      String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
      if (scheme.matches("https?") && uri.getHost() != null) {
        String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String host = uri.getHost().toLowerCase(Locale.ROOT);
        String port =
            uri.getPort() < 0 || uri.getPort() == defaultPort(scheme) ? "" : ":" + uri.getPort();
        return new URI(scheme + "://" + host + port + path);
      }
    } catch (URISyntaxException e) {
      // Its message would repeat the address.
    }
    throw new IllegalArgumentException(
        "Not the address of a site: %s. Use http://HOST/ or https://HOST/.".formatted(url(url)));
  }

  /** An address that cannot be parsed may contain a password. */
  private static String url(String url) {
    return url.contains("@") ? "(not shown, because it contains @)" : url;
  }

  private static int defaultPort(String scheme) {
    return scheme.equals("https") ? 443 : 80;
  }

  private static String basic(String credentials) {
    byte[] bytes = credentials.getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(bytes);
  }

  public SiteSettings withMaxPages(int pages) {
    return new SiteSettings(root, authorization, pages);
  }

  public String name() {
    return root.getRawAuthority();
  }

  boolean isSitemap() {
    return root.getPath().matches(".*\\.xml(\\.gz)?");
  }

  /** Returns the address in the form of the root; null if it belongs to another host. */
  @Nullable URI sameHost(URI uri) {
    String host = uri.getHost();
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    if (host == null || !host.equalsIgnoreCase(root.getHost()) || !scheme.matches("https?")) {
      return null;
    }
    int port = uri.getPort() == defaultPort(scheme) ? -1 : uri.getPort();
    if (port != root.getPort()) {
      return null;
    }
    String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    return root.resolve(path.replaceFirst("^/+", "/") + query);
  }

  /** Does not contain the credentials. */
  @Override
  public String toString() {
    return root.toString();
  }
}
