package dev.arag.connect;

import dev.arag.connect.internal.site.SiteListing;
import dev.arag.connect.internal.site.SiteSettings;
import dev.arag.connect.spi.Listing;

/**
 * The pages of a web site that its sitemaps list. The sitemaps are those of {@code robots.txt}, or
 * {@code /sitemap.xml}, or the sitemap to which the address leads. The rules and the crawl delay
 * that {@code robots.txt} has for {@code arag} or for all programs apply. The media type of a page
 * selects the parser.
 *
 * <p>The revision of a page is its {@code lastmod} in the sitemap. Without it, a HEAD request asks
 * for the ETag or the time of the last change; without both, each sync reads the page, but does not
 * store it again if it is equal. Pages of other hosts are reported as skipped. Redirects are
 * followed within the host, at most 5 times. A page may have 50 MiB, a sitemap 50 MiB uncompressed,
 * and a request may take 60 seconds. Too many requests (status 429 or 503) are repeated when the
 * site asks for it, at most twice and within 60 seconds.
 *
 * <p>A site is untrusted: its pages become text of the index. Whoever chooses the address decides
 * whether it may be that of a private network; the connector does not check it. Immutable.
 */
public final class SiteConnector implements Connector {
  private final SiteSettings settings;

  private SiteConnector(SiteSettings settings) {
    this.settings = settings;
  }

  /**
   * Returns a connector for a site.
   *
   * @param url the address of the site, such as {@code https://example.org/docs/}, for the pages
   *     whose address begins with it; or the address of a sitemap, which ends with {@code .xml} or
   *     {@code .xml.gz}. A user name and password in it are sent with each request, but never
   *     stored or shown
   */
  public static SiteConnector of(String url) {
    return new SiteConnector(SiteSettings.of(url));
  }

  /**
   * Sets the maximum number of addresses in the sitemaps. If there are more, a sync reads these and
   * then fails, without deleting any. Default: 10,000.
   */
  public SiteConnector maxPages(int maxPages) {
    if (maxPages < 1) {
      throw new IllegalArgumentException("maxPages must be >= 1, was " + maxPages);
    }
    return new SiteConnector(settings.withMaxPages(maxPages));
  }

  /** Returns the host, and the port if it is not the default. */
  @Override
  public String name() {
    return settings.name();
  }

  @Override
  public String location() {
    return settings.root().toString();
  }

  @Override
  public Listing list() {
    return new SiteListing(settings);
  }

  @Override
  public String toString() {
    return location();
  }
}
