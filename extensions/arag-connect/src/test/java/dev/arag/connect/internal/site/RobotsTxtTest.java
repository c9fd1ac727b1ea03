package dev.arag.connect.internal.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.index.source.RemoteSourceException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RobotsTxtTest {
  @ParameterizedTest
  @CsvSource({
    "/a, true",
    "/private/x, false",
    "/private/open/x, true",
    "/x.pdf, false",
    "/x.pdf?a, true",
    "/search?q=1, false",
    "/a*b, true"
  })
  void appliesTheLongestRule(String path, boolean isAllowed) {
    RobotsTxt robots =
        RobotsTxt.of(
            "User-agent: other\nDisallow: /\n\nUSER-AGENT: *\nDisallow: /private/ # secret\n"
                + "Allow: /private/open\nDisallow: /*.pdf$\nDisallow: /search*q=\nDisallow:\n");
    assertThat(robots.allows(path)).isEqualTo(isAllowed);
  }

  @Test
  void ignoresAByteOrderMark() {
    assertThat(RobotsTxt.of("\uFEFFUser-agent: *\nDisallow: /a").allows("/a")).isFalse();
  }

  @Test
  void prefersTheGroupOfThisLibrary() {
    RobotsTxt robots =
        RobotsTxt.of(
            "User-agent: *\nDisallow: /\nSitemap: /s.xml\n"
                + "User-agent: other\nUser-agent: Arag\nDisallow: /b\nCrawl-delay: 1.5");
    assertThat(robots.allows("/a")).isTrue();
    assertThat(robots.allows("/b")).isFalse();
    assertThat(robots.sitemaps()).containsExactly("/s.xml");
    assertThat(robots.crawlDelay()).isEqualTo(Duration.ofMillis(1500));
  }

  @Test
  void refusesToWaitForLong() {
    SiteClient client = new SiteClient(SiteSettings.of("http://127.0.0.1/"), delay -> {});
    RobotsTxt slow = RobotsTxt.of("User-agent: *\nCrawl-delay: 61");
    assertThatThrownBy(() -> client.setRobots(slow))
        .isInstanceOf(RemoteSourceException.class)
        .hasMessageContaining("delay of 61 seconds");
  }
}
