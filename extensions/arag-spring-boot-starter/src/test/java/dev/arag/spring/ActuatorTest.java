package dev.arag.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.spring.internal.actuator.AragEndpoint;
import dev.arag.spring.internal.property.AragProperties;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.autoconfigure.context.properties.ConfigurationPropertiesReportEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.env.EnvironmentEndpointAutoConfiguration;
import org.springframework.boot.actuate.context.properties.ConfigurationPropertiesReportEndpoint;
import org.springframework.boot.actuate.env.EnvironmentEndpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Health, the endpoint {@code arag}, and the API key in the endpoints of Spring Boot. */
class ActuatorTest {
  private static final String KEY = "sk-canary-0123456789abcdef";
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(SerializationFeature.FAIL_ON_EMPTY_BEANS).findAndRegisterModules();

  @TempDir Path folder;

  private ApplicationContextRunner starter() {
    return Starter.with(folder.resolve("index"))
        .withConfiguration(
            AutoConfigurations.of(
                EnvironmentEndpointAutoConfiguration.class,
                ConfigurationPropertiesReportEndpointAutoConfiguration.class))
        .withPropertyValues(
            "arag.openai.base-url=http://localhost:1/v1",
            "arag.openai.model=m",
            "arag.openai.api-key=${COMPANY_SECRET}",
            "COMPANY_SECRET=" + KEY,
            "management.endpoints.web.exposure.include=*",
            "management.endpoint.env.show-values=always",
            "management.endpoint.configprops.show-values=always");
  }

  @Test
  void describesTheIndexAndItsSyncs() {
    Starter.write(folder.resolve("docs"), "a.txt", "Some text.");
    Starter.write(folder.resolve("docs"), "b.bin", "Not a text.");
    starter()
        .withPropertyValues("arag.sources[0].path=" + folder.resolve("docs"))
        .run(
            context -> {
              AragEndpoint endpoint = context.getBean(AragEndpoint.class);
              Starter.await(() -> endpoint.describe().lastSync() != null);
              AragEndpoint.Description description = endpoint.describe();
              assertThat(description.index()).contains(folder.resolve("index").toString());
              assertThat(description.stats().documents()).isOne();
              assertThat(description.sources()).containsExactly(folder.resolve("docs").toString());
              assertThat(description.lastSync().report().added()).isOne();
              assertThat(description.lastSync().report().skipped()).hasSize(1);
              assertThat(description.sync()).isNull();
              assertThat(description.activeRuns()).isZero();
              assertThat(Health.of(context).details())
                  .containsEntry("documents", 1L)
                  .containsKey("lastSync");
            });
  }

  @Test
  void aClosedIndexIsDown() {
    starter()
        .run(
            context -> {
              assertThat(Health.of(context).status()).isEqualTo("UP");
              context.getBean(Index.class).close();
              assertThat(Health.of(context).status()).isEqualTo("DOWN");
            });
  }

  /** An instance without sources, which another one fills. */
  @Test
  void followsAnotherInstanceUntilTheIndexIsDeleted() {
    Path directory = folder.resolve("index");
    starter()
        .run(
            context -> {
              Index index = context.getBean(Index.class);
              try (Index other =
                  Index.builder(directory).embedder(new HashEmbedder()).openOrCreate()) {
                other.put("rows", List.of(Document.of("row", "A later row.")));
              }
              Starter.await(() -> index.documentIds().equals(List.of("row")));
              assertThat(Health.of(context).status()).isEqualTo("UP");
              Files.move(directory, folder.resolve("moved"));
              Health health = Health.of(context);
              assertThat(health.status()).isEqualTo("DOWN");
              assertThat(health.details()).containsEntry("documents", 1L);
              assertThat(health.details().get("error").toString())
                  .startsWith("There is no index at " + directory);
              assertThat(index.keywordSearch(List.of("later"), 5)).hasSize(1);
            });
  }

  @Test
  void noEndpointShowsTheKey() throws Exception {
    starter()
        .run(
            context -> {
              String env =
                  JSON.writeValueAsString(
                      context.getBean(EnvironmentEndpoint.class).environment(null));
              assertThat(env).contains("COMPANY_SECRET", "arag.openai.api-key").doesNotContain(KEY);
              assertThat(env).contains("http://localhost:1/v1");
              String properties =
                  JSON.writeValueAsString(
                      context
                          .getBean(ConfigurationPropertiesReportEndpoint.class)
                          .configurationProperties());
              assertThat(properties).contains("AragProperties", "http://localhost:1/v1");
              assertThat(properties).doesNotContain(KEY);
              assertThat(context.getBean(AragEndpoint.class).describe().toString())
                  .doesNotContain(KEY);
              assertThat(context.getBean(AragProperties.class).toString()).doesNotContain(KEY);
            });
  }

  @Test
  void theKeyIsHiddenBesideACorpusOfTheApplication() {
    starter()
        .withBean(Corpus.class, () -> InMemoryCorpus.of(Document.of("d", "Some text.")))
        .run(
            context -> {
              String env =
                  JSON.writeValueAsString(
                      context.getBean(EnvironmentEndpoint.class).environment(null));
              assertThat(env).contains("COMPANY_SECRET", "arag.openai.api-key").doesNotContain(KEY);
            });
  }

  @Test
  void aShortKeyHidesOnlyItsProperty() {
    starter()
        .withPropertyValues("COMPANY_SECRET=ollama", "my.url=http://ollama:11434")
        .run(
            context -> {
              String env =
                  JSON.writeValueAsString(
                      context.getBean(EnvironmentEndpoint.class).environment("arag|my"));
              assertThat(env).contains("http://ollama:11434");
              assertThat(env).doesNotContain("\"ollama\"");
            });
  }
}
