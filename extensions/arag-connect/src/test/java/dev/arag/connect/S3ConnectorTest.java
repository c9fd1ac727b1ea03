package dev.arag.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.util.Throwables.getStackTrace;

import dev.arag.connect.spi.Entry;
import dev.arag.connect.spi.Listing;
import dev.arag.index.source.RemoteSourceException;
import dev.arag.index.source.Source;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class S3ConnectorTest {
  @TempDir Path temp;
  private Synced index;

  @BeforeEach
  void create() {
    index = new Synced(temp.resolve("index"));
  }

  @Test
  void listsAllPagesOfAFolder() throws Exception {
    try (S3Store store = new S3Store()) {
      for (int i = 0; i < 1_001; i++) {
        store.put("many/" + i + ".png", "x");
      }
      store.put("z ä+&?.txt", "The last object.");
      store.put("folder/", "");
      store.put(".hidden/a.txt", "hidden");
      assertThat(index.sync(store.connector()).skipped()).hasSize(1_001);
      assertThat(index.texts()).containsOnlyKeys("handbook/docs/z ä+&?.txt");
    }
  }

  @Test
  void doesNotMixVersionsOfAnObject() throws Exception {
    try (S3Store store = new S3Store()) {
      store.put("a.txt", "one");
      store.put("b.txt", "two");
      try (Listing listing = store.connector().list()) {
        Entry first = listing.next().orElseThrow();
        store.put("a.txt", "changed");
        assertThatThrownBy(() -> listing.read(first)).hasMessageContaining("changed while");
        Entry second = listing.next().orElseThrow();
        store.delete("b.txt");
        assertThatThrownBy(() -> listing.read(second)).hasMessageContaining("deleted while");
      }
    }
  }

  @Test
  void saysWhyABucketCannotBeRead() throws Exception {
    try (S3Store store = new S3Store();
        SiteStore other = new SiteStore()) {
      store.put("a.txt", "one");
      index.sync(store.connector());
      S3Connector wrong = store.connector().credentials(S3Store.KEY, "wr0ng");
      assertThat(wrong.toString()).doesNotContain("wr0ng", S3Store.KEY);
      assertFails(wrong, false, "Check the credentials");
      assertFails(
          S3Connector.of("none", "")
              .endpoint(store.endpoint())
              .credentials(S3Store.KEY, S3Store.SECRET),
          false,
          "Check the bucket");
      other.answers.put(
          "/handbook?list-type=2&prefix=docs%2F",
          exchange -> SiteStore.answer(exchange, 200, "application/xml", "<a/>"));
      assertFails(store.connector().endpoint(URI.create(other.url())), true, "no list of objects");
      assertThat(index.texts()).hasSize(1);
    }
  }

  @Test
  void saysBrieflyThatTheRegionOrTheCredentialsAreMissing() {
    Map<String, String> none =
        Map.of("aws.disableEc2Metadata", "true", "aws.configFile", "none", "aws.profile", "none");
    none.forEach(System::setProperty);
    try {
      assertThatThrownBy(() -> index.sync(S3Connector.of("b", "")))
          .hasMessage(
              "The bucket s3://b cannot be read: Unable to load region. Check the bucket, the region"
                  + " (AWS_REGION) and the endpoint.");
      assertThatThrownBy(() -> index.sync(S3Connector.of("b", "").region("us-east-1")))
          .hasMessage(
              "The bucket s3://b cannot be read: Unable to load credentials. Check the credentials"
                  + " and the permissions.");
    } finally {
      none.keySet().forEach(System::clearProperty);
    }
  }

  /** The message of the SDK contains the address, and here the address contains "region". */
  @Test
  void canBeTriedAgainIfTheNameOfAHostIsUnknown() {
    S3Connector connector =
        S3Connector.of("b", "")
            .endpoint(URI.create("http://region.invalid"))
            .region("us-east-1")
            .credentials(S3Store.KEY, S3Store.SECRET);
    assertFails(connector, true, "region.invalid");
  }

  private void assertFails(S3Connector connector, boolean isRetriable, String message) {
    assertThatThrownBy(() -> index.sync(Source.of(connector).name("handbook/docs")))
        .isInstanceOfSatisfying(
            RemoteSourceException.class, e -> assertThat(e.isRetriable()).isEqualTo(isRetriable))
        .hasMessageContaining(message)
        .satisfies(e -> assertThat(getStackTrace(e)).doesNotContain("wr0ng"));
  }
}
