package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.Slice;
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
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
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
  private static final String ADMIN = "admin";
  private static final String READER = "reader";
  private static final String WRITER = "writer";
  private static final String LATER_WRITER = "later-writer";
  private static final String SETUP = "setup";

  /** The permissions in docs/scale.md. */
  private static final List<String> READER_PERMISSIONS = List.of("read", "collection-admin-read");

  private static final List<String> WRITER_PERMISSIONS =
      List.of("read", "collection-admin-read", "update", "schema-read");
  private static final List<String> SETUP_PERMISSIONS =
      List.of(
          "collection-admin-read",
          "collection-admin-edit",
          "config-read",
          "config-edit",
          "schema-read",
          "zk-read");
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
    Files.writeString(directory.resolve("security.json"), security());
    cluster = LocalSolr.start(directory, 2, keyStore, List.of());
  }

  /** Returns the security.json of a cluster whose users have the permissions of {@link #users}. */
  private static String security() throws Exception {
    Map<String, String> credentials = new LinkedHashMap<>();
    Map<String, String> roles = new LinkedHashMap<>();
    for (String user : users().keySet()) {
      credentials.put(user, hash(PASSWORD));
      roles.put(user, user);
    }
    Map<String, Object> authentication =
        Map.of("class", "solr.BasicAuthPlugin", "blockUnknown", true, "credentials", credentials);
    Map<String, Object> authorization =
        Map.of(
            "class",
            "solr.RuleBasedAuthorizationPlugin",
            "user-role",
            roles,
            "permissions",
            rules());
    return new ObjectMapper()
        .writeValueAsString(
            Map.of("authentication", authentication, "authorization", authorization));
  }

  /** A permission without a rule is one of "all", which only the administrator has. */
  private static List<Map<String, Object>> rules() {
    Map<String, List<String>> rolesOfPermission = new LinkedHashMap<>();
    users()
        .forEach(
            (user, permissions) ->
                permissions.forEach(
                    each ->
                        rolesOfPermission
                            .computeIfAbsent(each, key -> new ArrayList<>(List.of(ADMIN)))
                            .add(user)));
    List<Map<String, Object>> rules = new ArrayList<>();
    rolesOfPermission.forEach((name, roles) -> rules.add(Map.of("name", name, "role", roles)));
    rules.add(Map.of("name", "all", "role", ADMIN));
    return rules;
  }

  /** Each user has a role of its own, with exactly these permissions; the administrator has all. */
  private static Map<String, List<String>> users() {
    Map<String, List<String>> users = new LinkedHashMap<>();
    users.put(ADMIN, List.of());
    users.put(READER, READER_PERMISSIONS);
    users.put(WRITER, WRITER_PERMISSIONS);
    users.put(LATER_WRITER, without(WRITER_PERMISSIONS, "schema-read"));
    users.put(SETUP, SETUP_PERMISSIONS);
    for (String permission : SETUP_PERMISSIONS) {
      users.put(SETUP + "-" + permission, without(SETUP_PERMISSIONS, permission));
    }
    return users;
  }

  private static List<String> without(List<String> permissions, String permission) {
    return permissions.stream().filter(each -> !each.equals(permission)).toList();
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
    try (SolrCollection collection = trusting("right").basicAuth(ADMIN, PASSWORD).build()) {
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
        SolrCollection collection = trusting("wrong").basicAuth(ADMIN, WRONG).build()) {
      Throwable failure = catchThrowable(() -> client(collection).query(search()));
      assertIsUnauthorized(failure);
      assertThat(LogCapture.describe(failure)).doesNotContain(WRONG, "tarn");
      assertIsUnauthorized(catchThrowable(() -> SolrSetup.of(collection).exists()));
      String header =
          Base64.getEncoder()
              .encodeToString((ADMIN + ":" + WRONG).getBytes(StandardCharsets.UTF_8));
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
    try (SolrCollection writer = trusting("readonly").basicAuth(ADMIN, PASSWORD).build();
        SolrCollection reader = trusting("readonly").basicAuth(READER, PASSWORD).build()) {
      SolrSetup.of(writer).createIfMissing(EMBEDDER.dimension(), 1, 1);
      assertThat(client(reader).query(search()).getResults()).isEmpty();
      for (Throwable failure :
          List.of(
              catchThrowable(() -> client(reader).commit()),
              catchThrowable(() -> SolrSetup.of(reader).delete()))) {
        assertIsForbidden(failure);
      }
      SolrSetup.of(writer).delete();
    }
  }

  @Test
  void theDocumentedPermissionsAreSufficient() {
    try (SolrCollection setup = trusting("permitted").basicAuth(SETUP, PASSWORD).build();
        SolrCollection writer = trusting("permitted").basicAuth(WRITER, PASSWORD).build();
        SolrCollection later = trusting("permitted").basicAuth(LATER_WRITER, PASSWORD).build();
        SolrCollection reader = trusting("permitted").basicAuth(READER, PASSWORD).build()) {
      SolrSetup.of(setup).createIfMissing(EMBEDDER.dimension(), 2, 1);
      SolrSetup.of(setup).check(EMBEDDER.dimension());
      assertIsForbidden(catchThrowable(() -> put(later, "A tarn is a lake.")));
      put(writer, "A tarn is a lake.");
      put(later, "A tarn is a small lake.");
      assertReads(reader, "A tarn is a small lake.");
      assertIsForbidden(catchThrowable(() -> put(reader, "A reader cannot write.")));
      assertIsForbidden(catchThrowable(() -> SolrSetup.of(writer).delete()));
      assertThat(index(later).delete(List.of("d"))).isEqualTo(1);
      index(later).purgeFiles();
      SolrSetup.of(setup).delete();
    }
  }

  private static SolrIndex index(SolrCollection collection) {
    return SolrIndex.builder(collection).embedder(EMBEDDER).build();
  }

  private static void put(SolrCollection collection, String text) {
    index(collection).put("s", List.of(Document.of("d", text)));
  }

  private static void assertReads(SolrCollection collection, String text) {
    SolrCorpus corpus = SolrCorpus.open(collection, EMBEDDER);
    assertThat(corpus.documents(Slice.first(10))).hasSize(1);
    Hit keywordHit = corpus.keywordSearch(List.of("tarn"), 5).hits().get(0);
    Hit semanticHit = corpus.semanticSearch("tarn", 5).get(0);
    assertThat(corpus.read(List.of(keywordHit.chunkId())).get(0).text()).isEqualTo(text);
    assertThat(semanticHit.chunkId()).isEqualTo(keywordHit.chunkId());
  }

  @Test
  void setupNeedsEachDocumentedPermission() {
    for (String permission : SETUP_PERMISSIONS) {
      String user = SETUP + "-" + permission;
      try (SolrCollection collection = trusting(user).basicAuth(user, PASSWORD).build();
          SolrCollection admin = trusting(user).basicAuth(ADMIN, PASSWORD).build()) {
        SolrSetup setup = SolrSetup.of(collection);
        assertIsForbidden(
            catchThrowable(
                () -> {
                  setup.createIfMissing(EMBEDDER.dimension(), 1, 1);
                  setup.check(EMBEDDER.dimension());
                }));
        SolrSetup.of(admin).delete();
      }
    }
  }

  private static void assertIsForbidden(Throwable failure) {
    assertThat(failure)
        .isExactlyInstanceOf(CorpusException.class)
        .hasMessageContaining("no permission")
        .hasMessageContaining("HTTP status 403");
  }

  @Test
  void reportsAnUnknownCertificate() {
    try (SolrCollection collection = builder("tls").basicAuth(ADMIN, PASSWORD).build()) {
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
        new Http2SolrClient.Builder(cluster.url(0)).withBasicAuthCredentials(ADMIN, PASSWORD);
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
