package dev.arag.connect.internal.site;

import dev.arag.connect.internal.EntryHash;
import dev.arag.connect.internal.Failures;
import dev.arag.connect.internal.site.SiteClient.Response;
import dev.arag.connect.spi.Entry;
import dev.arag.connect.spi.Listing;
import dev.arag.core.text.Location;
import dev.arag.index.source.RemoteSourceException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The pages of a site, one sitemap after the other. */
public final class SiteListing implements Listing {
  private static final int MAX_SITEMAPS = 100;

  private final SiteSettings settings;
  private final SiteClient client;
  private final Deque<URI> sitemaps = new ArrayDeque<>();
  private final Deque<Sitemap.Location> locations = new ArrayDeque<>();
  private final Set<URI> seen = new HashSet<>();
  private boolean isOpen;
  private int sitemapCount;
  private int locationCount;
  private boolean hasPages;
  private @Nullable RemoteSourceException failure;

  /** The page that {@link #next} returned last, if it had to be read to know its revision. */
  private @Nullable Response current;

  private @Nullable URI currentUri;

  public SiteListing(SiteSettings settings) {
    this(settings, delay -> TimeUnit.NANOSECONDS.sleep(delay.toNanos()));
  }

  SiteListing(SiteSettings settings, SiteClient.Pause pause) {
    this.settings = settings;
    this.client = new SiteClient(settings, pause);
  }

  @Override
  public Optional<Entry> next() throws InterruptedException {
    if (!isOpen) {
      isOpen = true;
      open();
    }
    while (true) {
      Sitemap.Location location = locations.poll();
      if (location != null) {
        Optional<Entry> entry = entry(location);
        if (entry.isPresent()) {
          return entry;
        }
      } else if (sitemaps.isEmpty()) {
        throwFailure();
        return Optional.empty();
      } else {
        readSitemap(sitemaps.remove());
      }
    }
  }

