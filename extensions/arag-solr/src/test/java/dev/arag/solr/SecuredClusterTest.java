package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Document;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.node.LocalSolr;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.embedded.SSLConfig;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two nodes with TLS, whose certificate only one trust store contains, and Basic authentication.
 */
@Tag("solr")
class SecuredClusterTest {
  private static final String USER = "writer";
  private static final String READER = "reader";
  private static final String PASSWORD = "correct horse";
  private static final String WRONG = "wrong-confidential-password";
  private static final String SALT =
      Base64.getEncoder().encodeToString("salt".getBytes(StandardCharsets.UTF_8));
  private static final HashEmbedder EMBEDDER = new HashEmbedder();

  @TempDir private static Path directory;

  private static Path keyStore;
  private static LocalSolr cluster;

  @BeforeAll
  static void start() throws Exception {
    keyStore = directory.resolve("nodes.p12");
    makeCertificate(keyStore);
    Files.writeString(
        directory.resolve("security.json"),
        """
        {"authentication": {"class": "solr.BasicAuthPlugin", "blockUnknown": true,
          "credentials": {"%s": "%s", "%s": "%s"}},
         "authorization": {"class": "solr.RuleBasedAuthorizationPlugin",
          "user-role": {"%s": "admin", "%s": "read"},
          "permissions": [{"name": "read", "role": ["admin", "read"]},
            {"name": "collection-admin-read", "role": ["admin", "read"]},
            {"name": "all", "role": "admin"}]}}
        """
            .formatted(USER, hash(PASSWORD), READER, hash(PASSWORD), USER, READER));
    cluster = LocalSolr.start(directory, 2, keyStore, List.of());
  }

  private static void makeCertificate(Path file) throws IOException, InterruptedException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            "node",
            "-keyalg",
            "EC",
            "-dname",
            "CN=localhost",
            "-ext",
            "SAN=ip:127.0.0.1",
            "-storetype",
            "PKCS12",
            "-storepass",
            LocalSolr.KEY_STORE_PASSWORD,
            "-keystore",
            file.toString());
    Process keytool = new ProcessBuilder(command).inheritIO().start();
    assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(file).exists();
  }

  /** Returns a password as Solr stores it. */
  private static String hash(String password) throws NoSuchAlgorithmException {
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    sha256.update(Base64.getDecoder().decode(SALT));
    byte[] once = sha256.digest(password.getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(sha256.digest(once)) + " " + SALT;
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static SolrCollection.Builder builder(String name) {
    SolrCollection.Builder builder = SolrCollection.builder(name);
    cluster.urls().forEach(builder::url);
    return builder;
  }

  private static SolrCollection.Builder trusting(String name) {
    return builder(name).trustStore(keyStore, LocalSolr.KEY_STORE_PASSWORD);
  }

  private static ModifiableSolrParams search() {
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set("q", "{!field f=g3 v=$p0}");
    params.set("p0", "tarn");
    return params;
  }

  private static CollectionClient client(SolrCollection collection) {
    return new CollectionClient(collection.client(), collection.name());
  }

  @Test
  void readsAndWritesWithTheRightPassword() {
    try (SolrCollection collection = trusting("right").basicAuth(USER, PASSWORD).build()) {
      SolrSetup setup = SolrSetup.of(collection);
      setup.createIfMissing(EMBEDDER.dimension(), 2, 2);
      setup.check(EMBEDDER.dimension());
      TestWriter.write(
          collection, EMBEDDER, Map.of("s", List.of(Document.of("d", "A tarn is a lake."))));
      assertThat(client(collection).query(search()).getResults()).hasSize(1);
      setup.delete();
      assertThat(setup.exists()).isFalse();
    }
  }

  @Test
  void reportsAWrongPassword() {
    try (LogCapture log = LogCapture.start();
        SolrCollection collection = trusting("wrong").basicAuth(USER, WRONG).build()) {
      Throwable failure = catchThrowable(() -> client(collection).query(search()));
      assertIsUnauthorized(failure);
      assertThat(LogCapture.describe(failure)).doesNotContain(WRONG, "tarn");
      assertIsUnauthorized(catchThrowable(() -> SolrSetup.of(collection).exists()));
      String header =
          Base64.getEncoder().encodeToString((USER + ":" + WRONG).getBytes(StandardCharsets.UTF_8));
      log.assertContainsNone(List.of(WRONG, header));
    }
  }

  @Test
  void reportsMissingCredentials() {
    try (SolrCollection collection = trusting("missing").build()) {
      assertIsUnauthorized(catchThrowable(() -> client(collection).query(search())));
    }
  }

  private static void assertIsUnauthorized(Throwable failure) {
    assertThat(failure)
        .isExactlyInstanceOf(CorpusException.class)
        .hasMessageContaining("did not accept the credentials")
        .hasMessageContaining("HTTP status 401");
    assertThat(((CorpusException) failure).isRetriable()).isFalse();
  }

  @Test
  void reportsAMissingPermission() {
    try (SolrCollection writer = trusting("readonly").basicAuth(USER, PASSWORD).build();
        SolrCollection reader = trusting("readonly").basicAuth(READER, PASSWORD).build()) {
      SolrSetup.of(writer).createIfMissing(EMBEDDER.dimension(), 1, 1);
      assertThat(client(reader).query(search()).getResults()).isEmpty();
      for (Throwable failure :
          List.of(
              catchThrowable(() -> client(reader).commit()),
              catchThrowable(() -> SolrSetup.of(reader).delete()))) {
        assertThat(failure)
            .isExactlyInstanceOf(CorpusException.class)
            .hasMessageContaining("no permission")
            .hasMessageContaining("HTTP status 403");
      }
      SolrSetup.of(writer).delete();
    }
  }

  @Test
  void reportsAnUnknownCertificate() {
    try (SolrCollection collection = builder("tls").basicAuth(USER, PASSWORD).build()) {
      assertThat(catchThrowable(() -> client(collection).query(search())))
          .isExactlyInstanceOf(CorpusException.class)
          .hasMessageContaining("trust store");
    }
  }

  @Test
  void worksWithAClientOfTheUser() throws IOException {
    SSLConfig trust =
        new SSLConfig(true, true, null, null, keyStore.toString(), LocalSolr.KEY_STORE_PASSWORD);
    Http2SolrClient.Builder options =
        new Http2SolrClient.Builder(cluster.url(0)).withBasicAuthCredentials(USER, PASSWORD);
    options.withSSLConfig(trust);
    try (SolrClient node = options.build()) {
      SolrCollection collection = SolrCollection.of(node, "own");
      SolrSetup.of(collection).createIfMissing(EMBEDDER.dimension(), 2, 1);
      TestWriter.write(
          collection, EMBEDDER, Map.of("s", List.of(Document.of("d", "A tarn is a lake."))));
      assertThat(client(collection).query(search()).getResults()).hasSize(1);
      SolrSetup.of(collection).delete();
    }
  }
}
