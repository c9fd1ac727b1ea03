package tenants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.index.Index;
import handbook.HandbookApplication;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

/** Two instances share an index with two tenants. The first syncs it, the second reads it. */
class TenantsTest {
  @TempDir static Path folder;

  private static ConfigurableApplicationContext first;
  private static ConfigurableApplicationContext second;

  /** The service with a model that replies from a script. */
  @Import(HandbookApplication.class)
  static class ScriptedApplication {
    @Bean
    @Primary
    ScriptedChatModel scriptedModel() {
      return ScriptedChatModel.script();
    }
  }

  /** The second instance starts before there are documents. */
  @BeforeAll
  static void start() throws Exception {
    second = start(ScriptedApplication.class, "--arag.sync.on-startup=false");
    first =
        start(
            HandbookApplication.class,
            "--arag.sources[0].path=" + write("acme", "Ines"),
            "--arag.sources[0].metadata.tenant=acme",
            "--arag.sources[1].path=" + write("zenith", "Otto"),
            "--arag.sources[1].metadata.tenant=zenith");
    awaitDocuments(first);
  }

  /** A bean replaces the LLM of the properties, at whose address there is no server. */
  private static ConfigurableApplicationContext start(Class<?> application, String... properties) {
    List<String> arguments = new ArrayList<>(List.of(properties));
    arguments.add("--server.port=0");
    arguments.add("--arag.index=" + folder.resolve("index"));
    arguments.add("--arag.embedder=none");
    arguments.add("--arag.openai.base-url=http://127.0.0.1:1/v1");
    arguments.add("--arag.openai.model=none");
    return SpringApplication.run(application, arguments.toArray(String[]::new));
  }

  private static Path write(String tenant, String name) throws Exception {
    Path documents = Files.createDirectory(folder.resolve(tenant));
    Files.writeString(
        documents.resolve("invoices.md"), name + " approves an invoice over 10,000 euros.\n");
    return documents;
  }

  private static void awaitDocuments(ConfigurableApplicationContext instance) throws Exception {
    long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (instance.getBean(Index.class).documentIds().size() < 2) {
      assertTrue(System.nanoTime() < deadline, () -> get(instance, "/actuator/arag").body());
      Thread.sleep(20);
    }
  }

  @AfterAll
  static void stop() {
    first.close();
    second.close();
  }

  @Test
  void aTenantIsAnsweredFromItsOwnDocuments() throws Exception {
    assertAnswer(ask(first, "acme"), "acme", "Ines");
    assertAnswer(ask(first, "zenith"), "zenith", "Otto");
    assertEquals("NOT_FOUND", ask(first, "nobody").get("outcome").asText());
  }

  @Test
  void theSecondInstanceFollowsTheFirstUntilTheIndexIsDeleted() throws Exception {
    awaitDocuments(second);
    assertScriptedAnswer();
    assertEquals(200, get(second, "/actuator/health").statusCode());
    Files.move(folder.resolve("index"), folder.resolve("moved"));
    HttpResponse<String> health = get(second, "/actuator/health");
    assertEquals(503, health.statusCode());
    assertTrue(health.body().contains("There is no index at "), health.body());
    assertScriptedAnswer();
  }

  private static void assertScriptedAnswer() throws Exception {
    ScriptedChatModel model = second.getBean(ScriptedChatModel.class);
    String chunk = second.getBean(Index.class).chunksOf("acme/invoices.md").get(0).id().value();
    model
        .call("keyword_search", Map.of("keywords", List.of("approves")))
        .answer("Ines [" + chunk + ": \"Ines approves an invoice\"].");
    assertAnswer(ask(second, "acme"), "acme", "Ines");
    assertEquals(0, model.stepsLeft());
    assertFalse(model.requests().toString().contains("Otto"));
  }

  private static void assertAnswer(JsonNode answer, String tenant, String name) {
    assertTrue(answer.get("answer").asText().contains(name), answer.toString());
    assertEquals(1, answer.get("citations").size(), answer.toString());
    assertTrue(answer.at("/citations/0/verified").asBoolean(), answer.toString());
    assertEquals(tenant + "/invoices.md", answer.at("/citations/0/document").asText());
  }

  private static JsonNode ask(ConfigurableApplicationContext instance, String tenant)
      throws Exception {
    String question = "?question=Who+approves+an+invoice+over+10,000+euros";
    return new ObjectMapper()
        .readTree(get(instance, "/tenants/" + tenant + "/ask" + question).body());
  }

  private static HttpResponse<String> get(ConfigurableApplicationContext instance, String path) {
    String port = instance.getEnvironment().getProperty("local.server.port");
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build();
    return HttpClient.newHttpClient()
        .sendAsync(request, HttpResponse.BodyHandlers.ofString())
        .join();
  }
}