  private void throwFailure() {
    if (failure == null && locationCount > 0 && !hasPages) {
      fail(
          "None of the %d addresses in the sitemaps is below %s. Check the address."
              .formatted(locationCount, settings),
          false,
          null);
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void open() throws InterruptedException {
    RobotsTxt robots = readRobots();
    client.setRobots(robots);
    if (settings.isSitemap()) {
      addSitemap(settings.root());
      return;
    }
    for (String address : robots.sitemaps()) {
      addSitemap(address);
    }
    if (robots.sitemaps().isEmpty()) {
      addSitemap(settings.root().resolve("/sitemap.xml"));
    }
  }

  /** If it cannot be read, nothing may be read; if there is none, everything. */
  private RobotsTxt readRobots() throws InterruptedException {
    try {
      Response response = client.send("GET", settings.root().resolve("/robots.txt"));
      if (response.isOk()) {
        return RobotsTxt.of(new String(response.body(), StandardCharsets.UTF_8));
      }
      if (response.isDenied()) {
        throw denied("robots.txt", response);
      }
      if (response.status() / 100 == 4) {
        return RobotsTxt.ALLOW_ALL;
      }
      throw response.failure();
    } catch (IOException e) {
      throw new RemoteSourceException(
          "The robots.txt of %s cannot be read: %s. Sync again later."
              .formatted(settings, Failures.describe(e)),
          true,
          e);
    }
  }

  private RemoteSourceException denied(String what, Response response) {
    return new RemoteSourceException(
        "The site %s does not allow to read %s (status %d). Check the credentials in the address."
            .formatted(settings, what, response.status()),
        false,
        null);
  }

  private void addSitemap(String address) {
    URI uri = parse(address);
    if (uri == null) {
      fail("The sitemap %s is not on the host of the site.".formatted(address), false, null);
    } else {
      addSitemap(uri);
    }
  }

  private void addSitemap(URI uri) {
    if (seen.add(uri)) {
      sitemaps.add(uri);
    }
  }

  private @Nullable URI parse(String address) {
    try {
      return settings.sameHost(settings.root().resolve(address));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Remembers the first failure: the pages of other sitemaps are read before it is thrown. */
  private void fail(String message, boolean isRetriable, @Nullable Throwable cause) {
    if (failure == null) {
      failure = new RemoteSourceException(message, isRetriable, cause);
    }
  }

  private void readSitemap(URI uri) throws InterruptedException {
    if (++sitemapCount > MAX_SITEMAPS) {
      sitemaps.clear();
      fail("The site %s has more than %d sitemaps.".formatted(settings, MAX_SITEMAPS), false, null);
      return;
    }
    try {
      Response response = client.send("GET", uri);
      if (response.isDenied()) {
        throw denied(uri.toString(), response);
      }
      if (!response.isOk()) {
        throw response.failure();
      }
      Sitemap sitemap = Sitemap.parse(response.body());
      if (sitemap.isIndex()) {
        sitemap.locations().forEach(each -> addSitemap(each.address()));
      } else {
        locations.addAll(sitemap.locations());
      }
    } catch (IOException e) {
      fail(
          "The sitemap %s cannot be read: %s. Check the address, or sync again later."
              .formatted(uri, Failures.describe(e)),
          true,
          e);
    }
  }

  /** Returns empty for an address that was listed before, or is not below the root. */
  private Optional<Entry> entry(Sitemap.Location location) throws InterruptedException {
    if (++locationCount > settings.maxPages()) {
      throw new RemoteSourceException(
          "The sitemaps of %s have more than %d addresses. Use the address of one sitemap, or set SiteConnector.maxPages."
              .formatted(settings, settings.maxPages()),
          false,
          null);
    }
    URI uri = parse(location.address());
    if (uri == null) {
      hasPages = true; // The report of the sync shows it.
      return Optional.of(Entry.unreadable(location.address(), "it is not on the host of the site"));
    }
    boolean isBelow =
        settings.isSitemap() || uri.getRawPath().startsWith(settings.root().getRawPath());
    hasPages |= isBelow;
    return isBelow && seen.add(uri) ? Optional.of(page(uri, location.lastmod())) : Optional.empty();
  }

  private Entry page(URI uri, @Nullable String lastmod) throws InterruptedException {
    String path = uri.getRawPath().substring(1);
    String fileName = PageTypes.ofPath(path);
    String id = uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    if (!client.allows(uri)) {
      return Entry.unreadable(id, "the robots.txt of the site disallows it");
    }
    current = null;
    currentUri = uri;
    try {
      String revision = lastmod == null ? revision(uri) : "lastmod " + lastmod;
      Map<String, Object> metadata = Map.of(Location.URL, uri.toString());
      return new Entry(id, fileName, revision, metadata, Set.of(), null);
    } catch (IOException e) {
      return Entry.unreadable(id, Failures.describe(e));
    }
  }

  private String revision(URI uri) throws IOException, InterruptedException {
    String validator = validator(client.send("HEAD", uri));
    if (validator != null) {
      return validator;
    }
    Response page = client.send("GET", uri);
    current = page;
    return "hash " + EntryHash.of(page.body());
  }

  /** Returns what identifies the version of a page; null if the site does not say. */
  private static @Nullable String validator(Response response) {
    if (!response.isOk()) {
      return null;
    }
    return response
        .headers()
        .firstValue("etag")
        .map(tag -> "etag " + tag)
        .or(() -> response.headers().firstValue("last-modified").map(date -> "modified " + date))
        .orElse(null);
  }

  @Override
  public Content read(Entry entry) throws IOException, InterruptedException {
    URI uri = Objects.requireNonNull(currentUri);
    Response page = current == null ? client.send("GET", uri) : current;
    if (!page.isOk()) {
      throw page.failure();
    }
    requireUnchanged(uri, entry, validator(page));
    byte[] body = PageTypes.toUtf8(page.headers(), page.body());
    String fileName = PageTypes.ofResponse(page.headers(), entry.fileName());
    return new Content(new ByteArrayInputStream(body), fileName);
  }

  /** Some sites send another ETag with each response; their pages can be read, too. */
  private void requireUnchanged(URI uri, Entry entry, @Nullable String validator)
      throws IOException, InterruptedException {
    boolean hasValidator = entry.revision().matches("(?s)(etag|modified) .*");
    if (hasValidator
        && !entry.revision().equals(validator)
        && Objects.equals(validator(client.send("HEAD", uri)), validator)) {
      throw new IOException("it changed while it was being read; the next sync reads it");
    }
  }

  @Override
  public void close() {}
}
